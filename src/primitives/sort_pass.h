/* One pass of a radix sort: a stable sort by one digit. */
#ifndef CLM_PRIMITIVES_SORT_PASS_H
#define CLM_PRIMITIVES_SORT_PASS_H

#include "cl/primitives/sort_shape.h"
#include "device/kernel.h"
#include "primitives/sort.h"

#define CLM_SORT_DEFINITIONS                                                      \
    "#define SORT_KEY_BYTES %zu\n#define SORT_VALUE_BYTES %zu\n"                   \
    "#define SORT_INDEX_BYTES %zu\n#define SORT_BITS %u\n#define SORT_FLOATS %d\n"

/* What all passes of a sort have. */
typedef struct clm_sort_work {
    clmodp_context *ctx;
    const clm_sort_order *order;
    clm_sort_shape shape;
    size_t count, tile, tiles;
    size_t index_bytes;       /* of a place */
    clm_buffer keys, values;  /* as many as the caller's */
    clm_buffer counts;        /* of digits, tile by tile; and then places */
} clm_sort_work;

/* Keys and values. */
typedef struct clm_sort_pair {
    clm_scan_range keys, values;
} clm_sort_pair;

/* Elements of a tile, where there are so many. */
size_t clm_sort_tile(const clmodp_context *ctx, size_t count, const clm_sort_shape *shape);

/* Bytes of a place among so many elements. */
size_t clm_sort_index_bytes(size_t count, const clm_sort_shape *shape);

/* Passes that all digits take, and the bits below the digit of one. Passes of TILES go there and
 * back, so that an odd number of them is followed by a copy. */
u32 clm_sort_passes(const clm_sort_order *order, const clm_sort_shape *shape);
bool clm_sort_returns(const clm_sort_order *order, const clm_sort_shape *shape);
u32 clm_sort_pass_begin(const clm_sort_order *order, u32 pass, u32 passes);

/* Bytes of local memory that a work-group takes. */
size_t clm_sort_tiles_local(const clm_sort_order *order, size_t digits);
size_t clm_sort_splits_local(const clm_sort_order *order, const clm_sort_shape *shape);

/* Sort by the digit of s. TILES moves from one pair to the other, and has a copy that goes
 * back; SPLITS leaves the keys where they are. Errors: as clm_sort */
clmodp_status clm_sort_tiles_pass(clm_sort_work *w, const clm_sort_pair *to,
                                  const clm_sort_pair *from, const sort_shape *s);
clmodp_status clm_sort_tiles_return(clm_sort_work *w, const clm_sort_pair *to,
                                    const clm_sort_pair *from, const sort_shape *s);
clmodp_status clm_sort_splits_pass(clm_sort_work *w, const clm_sort_pair *pair,
                                   const sort_shape *s);

/* A kernel for the sort's types. */
clmodp_status clm_sort_kernel(clm_sort_work *w, const clm_kernel **out, const char *file,
                              const char *name);

/* Counts to places: 2^bits for each tile. */
clmodp_status clm_sort_places(clm_sort_work *w, const sort_shape *s);

/* The buffer of values, or the one that stands in for it where there are none, and how many the
 * kernel uses. */
const clm_buffer *clm_sort_values(const clm_sort_work *w, const clm_sort_pair *pair);
size_t clm_sort_value_end(const clm_sort_work *w, size_t first);

#endif
