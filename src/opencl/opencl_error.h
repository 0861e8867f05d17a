/* OpenCL's error codes as statuses and messages. */
#ifndef CLM_OPENCL_OPENCL_ERROR_H
#define CLM_OPENCL_OPENCL_ERROR_H

#include <clmodp/opencl.h>

#include "core/error.h"

/* The code's symbol, such as "CL_OUT_OF_RESOURCES"; "unknown OpenCL error" for a code that
 * is none. Static. */
const char *clm_opencl_symbol(cl_int code);

/* Record that the OpenCL function `call` gave `code`: its name, the symbol, what to do.
 * Returns the status that the code means: HOST_MEMORY, DEVICE_MEMORY, NO_DEVICE, BUILD, and
 * DEVICE for all else. */
clmodp_status clm_opencl_fail(clm_error *error, cl_int code, const char *call);

/* Call an OpenCL function that returns its code, or leave through `done`. */
#define TRY_CL(error, function, ...)                              \
    do {                                                          \
        cl_int code_ = function(__VA_ARGS__);                     \
        if (code_ != CL_SUCCESS) {                                \
            st = clm_opencl_fail((error), code_, #function);      \
            goto done;                                            \
        }                                                         \
    } while (0)

/* Call an OpenCL function that returns a handle and writes its code through a last
 * argument, or leave through `done`. */
#define NEW_CL(error, handle, function, ...)                      \
    do {                                                          \
        cl_int code_ = CL_SUCCESS;                                \
        (handle) = function(__VA_ARGS__, &code_);                 \
        if (code_ != CL_SUCCESS || (handle) == NULL) {            \
            (handle) = NULL;                                      \
            st = clm_opencl_fail((error), code_, #function);      \
            goto done;                                            \
        }                                                         \
    } while (0)

#endif
