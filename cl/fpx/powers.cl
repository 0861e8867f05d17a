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
 * with garbage: lockstep Euclid, which goes on from here, lists it as unlucky. */
#include "../arith/lazy.h"
#include "../arith/prime_info.h"
#include "powers_shape.h"

#define POWERS_STRIDE (T / W) /* from a coefficient to the next, in LAZY words */
#define POWERS_SUM 4          /* products of balanced factors in a sum that can be reduced */
#define POWERS_FN __attribute__((always_inline)) static inline

/* What the W lanes of a work-item compute with; all coefficients are balanced. */
typedef struct powers_modulus {
    global LAZY *minus; /* -g_i / lc(g), i < m */
    global LAZY *power, *digit;
    int m;
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

POWERS_FN void powers_add(powers_sum *sum, LAZY a, LAZY b, lazy_prime prime)
{
    if (sum->count == POWERS_SUM)
        powers_close(sum, prime);
    sum->open = lazy_sum(sum->open, lazy_product(lazy_widen(a), lazy_widen(b)));
    sum->count++;
}

/* a <- a * b mod g */
POWERS_FN void powers_multiply(global LAZY *a, global const LAZY *b, powers_modulus g)
{
    const int s = POWERS_STRIDE, m = g.m;

    for (int k = 2 * m - 2; k >= 0; k--) {
        powers_sum sum;

        powers_begin(&sum, (LAZY)(0));
        for (int i = max(k - m + 1, 0); i <= min(k, m - 1); i++)
            powers_add(&sum, a[i * s], b[(k - i) * s], g.prime);
        for (int n = max(k + 1, m); n <= min(k + m, 2 * m - 2); n++)
            powers_add(&sum, g.digit[n * s], g.minus[(k + m - n) * s], g.prime);
        powers_close(&sum, g.prime);
        g.digit[k * s] = sum.closed;
    }
    for (int k = 0; k < m; k++)
        a[k * s] = g.digit[k * s];
}

/* a <- y * a mod g */
POWERS_FN void powers_shift(global LAZY *a, powers_modulus g)
{
    const int s = POWERS_STRIDE;
    const LAZY top = a[(g.m - 1) * s];

    for (int i = g.m - 1; i >= 0; i--) {
        const LAZY product = lazy_balance(lazy_mul(top, g.minus[i * s], g.prime), g.prime);

        a[i * s] = i > 0 ? lazy_balance(a[(i - 1) * s] + product, g.prime) : product;
    }
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

POWERS_FN void powers_apply(global LAZY *remainder, power_step step, LAZY one, powers_modulus g)
{
    const int s = POWERS_STRIDE;

    if (step.operation == POWER_START)
        for (int i = 0; i < g.m; i++)
            g.power[i * s] = i == (int)step.count ? one : (LAZY)(0);
    else if (step.operation == POWER_SQUARE)
        powers_multiply(g.power, g.power, g);
    else if (step.operation == POWER_SHIFT)
        powers_shift(g.power, g);
    else if (step.operation == POWER_MULTIPLY)
        powers_multiply(remainder, g.power, g);
    else
        for (u32 k = 0; k < step.count; k++)
            powers_shift(remainder, g);
}

/* Vector `item`: the remainder of its f, and its g. */
POWERS_FN void powers_divide_item(global LAZY *divided, global const LAZY *values,
                                  global const power_step *steps, u32 item, LAZY one,
                                  lazy_prime prime, powers_batch batch)
{
    const int s = POWERS_STRIDE, m = (int)batch.m, terms = (int)batch.terms;
    const u32 tile = item / POWERS_STRIDE, place = item % POWERS_STRIDE;
    global const LAZY *f = values + place + (size_t)tile * (terms + m + 1) * s;
    global const LAZY *g = batch.g_first ? f : f + terms * s;
    global LAZY *out = divided + place + (size_t)tile * POWERS_WORDS(m) * s;
    global LAZY *remainder = batch.g_first ? out + (m + 1) * s : out;
    global LAZY *divisor = batch.g_first ? out : out + m * s;
    global LAZY *scratch = divided + place + (size_t)batch.tiles * POWERS_WORDS(m) * s +
                           (size_t)tile * POWERS_SCRATCH(m) * s;
    const powers_modulus by = {scratch, scratch + m * s, scratch + 2 * m * s, m, prime};
    LAZY factor;

    f = batch.g_first ? f + (m + 1) * s : f;
    for (int i = 0; i <= m; i++)
        divisor[i * s] = lazy_balance(g[i * s], prime);
    factor = powers_inverse(divisor[m * s], one, prime);
    for (int i = 0; i < m; i++) {
        by.minus[i * s] =
            lazy_balance(-lazy_mul(factor, divisor[i * s], prime), prime);
        remainder[i * s] = (LAZY)(0);
    }
    for (u32 k = 0, next = batch.terms; k < batch.steps; k++) {
        powers_apply(remainder, steps[k], one, by);
        if (steps[k].add != 0)
            *remainder = lazy_balance(*remainder + lazy_balance(f[--next * s], prime), prime);
    }
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
