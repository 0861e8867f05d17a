/** @file
 * Radix sort of keys, with values or without, on memory of the caller's. Needs CL/cl.h
 * (clmodp/opencl.h). */
#ifndef CLMODP_SORT_H
#define CLMODP_SORT_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <clmodp/context.h>
#include <clmodp/opencl.h>
#include <clmodp/status.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What keys are, in the device's order of bytes. Floating point numbers are IEEE's, in its total
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
    uint32_t s;            /**< program parameter: bits of a pass, 1 to 8; 0 (default): what suits
                                the device */
    uint32_t group;        /**< program parameter of SPLITS: work-items of a work-group; 0
                                (default): what suits the device */
    uint32_t run;          /**< program parameter: elements that a work-item has, of SPLITS, or
                                has at least, of TILES; 0 (default): what suits the device */
    uint64_t max_memory;   /**< cap on the bytes of memory beside the caller's; 0 (default): the
                                context's */
} clmodp_sort_options;

/** Set every field to its default. */
static inline void clmodp_sort_options_init(clmodp_sort_options *options)
{
    memset(options, 0, sizeof *options);
    options->size = sizeof *options;
    options->value_bytes = 4;
}

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
 * Source: [Satish, Harris, Garland 2009; HMX, 4]
 *
 * Asynchronous: the result is there when the event, or a later command of the context's queue, is
 * reached. */
CLMODP_API CLMODP_NODISCARD clmodp_status
clmodp_radix_sort(clmodp_context *context, const clmodp_cl_array *keys,
                  const clmodp_cl_array *values, const clmodp_cl_events *events,
                  const clmodp_sort_options *options);

#ifdef __cplusplus
}
#endif
#endif
