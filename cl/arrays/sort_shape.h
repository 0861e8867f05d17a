/* A pass of a radix sort; shared by kernels and host. */
#ifndef CLM_SORT_SHAPE_H
#define CLM_SORT_SHAPE_H

#include "../arith/fp.h"

typedef struct sort_shape {
    u64 count;            /* of elements */
    u64 from, to;         /* keys: the first one read, and the first one written */
    u64 value_from;       /* values: likewise */
    u64 value_to;
    u64 tile;             /* elements of a tile, below 2^32; the last one may have fewer */
    u64 flip;             /* bits that all keys are changed by; see sort_digit */
    u32 tiles;
    u32 begin, bits;      /* of the digit: its lowest bit, and how many there are */
    u32 unused;           /* no padding */
} sort_shape;

#endif
