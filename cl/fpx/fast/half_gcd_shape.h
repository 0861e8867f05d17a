/* What a half-GCD's base case is given and tells; shared by kernels and host. */
#ifndef CLM_HALF_GCD_SHAPE_H
#define CLM_HALF_GCD_SHAPE_H

#include "../schoolbook/gcd_shape.h"

/* Two polynomials, deg a > deg b, as they lie in a buffer. */
typedef struct half_gcd_shape {
    fp_field field;
    u32 s;       /* the matrix's degree, at most */
    u32 base;    /* of the matrices that it is made of */
    u32 a, b;    /* places of their lowest coefficients */
    u32 a_count; /* exactly */
    u32 b_count; /* at most, a_count - 1 or less */
    u32 told;    /* where the degree goes */
    u32 traced;  /* whether the trace is kept (schoolbook/gcd_shape.h) */
    u32 top;     /* a's degree there, that of all of it */
    u32 stride;  /* from an element of the matrix to the next one, s + 1 words or more */
} half_gcd_shape;

/* Words of a head or a row, and those of a product that reach beyond it. */
#define HALF_GCD_PART(s, base, w) (2 * (s) + 1 + PLAIN_EVEN((base) + 1) + 2 * (w))

#endif
