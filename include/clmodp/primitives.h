/** @file
 * What many algorithms are made of, on memory of the caller's. Needs CL/cl.h (clmodp/opencl.h). */
#ifndef CLMODP_PRIMITIVES_H
#define CLMODP_PRIMITIVES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <clmodp/context.h>
#include <clmodp/opencl.h>
#include <clmodp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What an array holds, in the device's order of bytes, each at a multiple of its size. */
typedef enum clmodp_element {
    CLMODP_ELEMENT_UINT32, /**< 4 bytes */
    CLMODP_ELEMENT_UINT64  /**< 8 bytes */
} clmodp_element;

/** Which elements a prefix sum has. */
typedef enum clmodp_scan_kind {
    CLMODP_SCAN_INCLUSIVE, /**< sums[k] = values[0] + ... + values[k] */
    CLMODP_SCAN_EXCLUSIVE  /**< sums[k] = values[0] + ... + values[k - 1]; sums[0] = 0 */
} clmodp_scan_kind;

/** How to scan. Fill with clmodp_scan_options_init, then change fields. */
typedef struct clmodp_scan_options {
    size_t size;            /**< sizeof this structure; set by _init */
    clmodp_element element; /**< default UINT32 */
    clmodp_scan_kind kind;  /**< default INCLUSIVE */
    uint32_t group;         /**< program parameter: work-items of a work-group, as many as the
                                 device takes; 0 (default): what suits the device */
    uint32_t run;           /**< program parameter: elements that a work-item adds one after the
                                 other; 0 (default): what suits the device. Not 1 if group is 1 */
    uint64_t max_memory;    /**< cap on the bytes of memory beside the caller's; 0 (default): the
                                 context's */
} clmodp_scan_options;

/** Set every field to its default. */
static inline void clmodp_scan_options_init(clmodp_scan_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** Prefix sums, modulo 2^32 or 2^64. Parameters change the time, never the result.
 *
 * Out:    sums     as many elements as there are values; the memory of `values` itself, or memory
 *                  that does not overlap it (of overlapping sub-buffers nobody is warned)
 *         events   may be NULL
 * In:     values   any number of elements, also none
 *         options  NULL for all defaults
 * Cost:   three words moved for each value; 2/run + 2 sums
 * Errors: INVALID (memory of another OpenCL context, arrays longer than their memory or of
 *         different lengths, partial overlap, options or events that break a rule), LIMIT (a group
 *         that the device does not take), NO_DEVICE, DEVICE_MEMORY, HOST_MEMORY, BUILD, NO_KERNEL,
 *         DEVICE, CORRUPT (the device failed the known-answer test, which it has to pass once).
 *         Nothing is enqueued then but, after errors of the device, what sums may hold a part of
 * Source: [Blelloch 1990], with runs as in [Brent 1974]
 *
 * Asynchronous: the result is there when the event, or a later command of the context's queue, is
 * reached. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_scan(clmodp_context *context, const clmodp_cl_array *sums, const clmodp_cl_array *values,
            const clmodp_cl_events *events, const clmodp_scan_options *options);

/** What a reduction makes of elements. */
typedef enum clmodp_reduction {
    CLMODP_REDUCE_SUM, /**< their sum, modulo 2^32 or 2^64; of none 0 */
    CLMODP_REDUCE_MIN, /**< the least; of none the greatest number */
    CLMODP_REDUCE_MAX  /**< the greatest; of none 0 */
} clmodp_reduction;

/** How to reduce. Fill with clmodp_reduce_options_init, then change fields. */
typedef struct clmodp_reduce_options {
    size_t size;                /**< sizeof this structure; set by _init */
    clmodp_element element;     /**< default UINT32 */
    clmodp_reduction reduction; /**< default SUM */
    uint32_t group;             /**< program parameters, as those of scans */
    uint32_t run;               /**< likewise */
    uint64_t max_memory;        /**< likewise */
} clmodp_reduce_options;

/** Set every field to its default. */
static inline void clmodp_reduce_options_init(clmodp_reduce_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** One element of many: their sum, least or greatest.
 *
 * Out:    result   one element, also one of `values` or behind them
 *         events   may be NULL
 * In:     values   any number of elements, also none
 *         options  NULL for all defaults
 * Cost:   a word moved and an operation for each value
 * Errors: as clmodp_scan; result is undefined then only after errors of the device
 *
 * Asynchronous, as clmodp_scan. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_reduce(clmodp_context *context, const clmodp_cl_array *result,
              const clmodp_cl_array *values, const clmodp_cl_events *events,
              const clmodp_reduce_options *options);

/** How to choose elements. Fill with clmodp_select_options_init, then change fields. */
typedef struct clmodp_select_options {
    size_t size;            /**< sizeof this structure; set by _init */
    clmodp_element element; /**< default UINT32 */
    uint32_t bit;           /**< of splits: the bit that counts, the lowest is 0 (default) */
    uint64_t max_memory;    /**< cap on the bytes of memory beside the caller's; 0 (default): the
                                 context's */
} clmodp_select_options;

/** Set every field to its default. */
static inline void clmodp_select_options_init(clmodp_select_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

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
 * Source: [Blelloch 1990, 1.5]
 *
 * Asynchronous, as clmodp_scan. */
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
 * Source: [Blelloch 1990, 1.5]
 *
 * Asynchronous, as clmodp_scan. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_split(clmodp_context *context, const clmodp_cl_array *out, const clmodp_cl_array *zeros,
             const clmodp_cl_array *values, const clmodp_cl_events *events,
             const clmodp_select_options *options);

#ifdef __cplusplus
}
#endif
#endif
