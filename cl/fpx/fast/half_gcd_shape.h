/* Parameters of the base case of a half-GCD; kernels and host. */
#ifndef CLM_HALF_GCD_SHAPE_H
#define CLM_HALF_GCD_SHAPE_H

#include "../schoolbook/gcd_shape.h"

/* Two polynomials in one buffer, deg a > deg b. */
typedef struct half_gcd_shape {
    fp_field field;
    u32 s;       /* maximum degree of the matrix */
    u32 base;    /* maximum degree of the smaller matrices used for it */
    u32 a, b;    /* words before their constant coefficients */
    u32 a_count; /* number of coefficients, exact */
    u32 b_count; /* an upper bound of it, at most a_count - 1 */
    u32 report;  /* index of the resulting degree in reports[] */
    u32 traced;  /* nonzero: the trace is kept (schoolbook/gcd_shape.h) */
    u32 top;     /* degree in the trace of the whole polynomial a */
    u32 stride;  /* distance between elements of the matrix, at least s + 1 words */
} half_gcd_shape;

/* Words of a head or a row, and of a product beyond it. */
#define HALF_GCD_PART(s, base, w) (2 * (s) + 1 + SCHOOLBOOK_EVEN((base) + 1) + 2 * (w))

#endif
