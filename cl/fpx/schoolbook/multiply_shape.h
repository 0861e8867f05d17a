/* Parameters of a schoolbook product of two polynomials; kernels and host. */
#ifndef CLM_SCHOOLBOOK_MULTIPLY_SHAPE_H
#define CLM_SCHOOLBOOK_MULTIPLY_SHAPE_H

#include "part_shape.h"
#include "../../arith/fp.h"

typedef struct schoolbook_multiply_shape {
    fp_field field;
    u32 a_count, b_count; /* coefficients of the factors */
    u32 product_count;    /* a_count + b_count - 1 */
    u32 s;                /* coefficients of b per row */
    u32 span;             /* sums of a row per work-group, a multiple of W */
    u32 blocks;           /* work-groups per row; consecutive rows are blocks * span words apart */
    u32 first, rows;      /* first row and number of rows in this pass */
    u32 clear;            /* nonzero: the product is cleared first */
} schoolbook_multiply_shape;

#endif
