/* The shape of a plain product of two polynomials; shared by kernels and host. */
#ifndef CLM_PLAIN_MULTIPLY_SHAPE_H
#define CLM_PLAIN_MULTIPLY_SHAPE_H

#include "part_shape.h"
#include "../../arith/fp.h"

typedef struct plain_multiply_shape {
    fp_field field;
    u32 a_count, b_count; /* coefficients of the factors */
    u32 product_count;    /* a_count + b_count - 1 */
    u32 s;                /* coefficients of b a row */
    u32 span;             /* sums of a row that a work-group makes, a multiple of W */
    u32 blocks;           /* work-groups a row; blocks * span words from a row to the next */
    u32 first, rows;      /* rows of this pass: from which on, and how many */
    u32 clear;            /* nonzero: the product becomes 0 first */
} plain_multiply_shape;

#endif
