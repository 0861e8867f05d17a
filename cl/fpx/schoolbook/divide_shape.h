/* The shape of a step of a plain division with remainder; shared by kernels and host. */
#ifndef CLM_PLAIN_DIVIDE_SHAPE_H
#define CLM_PLAIN_DIVIDE_SHAPE_H

#include "part_shape.h"
#include "../../arith/fp.h"

typedef struct plain_divide_shape {
    fp_field field;
    u32 divisor_count; /* coefficients of the divisor */
    u32 steps;         /* division steps of this sweep: coefficients of the quotient */
    u32 at;            /* the lowest of these; the dividend's lowest that changes */
    u32 span;          /* coefficients of the dividend that a work-group changes */
} plain_divide_shape;

/* Words of the dividend's head; and with the divisor's, which a vector of zeros precedes. In whole
 * vectors. */
#define PLAIN_DIVIDE_HEAD(steps, w) (((steps) + (w) - 1) / (w) * (w))
#define PLAIN_DIVIDE_HEADS(steps, w) (2 * PLAIN_DIVIDE_HEAD(steps, w) + (w))

#endif
