/* A caller's memory, and the events around a call on it. */
#ifndef CLM_OPENCL_IMPORTED_BUFFER_H
#define CLM_OPENCL_IMPORTED_BUFFER_H

#include "opencl/buffer.h"

/* What a call does to memory. */
typedef enum clm_access { CLM_READS = 1, CLM_WRITES = 2 } clm_access;

/* *out := the whole memory of the caller's array, of elements of `bytes` bytes. It is not to be
 * destroyed, and does not count as ours.
 *
 * Pre:    the context is open
 * In:     name  of the array, for messages
 * Errors: INVALID (no memory, no buffer, of another OpenCL context, too short, or made for other
 *         uses), DEVICE */
clmodp_status clm_import_buffer(clmodp_context *ctx, clm_buffer *out, const clmodp_cl_array *array,
                                size_t bytes, clm_access access, const char *name);

/* Begin a call: a list of events, or none, and NULL in the place of the one that is asked for.
 * `events` may be NULL, here and below. Errors: INVALID */
clmodp_status clm_events_check(clm_error *error, const clmodp_cl_events *events);

/* Have what is enqueued from now on wait for the events of the caller.
 * Errors: INVALID (events of another OpenCL context), DEVICE */
clmodp_status clm_events_begin(clmodp_context *ctx, const clmodp_cl_events *events);

/* The event that the caller asked for: that all that was enqueued until now is done. */
clmodp_status clm_events_end(clmodp_context *ctx, const clmodp_cl_events *events);

#endif
