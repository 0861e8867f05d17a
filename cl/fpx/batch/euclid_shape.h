/* What the host tells lockstep Euclid; shared by kernels and host. */
#ifndef CLM_EUCLID_SHAPE_H
#define CLM_EUCLID_SHAPE_H

#include "../../arith/fp.h"

/* The greatest prime that lockstep Euclid takes, 2/5 * 2^32: what cl/arith/lazy.h can do. Lanes of
 * greater primes are all unlucky, unless EUCLID_LARGE stands before euclid.cl: then it
 * takes every odd prime below 2^31, somewhat slower. */
#define EUCLID_PRIME_MAX 1717986918u
#define EUCLID_LARGE "#define LAZY_LARGE\n"

/* Words a lane that blocks of so many steps and transforms of so many words take: a table of
 * roots, a matrix of four polynomials, two windows, and two heads. */
#define EUCLID_HEAD(block) (2 * (block) + 2)
#define EUCLID_SPACE(block, order) (7 * (size_t)(order) + 2 * (size_t)EUCLID_HEAD(block))

/* Entry j of the table: the degree of polynomial j of the remainder sequence (0 and 1 are
 * the given ones, the longer first; -1: zero), and the powers with which the product of the
 * leading coefficients of polynomials 1 ... j enters the denominator, the resultant's
 * numerator and those of the first subresultant, for j = 1 ... steps. block: so many steps from
 * this one on take degrees down by one each, and are made together; 0: this one is made alone. */
typedef struct euclid_step {
    int degree;
    u32 below, above, above_s1;
    u32 block;
} euclid_step;

/* One launch. */
typedef struct euclid_batch {
    u32 p, q;       /* degrees of f and g, as they are stored */
    u32 divided;    /* 1: in the place of the longer one, of the degree that the table has, is its
                       remainder by the other, of degree m - 1 and not multiplied by anything */
    u32 steps;      /* divisions; the table has steps + 2 entries */
    u32 negate;     /* 1: change the sign in the end */
    u32 primes;
    u32 points;     /* lanes of a prime that count ... */
    u32 lanes;      /* ... of so many */
    u32 first_tile; /* of the chunk */
    u32 tiles;
    u32 plane;      /* words from the resultants' numerators to those of s_10, and on to those
                       of s_11; 0: resultants only */
    u32 s1_place;   /* the polynomial of the sequence that S_1 is a multiple of; 0: S_1 = 0 */
    u32 negate_s1;
    u32 block, order; /* steps of a block, at most, and words of its transforms, 2^k; 0: none */
} euclid_batch;

#endif
