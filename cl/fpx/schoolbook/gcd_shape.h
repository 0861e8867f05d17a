/* Parameters and state of a schoolbook greatest common divisor; kernels and host. */
#ifndef CLM_SCHOOLBOOK_GCD_SHAPE_H
#define CLM_SCHOOLBOOK_GCD_SHAPE_H

#include "part_shape.h"
#include "../../arith/fp.h"

typedef struct schoolbook_gcd_shape {
    fp_field field;
    u32 s;      /* maximum decrease of both degrees in a sweep */
    u32 base;   /* the same for steps on heads, combined by matrices if base < s */
    u32 span;   /* coefficients of each polynomial per work-group */
    u32 second; /* words before the second polynomial in a pair of buffers */
    u32 traced; /* nonzero: the trace is kept */
} schoolbook_gcd_shape;

/* The trace of Euclid's algorithm has two words per degree. For a divisor of degree m, word 2m is
 * its leading coefficient l, and word 2m + 1 counts the factors l / 2^32 that the dividend
 * received from division-free steps. Otherwise both are 0. */
#define SCHOOLBOOK_GCD_TRACE(degree) (2 * (size_t)(degree) + 2)

/* The state between sweeps. Once `done`, the first polynomial is the greatest common divisor, and
 * the second is 0. */
typedef struct schoolbook_gcd_state {
    u32 first, second; /* maximum numbers of coefficients of both polynomials, not both 0 */
    u32 swapped; /* nonzero: the first polynomial is at shape.second, the other at 0 */
    u32 pair;    /* 0 or 1: the pair of buffers in use; the pairs alternate */
    u32 done;
} schoolbook_gcd_state;

/* Words of a head, and of a row of the matrix, each followed by the zeros that shifts reach. */
#define SCHOOLBOOK_GCD_HEAD(s, w) (((2 * (s) + 1 + (w) - 1) / (w) * (w)) + (s) + (w))
#define SCHOOLBOOK_GCD_ROW(s, w) ((((s) + 1 + (w) - 1) / (w) * (w)) + (s) + (w))

/* Words of a side, i.e. of one polynomial: its head, and two rows. */
#define SCHOOLBOOK_GCD_SIDE(s, w) (SCHOOLBOOK_GCD_HEAD(s, w) + 2 * SCHOOLBOOK_GCD_ROW(s, w))

/* Words of both sides, after SCHOOLBOOK_GCD_STEP words: a step's factors, and the effective steps
 * of a division. */
#define SCHOOLBOOK_GCD_STEPS 3
#define SCHOOLBOOK_GCD_STEP 4
#define SCHOOLBOOK_GCD_HEADS(s, w) (SCHOOLBOOK_GCD_STEP + 2 * SCHOOLBOOK_GCD_SIDE(s, w))

/* Bytes of a word of a part (double or u32), and of a coefficient of the matrix (two, or u32). */
#define SCHOOLBOOK_GCD_WORD(w) ((w) > 1 ? 8 : 4)
#define SCHOOLBOOK_GCD_FACTOR(w) ((w) > 1 ? 16 : 4)

/* Computed words of a span: whole blocks of Karatsuba's method, each at most s + 1. */
#define SCHOOLBOOK_GCD_REACH(s, span, w) ((span) + ((w) > 1 ? (s) + 1 : 0))

/* Words of a part, including its whole last vector, and parts: two in up to four versions. */
#define SCHOOLBOOK_GCD_PART(s, span, w)                                                           \
    (SCHOOLBOOK_PART((s) + 1, SCHOOLBOOK_GCD_REACH(s, span, w)) + (w))
#define SCHOOLBOOK_GCD_PARTS(w) ((w) > 1 ? 8 : 2)

/* Coefficients of the matrix, in 9 leaves of a quarter each for Karatsuba's method. */
#define SCHOOLBOOK_GCD_FACTORS(s, w) (((w) > 1 ? 9 : 4) * SCHOOLBOOK_EVEN((s) + 1))

#endif
