/* Where butterfly.cl puts its values; shared by kernels and host. */
#ifndef CLM_BUTTERFLY_SHAPE_H
#define CLM_BUTTERFLY_SHAPE_H

#include "../arith/fp.h"

/* The most points that one butterfly joins sums for: 4, 8 or 16 of them. */
#define BUTTERFLY_MOST 16

typedef struct butterfly_shape {
    u32 points;    /* a prime, a multiple of the evaluation's split */
    u32 roots;     /* word of the scratch buffer with the roots: split words a prime */
    u32 out_lanes; /* lanes a prime of the final tiles */
    u32 out_rows;  /* words a lane of the final tiles */
    u32 target;    /* the final lane that takes lane 0 of the batch's first prime */
} butterfly_shape;

#endif
