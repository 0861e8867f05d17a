/* What the host tells the compaction of points; shared by kernels and host. */
#ifndef CLM_COMPACT_SHAPE_H
#define CLM_COMPACT_SHAPE_H

#include "../../arith/fp.h"

/* Points that one work-item divides by one inversion, at most. */
#define COMPACT_RUN 8

/* Work-items a work-group, at most. */
#define COMPACT_GROUP 128

typedef struct compact_batch {
    u32 first_point; /* x = start + first_point + point */
    u32 points;      /* of a prime */
    u32 primes;
    u32 chunks;      /* work-groups a prime */
    u32 valuation;
    u32 capacity;    /* of x[] and y[] for a prime */
    u32 room;        /* words of the list, besides its first */
} compact_batch;

#endif
