/* Remainders of long polynomials f with few terms modulo g / lc(g) for short g over F_p, by
 * Horner's rule from term to term, with repeated squaring for the y^e of the gaps e
 * (src/fpx/batch/powers.c). The steps depend on the exponents only: the host lists them
 * (power_step), and a work-item performs them for W pairs. A lane with lc(g) = 0 computes garbage;
 * lockstep Euclid, which follows, lists it as unlucky. */
#include "euclid_primes.h"
#include "powers.h"

/* Computes for vector `item` the remainder of f, and copies g. */
LANES_INLINE void powers_divide_item(global LAZY *divided, global const LAZY *values,
                                     global const power_step *steps, u32 item, euclid_primes own,
                                     powers_batch batch)
{
    const lazy_prime prime = own.prime;
    const LAZY one = lazy_balance(own.one, prime);
    const int s = POWERS_STRIDE, m = POWERS_DEGREE(batch), terms = (int)batch.terms;
    const u32 tile = item / POWERS_STRIDE, place = item % POWERS_STRIDE;
    global const LAZY *f = values + place + (size_t)tile * (terms + m + 1) * s;
    global const LAZY *g = batch.g_first ? f : f + terms * s;
    global LAZY *out = divided + place + (size_t)tile * POWERS_WORDS(m) * s;
    global LAZY *divisor = batch.g_first ? out : out + m * s;
    powers_modulus by = {.m = m, .prime = prime};
    powers_poly remainder, power;
    LAZY factor;

    f = batch.g_first ? f + (m + 1) * s : f;
    out = batch.g_first ? out + (m + 1) * s : out;
    for (int i = 0; i <= m; i++)
        divisor[i * s] = lazy_balance(g[i * s], prime);
    factor = lazy_balance(lazy_inverse(divisor[m * s], one, prime), prime);
    POWERS_UNROLL
    for (int i = 0; i < m; i++) {
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
    for (int i = 0; i < m; i++)
        out[i * s] = remainder.c[i];
}

/* Divides in W lanes of one tile, all of one prime, in each work-item. values: the terms of f,
 * lowest first, and g. divided: f mod g, of m coefficients, and g, in the same order. */
LANES_KERNEL powers_divide(global LAZY *divided, global const LAZY *values,
                           global const power_step *steps, global const prime_info *info,
                           const powers_batch batch)
{
    const u32 item = (u32)get_global_id(0), lane = batch.first_tile * T + item * W;
    euclid_primes own;

    if (item / POWERS_STRIDE >= batch.tiles)
        return;
    euclid_primes_same(&own, info[lane / batch.lanes].field);
    powers_divide_item(divided, values, steps, item, own, batch);
}

/* Divides in tiles shared by primes (euclid.cl). */
LANES_KERNEL powers_divide_shared(global LAZY *divided, global const LAZY *values,
                                  global const power_step *steps, global const prime_info *info,
                                  const powers_batch batch)
{
    const u32 item = (u32)get_global_id(0), first = batch.first_tile * T + item * W;
    const u32 count = batch.primes * batch.points;
    euclid_primes own;

    if (item / POWERS_STRIDE >= batch.tiles)
        return;
    euclid_primes_shared(&own, info, first, count, batch.points);
    powers_divide_item(divided, values, steps, item, own, batch);
}
