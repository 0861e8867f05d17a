/** @file
 * What many algorithms are made of, beside an application's own OpenCL code. Needs CL/cl.h
 * (clmodp/opencl.h).
 *
 * All calls are asynchronous: they return when the last command is enqueued, and the result is
 * there when the event, or a later command of the context's queue, is reached. So they report no
 * progress, and cannot be cancelled, but for the time in which kernels are compiled and tested. */
#ifndef CLMODP_PRIMITIVES_OPENCL_H
#define CLMODP_PRIMITIVES_OPENCL_H

#include <clmodp/opencl.h>
#include <clmodp/primitives.h>

#ifdef __cplusplus
extern "C" {
#endif

/** Prefix sums, modulo 2^32 or 2^64. Parameters change the time, never the result.
 *
 * Out:    sums     as many elements as there are values; the memory of `values` itself, or memory
 *                  that does not overlap it (of overlapping sub-buffers nobody is warned)
 *         events   may be NULL
 * In:     values   any number of elements, also none
 *         options  NULL for all defaults
 * Cost:   three words moved for each value, four if groups have several work-items; some two sums,
 *         three with several, six on a CPU, which adds vectors
 * Errors: INVALID (memory of another OpenCL context, arrays longer than their memory or of
 *         different lengths, partial overlap, options or events that break a rule), LIMIT (a group
 *         that the device does not take), NO_DEVICE, DEVICE_MEMORY, HOST_MEMORY, BUILD, NO_KERNEL,
 *         DEVICE, CORRUPT (the device failed the known-answer test, which it has to pass once).
 *         Nothing is enqueued then but, after errors of the device, what sums may hold a part of
 * Source: [Blelloch 1990], with runs as in [Brent 1974] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_scan(clmodp_context *context, const clmodp_cl_array *sums, const clmodp_cl_array *values,
            const clmodp_cl_events *events, const clmodp_scan_options *options);

/** One element of many: their sum, least or greatest.
 *
 * Out:    result   one element, also one of `values` or behind them
 *         events   may be NULL
 * In:     values   any number of elements, also none
 *         options  NULL for all defaults
 * Cost:   a word moved and an operation for each value
 * Errors: as clmodp_scan; result is undefined then only after errors of the device */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_reduce(clmodp_context *context, const clmodp_cl_array *result,
              const clmodp_cl_array *values, const clmodp_cl_events *events,
              const clmodp_reduce_options *options);

/** The elements whose flags are not 0, in their order, side by side.
 *
 * Out:    out      room for as many elements as there are values; behind the last that was chosen
 *                  it stays as it was
 *         total    one word of 32 bits: how many were chosen
 *         events   may be NULL
 * In:     values   fewer than 2^32 - 1 elements
 *         flags    as many words of 32 bits. No two of the four arrays have bytes in common
 *         options  NULL for all defaults
 * Cost:   8 words moved for each value
 * Errors: as clmodp_scan, and LIMIT (too many values); out and total are undefined then only after
 *         errors of the device
 * Source: [Blelloch 1990, 1.5] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_compact(clmodp_context *context, const clmodp_cl_array *out, const clmodp_cl_array *total,
               const clmodp_cl_array *values, const clmodp_cl_array *flags,
               const clmodp_cl_events *events, const clmodp_select_options *options);

/** The elements in which a bit is 0, and then the others; both in their order.
 *
 * Out:    out      as many elements as there are values
 *         zeros    one word of 32 bits: in how many the bit is 0
 *         events   may be NULL
 * In:     values   fewer than 2^32 - 1 elements. No two of the three arrays have bytes in common
 *         options  NULL for all defaults
 * Cost:   8 words moved for each value
 * Errors: as clmodp_compact
 * Source: [Blelloch 1990, 1.5] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_split(clmodp_context *context, const clmodp_cl_array *out, const clmodp_cl_array *zeros,
             const clmodp_cl_array *values, const clmodp_cl_events *events,
             const clmodp_select_options *options);

#ifdef __cplusplus
}
#endif
#endif
