/** @file
 * Sums, prefix sums, compaction, splits and radix sort of arrays of the host, on a device.
 * clmodp/opencl.h has the same for arrays in an application's own cl_mem.
 *
 * Arrays are of any length, as far as the device has memory for a copy, and need not be aligned.
 * All calls are synchronous: results are there on return. They report progress and can be
 * cancelled, between parts of copies and between launches (clmodp_context_set_progress), and after
 * an error the caller's arrays are as they were.
 */
#ifndef CLMODP_ARRAYS_H
#define CLMODP_ARRAYS_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <clmodp/core.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Sums, prefix sums, compaction and splits ---- */

/** What an array holds, lowest byte first; in a cl_mem each at a multiple of its size. */
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
                                 other; 0 (default): what should take least. Not 1 if group is 1 */
    uint64_t max_memory;    /**< cap on the bytes of memory beside the caller's, copies of arrays
                                 of the host's included; 0 (default): the context's */
} clmodp_scan_options;

/** Set every field to its default. */
static inline void clmodp_scan_options_init(clmodp_scan_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** Prefix sums, modulo 2^32 or 2^64. Parameters change the time, never the result.
 *
 * Out:    sums     as many elements as there are values; may be `values`, or overlap them
 * In:     values   `count` elements; either array may be NULL if that is 0
 *         options  NULL for all defaults
 * Cost:   that of clmodp_scan, two copies of the values, and as much memory as they take, twice
 * Errors: INVALID (no array, options that break a rule), LIMIT (an array longer than what the
 *         device allocates at once, a group that it does not take), NO_DEVICE, DEVICE_MEMORY (the
 *         cap), HOST_MEMORY, BUILD, NO_KERNEL, DEVICE, CORRUPT (the device failed the known-answer
 *         test, which it has to pass once), CANCELLED; sums are unchanged then
 * Source: [Blelloch 1990], with runs as in [Brent 1974] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_scan_host(clmodp_context *context, void *sums, const void *values, size_t count,
                 const clmodp_scan_options *options);

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
    uint32_t group;             /**< program parameters, as those of scans, */
    uint32_t run;               /**< but that 0 is what is usual for the kind of device */
    uint64_t max_memory;        /**< as that of scans */
} clmodp_reduce_options;

/** Set every field to its default. */
static inline void clmodp_reduce_options_init(clmodp_reduce_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** One element of many: their sum, least or greatest.
 *
 * Out:    result   one element, also one of `values`
 * In:     values   `count` elements; NULL may stand for none
 *         options  NULL for all defaults
 * Cost:   that of clmodp_reduce, and a copy of the values
 * Errors: as clmodp_scan_host */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_reduce_host(clmodp_context *context, void *result, const void *values, size_t count,
                   const clmodp_reduce_options *options);

/** How to choose elements. Fill with clmodp_select_options_init, then change fields. */
typedef struct clmodp_select_options {
    size_t size;            /**< sizeof this structure; set by _init */
    clmodp_element element; /**< default UINT32 */
    uint32_t bit;           /**< of splits: the bit that counts, the lowest is 0 (default) */
    uint64_t max_memory;    /**< cap on the bytes of memory beside the caller's, copies of arrays
                                 of the host's included; 0 (default): the context's */
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
 *                  it stays as it was. It may overlap values and flags
 *         total    how many were chosen; outside of `out`
 * In:     values   `count` elements, fewer than 2^32 - 1; arrays may be NULL if there are none
 *         flags    as many words of 32 bits
 *         options  NULL for all defaults
 * Cost:   that of clmodp_compact, and copies of all arrays
 * Errors: as clmodp_scan_host, INVALID (total lies in out), and LIMIT (too many values); out and
 *         total are unchanged then
 * Source: [Blelloch 1990, 1.5] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_compact_host(clmodp_context *context, void *out, uint32_t *total, const void *values,
                    const uint32_t *flags, size_t count, const clmodp_select_options *options);

/** The elements in which a bit is 0, and then the others; both in their order.
 *
 * Out:    out      as many elements as there are values; may be `values`, or overlap them
 *         zeros    in how many the bit is 0; outside of `out`
 * In:     values   `count` elements, fewer than 2^32 - 1; arrays may be NULL if there are none
 *         options  NULL for all defaults
 * Cost:   that of clmodp_split, and two copies of the values
 * Errors: as clmodp_compact_host
 * Source: [Blelloch 1990, 1.5] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_split_host(clmodp_context *context, void *out, uint32_t *zeros, const void *values,
                  size_t count, const clmodp_select_options *options);

/* ---- Radix sort ---- */

/** What keys are, lowest byte first. Floating point numbers are IEEE's, in its total
 * order: NaNs with a sign, then the others from -infinity on, -0 before 0, then NaNs without. */
typedef enum clmodp_sort_key {
    CLMODP_SORT_UINT32,
    CLMODP_SORT_UINT64,
    CLMODP_SORT_INT32,
    CLMODP_SORT_INT64,
    CLMODP_SORT_FLOAT32,
    CLMODP_SORT_FLOAT64
} clmodp_sort_key;

/** How a pass over the keys, by some of their bits, is made. */
typedef enum clmodp_sort_form {
    CLMODP_SORT_AUTO,  /**< TILES on CPUs, SPLITS elsewhere */
    CLMODP_SORT_TILES, /**< a work-item has a long tile of keys, counts their digits and scatters
                            them by lines of a cache */
    CLMODP_SORT_SPLITS /**< a work-group sorts a tile in local memory by one bit after the other,
                            and then scatters it [Satish, Harris, Garland 2009] */
} clmodp_sort_form;

/** How to sort. Fill with clmodp_sort_options_init, then change fields. */
typedef struct clmodp_sort_options {
    size_t size;           /**< sizeof this structure; set by _init */
    clmodp_sort_key key;   /**< default UINT32 */
    uint32_t value_bytes;  /**< of each value: 4 or 8; 4 by default */
    int descending;        /**< not 0: the largest key first; equal ones stay in their order */
    uint32_t begin_bit;    /**< keys compare by their bits from this one on, the lowest is 0 */
    uint32_t end_bit;      /**< up to the one before this; 0 (default): up to the highest. Bits of
                                signed and floating point keys are those after the change that
                                makes their order that of unsigned integers */
    clmodp_sort_form form; /**< default AUTO */
    uint32_t s;            /**< program parameter: bits of a pass, 1 to 8, of TILES to 11; 0
                                (default): what should take least for so many elements */
    uint32_t group;        /**< program parameter of SPLITS: work-items of a work-group; 0
                                (default): what suits the device */
    uint32_t run;          /**< program parameter: elements that a work-item has, of SPLITS, or
                                has at least, of TILES; 0 (default): what suits the device */
    uint64_t max_memory;   /**< cap on the bytes of memory beside the caller's, copies of arrays of
                                the host's included; 0 (default): the context's */
} clmodp_sort_options;

/** Set every field to its default. */
static inline void clmodp_sort_options_init(clmodp_sort_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
    options->value_bytes = 4;
}

/** Sort keys; values move with them. Equal keys stay in their order. Parameters change the time,
 * never the result.
 *
 * InOut:  keys     `count` of them, of any alignment; NULL may stand for none
 *         values   as many; NULL: there are none. They do not share bytes with the keys
 * In:     options  NULL for all defaults
 * Cost:   that of clmodp_radix_sort, and two copies of keys and values; as much memory as they
 *         take, twice
 * Errors: INVALID (no array, arrays with bytes in common, options that break a rule), LIMIT (an
 *         array longer than what the device allocates at once; a group, or local memory, that it
 *         does not take; too many tiles), NO_DEVICE, DEVICE_MEMORY (the cap), HOST_MEMORY, BUILD,
 *         NO_KERNEL, DEVICE, CORRUPT (the device failed the known-answer test, which it has to
 *         pass once), CANCELLED; keys and values are unchanged then
 * Source: [Satish, Harris, Garland 2009; HMX, 4]
 *
 * Synchronous. It reports progress and can be cancelled, between parts of copies and between
 * passes (clmodp_context_set_progress). */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_radix_sort_host(clmodp_context *context, void *keys, void *values, size_t count,
                       const clmodp_sort_options *options);

#ifdef __cplusplus
}
#endif
#endif
