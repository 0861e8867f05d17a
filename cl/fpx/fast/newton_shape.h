/* Parameters of newton.cl; kernels and host. */
#ifndef CLM_NEWTON_SHAPE_H
#define CLM_NEWTON_SHAPE_H

#include "../../arith/fp.h"

/* out[i] = b[i] + a[from + i] + a[from + i + step] + ..., i < count, with words of a below index
 * `end` only; all modulo p. */
typedef struct newton_sum_shape {
    u32 count, from, step, end;
    u32 negated; /* nonzero: -b[i] instead of b[i] */
    u32 p;
} newton_sum_shape;

#endif
