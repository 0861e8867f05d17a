/* Converts OpenCL error codes into statuses and messages. */
#ifndef CLM_OPENCL_OPENCL_ERROR_H
#define CLM_OPENCL_OPENCL_ERROR_H

#include <clmodp/opencl.h>

#include "core/error.h"

/* Returns the code's symbol, such as "CL_OUT_OF_RESOURCES", or "unknown OpenCL error". Static. */
const char *clm_opencl_symbol(cl_int code);

/* Records the OpenCL function `call` that returned `code`, its symbol, and advice. Returns the
 * status: HOST_MEMORY, DEVICE_MEMORY, NO_DEVICE, BUILD, else DEVICE. */
clmodp_status clm_opencl_fail(clm_error *error, cl_int code, const char *call);

/* Calls an OpenCL function that returns its code, and leaves through `done` on failure. */
#define TRY_CL(error, function, ...)                              \
    do {                                                          \
        cl_int code_ = function(__VA_ARGS__);                     \
        if (code_ != CL_SUCCESS) {                                \
            st = clm_opencl_fail((error), code_, #function);      \
            goto done;                                            \
        }                                                         \
    } while (0)

/* TRY_CL for a function that returns a handle and writes its code through a last argument. */
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
