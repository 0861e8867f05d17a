/* Steps and parameters of powers.cl; kernels and host. */
#ifndef CLM_POWERS_SHAPE_H
#define CLM_POWERS_SHAPE_H

#include "../../arith/fp.h"

/* Operations that compute f mod g for g of degree m, made monic. They act on two polynomials of m
 * coefficients: a power of y, and a remainder. */
enum {
    POWER_START,    /* power := y^count, count < m */
    POWER_SQUARE,   /* power := power^2 mod g */
    POWER_SHIFT,    /* power := y power mod g */
    POWER_MULTIPLY, /* remainder := remainder * power mod g */
    POWER_LOWER     /* remainder := y^count remainder mod g */
};

typedef struct power_step {
    u32 operation, count;
    u32 add; /* 1: the step then adds the coefficient of the next term, in order of falling
                exponents, to the constant coefficient of the remainder, which begins as 0 */
} power_step;

typedef struct powers_batch {
    u32 terms, m;
    u32 g_first; /* 1: g comes before the terms of f, in the values and in the results */
    u32 steps;
    u32 primes, points, lanes; /* as in euclid_shape.h */
    u32 first_tile, tiles;
} powers_batch;

/* Words per lane of the results: the remainder and g. */
#define POWERS_WORDS(m) (2 * (m) + 1)

/* The largest m, the largest compiled-in m, and its definition, put before powers.cl. */
#define POWERS_MOST 64
#define POWERS_COMPILED 4
#define POWERS_LINE "#define POWERS_M %zu\n"

#endif
