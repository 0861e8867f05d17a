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

/* Which coefficients of which S_k are computed (src/fpx/batch/minors.h): planes of numerators of
 * S_k, k = first, first + step, ..., `count` of them, each of k + 1 coefficients from the lowest
 * on, or of the coefficient of y^k; and a plane of denominators of each. */
typedef struct euclid_minors {
    u32 first, step, count;
    u32 whole;   /* 0: only the coefficient of y^k; else all bits are set */
    u32 plane;   /* words from one plane to the next */
    u32 outputs; /* planes of numerators */
} euclid_minors;

/* The number n of a minor, and whether its sign changes; 0: none. */
#define EUCLID_MINOR(n, negate) (2 * ((n) + 1) + (negate))

/* Entry j of the table of steps. degree: of polynomial j of the remainder sequence; 0 and 1 are
 * the inputs, the longer one first; -1 is zero. Step j = 1 ... divides polynomial j - 1 by j.
 * leads, excess: exponents of lc(j) in the product of leading coefficients and in the numerator.
 * gap: degrees missing between polynomials j and j + 1. upper, lower: EUCLID_MINOR of S_k, k one
 * below the degree of polynomial j, or that of j + 1 below a gap; upper of entry 0: k the degree
 * of polynomial 1. zero, zeros: first number and count of the S_k that are 0. quiet: steps from
 * this one on that lower degrees by one each and complete no S_k. block: steps from this one on,
 * all quiet, made together; 0: a single step. */
typedef struct euclid_step {
    int degree;
    u32 leads, excess, gap;
    u32 upper, lower;
    u32 zero, zeros;
    u32 quiet, block;
} euclid_step;

typedef struct euclid_batch {
    u32 p, q;       /* stored degrees of f and g */
    u32 divided;    /* 1: the longer polynomial, of the degree in the table, is replaced by its
                       remainder modulo the other one, of degree m - 1 and without a factor */
    u32 steps;      /* divisions; the table has steps + 2 entries */
    u32 primes;
    u32 points;     /* lanes of a prime with points */
    u32 lanes;      /* all lanes of a prime */
    u32 first_tile; /* index in the chunk */
    u32 tiles;
    u32 block, order; /* maximum steps of a block, and words of its transforms, 2^k; 0: none */
    euclid_minors minors;
} euclid_batch;

/* Returns the index k of the n-th S_k, and the number of its coefficients. */
static inline u32 euclid_index(euclid_minors minors, u32 n)
{
    return minors.first + n * minors.step;
}

static inline u32 euclid_length(euclid_minors minors, u32 n)
{
    return (euclid_index(minors, n) & minors.whole) + 1;
}

/* Returns the planes of numerators before those of the n-th S_k, at most minors.outputs. */
static inline u32 euclid_before(euclid_minors minors, u32 n)
{
    return n + ((n * minors.first + n * (n - 1) / 2 * minors.step) & minors.whole);
}

#endif
