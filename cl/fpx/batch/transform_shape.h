/* Parameters of transform.cl; kernels and host. */
#ifndef CLM_TRANSFORM_SHAPE_H
#define CLM_TRANSFORM_SHAPE_H

#include "values_shape.h"

typedef struct transform_shape {
    u64 radices;     /* of the transform: ntt_index */
    values_shape to;
    u32 lanes;       /* points of a sum, rounded up to a multiple of T */
    u32 sum_points;  /* points of a sum: points / split */
    u32 count;       /* lanes in the batch: primes * lanes */
    u32 rows;        /* rows in the batch */
    u32 first_row;   /* first row of the batch in the final tiles */
    u32 split;       /* length of the transform: sums per row */
    u32 parts;       /* work-items that share the places of one vector */
    u32 unused;      /* padding to a multiple of eight bytes, on device and host */
} transform_shape;

#endif
