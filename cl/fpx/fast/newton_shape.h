/* Parameters of sums between the products of divisions; kernels and host. */
#ifndef CLM_NEWTON_SHAPE_H
#define CLM_NEWTON_SHAPE_H

#include "../../arith/fp.h"

/* out[i] = (a[from + i] + a[from + i + fold] + ...) + b[i], i < count, of a below index `end`. */
typedef struct newton_sum_shape {
    u32 count, from, fold, end;
    u32 negated; /* nonzero: - b[i] */
    u32 p;
} newton_sum_shape;

#endif
