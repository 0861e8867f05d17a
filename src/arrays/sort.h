/* Radix sort of keys, with or without values, in device memory. */
#ifndef CLM_ARRAYS_SORT_H
#define CLM_ARRAYS_SORT_H

#include "arrays/scan.h"
#include "cl/arith/fp.h"
#include "opencl/context.h"

/* How keys compare, and by which of their bits. */
typedef enum clm_sort_kind { CLM_SORT_UNSIGNED, CLM_SORT_SIGNED, CLM_SORT_FLOAT } clm_sort_kind;

typedef struct clm_sort_order {
    clm_sort_kind kind;
    bool descending;
    size_t key_bytes;   /* 4 or 8 */
    size_t value_bytes; /* likewise; 0: no values */
    u32 begin, end;     /* bits begin ... end - 1 are sorted by, end <= 8 key_bytes */
} clm_sort_order;

/* The method of a pass; results do not depend on it. */
typedef enum clm_sort_method {
    CLM_SORT_TILES, CLM_SORT_SPLITS, CLM_SORT_SWEEP, CLM_SORT_BUCKETS
} clm_sort_method;

typedef struct clm_sort_shape {
    clm_sort_method method;
    u32 bits;     /* of a pass, 1 to clm_sort_longest_digit */
    size_t group; /* SPLITS, SWEEP: work-items of a work-group */
    size_t run;   /* SPLITS, SWEEP: elements of a work-item. TILES, BUCKETS: the greatest length of
                     a tile, and of a bucket that one work-item sorts */
    bool long_places; /* indices of 64 bits, as for 2^32 elements and more; in tests for fewer */
} clm_sort_shape;

/* The faster method on this kind of device. */
CLM_LAB_API clm_sort_method clm_sort_best_method(const clmodp_context *ctx);
u32 clm_sort_longest_digit(clm_sort_method method); /* in bits */
/* The most bits whose tables fit local memory. */
CLM_LAB_API u32 clm_sort_most_bits(const clmodp_context *ctx, clm_sort_method method,
                                   const clm_sort_order *order);
CLM_LAB_API clm_sort_shape clm_sort_default(const clmodp_context *ctx, clm_sort_method method,
                                            const clm_sort_order *order);
/* Replaces parameters by given ones (not 0), and lowers the others until a group fits local
 * memory. */
clm_sort_shape clm_sort_fit(const clmodp_context *ctx, clm_sort_shape shape, clm_sort_shape given,
                            const clm_sort_order *order);

/* Sorts keys, in place and stably; values are moved with their keys.
 *
 * In:     values  without a buffer if there are none; must not overlap keys
 * Cost:   for passes of b bits, ceil((end - begin) / b) of them: TILES: three words moved
 *         for each key and two for each value, two of each once more if passes are odd; SPLITS:
 *         four and four; and a scan of 2^b words for each tile. SWEEP: two and two, with an even
 *         number of passes, and one word of each key before; 2^b totals for each tile and pass.
 *         BUCKETS: four and two until keys are in buckets of at most `run`, at most once more
 *         often than TILES; then two more through memory, and others in a cache. Few different
 *         keys without values: two. Exactly, except for BUCKETS:
 *         tests/support/array_counts.c
 * Errors: INVALID (buffers too short), LIMIT, DEVICE_MEMORY (a second copy of keys and values
 *         is needed), and those of building and launching
 * Source: [Satish, Harris, Garland 2009; HMX, 4]; TILES, BUCKETS: [Satish, Kim, Chhugani 2010];
 *         SWEEP: [Adinets, Merrill 2022]
 *
 * Asynchronous. */
CLM_LAB_API clmodp_status clm_sort(clmodp_context *ctx, clm_scan_range keys, clm_scan_range values,
                                   size_t count, const clm_sort_order *order,
                                   clm_sort_shape shape);

/* The self-test of the program for such keys and values, by sorting known keys. */
CLM_LAB_API const clm_self_test *clm_sort_self_test(clm_sort_method method,
                                                    const clm_sort_order *order);

#define CLM_SORT_DEFINITIONS                                                      \
    "#define SORT_KEY_BYTES %zu\n#define SORT_VALUE_BYTES %zu\n"                   \
    "#define SORT_INDEX_BYTES %zu\n#define SORT_BITS %u\n#define SORT_FLOATS %d\n"

/* Elements of a tile, unless `count` is less. */
size_t clm_sort_tile(const clmodp_context *ctx, size_t count, const clm_sort_shape *shape);

/* Bits to flip in keys, so that they compare as unsigned integers. */
static inline u64 clm_sort_flip(const clm_sort_order *order)
{
    const u64 sign = (u64)1 << (8 * order->key_bytes - 1);
    const u64 flip = order->kind == CLM_SORT_UNSIGNED ? 0 : sign;

    return order->descending ? ~flip : flip;
}

/* Bytes of an index of one of `count` elements. */
static inline size_t clm_sort_index_bytes(size_t count, const clm_sort_shape *shape)
{
    return count <= UINT32_MAX && !shape->long_places ? sizeof(u32) : sizeof(u64);
}

/* The number of passes over all digits, and the lowest bit of a pass's digit. Passes of TILES
 * alternate between two buffers, so that an odd number needs a final copy. */
u32 clm_sort_passes(const clm_sort_order *order, const clm_sort_shape *shape);
bool clm_sort_returns(const clm_sort_order *order, const clm_sort_shape *shape);
u32 clm_sort_pass_begin(const clm_sort_order *order, u32 pass, u32 passes);

#endif
