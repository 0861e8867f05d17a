/* How sums of digits times weights are cut; shared by kernels and host. */
#ifndef CLM_POSITIONAL_SHAPE_H
#define CLM_POSITIONAL_SHAPE_H

#include "../arith/fp.h"

#define POSITIONAL_BITS 28  /* of a limb of a weight */
#define POSITIONAL_LIMBS 8  /* a slice of a weight: 7 whole words */
#define POSITIONAL_OWN_WORDS 7
#define POSITIONAL_WORDS 9  /* of a slice's sum: those and two for what exceeds them */
#define POSITIONAL_SLICE_BITS (POSITIONAL_BITS * POSITIONAL_LIMBS)

/* Products of a digit below 2^31 and a limb that fit a double word, beside the 2^36 that a
 * carry can be. */
#define POSITIONAL_RUN 31

/* Limbs POSITIONAL_LIMBS * k ... of the weights of one block of primes. */
typedef struct positional_slice {
    u32 first, end; /* the primes whose weights reach so far up */
    u32 row;        /* of the table of weights: that of prime `first` */
} positional_slice;

/* What makes a digit of a residue. */
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
