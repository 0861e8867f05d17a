/* Radix sort on the device. */
#ifndef CLM_ARRAYS_SORT_H
#define CLM_ARRAYS_SORT_H

#include "arrays/scan.h"
#include "cl/arith/fp.h"
#include "opencl/context.h"

/* How keys compare, and which of their bits. */
typedef enum clm_sort_kind { CLM_SORT_UNSIGNED, CLM_SORT_SIGNED, CLM_SORT_FLOAT } clm_sort_kind;

typedef struct clm_sort_order {
    clm_sort_kind kind;
    bool descending;
    size_t key_bytes;   /* 4 or 8 */
    size_t value_bytes; /* likewise; 0: keys alone */
    u32 begin, end;     /* bits begin ... end - 1 count, end <= 8 key_bytes */
} clm_sort_order;

/* How a pass is made; results do not depend on it. */
typedef enum clm_sort_form { CLM_SORT_TILES, CLM_SORT_SPLITS } clm_sort_form;

typedef struct clm_sort_shape {
    clm_sort_form form;
    u32 bits;     /* of a pass, 1 to clm_sort_longest_digit */
    size_t group; /* SPLITS: work-items of a work-group */
    size_t run;   /* SPLITS: elements of a work-item. TILES: the least of a tile */
    bool long_places; /* of 64 bits, as 2^32 elements and more have them; for tests: fewer, too */
} clm_sort_shape;

/* What suits the device. */
CLM_LAB_API clm_sort_form clm_sort_best_form(const clmodp_context *ctx);
u32 clm_sort_longest_digit(clm_sort_form form); /* bits */
/* Bits that local memory has room for. */
CLM_LAB_API u32 clm_sort_most_bits(const clmodp_context *ctx, clm_sort_form form,
                                   const clm_sort_order *order);
CLM_LAB_API clm_sort_shape clm_sort_default(const clmodp_context *ctx, clm_sort_form form,
                                            const clm_sort_order *order);

/* Sort keys, in place and stably; values go with them.
 *
 * In:     values  of no buffer where there are none; they do not overlap with keys
 * Cost:   for passes of b bits, ceil((end - begin) / b) of them: TILES: three words moved
 *         for each key and two for each value, and two of each once more where passes are odd;
 *         SPLITS: four and four; and a scan of 2^b words for each tile. Exactly: clm_sort_tally
 * Errors: INVALID (buffers too short), LIMIT, DEVICE_MEMORY (as much as keys and values take is
 *         wanted once more), and those of building and launching
 * Source: [Satish, Harris, Garland 2009; HMX, 4]; tiles: [Satish, Kim, Chhugani 2010]
 *
 * Asynchronous. */
CLM_LAB_API clmodp_status clm_sort(clmodp_context *ctx, clm_scan_range keys, clm_scan_range values,
                                   size_t count, const clm_sort_order *order,
                                   clm_sort_shape shape);

/* Known keys to their places: the fact about the program that a sort of such keys and values
 * takes. */
CLM_LAB_API const clm_trust *clm_sort_trust(clm_sort_form form, const clm_sort_order *order);

#define CLM_SORT_DEFINITIONS                                                      \
    "#define SORT_KEY_BYTES %zu\n#define SORT_VALUE_BYTES %zu\n"                   \
    "#define SORT_INDEX_BYTES %zu\n#define SORT_BITS %u\n#define SORT_FLOATS %d\n"

/* Elements of a tile, where there are so many. */
size_t clm_sort_tile(const clmodp_context *ctx, size_t count, const clm_sort_shape *shape);

/* Bytes of a place among so many elements. */
size_t clm_sort_index_bytes(size_t count, const clm_sort_shape *shape);

/* Passes that all digits take, and the bits below the digit of one. Passes of TILES go there and
 * back, so that an odd number of them is followed by a copy. */
u32 clm_sort_passes(const clm_sort_order *order, const clm_sort_shape *shape);
bool clm_sort_returns(const clm_sort_order *order, const clm_sort_shape *shape);
u32 clm_sort_pass_begin(const clm_sort_order *order, u32 pass, u32 passes);

#endif
