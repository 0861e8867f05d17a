/* Parameters of lockstep Euclid; kernels and host. */
#ifndef CLM_EUCLID_SHAPE_H
#define CLM_EUCLID_SHAPE_H

#include "../../arith/fp.h"

/* The largest prime for lockstep Euclid, 2/5 * 2^32, the limit of cl/arith/lazy.h. Lanes of larger
 * primes are unlucky. EUCLID_LARGE before euclid.cl makes a slower kernel for every odd prime
 * below 2^31. */
#define EUCLID_PRIME_MAX 1717986918u
#define EUCLID_LARGE "#define LAZY_LARGE\n"

/* Words per lane for blocks of `block` steps with transforms of `order` words: a table of roots, a
 * matrix of four polynomials, two windows, and two heads. */
#define EUCLID_HEAD(block) (2 * (block) + 2)
#define EUCLID_SPACE(block, order) (7 * (size_t)(order) + 2 * (size_t)EUCLID_HEAD(block))

/* Entry j of the table of steps. degree: of polynomial j of the remainder sequence; 0 and 1 are
 * the inputs, the longer one first; -1 is zero. below, above, above_s1: exponents of the product
 * of the leading coefficients of polynomials 1 ... j in the denominator, the numerator of the
 * resultant and those of the first subresultant, for j = 1 ... steps. block: steps from this one
 * on, each lowering degrees by one, made together; 0: a single step. */
typedef struct euclid_step {
    int degree;
    u32 below, above, above_s1;
    u32 block;
} euclid_step;

typedef struct euclid_batch {
    u32 p, q;       /* stored degrees of f and g */
    u32 divided;    /* 1: the longer polynomial, of the degree in the table, is replaced by its
                       remainder modulo the other one, of degree m - 1 and without a factor */
    u32 steps;      /* divisions; the table has steps + 2 entries */
    u32 negate;     /* 1: the sign changes in the end */
    u32 primes;
    u32 points;     /* lanes of a prime with points */
    u32 lanes;      /* all lanes of a prime */
    u32 first_tile; /* index in the chunk */
    u32 tiles;
    u32 plane;      /* words from the numerators of the resultants to those of s_10, and from there
                       to those of s_11; 0: resultants only */
    u32 s1_place;   /* index of the polynomial proportional to S_1; 0: S_1 = 0 */
    u32 negate_s1;
    u32 block, order; /* maximum steps of a block, and words of its transforms, 2^k; 0: none */
} euclid_batch;

#endif
