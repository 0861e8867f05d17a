/* The shape and the state of a plain greatest common divisor; shared by kernels and host. */
#ifndef CLM_PLAIN_GCD_SHAPE_H
#define CLM_PLAIN_GCD_SHAPE_H

#include "part_shape.h"
#include "../../arith/fp.h"

typedef struct plain_gcd_shape {
    fp_field field;
    u32 s;      /* degree by which a sweep takes both polynomials down, at most */
    u32 base;   /* the same of steps on heads; on those of s matrices, if it is less than s */
    u32 span;   /* coefficients that a work-group makes of each */
    u32 second; /* where in a pair of buffers the second polynomial begins */
    u32 traced; /* whether the trace is kept */
} plain_gcd_shape;

/* The trace of Euclid's algorithm: for each degree two words. If a polynomial b of degree m was
 * divided by, word 2m is its leading coefficient l, and word 2m + 1 tells how many factors
 * l / 2^32 what it divided got, so that no step had to divide. Else both are 0. */
#define PLAIN_GCD_TRACE(degree) (2 * (size_t)(degree) + 2)

/* Between sweeps: polynomials with at most so many coefficients, not both 0; once `done`, the
 * first one is their greatest common divisor, the second is 0. */
typedef struct plain_gcd_state {
    u32 first, second;
    u32 swapped; /* the first one lies where shape.second says, the other one at 0 */
    u32 pair;    /* of the two pairs of buffers that they take turns in */
    u32 done;
} plain_gcd_state;

/* Words of a head, and of a row of the matrix, each with zeros behind them that shifts reach. */
#define PLAIN_GCD_HEAD(s, w) (((2 * (s) + 1 + (w) - 1) / (w) * (w)) + (s) + (w))
#define PLAIN_GCD_ROW(s, w) ((((s) + 1 + (w) - 1) / (w) * (w)) + (s) + (w))

/* Of one polynomial: its head, and two rows. */
#define PLAIN_GCD_SIDE(s, w) (PLAIN_GCD_HEAD(s, w) + 2 * PLAIN_GCD_ROW(s, w))

/* Of both, behind the factors of a step, and the steps of a division that did anything. */
#define PLAIN_GCD_STEPS 3
#define PLAIN_GCD_STEP 4
#define PLAIN_GCD_HEADS(s, w) (PLAIN_GCD_STEP + 2 * PLAIN_GCD_SIDE(s, w))

/* Bytes of a word of a part, and of a coefficient of the matrix: a double, and two. */
#define PLAIN_GCD_WORD(w) ((w) > 1 ? 8 : 4)
#define PLAIN_GCD_FACTOR(w) ((w) > 1 ? 16 : 4)

/* Words of a span that are made: in whole blocks of Karatsuba's method, of s + 1 at most. */
#define PLAIN_GCD_REACH(s, span, w) ((span) + ((w) > 1 ? (s) + 1 : 0))

/* Words of a part, whose last vector may be partly beyond it; and parts, two in each of four
 * versions. */
#define PLAIN_GCD_PART(s, span, w) (PLAIN_PART((s) + 1, PLAIN_GCD_REACH(s, span, w)) + (w))
#define PLAIN_GCD_PARTS(w) ((w) > 1 ? 8 : 2)

/* Coefficients of the matrix, cut into 9 leaves of a quarter. */
#define PLAIN_GCD_FACTORS(s, w) (((w) > 1 ? 9 : 4) * PLAIN_EVEN((s) + 1))

#endif
