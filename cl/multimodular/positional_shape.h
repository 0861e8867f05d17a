/* Parameters of positional.cl: sums of digits times weights, in slices of the weights' limbs;
 * kernels and host. */
#ifndef CLM_POSITIONAL_SHAPE_H
#define CLM_POSITIONAL_SHAPE_H

#include "../arith/fp.h"

#define POSITIONAL_BITS 28  /* of a limb of a weight */
#define POSITIONAL_LIMBS 8  /* a slice of a weight: 7 whole words */
#define POSITIONAL_OWN_WORDS 7
#define POSITIONAL_WORDS 9  /* of a slice's sum: two more for the excess */
#define POSITIONAL_SLICE_BITS (POSITIONAL_BITS * POSITIONAL_LIMBS)

/* Greatest number of products of a digit below 2^31 and a limb that fit a double word, beside a
 * carry of up to 2^36. */
#define POSITIONAL_RUN 31

/* Limbs POSITIONAL_LIMBS * k ... of the weights of one block of primes. */
typedef struct positional_slice {
    u32 first, end; /* the primes with weights that reach this slice */
    u32 row;        /* of the table of weights, for prime `first` */
} positional_slice;

/* Constants that convert a residue to a digit. */
typedef struct positional_prime {
    fp_field field;
    u32 inverse; /* (P / p)^-1 in Montgomery form */
} positional_prime;

typedef struct positional_shape {
    u32 primes;
    u32 slices;
    u32 columns; /* values, a multiple of T */
} positional_shape;

#endif
