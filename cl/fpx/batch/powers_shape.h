/* What the host tells of divisions by powers of y; shared by kernels and host. */
#ifndef CLM_POWERS_SHAPE_H
#define CLM_POWERS_SHAPE_H

#include "../../arith/fp.h"

/* f mod g for g of degree m, made monic, by operations on two polynomials of m coefficients, a
 * power of y and a remainder. */
enum {
    POWER_START,    /* power := y^count, count < m */
    POWER_SQUARE,   /* power := power^2 mod g */
    POWER_SHIFT,    /* power := y power mod g */
    POWER_MULTIPLY, /* remainder := remainder * power mod g */
    POWER_LOWER     /* remainder := y^count remainder mod g */
};

typedef struct power_step {
    u32 operation, count;
    u32 add; /* 1: afterwards the coefficient of the next term, from the highest to the lowest, is
                added to the constant one of the remainder, which is 0 before the first */
} power_step;

/* One launch. */
typedef struct powers_batch {
    u32 terms, m;
    u32 g_first; /* 1: values are g's and then f's terms, and so is what comes out */
    u32 steps;
    u32 primes, points, lanes; /* as in euclid_shape.h */
    u32 first_tile, tiles;
} powers_batch;

/* Words of a lane that come out: the remainder and g. */
#define POWERS_WORDS(m) (2 * (m) + 1)

/* The greatest m, and the greatest that is compiled in, as the line before powers.cl. */
#define POWERS_MOST 64
#define POWERS_COMPILED 4
#define POWERS_LINE "#define POWERS_M %zu\n"

#endif
