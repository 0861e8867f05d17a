/* Parameters of cosets.cl; kernels and host. */
#ifndef CLM_COSETS_SHAPE_H
#define CLM_COSETS_SHAPE_H

#include "../../arith/fp.h"

/* Words of the weights of one coset: one per piece of m coefficients, and 1 / t_j. */
#define COSETS_WEIGHTS(cosets) ((cosets) + 1)

typedef struct cosets_shape {
    u32 rows;   /* polynomials of all primes */
    u32 images; /* rows after which the primes repeat */
    u32 pairs;  /* consecutive rows of the same prime */
    u32 points; /* m, the points of a coset, and words of a remainder */
    u32 cosets; /* c; results have c m words */
    u32 coset;  /* j, the coset of the remainders; coset 0 begins the sums */
    u32 begin;  /* first index of the window in the remainders, less than m */
} cosets_shape;

#endif
