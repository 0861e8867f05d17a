/* Parameters of butterfly.cl: destination of values, and roots of order r; kernels and host. */
#ifndef CLM_BUTTERFLY_SHAPE_H
#define CLM_BUTTERFLY_SHAPE_H

#include "values_shape.h"

/* The maximum points of a butterfly: 4, 8 or 16. */
#define BUTTERFLY_MOST 16

typedef struct butterfly_shape {
    values_shape to; /* to.points is a multiple of the evaluation's split */
    u32 roots;       /* offset of the roots in the scratch buffer; `split` words per prime */
} butterfly_shape;

#endif
