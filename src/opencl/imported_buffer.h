/* Buffers and events of a caller, checked and used in place by asynchronous calls. */
#ifndef CLM_OPENCL_IMPORTED_BUFFER_H
#define CLM_OPENCL_IMPORTED_BUFFER_H

#include "opencl/buffer.h"

/* Access of a call to memory. */
typedef enum clm_access { CLM_READS = 1, CLM_WRITES = 2 } clm_access;

/* Wraps a caller's array with elements of `bytes` bytes. The buffer must not be destroyed and does
 * not count against the cap.
 *
 * Pre:    a device is initialised
 * In:     name  of the array, for messages
 * Errors: INVALID (no memory, not a buffer, another OpenCL context, too short, or created for
 *         other uses), DEVICE */
clmodp_status clm_import_buffer(clmodp_context *ctx, clm_buffer *out, const clmodp_cl_array *array,
                                size_t bytes, clm_access access, const char *name);

/* Returns whether two arrays, of elements of given sizes, overlap in one memory object; different
 * objects, though maybe parts of one, are not compared. Pre: both fit their memory. */
bool clm_arrays_overlap(const clmodp_cl_array *a, size_t a_bytes, const clmodp_cl_array *b,
                        size_t b_bytes);

/* Checks the event lists at the beginning of a call and sets the requested event to NULL. `events`
 * may be NULL, here and below. Errors: INVALID */
clmodp_status clm_events_check(clm_error *error, const clmodp_cl_events *events);

/* Makes commands enqueued from now on wait for the caller's events.
 * Errors: INVALID (events of another OpenCL context), DEVICE */
clmodp_status clm_events_begin(clmodp_context *ctx, const clmodp_cl_events *events);

/* Returns the event requested by the caller: completion of all commands enqueued so far. */
clmodp_status clm_events_end(clmodp_context *ctx, const clmodp_cl_events *events);

#endif
