/* Where quarters.cl puts its values; shared by kernels and host. */
#ifndef CLM_QUARTERS_SHAPE_H
#define CLM_QUARTERS_SHAPE_H

#include "fp.h"

/* Rows whose four sums a work-item holds at a time: twelve double words, prime and powers
 * fit 32 vector registers (1 and 2 were 35 and 6 % slower on AVX-512 with PoCL 3.1). Divides
 * EVALUATE_BLOCK. */
#define QUARTERS_ROWS 3

/* Points of a quarter that a work-item with w lanes owns: several vectors, so that few words
 * lie in a vector that is cut by the end of a tile. */
#define QUARTERS_LINE(w) ((w) == 1 ? 1 : 4 * (w))

typedef struct quarters_shape {
    u32 points;    /* a prime, a multiple of 4 */
    u32 out_lanes; /* lanes a prime of the final tiles */
    u32 out_rows;  /* words a lane of the final tiles */
    u32 target;    /* the final lane that takes lane 0 of the batch's first prime */
} quarters_shape;

#endif
