/* Parameters of a pass of a radix sort, and sizes of its local memory; kernels and host. */
#ifndef CLM_SORT_SHAPE_H
#define CLM_SORT_SHAPE_H

#include "../arith/fp.h"

/* Tables of counts of a tile that one work-item counts. */
#define SORT_TABLES 4

/* Unused elements behind each digit of such a tile. Digits of equal length, as of sorted keys,
 * would otherwise begin in few sets of the cache and evict each other. */
#define SORT_GAP 4

/* Words that take the counts of a frequent digit, in turn. */
#define SORT_SPARE 8

/* Local words for values where there are none. */
#define SORT_NO_VALUE 1

/* Work-items of SWEEP that rank keys together, and the most keys of its tiles, whose ranks have 15
 * bits. */
#define SORT_ROW 32u
#define SORT_MOST_TILE 0x8000u

typedef struct sort_shape {
    u64 count;            /* number of elements */
    u64 from, to;         /* keys: index of the first one read, and of the first one written */
    u64 value_from;       /* the same for values */
    u64 value_to;
    u64 tile;             /* elements per tile, below 2^32; the last one may have fewer */
    u64 flip;             /* bits flipped in all keys; see sort_rank */
    u64 head, next;       /* sort_sweep_pass: of this pass and of the next, in its totals */
    u32 tiles;
    u32 begin, bits;      /* lowest bit of the digit, and number of bits */
    u32 pass;             /* sort_sweep_pass: its number; sort_sweep_count: the number of passes */
    u32 polls;            /* sort_sweep_pass: most looks at a total */
    u32 unused;           /* explicit padding */
} sort_shape;

/* The first bit of a pass, if `bits` bits are divided among passes. */
static inline u32 sort_pass_begin(u32 bits, u32 pass, u32 passes)
{
    return bits * pass / passes;
}

#endif
