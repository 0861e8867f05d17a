/* Shapes of products by transforms; shared by kernels and host. */
#ifndef CLM_FAST_MULTIPLY_SHAPE_H
#define CLM_FAST_MULTIPLY_SHAPE_H

#include "../../arith/fp.h"

/* Primes at most; products of coefficients and their sums are below the product of all. */
#define FAST_PRIMES 3

/* Values whose factors a work-group has in local memory at a time, and words of each of them. */
#define FAST_AHEAD 8
#define FAST_PART(tile) (3 * (tile) + 1)

typedef struct fast_multiply_shape {
    u32 length;   /* M: of the transforms of T sequences each */
    u32 primes;
    u32 run;      /* values that a work-group multiplies, */
    u32 groups;   /* of which a prime has as many */
    u32 count;    /* coefficients of what is loaded, or stored */
    u64 radices;  /* of the forward passes: ntt_index */
} fast_multiply_shape;

/* From residues modulo primes P1 < P2 < P3 to those modulo p. All in Montgomery form modulo the
 * prime that is named. */
typedef struct fast_recombination {
    fp_field target;      /* p; for p = 2 only that */
    u32 weight[2];        /* P1, P1 P2: p */
    u32 inverse[2];       /* 1 / P1: P2, P3 */
    u32 second;           /* 1 / P2: P3 */
} fast_recombination;

#endif
