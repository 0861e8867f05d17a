/** @file
 * Radix sort of keys, with values or without, on a device: of arrays of the host's.
 * clmodp/sort_opencl.h sorts in an application's own cl_mem. */
#ifndef CLMODP_SORT_H
#define CLMODP_SORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <clmodp/context.h>
#include <clmodp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

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
clmodp_radix_sort_words(clmodp_context *context, void *keys, void *values, size_t count,
                        const clmodp_sort_options *options);

#ifdef __cplusplus
}
#endif
#endif
