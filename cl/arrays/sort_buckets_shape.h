/* Parameters and tables of a radix sort by buckets; kernels and host. */
#ifndef CLM_SORT_BUCKETS_SHAPE_H
#define CLM_SORT_BUCKETS_SHAPE_H

#include "../arith/fp.h"

/* Buckets of at most SORT_FEW elements are sorted by insertion, longer ones by digits of at most
 * SORT_WIDE_BITS bits. */
#define SORT_FEW 32
#define SORT_WIDE_BITS 12

typedef struct sort_buckets_shape {
    u64 count;          /* number of elements */
    u64 from;           /* index of the caller's first key */
    u64 value_from;     /* the same for values */
    u64 flip;           /* bits flipped in all keys; see sort_digit */
    u32 tile;           /* elements per tile; the last one of a segment may have fewer */
    u32 run;            /* most elements of a bucket that one work-item sorts */
    u32 begin, end;     /* bits that are sorted by */
    u32 round;          /* number of this round */
    u32 most;           /* most segments of a round */
} sort_buckets_shape;

/* How a round of the sort treats the keys of a segment, found by counting their digits. */
enum {
    SORT_MOVE,   /* keys move to buckets by the digit */
    SORT_KEEP,   /* all keys have the same digit */
    SORT_SETTLE  /* all keys are equal */
};

/* Keys that agree in all bits from low + bits on, in adjacent places. */
typedef struct sort_segment {
    u64 begin, count;
    u32 tile, tiles;    /* the first tile, among those of the round, and their number */
    u32 low, bits;      /* of the digit */
    u32 side;           /* 0: in the caller's memory, 1: in the sort's own */
    u32 action;
} sort_segment;

/* A round's segments, their tiles, and how many tiles and buckets work-items have taken. */
typedef struct sort_round {
    u32 segments, tiles, counted, moved, finished;
} sort_round;

#endif
