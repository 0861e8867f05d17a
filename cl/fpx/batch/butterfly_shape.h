/* Where butterfly.cl puts its values; shared by kernels and host. */
#ifndef CLM_BUTTERFLY_SHAPE_H
#define CLM_BUTTERFLY_SHAPE_H

#include "values_shape.h"

/* The most points that one butterfly joins sums for: 4, 8 or 16 of them. */
#define BUTTERFLY_MOST 16

typedef struct butterfly_shape {
    values_shape to; /* its points are a multiple of the evaluation's split */
    u32 roots;       /* word of the scratch buffer with the roots: split words a prime */
} butterfly_shape;

#endif
