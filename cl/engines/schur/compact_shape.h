/* Parameters of compact.cl; kernels and host. */
#ifndef CLM_COMPACT_SHAPE_H
#define CLM_COMPACT_SHAPE_H

#include "../../arith/fp.h"

/* Greatest number of points that one work-item divides with one inversion. */
#define COMPACT_RUN 8

/* Greatest number of work-items of a work-group. */
#define COMPACT_GROUP 128

typedef struct compact_batch {
    u32 first_point; /* x = start + first_point + point */
    u32 points;      /* of a prime */
    u32 primes;
    u32 chunks;      /* work-groups a prime */
    u32 valuation;
    u32 capacity;    /* of x[] and y[] for a prime */
    u32 room;        /* words of the list, without its first word */
} compact_batch;

#endif
