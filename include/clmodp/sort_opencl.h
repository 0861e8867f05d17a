/** @file
 * Radix sort beside an application's own OpenCL code. Needs CL/cl.h (clmodp/opencl.h).
 *
 * Asynchronous, without progress and cancelling, as all of clmodp/primitives_opencl.h. */
#ifndef CLMODP_SORT_OPENCL_H
#define CLMODP_SORT_OPENCL_H

#include <clmodp/opencl.h>
#include <clmodp/sort.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Sort keys where they lie; values move with them. Equal keys stay in their order. Parameters
 * change the time, never the result.
 *
 * InOut:  keys     any number of them, also none
 *         values   as many; NULL: there are none. They do not share bytes with the keys (of
 *                  overlapping sub-buffers nobody is warned)
 *         events   may be NULL
 * In:     options  NULL for all defaults
 * Cost:   with TILES, for each of ceil(bits / s) passes, rounded up to an even number: three words
 *         moved for a key and two for a value; with SPLITS four for either. As much memory as keys
 *         and values take, and 2^s words for each tile
 * Errors: INVALID (memory of another OpenCL context, arrays longer than their memory, of different
 *         lengths or with bytes in common, options or events that break a rule), LIMIT (a group,
 *         or local memory, that the device does not take; too many tiles), NO_DEVICE,
 *         DEVICE_MEMORY, HOST_MEMORY, BUILD, NO_KERNEL, DEVICE, CORRUPT (the device failed the
 *         known-answer test, which it has to pass once). Nothing is enqueued then but, after
 *         errors of the device, what leaves keys and values in any order
 * Source: [Satish, Harris, Garland 2009; HMX, 4] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_radix_sort(clmodp_context *context, const clmodp_cl_array *keys,
                  const clmodp_cl_array *values, const clmodp_cl_events *events,
                  const clmodp_sort_options *options);

#ifdef __cplusplus
}
#endif
#endif
