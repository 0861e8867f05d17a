/* Parameters of a sweep of a schoolbook division; kernels and host. */
#ifndef CLM_SCHOOLBOOK_DIVIDE_SHAPE_H
#define CLM_SCHOOLBOOK_DIVIDE_SHAPE_H

#include "part_shape.h"
#include "../../arith/fp.h"

typedef struct schoolbook_divide_shape {
    fp_field field;
    u32 divisor_count; /* coefficients of the divisor */
    u32 steps;         /* division steps of this sweep: coefficients of the quotient */
    u32 at;            /* the lowest of these, and of the dividend's coefficients that change */
    u32 span;          /* coefficients of the dividend changed by a work-group */
} schoolbook_divide_shape;

/* Words of the dividend's head, in whole vectors; and of both heads with a vector of zeros between
 * them. */
#define SCHOOLBOOK_DIVIDE_HEAD(steps, w) (((steps) + (w) - 1) / (w) * (w))
#define SCHOOLBOOK_DIVIDE_HEADS(steps, w) (2 * SCHOOLBOOK_DIVIDE_HEAD(steps, w) + (w))

#endif
