/* The shape of a batch of transforms; shared by kernels and host. */
#ifndef CLM_TRANSFORM_SHAPE_H
#define CLM_TRANSFORM_SHAPE_H

#include "../arith/fp.h"

/* Rows and outputs whose sums a work-item of transform_pass holds at a time: a load of an
 * input serves as many outputs, a load of a root as many rows. */
#define TRANSFORM_ROWS 2
#define TRANSFORM_OUTPUTS 4

/* Roots that one work-item of transform_roots computes. */
#define TRANSFORM_ROOTS_RUN 32

typedef struct transform_shape {
    u32 lanes;       /* points of a sum, rounded up to a multiple of T */
    u32 sum_points;  /* points of a sum: points / split */
    u32 count;       /* lanes of the batch: primes * lanes */
    u32 first_prime; /* of the chunk */
    u32 rows;        /* of the batch */
    u32 split;       /* the length of the transform: sums a row */
    u32 radix;       /* of this pass, a divisor of split / stride */
    u32 stride;      /* product of the radices of the passes before */
    u32 from;        /* words of the scratch buffer where the input begins, */
    u32 to;          /* the output, */
    u32 roots;       /* and the roots of unity: `split` words a prime */
    u32 parts;       /* work-items that share the rows of one vector */
    u32 points;      /* of a whole row */
    u32 row_words;   /* words a row of values in natural order */
    u32 out_lanes;   /* lanes a prime of the final tiles */
    u32 out_rows;    /* words a lane of the final tiles */
    u32 first_row;   /* of these, the first of the batch */
    u32 target;      /* the final lane that takes lane 0 of the batch's first prime */
} transform_shape;

#endif
