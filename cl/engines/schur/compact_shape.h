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
    u32 chunks;      /* work-groups per prime */
    u32 valuation;   /* exponent of the power of x that divides all values */
    u32 capacity;    /* points per prime for which x[] and y[] have space */
    u32 listed;      /* points for which the list has space, or that it has */
} compact_batch;

#endif
