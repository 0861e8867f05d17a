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

/* Selects the coefficients of subresultants S_k to be computed (src/fpx/batch/minors.h). Results
 * are planes of numerators, one for each coefficient, and a plane of denominators for each S_k. */
typedef struct euclid_minors {
    u32 first, step, count; /* k = first, first + step, ..., `count` of them */
    u32 whole;   /* 0: only the coefficient of y^k; all bits set: all k + 1, the lowest first */
    u32 plane;   /* words from one plane to the next */
    u32 outputs; /* planes of numerators */
} euclid_minors;

/* The number n of a minor, and whether its sign changes; 0: none. */
#define EUCLID_MINOR(n, negate) (2 * ((n) + 1) + (negate))

/* Entry j of the table of steps. Polynomials 0 and 1 of the remainder sequence are the inputs, the
 * longer one first; step j = 1 ... divides polynomial j - 1 by polynomial j. */
typedef struct euclid_step {
    int degree;        /* of polynomial j; -1: it is zero */
    u32 leads, excess; /* exponents of its leading coefficient in the product of leading
                          coefficients, and in the numerator */
    u32 gap;           /* degrees missing between polynomials j and j + 1 */
    u32 upper;         /* EUCLID_MINOR of S_k, k one below the degree of polynomial j; of entry 0:
                          k the degree of polynomial 1 */
    u32 lower;         /* EUCLID_MINOR of S_k, k the degree of polynomial j + 1 below a gap */
    u32 zero, zeros;   /* first number and count of the S_k that are 0 */
    u32 quiet;         /* steps from this one on that lower degrees by one each and complete no
                          S_k */
    u32 block;         /* steps from this one on, all quiet, performed as a block; 0: a single
                          step */
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
