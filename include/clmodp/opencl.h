/** @file
 * Working beside an application's own OpenCL code. The only header that needs CL/cl.h. */
#ifndef CLMODP_OPENCL_H
#define CLMODP_OPENCL_H

#ifndef CL_TARGET_OPENCL_VERSION
/** What is used of OpenCL, for its headers, unless the application says so itself. */
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include <clmodp/context.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Adopt the caller's queue, with its context and device.
 *
 * Out:    context  as clmodp_context_create
 * In:     queue    in-order; retained by the context, and released with it. Commands of the
 *                  library and of the caller may be mixed on it.
 *         options  as clmodp_context_create; `device` is ignored
 * Errors: INVALID (NULL or out-of-order queue), NO_DEVICE (the device cannot be used),
 *         HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_context_create_from_queue(clmodp_context **context, cl_command_queue queue,
                                 const clmodp_context_options *options, char *message,
                                 size_t message_size);

#ifdef __cplusplus
}
#endif
#endif
