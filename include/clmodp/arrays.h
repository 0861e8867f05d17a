/** @file
 * Sums, prefix sums, compaction, splits and radix sort of arrays on the host, computed on a
 * device. clmodp/opencl.h has the same functions for arrays in an application's own cl_mem.
 *
 * Arrays may have any length, as far as the device has memory for a copy, and any alignment. All
 * calls are synchronous: results are complete on return. They report progress and can be
 * cancelled, between parts of copies and between launches (clmodp_context_set_progress), and after
 * an error the caller's arrays are unchanged.
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

/** Type of the elements of an array, lowest byte first; in a cl_mem aligned to their size. */
typedef enum clmodp_element {
    CLMODP_ELEMENT_UINT32, /**< 4 bytes */
    CLMODP_ELEMENT_UINT64  /**< 8 bytes */
} clmodp_element;

/** Range of the elements added up in each prefix sum. */
typedef enum clmodp_scan_kind {
    CLMODP_SCAN_INCLUSIVE, /**< sums[k] = values[0] + ... + values[k] */
    CLMODP_SCAN_EXCLUSIVE  /**< sums[k] = values[0] + ... + values[k - 1]; sums[0] = 0 */
} clmodp_scan_kind;

/** Options of a scan. Fill with clmodp_scan_options_init, then change fields. */
typedef struct clmodp_scan_options {
    size_t size;            /**< sizeof this structure; set by _init */
    clmodp_element element; /**< default UINT32 */
    clmodp_scan_kind kind;  /**< default INCLUSIVE */
    uint32_t group;         /**< program parameter: work-items per work-group, up to the limit of
                                 the device; 0 (default): chosen for the device */
    uint32_t run;           /**< program parameter: elements added sequentially by a work-item; 0
                                 (default): the fastest run by prediction. Not 1 if group is 1 */
    uint64_t max_memory;    /**< cap on the bytes of memory besides the caller's, including copies
                                 of host arrays; 0 (default): the context's cap */
} clmodp_scan_options;

/** Sets every field to its default. */
static inline void clmodp_scan_options_init(clmodp_scan_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** Computes prefix sums, modulo 2^32 or 2^64. Parameters change the time, never the result.
 *
 * Out:    sums     as many elements as there are values; may be `values`, or overlap them
 * In:     values   `count` elements; either array may be NULL if `count` is 0
 *         options  NULL for all defaults
 * Cost:   the cost of clmodp_scan, two copies of the values, and twice their size in memory
 * Errors: INVALID (no array, invalid options), LIMIT (an array longer than the largest allocation
 *         of the device, a group beyond its limit), NO_DEVICE, DEVICE_MEMORY (the cap),
 *         HOST_MEMORY, BUILD, NO_KERNEL, DEVICE, CORRUPT (the device failed the known-answer test
 *         required before first use), CANCELLED; sums are unchanged then
 * Source: [Blelloch 1990], with runs as in [Brent 1974]; [Merrill, Garland 2016] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_scan_host(clmodp_context *context, void *sums, const void *values, size_t count,
                 const clmodp_scan_options *options);

/** Operation of a reduction. */
typedef enum clmodp_reduction {
    CLMODP_REDUCE_SUM, /**< the sum, modulo 2^32 or 2^64; 0 without elements */
    CLMODP_REDUCE_MIN, /**< the least element; the greatest number without elements */
    CLMODP_REDUCE_MAX  /**< the greatest element; 0 without elements */
} clmodp_reduction;

/** Options of a reduction. Fill with clmodp_reduce_options_init, then change fields. */
typedef struct clmodp_reduce_options {
    size_t size;                /**< sizeof this structure; set by _init */
    clmodp_element element;     /**< default UINT32 */
    clmodp_reduction reduction; /**< default SUM */
    uint32_t group;             /**< program parameter, as in clmodp_scan_options */
    uint32_t run;               /**< likewise; 0 (default) in either: the usual value for the
                                     device */
    uint64_t max_memory;        /**< as in clmodp_scan_options */
} clmodp_reduce_options;

/** Sets every field to its default. */
static inline void clmodp_reduce_options_init(clmodp_reduce_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** Reduces an array to its sum, its least or its greatest element.
 *
 * Out:    result   one element; may be one of `values`
 * In:     values   `count` elements; may be NULL if `count` is 0
 *         options  NULL for all defaults
 * Cost:   the cost of clmodp_reduce, and a copy of the values
 * Errors: as clmodp_scan_host */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_reduce_host(clmodp_context *context, void *result, const void *values, size_t count,
                   const clmodp_reduce_options *options);

/** Options of compactions and splits. Fill with clmodp_select_options_init, then change fields. */
typedef struct clmodp_select_options {
    size_t size;            /**< sizeof this structure; set by _init */
    clmodp_element element; /**< default UINT32 */
    uint32_t bit;           /**< for splits: index of the deciding bit; default 0, the lowest */
    uint64_t max_memory;    /**< as in clmodp_scan_options */
} clmodp_select_options;

/** Sets every field to its default. */
static inline void clmodp_select_options_init(clmodp_select_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
}

/** Copies the elements with non-zero flags to the front of an array, in their order.
 *
 * Out:    out      room for as many elements as there are values; unchanged after the last
 *                  selected element. It may overlap values and flags
 *         total    number of selected elements; outside of `out`
 * In:     values   `count` elements, fewer than 2^32 - 1; arrays may be NULL if `count` is 0
 *         flags    `count` words of 32 bits
 *         options  NULL for all defaults
 * Cost:   the cost of clmodp_compact, and copies of all arrays
 * Errors: as clmodp_scan_host, INVALID (total lies in out), and LIMIT (too many values); out and
 *         total are unchanged then
 * Source: [Blelloch 1990, 1.5] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_compact_host(clmodp_context *context, void *out, uint32_t *total, const void *values,
                    const uint32_t *flags, size_t count, const clmodp_select_options *options);

/** Moves the elements with a zero in the given bit before all others; both keep their order.
 *
 * Out:    out      as many elements as there are values; may be `values`, or overlap them
 *         zeros    number of elements with a zero bit; outside of `out`
 * In:     values   `count` elements, fewer than 2^32 - 1; arrays may be NULL if `count` is 0
 *         options  NULL for all defaults
 * Cost:   the cost of clmodp_split, and two copies of the values
 * Errors: as clmodp_compact_host
 * Source: [Blelloch 1990, 1.5] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_split_host(clmodp_context *context, void *out, uint32_t *zeros, const void *values,
                  size_t count, const clmodp_select_options *options);

/* ---- Radix sort ---- */

/** Type of sort keys, lowest byte first. Floating-point numbers follow the total order of IEEE
 * 754: negative NaNs, then numbers from -infinity on, with -0 before 0, then positive NaNs. */
typedef enum clmodp_sort_key {
    CLMODP_SORT_UINT32,
    CLMODP_SORT_UINT64,
    CLMODP_SORT_INT32,
    CLMODP_SORT_INT64,
    CLMODP_SORT_FLOAT32,
    CLMODP_SORT_FLOAT64
} clmodp_sort_key;

/** Method of a radix sort. Each pass orders the keys by some of their bits. */
typedef enum clmodp_sort_method {
    CLMODP_SORT_AUTO,  /**< BUCKETS on CPUs; elsewhere SWEEP, or SPLITS if running work-groups
                            cannot wait for each other or there are 2^32 keys or more */
    CLMODP_SORT_TILES, /**< a work-item counts the digits of a long tile of keys, orders it by
                            them in its cache, and copies each digit's keys to their place */
    CLMODP_SORT_SPLITS, /**< a work-group sorts a tile in local memory bit by bit, and then
                             scatters it [Satish, Harris, Garland 2009] */
    CLMODP_SORT_SWEEP, /**< digits of all passes are counted first, and a pass moves keys once
                            [Adinets, Merrill 2022]; fewer than 2^32 keys */
    CLMODP_SORT_BUCKETS /**< as TILES, but by the highest bits first, until keys that agree in them
                            fit a cache, where a work-item sorts them by all other bits. Keys that
                            are sorted already are only read; if few values occur, they are counted
                            and written */
} clmodp_sort_method;

/** Options of a sort. Fill with clmodp_sort_options_init, then change fields. */
typedef struct clmodp_sort_options {
    size_t size;           /**< sizeof this structure; set by _init */
    clmodp_sort_key key;   /**< default UINT32 */
    uint32_t value_bytes;  /**< bytes of each value: 4 (default) or 8 */
    int descending;        /**< not 0: the largest key first; equal keys keep their order */
    uint32_t begin_bit;    /**< first bit in comparisons of keys; the lowest is 0 (default) */
    uint32_t end_bit;      /**< end of these bits, exclusive; 0 (default): all higher bits. Bits of
                                signed and floating-point keys are counted after their conversion
                                to unsigned integers of the same order */
    clmodp_sort_method method; /**< default AUTO */
    uint32_t s;            /**< program parameter: bits per pass, 1 to 8, of TILES and BUCKETS
                                to 11; 0 (default): the fastest by prediction for the number of
                                elements */
    uint32_t group;        /**< program parameter of SPLITS and SWEEP: work-items per work-group,
                                of SWEEP a multiple of 32 or less than 32; 0 (default): chosen for
                                the device */
    uint32_t run;          /**< program parameter: elements per work-item, for TILES and BUCKETS at
                                most; 0 (default): chosen for the device */
    uint64_t max_memory;   /**< as in clmodp_scan_options */
} clmodp_sort_options;

/** Sets every field to its default. */
static inline void clmodp_sort_options_init(clmodp_sort_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
    options->value_bytes = 4;
}

/** Sorts keys and moves their values with them. Equal keys keep their order. Parameters change the
 * time, never the result.
 *
 * InOut:  keys     `count` keys, of any alignment; may be NULL if `count` is 0
 *         values   `count` values; NULL: none. They must not share bytes with the keys
 * In:     options  NULL for all defaults
 * Cost:   the cost of clmodp_radix_sort, and two copies of keys and values; twice their size in
 *         memory
 * Errors: as clmodp_scan_host, INVALID also for arrays with common bytes, LIMIT also for local
 *         memory or too many tiles; keys and values are unchanged then
 * Source: [Satish, Harris, Garland 2009; HMX, 4] */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_radix_sort_host(clmodp_context *context, void *keys, void *values, size_t count,
                       const clmodp_sort_options *options);

#ifdef __cplusplus
}
#endif
#endif
