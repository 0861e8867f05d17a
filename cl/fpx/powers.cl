/* Long polynomials of few terms modulo short ones, over F_p: remainders by powers of y.
 *
 *     f = (...(a_t y^(e_t - e_(t-1)) + a_(t-1)) y^(e_(t-1) - e_(t-2)) + ...) y^(e_0)
 *
 * is computed modulo g / lc(g) by Horner's rule, with y^e for the gaps found by repeated squaring.
 * Which steps that takes depends on exponents only: the host lists them (power_step), and W pairs
 * go through them in one work-item. Products modulo g are found from the highest coefficient down:
 *
 *     digit[k] = sum a_i b_(k-i) - sum digit[n] g_(k+m-n) / lc(g),      n > k, n >= m
 *
 * where digits from m on are the quotient's. A lane whose leading coefficient is 0 is computed on
 * with garbage: lockstep Euclid, which goes on from here, lists it as unlucky.
 *
 * The degree m of g is compiled in, so that all of a short one stays in registers. */
#include "../arith/lazy.h"
#include "../arith/prime_info.h"
#include "powers_shape.h"

#ifndef POWERS_M
#define POWERS_M 3 /* the degree of the divisor, at least 1 */
#endif

#define POWERS_STRIDE (T / W) /* from a coefficient to the next, in LAZY words */
#define POWERS_FN __attribute__((always_inline)) static inline
#if POWERS_M <= 8 && defined(__OPENCL_VERSION__)
#define POWERS_UNROLL _Pragma("unroll")
#else
#define POWERS_UNROLL
#endif

/* Products of balanced factors in a sum that can be reduced: |t| <= 7/4 p^2 where p <= 2/5 * 2^32
 * makes |t| / 2^32 + p/2 <= 6/5 p < 2^31, and 4/4 p^2 makes p < 2^31 otherwise. */
#ifdef LAZY_LARGE
#define POWERS_SUM 4
#else
#define POWERS_SUM 7
#endif

/* A polynomial below the divisor's degree on W lanes, balanced. */
typedef struct powers_poly {
    LAZY c[POWERS_M];
} powers_poly;

/* The divisor. */
typedef struct powers_modulus {
    powers_poly minus; /* -g_i / lc(g) */
    lazy_prime prime;
} powers_modulus;

/* A sum of products, reduced now and then. */
typedef struct powers_sum {
    lazy_pair open; /* `count` products */
    LAZY closed;
    int count;
} powers_sum;

POWERS_FN void powers_begin(powers_sum *sum, LAZY closed)
{
    const lazy_pair none = lazy_widen((LAZY)(0));

    sum->open = lazy_product(none, none);
    sum->closed = closed;
    sum->count = 0;
}

POWERS_FN void powers_close(powers_sum *sum, lazy_prime prime)
{
    const LAZY open = lazy_balance(lazy_redc(sum->open, prime), prime);

    powers_begin(sum, lazy_balance(sum->closed + open, prime));
}

/* sum += a * b, which is as much as `count` products of balanced factors. */
POWERS_FN void powers_add(powers_sum *sum, LAZY a, LAZY b, int count, lazy_prime prime)
{
    if (sum->count + count > POWERS_SUM)
        powers_close(sum, prime);
    sum->open = lazy_sum(sum->open, lazy_product(lazy_widen(a), lazy_widen(b)));
    sum->count += count;
}

/* a * b mod g; `square`: b is a, and products of different coefficients are found once. */
POWERS_FN void powers_multiply(powers_poly *a, const powers_poly *b, bool square,
                               const powers_modulus *g)
{
    LAZY digit[2 * POWERS_M - 1];

    POWERS_UNROLL
    for (int k = 2 * POWERS_M - 2; k >= 0; k--) {
        powers_sum sum;

        powers_begin(&sum, (LAZY)(0));
        POWERS_UNROLL
        for (int i = 0; i < POWERS_M; i++) {
            const int other = k - i;

            if (other < 0 || other >= POWERS_M || (square && other < i))
                continue;
            if (square && other > i)
                powers_add(&sum, a->c[i] + a->c[i], a->c[other], 2, g->prime);
            else
                powers_add(&sum, a->c[i], b->c[other], 1, g->prime);
        }
        POWERS_UNROLL
        for (int i = 0; i < POWERS_M; i++) {
            const int n = k + POWERS_M - i;

            if (n >= POWERS_M && n < 2 * POWERS_M - 1)
                powers_add(&sum, digit[n], g->minus.c[i], 1, g->prime);
        }
        powers_close(&sum, g->prime);
        digit[k] = sum.closed;
    }
    POWERS_UNROLL
    for (int k = 0; k < POWERS_M; k++)
        a->c[k] = digit[k];
}

/* a <- y * a mod g */
POWERS_FN void powers_shift(powers_poly *a, const powers_modulus *g)
{
    const LAZY top = a->c[POWERS_M - 1];

    POWERS_UNROLL
    for (int i = POWERS_M - 1; i > 0; i--) {
        const LAZY product = lazy_balance(lazy_mul(top, g->minus.c[i], g->prime), g->prime);

        a->c[i] = lazy_balance(a->c[i - 1] + product, g->prime);
    }
    a->c[0] = lazy_balance(lazy_mul(top, g->minus.c[0], g->prime), g->prime);
}

/* 1 / a by Fermat's theorem, for primes that may differ from lane to lane; 0 for 0. */
POWERS_FN LAZY powers_inverse(LAZY a, LAZY one, lazy_prime prime)
{
    LAZY result = one;

    for (int bit = 30; bit >= 0; bit--) {
        const LAZY square = lazy_mul(result, result, prime);
        const LAZY product = lazy_mul(square, a, prime), digit = (prime.p - 2) >> bit & 1;

        result = lazy_where(digit != 0, product) | lazy_where(digit == 0, square);
    }
    return lazy_balance(result, prime);
}

POWERS_FN void powers_apply(powers_poly *remainder, powers_poly *power, power_step step, LAZY one,
                            const powers_modulus *g)
{
    if (step.operation == POWER_START) {
        POWERS_UNROLL
        for (int i = 0; i < POWERS_M; i++)
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

/* Vector `item`: the remainder of its f, and its g. */
POWERS_FN void powers_divide_item(global LAZY *divided, global const LAZY *values,
                                  global const power_step *steps, u32 item, LAZY one,
                                  lazy_prime prime, powers_batch batch)
{
    const int s = POWERS_STRIDE, m = POWERS_M, terms = (int)batch.terms;
    const u32 tile = item / POWERS_STRIDE, place = item % POWERS_STRIDE;
    global const LAZY *f = values + place + (size_t)tile * (terms + m + 1) * s;
    global const LAZY *g = batch.g_first ? f : f + terms * s;
    global LAZY *out = divided + place + (size_t)tile * POWERS_WORDS(m) * s;
    global LAZY *divisor = batch.g_first ? out : out + m * s;
    powers_modulus by = {.prime = prime};
    powers_poly remainder, power;
    LAZY factor;

    f = batch.g_first ? f + (m + 1) * s : f;
    out = batch.g_first ? out + (m + 1) * s : out;
    for (int i = 0; i <= m; i++)
        divisor[i * s] = lazy_balance(g[i * s], prime);
    factor = powers_inverse(divisor[m * s], one, prime);
    POWERS_UNROLL
    for (int i = 0; i < POWERS_M; i++) {
        by.minus.c[i] = lazy_balance(-lazy_mul(factor, divisor[i * s], prime), prime);
        remainder.c[i] = power.c[i] = (LAZY)(0);
    }
    for (u32 k = 0, next = batch.terms; k < batch.steps; k++) {
        powers_apply(&remainder, &power, steps[k], one, &by);
        if (steps[k].add != 0)
            remainder.c[0] =
                lazy_balance(remainder.c[0] + lazy_balance(f[--next * s], prime), prime);
    }
    POWERS_UNROLL
    for (int i = 0; i < POWERS_M; i++)
        out[i * s] = remainder.c[i];
}

/* One work-item for W lanes of one tile, all of one prime. values: the terms of f, lowest first,
 * and g's coefficients; divided: the remainders, m coefficients, and g's, in the same order. */
LANES_KERNEL powers_divide(global LAZY *divided, global const LAZY *values,
                           global const power_step *steps, global const prime_info *info,
                           const powers_batch batch)
{
    const u32 item = (u32)get_global_id(0), lane = batch.first_tile * T + item * W;

    if (item / POWERS_STRIDE >= batch.tiles)
        return;

    const fp_field field = info[lane / batch.lanes].field;
    const lazy_prime prime = lazy_prime_of(field);

    powers_divide_item(divided, values, steps, item, lazy_balance((LAZY)((int)field.one), prime),
                       prime, batch);
}

/* The same where primes share tiles, as in euclid.cl. */
LANES_KERNEL powers_divide_shared(global LAZY *divided, global const LAZY *values,
                                  global const power_step *steps, global const prime_info *info,
                                  const powers_batch batch)
{
    const u32 item = (u32)get_global_id(0), first = batch.first_tile * T + item * W;
    const u32 count = batch.primes * batch.points;
    u32 p[W], pinv[W], one[W];

    if (item / POWERS_STRIDE >= batch.tiles)
        return;
    for (u32 i = 0; i < W; i++) {
        const fp_field field = info[min(first + i, count - 1) / batch.points].field;

        p[i] = field.p;
        pinv[i] = field.pinv;
        one[i] = field.one;
    }

    const lazy_prime prime =
        lazy_primes_of(lazy_as_words(lanes_load(p)), lazy_as_words(lanes_load(pinv)));

    powers_divide_item(divided, values, steps, item,
                       lazy_balance(lazy_as_words(lanes_load(one)), prime), prime, batch);
}
