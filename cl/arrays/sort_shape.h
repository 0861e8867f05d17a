/* Parameters of a pass of a radix sort; kernels and host. */
#ifndef CLM_SORT_SHAPE_H
#define CLM_SORT_SHAPE_H

#include "../arith/fp.h"

typedef struct sort_shape {
    u64 count;            /* number of elements */
    u64 from, to;         /* keys: index of the first one read, and of the first one written */
    u64 value_from;       /* the same for values */
    u64 value_to;
    u64 tile;             /* elements per tile, below 2^32; the last one may have fewer */
    u64 flip;             /* bits flipped in all keys; see sort_digit */
    u32 tiles;
    u32 begin, bits;      /* lowest bit of the digit, and number of bits */
    u32 unused;           /* explicit padding */
} sort_shape;

#endif
