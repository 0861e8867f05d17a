/** @file
 * Use inside an application's OpenCL code: contexts on its queue; sums, prefix sums, compaction,
 * splits and radix sort of arrays in its memory; polynomials from and to such arrays. Needs
 * CL/cl.h.
 *
 * All calls on arrays except clmodp_fpx_set_array are asynchronous: they return when the last
 * command is enqueued, and the result is complete once the event, or a later command of the
 * context's queue, completes. They therefore report no progress and cannot be cancelled, except
 * while kernels are compiled and tested.
 */
#ifndef CLMODP_OPENCL_H
#define CLMODP_OPENCL_H

#ifndef CL_TARGET_OPENCL_VERSION
/** OpenCL version used here, for the OpenCL headers; an application may define another one. */
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

/** Creates a context on the caller's queue, with its OpenCL context and device.
 *
 * Out:    context  as in clmodp_context_create
 * In:     queue    in-order; retained by the context, and released with it. Commands of the
 *                  library and of the caller may be mixed on it. Reports contain device times if
 *                  it has CL_QUEUE_PROFILING_ENABLE
 *         options  as in clmodp_context_create; `device` is ignored
 * Errors: INVALID (NULL or out-of-order queue), NO_DEVICE (the device cannot be used),
 *         HOST_MEMORY, DEVICE */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_context_create_from_queue(clmodp_context **context, cl_command_queue queue,
                                 const clmodp_context_options *options, char *message,
                                 size_t message_size);

/** An array in the caller's device memory, used without copying. The memory must belong to the
 * OpenCL context of the queue from which the clmodp context was created. It is in use during the
 * call and until the enqueued commands are done; sub-buffers are allowed. */
typedef struct clmodp_cl_array {
    cl_mem memory; /**< a buffer */
    size_t offset; /**< offset of the first element of the array, in elements, not in bytes */
    size_t count;  /**< elements of the array */
} clmodp_cl_array;

/** Events for the commands of a call: a wait list and a completion event; all zero for none. */
typedef struct clmodp_cl_events {
    cl_uint wait_count;   /**< events in the list */
    const cl_event *wait; /**< events of the same OpenCL context; NULL for none */
    cl_event *done;       /**< Out, unless NULL: a new event, to be released by the caller; set to
                               NULL if the call fails */
} clmodp_cl_events;

/* ---- Sums, prefix sums, compaction and splits ---- */

/** Computes prefix sums, modulo 2^32 or 2^64. Parameters change the time, never the result.
 *
 * Out:    sums     as many elements as there are values; the memory of `values` itself, or memory
 *                  not overlapping it (overlapping sub-buffers are not detected)
 *         events   may be NULL
 * In:     values   any number of elements, including none
 *         options  NULL for all defaults
 * Cost:   two words moved per value on GPUs whose running work-groups can wait for each other, as
 *         the first call finds out; else, and with a given group or run, three, or four with
 *         several work-items per group; two to three additions per value, six on a CPU, which adds
 *         vectors
 * Errors: as clmodp_scan_host except CANCELLED; INVALID also for memory of another OpenCL context,
 *         arrays longer than their memory or of different lengths, partial overlap, and invalid
 *         events. Nothing is enqueued then, but after errors of the device sums may be partly
 *         written
 * Source: [Blelloch 1990], with runs as in [Brent 1974] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_scan(clmodp_context *context, const clmodp_cl_array *sums, const clmodp_cl_array *values,
            const clmodp_cl_events *events, const clmodp_scan_options *options);

/** Reduces an array to its sum, its least or its greatest element.
 *
 * Out:    result   one element; may be one of `values` or lie after them
 *         events   may be NULL
 * In:     values   any number of elements, including none
 *         options  NULL for all defaults
 * Cost:   one word moved and one operation per value
 * Errors: as clmodp_scan; result is undefined then only after errors of the device */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_reduce(clmodp_context *context, const clmodp_cl_array *result,
              const clmodp_cl_array *values, const clmodp_cl_events *events,
              const clmodp_reduce_options *options);

/** Copies the elements with non-zero flags to the front of an array, in their order.
 *
 * Out:    out      room for as many elements as there are values; unchanged after the last
 *                  selected element
 *         total    one word of 32 bits: number of selected elements
 *         events   may be NULL
 * In:     values   fewer than 2^32 - 1 elements
 *         flags    as many words of 32 bits. No two of the four arrays have bytes in common
 *         options  NULL for all defaults
 * Cost:   8 words moved per value
 * Errors: as clmodp_scan, and LIMIT (too many values); out and total are undefined then only after
 *         errors of the device
 * Source: [Blelloch 1990, 1.5] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_compact(clmodp_context *context, const clmodp_cl_array *out, const clmodp_cl_array *total,
               const clmodp_cl_array *values, const clmodp_cl_array *flags,
               const clmodp_cl_events *events, const clmodp_select_options *options);

/** Moves the elements with a zero in the given bit before all others; both keep their order.
 *
 * Out:    out      as many elements as there are values
 *         zeros    one word of 32 bits: number of elements with a zero bit
 *         events   may be NULL
 * In:     values   fewer than 2^32 - 1 elements. No two of the three arrays have bytes in common
 *         options  NULL for all defaults
 * Cost:   8 words moved per value
 * Errors: as clmodp_compact
 * Source: [Blelloch 1990, 1.5] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_split(clmodp_context *context, const clmodp_cl_array *out, const clmodp_cl_array *zeros,
             const clmodp_cl_array *values, const clmodp_cl_events *events,
             const clmodp_select_options *options);

/* ---- Radix sort ---- */

/** Sorts keys in place and moves their values with them. Equal keys keep their order. Parameters
 * change the time, never the result.
 *
 * InOut:  keys     any number of keys, including none
 *         values   as many values; NULL: none. They must not share bytes with the keys
 *                  (overlapping sub-buffers are not detected)
 *         events   may be NULL
 * In:     options  NULL for all defaults
 * Cost:   with TILES, for each of ceil(bits / s) passes, rounded up to an even number: three words
 *         moved per key and two per value; with SPLITS four for either; with SWEEP two for either,
 *         and one per key before. With BUCKETS four words per key and two per value for each pass
 *         by the highest bits, mostly one, and two of either in the end. Memory: the size of keys
 *         and values, and 2^s words per tile; with BUCKETS also a byte per key, or two if s > 8
 * Errors: as clmodp_scan, INVALID also for arrays with bytes in common, LIMIT also for local
 *         memory or too many tiles. After errors of the device keys and values may be in any order
 * Source: [Satish, Harris, Garland 2009; HMX, 4]; TILES, BUCKETS: [Satish, Kim, Chhugani 2010];
 *         SWEEP: [Adinets, Merrill 2022] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_radix_sort(clmodp_context *context, const clmodp_cl_array *keys,
                  const clmodp_cl_array *values, const clmodp_cl_events *events,
                  const clmodp_sort_options *options);

/* ---- Polynomials over F_p ---- */

/** Sets f to the sum of all words[i] x^i, with any words of 32 bits, reduced modulo p: a copy on
 * the device. The call waits for the copy, to find the leading coefficient.
 *
 * In:     words   any number of words, including none
 *         events  may be NULL
 * Errors: INVALID (memory of another OpenCL context, an array longer than its memory, invalid
 *         events), LIMIT, NO_DEVICE, DEVICE_MEMORY, BUILD, NO_KERNEL, DEVICE, CORRUPT; f is
 *         unchanged then */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_set_array(clmodp_fpx *f, const clmodp_cl_array *words, const clmodp_cl_events *events);

/** Sets words[i] to the coefficient of x^i, in [0, p), with zeros after the leading one.
 *
 * Errors: also INVALID (f has more coefficients than the array)
 *
 * Asynchronous: the coefficients are complete once the event, or a later command of the context's
 * queue, completes. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_fpx_get_array(const clmodp_fpx *f, const clmodp_cl_array *words,
                     const clmodp_cl_events *events);

/** Returns in *memory the device buffer of f's coefficients, 32 bits each, from offset 0 on; NULL
 * for the zero polynomial. The buffer is read-only for the caller, and valid until f changes or is
 * released.
 *
 * Errors: as clmodp_fpx_get_array */
CLMODP_API CLMODP_NODISCARD clmodp_status clmodp_fpx_memory(const clmodp_fpx *f, cl_mem *memory);

#ifdef __cplusplus
}
#endif
#endif
