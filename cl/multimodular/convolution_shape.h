/* Parameters of convolution.cl; kernels and host. */
#ifndef CLM_CONVOLUTION_SHAPE_H
#define CLM_CONVOLUTION_SHAPE_H

#include "../arith/fp.h"

#define CONVOLUTION_BITS 24    /* of a piece */
#define CONVOLUTION_MASK ((1u << CONVOLUTION_BITS) - 1)
#define CONVOLUTION_PRIMES 2   /* convolutions are computed modulo both */
#define CONVOLUTION_OUTPUTS 4  /* groups in one pass over the blocks' spectra */
#define CONVOLUTION_ROUND 8    /* divides the pieces of a group: three double words */
#define CONVOLUTION_EXCESS 2   /* words of a segment's excess */

/* Primes with roots of order 2^25 and more, the smaller first. */
#define CONVOLUTION_PRIME_0 2013265921 /* 15 * 2^27 + 1 */
#define CONVOLUTION_PRIME_1 2113929217 /* 63 * 2^25 + 1 */

/* Number of products of two pieces below the product of both primes: 2^61.88 / 2^48. */
#define CONVOLUTION_MOST_PRODUCTS 15000

/* Words of a segment's pieces. */
#define CONVOLUTION_WORDS(step) ((step) / 4 * 3)

/* The slices of a block; their sum is the block's. */
typedef struct convolution_block {
    u32 slice; /* the first */
    u32 count;
} convolution_block;

typedef struct convolution_shape {
    fp_field field[CONVOLUTION_PRIMES];
    u32 inverse;  /* 1 / prime 0 modulo prime 1, in Montgomery form */
    u32 length;   /* n, words of the transforms, a power of 2 >= 4 */
    u32 blocks;   /* of primes */
    u32 pieces;   /* s, of the longest sum of a block */
    u32 groups;   /* of a cofactor */
    u32 step;     /* pieces of a group */
    u32 segments; /* of a value, as long as groups */
    u32 columns;  /* values, a multiple of T */
} convolution_shape;

#endif
