/** @file
 * Working beside an application's own OpenCL code: its queue, its memory, its events. Needs
 * CL/cl.h.
 *
 * All calls on arrays are asynchronous: they return when the last command is enqueued, and the
 * result is there when the event, or a later command of the context's queue, is reached. So they
 * report no progress, and cannot be cancelled, except while kernels are compiled and tested.
 */
#ifndef CLMODP_OPENCL_H
#define CLMODP_OPENCL_H

#ifndef CL_TARGET_OPENCL_VERSION
/** What is used of OpenCL, for its headers, unless the application says so itself. */
#define CL_TARGET_OPENCL_VERSION 120
#endif
#include <CL/cl.h>

#include <clmodp/arrays.h>
#include <clmodp/core.h>
#include <clmodp/fpx.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Queues, arrays and events ---- */

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

/* ---- Sums, prefix sums, compaction and splits ---- */

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

/* ---- Radix sort ---- */

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

/* ---- Polynomials over F_p ---- */

/** f := the sum of all words[i] x^i, which are any words of 32 bits and are reduced modulo p: a
 * copy on the device. The leading coefficient is looked for, so that the call waits for it.
 *
 * In:     words   any number, also none
 *         events  may be NULL
 * Errors: INVALID (memory of another OpenCL context, an array longer than its memory, events that
 *         break a rule), LIMIT, NO_DEVICE, DEVICE_MEMORY, BUILD, NO_KERNEL, DEVICE, CORRUPT; f is
 *         unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_set_array(clmodp_fpx *f, const clmodp_cl_array *words, const clmodp_cl_events *events);

/** words[i] := the coefficient of x^i, in [0, p), zeros behind the leading one too.
 *
 * Errors: also INVALID (f has more coefficients than the array)
 *
 * Asynchronous: they are there when the event, or a later command of the context's queue, is
 * reached. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_get_array(const clmodp_fpx *f, const clmodp_cl_array *words,
                     const clmodp_cl_events *events);

/** The memory of the device that has f's coefficients, 32 bits each, from offset 0 on; NULL for
 * the zero polynomial. It is lent, to be read only, until f changes or is released.
 *
 * Errors: as clmodp_fpx_get_array */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_memory(const clmodp_fpx *f, cl_mem *memory);

#ifdef __cplusplus
}
#endif
#endif
