/* Polynomials modulo a short polynomial g of degree m, on W lanes; kernels only.
 *
 * Products are computed from the highest coefficient down; the digits from m on form the quotient:
 *
 *     digit[k] = sum a_i b_(k-i) - sum digit[n] g_(k+m-n) / lc(g),      n > k, n >= m
 *
 * The smallest degrees of g are compiled in, so that all words stay in registers. */
#ifndef CLM_POWERS_H
#define CLM_POWERS_H

#include "../../arith/lazy.h"
#include "powers_shape.h"

#define POWERS_STRIDE (T / W) /* distance between consecutive coefficients, in LAZY words */

/* POWERS_M: the degree of the divisor, at least 1, if it is compiled in. */
#ifdef POWERS_M
#define POWERS_ROOM POWERS_M
#define POWERS_DEGREE(batch) POWERS_M
#define POWERS_LENGTH(g) POWERS_M /* a constant, so that all loops are unrolled */
#else
#define POWERS_ROOM POWERS_MOST
#define POWERS_DEGREE(batch) ((int)(batch).m)
#define POWERS_LENGTH(g) ((g)->m)
#endif
#if defined(POWERS_M) && defined(__OPENCL_VERSION__)
#define POWERS_UNROLL _Pragma("unroll")
#else
#define POWERS_UNROLL
#endif

/* Products of balanced factors in a reducible sum: for p <= 2/5 * 2^32, |t| <= 7/4 p^2 gives |t| /
 * 2^32 + p/2 <= 6/5 p < 2^31; for larger primes |t| <= 4/4 p^2 gives at most p < 2^31. */
#ifdef LAZY_LARGE
#define POWERS_SUM 4
#else
#define POWERS_SUM 7
#endif

/* A balanced polynomial of lower degree than the divisor, on W lanes. */
typedef struct powers_poly {
    LAZY c[POWERS_ROOM];
} powers_poly;

/* The divisor. */
typedef struct powers_modulus {
    powers_poly minus; /* -g_i / lc(g) */
    int m;
    lazy_prime prime;
} powers_modulus;

/* A sum of products, reduced whenever `open` is full. */
typedef struct powers_sum {
    lazy_pair open; /* `count` unreduced products */
    LAZY closed;
    int count;
} powers_sum;

/* Starts a sum from a balanced residue. */
LANES_INLINE void powers_begin(powers_sum *sum, LAZY closed)
{
    const lazy_pair none = lazy_widen((LAZY)(0));

    sum->open = lazy_product(none, none);
    sum->closed = closed;
    sum->count = 0;
}

/* Reduces the open products and adds them to `closed`. */
LANES_INLINE void powers_close(powers_sum *sum, lazy_prime prime)
{
    const LAZY open = lazy_balance(lazy_redc(sum->open, prime), prime);

    powers_begin(sum, lazy_balance(sum->closed + open, prime));
}

/* sum += a * b. The product counts as `count` products of balanced factors. */
LANES_INLINE void powers_add(powers_sum *sum, LAZY a, LAZY b, int count, lazy_prime prime)
{
    if (sum->count + count > POWERS_SUM)
        powers_close(sum, prime);
    sum->open = lazy_add_product(sum->open, lazy_widen(a), lazy_widen(b));
    sum->count += count;
}

/* a <- a * b mod g. With `square`, b is a, and equal mixed products are computed once. */
LANES_INLINE void powers_multiply(powers_poly *a, const powers_poly *b, bool square,
                                  const powers_modulus *g)
{
    const int m = POWERS_LENGTH(g);
    LAZY digit[2 * POWERS_ROOM - 1];

    POWERS_UNROLL
    for (int k = 2 * m - 2; k >= 0; k--) {
        powers_sum sum;

        powers_begin(&sum, (LAZY)(0));
        POWERS_UNROLL
        for (int i = 0; i < m; i++) {
            const int other = k - i;

            if (other < 0 || other >= m || (square && other < i))
                continue;
            if (square && other > i)
                powers_add(&sum, a->c[i] + a->c[i], a->c[other], 2, g->prime);
            else
                powers_add(&sum, a->c[i], b->c[other], 1, g->prime);
        }
        POWERS_UNROLL
        for (int i = 0; i < m; i++) {
            const int n = k + m - i;

            if (n >= m && n < 2 * m - 1)
                powers_add(&sum, digit[n], g->minus.c[i], 1, g->prime);
        }
        powers_close(&sum, g->prime);
        digit[k] = sum.closed;
    }
    POWERS_UNROLL
    for (int k = 0; k < m; k++)
        a->c[k] = digit[k];
}

/* a <- y * a mod g */
LANES_INLINE void powers_shift(powers_poly *a, const powers_modulus *g)
{
    const LAZY top = a->c[POWERS_LENGTH(g) - 1];

    POWERS_UNROLL
    for (int i = POWERS_LENGTH(g) - 1; i > 0; i--) {
        const LAZY product = lazy_balance(lazy_mul(top, g->minus.c[i], g->prime), g->prime);

        a->c[i] = lazy_balance(a->c[i - 1] + product, g->prime);
    }
    a->c[0] = lazy_balance(lazy_mul(top, g->minus.c[0], g->prime), g->prime);
}

/* Performs one step of the host's list (powers_shape.h). */
LANES_INLINE void powers_apply(powers_poly *remainder, powers_poly *power, power_step step,
                               LAZY one, const powers_modulus *g)
{
    if (step.operation == POWER_START) {
        POWERS_UNROLL
        for (int i = 0; i < POWERS_LENGTH(g); i++)
            power->c[i] = lazy_if(i == (int)step.count, one);
    } else if (step.operation == POWER_SQUARE) {
        powers_multiply(power, power, true, g);
    } else if (step.operation == POWER_SHIFT) {
        powers_shift(power, g);
    } else if (step.operation == POWER_MULTIPLY) {
        powers_multiply(remainder, power, false, g);
    } else {
        for (u32 k = 0; k < step.count; k++)
            powers_shift(remainder, g);
    }
}

#endif
