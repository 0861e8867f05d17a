/* Destination of values that are not in the order of their points; kernels and host. */
#ifndef CLM_VALUES_SHAPE_H
#define CLM_VALUES_SHAPE_H

#include "../../arith/fp.h"

/* Final tiles of a batch. */
typedef struct values_shape {
    u32 points; /* per prime */
    u32 lanes;  /* per prime; lanes beyond the points repeat them */
    u32 rows;   /* words per lane */
    u32 target; /* lane of the first point of the batch's first prime */
} values_shape;

#endif
