/* Parameters and tables of a radix sort by buckets; kernels and host. */
#ifndef CLM_SORT_BUCKETS_SHAPE_H
#define CLM_SORT_BUCKETS_SHAPE_H

#include "../arith/fp.h"

/* Bits of the longest digit by which a bucket is sorted; as the only one, if `run` elements show
 * that local memory is large. */
#define SORT_WIDE_BITS 12
#define SORT_LONE_BITS(run) ((run) >> 15 != 0 ? 13u : 12u)

/* Groups of digits of a bucket, and unused elements behind each. Frequent digits at equal
 * distances, as the low ones of nearly sorted keys, would otherwise begin in few sets of the
 * cache and evict each other. */
#define SORT_GROUP_BITS 5u
#define SORT_GROUPS (1u << SORT_GROUP_BITS)
#define SORT_GROUP_GAP 16u

/* Least mean length of runs that are written after counting. Buckets whose keys agree in leading
 * bits with a mean of SORT_MEAN_KEYS, or of SORT_MEAN_DENSE if they have about as many bits as the
 * bucket's length, and SORT_TURNS at most, are sorted by these bits first. */
#define SORT_MEAN_RUN 2
#define SORT_MEAN_KEYS 4
#define SORT_MEAN_DENSE 8
#define SORT_TURNS 16

/* Most elements of a bucket that is not divided, if `run` are the most that any may have. Longer
 * ones are divided into pieces of about 1 / SORT_GROUPS of `run`, unless of SORT_PAIRS pairs of
 * neighbours more than a quarter agree in the leading bits. */
#define SORT_UNDIVIDED(run) ((run) / 16 * 3)
#define SORT_PAIRS 64

/* Keys of a sample. A digit is by a path if more than 1 / SORT_CROWD of the sample have the same.
 * At most SORT_FEW_KEYS different keys, which the sample has SORT_FREQUENT times each on average,
 * are counted, by a table of SORT_PLACES, for which up to SORT_FACTORS are tried. */
#define SORT_SAMPLE 512
#define SORT_CROWD 16
#define SORT_FEW_KEYS 64
#define SORT_FREQUENT 8
#define SORT_HASH_BITS 9
#define SORT_PLACES (1 << SORT_HASH_BITS)
#define SORT_FACTORS 200

/* Levels of a path, and bits that split a level. */
#define SORT_LEVELS 32u
#define SORT_SUB_BITS (SORT_BITS > 5 ? SORT_BITS - 5 : 0)

typedef struct sort_buckets_shape {
    u64 count;          /* number of elements */
    u64 from;           /* index of the caller's first key */
    u64 value_from;     /* the same for values */
    u64 flip;           /* bits flipped in all keys; see sort_rank */
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
    SORT_SETTLE, /* all keys are equal */
    SORT_WRITE   /* all keys are known and counted */
};

/* The digit of a key: some of its bits, by a path, or the number of a known key. */
enum { SORT_BY_BITS, SORT_BY_PATH, SORT_BY_KEYS };

/* Keys that agree in all bits from low + bits on, in adjacent places. */
typedef struct sort_segment {
    u64 begin, count;
    u32 tile, tiles;    /* the first tile, among those of the round, and their number */
    u32 low, bits;      /* of the digit */
    u32 side;           /* 0: in the caller's memory, 1: in the sort's own */
    u32 action;
    u32 by;             /* the digit */
    u32 differs;        /* not 0: the keys are known to be unsorted, and to differ in bit
                           low + bits - 1 */
} sort_segment;

/* The path of the first segment, or its keys in order, as found by a sample. */
typedef struct sort_map {
    u64 path, factor;
    u64 keys[SORT_FEW_KEYS];
    u64 few;            /* number of keys */
    u32 levels[64];     /* of the path, by the zeros before the first bit that differs from it */
} sort_map;

/* A round's segments, their tiles, and how many tiles and buckets work-items have taken. */
typedef struct sort_round {
    u32 segments, tiles, counted, moved, finished;
} sort_round;

#endif
