/* The shape of a batch of transforms of split rows; shared by kernels and host. */
#ifndef CLM_TRANSFORM_SHAPE_H
#define CLM_TRANSFORM_SHAPE_H

#include "values_shape.h"

typedef struct transform_shape {
    u64 radices;     /* of the transform: ntt_index */
    values_shape to;
    u32 lanes;       /* points of a sum, rounded up to a multiple of T */
    u32 sum_points;  /* points of a sum: points / split */
    u32 count;       /* lanes of the batch: primes * lanes */
    u32 rows;        /* of the batch */
    u32 first_row;   /* of the final tiles' rows, the first of the batch */
    u32 split;       /* the length of the transform: sums a row */
    u32 parts;       /* work-items that share the places of one vector */
    u32 unused;      /* a multiple of eight bytes on both sides */
} transform_shape;

#endif
