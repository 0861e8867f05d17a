/** @file
 * Working beside an application's own OpenCL code: its queue, its memory, its events. Needs
 * CL/cl.h. */
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
 *                  library and of the caller may be mixed on it. Reports have the times of
 *                  the device if it has CL_QUEUE_PROFILING_ENABLE.
 *         options  as clmodp_context_create; `device` is ignored
 * Errors: INVALID (NULL or out-of-order queue), NO_DEVICE (the device cannot be used),
 *         HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_context_create_from_queue(clmodp_context **context, cl_command_queue queue,
                                 const clmodp_context_options *options, char *message,
                                 size_t message_size);

/** An array in memory of the caller's, for functions that compute on it where it lies. The memory
 * belongs to the OpenCL context of the queue that the clmodp context was made from. It is borrowed
 * for the call and for what the call enqueues; sub-buffers will do. */
typedef struct clmodp_cl_array {
    cl_mem memory; /**< a buffer */
    size_t offset; /**< its first element that belongs to the array; counted in elements, not in
                        bytes */
    size_t count;  /**< elements of the array */
} clmodp_cl_array;

/** What a call's commands wait for, and what tells that they are done; all zero for none. */
typedef struct clmodp_cl_events {
    cl_uint wait_count;   /**< events in the list */
    const cl_event *wait; /**< of the same OpenCL context; NULL for none */
    cl_event *done;       /**< Out, unless NULL: a new event, to be released by the caller; NULL is
                               written where the call fails */
} clmodp_cl_events;

#ifdef __cplusplus
}
#endif
#endif
