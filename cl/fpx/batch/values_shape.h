/* Where values that are not computed in the order of their points go; shared by kernels and
 * host. */
#ifndef CLM_VALUES_SHAPE_H
#define CLM_VALUES_SHAPE_H

#include "../../arith/fp.h"

/* Final tiles of a batch. */
typedef struct values_shape {
    u32 points; /* a prime */
    u32 lanes;  /* a prime; those behind the points repeat them */
    u32 rows;   /* words a lane */
    u32 target; /* the lane that takes the first point of the batch's first prime */
} values_shape;

#endif
