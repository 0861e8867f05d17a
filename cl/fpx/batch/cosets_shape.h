/* The shape of a batch of remainders to be joined; shared by kernels and host. */
#ifndef CLM_COSETS_SHAPE_H
#define CLM_COSETS_SHAPE_H

#include "../../arith/fp.h"

/* Words of the weights of one coset: one for each piece of the polynomial, and the turn. */
#define COSETS_WEIGHTS(cosets) ((cosets) + 1)

typedef struct cosets_shape {
    u32 rows;   /* polynomials, of all primes */
    u32 images; /* how many rows it takes until the primes come again */
    u32 pairs;  /* rows in a row that have the same prime */
    u32 points; /* m, of a coset */
    u32 cosets; /* c */
    u32 coset;  /* j: which one the remainders are of; the first one begins the sums */
    u32 begin;  /* index of the remainders that comes first, less than m */
} cosets_shape;

#endif
