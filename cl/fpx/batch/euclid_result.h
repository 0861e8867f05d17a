/* State, steps and results of remainder sequences (euclid.cl) on W lanes; kernels only. */
#ifndef CLM_EUCLID_RESULT_H
#define CLM_EUCLID_RESULT_H

#include "euclid_division.h"
#include "euclid_store.h"

/* The state: S_k is numerator / (denominator * leads^(m-1-k)) * S_k(a, b), up to its sign, for all
 * k < m = deg b. */
typedef struct euclid_result {
    LAZY numerator, denominator;
    LAZY leads;     /* the product of the divisors' leading coefficients, as often as used */
    LAZY violation; /* nonzero if a coefficient that should vanish was nonzero */
} euclid_result;

/* Counts a step from degrees m + 1 and m to m and m - 1 with lc(b)^2. */
LANES_INLINE void euclid_count(euclid_result *r, LAZY square, lazy_prime prime)
{
    const LAZY leads = lazy_mul(r->leads, square, prime);

    r->leads = leads;
    r->denominator = lazy_mul(r->denominator, leads, prime);
}

/* Both polynomials, of degrees n and m, the longer one first. */
typedef struct euclid_pair {
    global LAZY *a, *b;
    int n, m;
} euclid_pair;

/* Finds the polynomials of vector `item` in the tiles of `values`: p + 1 coefficients of f,
 * followed by q + 1 of g. An offset selects the longer one, since a compiler recurses endlessly on
 * pointers first chosen, then exchanged (docs/drivers.md, Intel's GPUs). */
LANES_INLINE void euclid_open(euclid_pair *pair, global LAZY *values, u32 item,
                              global const euclid_step *steps, euclid_batch batch)
{
    const int s = EUCLID_STRIDE;
    global LAZY *f = values + item % EUCLID_STRIDE +
                     (size_t)(item / EUCLID_STRIDE) * (batch.p + batch.q + 2) * s;
    const size_t apart = (size_t)(batch.p + 1) * s; /* g follows f */
    const size_t longer = (batch.p < batch.q) != (batch.divided != 0) ? apart : 0;

    pair->a = f + longer;
    pair->b = f + (apart - longer);
    pair->n = steps[0].degree;
    pair->m = steps[1].degree;
}

/* Initialises the state before the first step, and completes S_k for k the lesser degree. */
LANES_INLINE void euclid_begin(euclid_result *r, const euclid_pair *pair,
                               global const euclid_step *steps, euclid_primes own,
                               euclid_results to, euclid_batch batch)
{
    const LAZY none = (LAZY)(0), one = own.one;
    const euclid_result begun = {one, one, own.fits ? one : none, none};

    *r = begun;
    if (!own.fits)
        euclid_put_zeros(0, batch.minors.count, own, to, batch);
    else if (steps[0].upper != 0)
        euclid_put_minor(steps[0].upper,
                         lazy_pow(pair->b[pair->m * EUCLID_STRIDE],
                                  (u32)(pair->n - pair->m - 1), one, own.prime),
                         one, pair->b, EUCLID_STRIDE, own, to, batch);
}

/* Counts a division by a polynomial with leading coefficient u, and completes S_k. square: u^2 if
 * step->leads is 2; b: the remainder, of degree k. */
LANES_INLINE void euclid_complete(euclid_result *r, LAZY u, LAZY square, global const LAZY *b,
                                  int k, global const euclid_step *step, euclid_primes own,
                                  euclid_results to, euclid_batch batch)
{
    const lazy_prime prime = own.prime;
    const int s = EUCLID_STRIDE;
    LAZY numerator = r->numerator, leads = r->leads, more = leads;

    if (step->excess != 0)
        numerator = lazy_mul(numerator, lazy_pow(u, step->excess, own.one, prime), prime);
    leads = lazy_mul(leads, step->leads == 2 ? square : lazy_pow(u, step->leads, own.one, prime),
                     prime);
    more = leads;
    if (step->upper != 0)
        euclid_put_minor(step->upper, numerator, r->denominator, b, s, own, to, batch);
    if (step->gap != 0) {
        numerator = lazy_mul(numerator, lazy_pow(u, step->gap, own.one, prime), prime);
        more = lazy_pow(leads, step->gap, own.one, prime);
        if (step->lower != 0)
            euclid_put_minor(
                step->lower,
                lazy_mul(numerator, lazy_pow(b[k * s], step->gap, own.one, prime), prime),
                lazy_mul(r->denominator, more, prime), b, s, own, to, batch);
        more = lazy_mul(more, leads, prime);
    }
    if (step->zeros != 0)
        euclid_put_zeros(step->zero, step->zeros, own, to, batch);
    r->numerator = numerator;
    r->leads = leads;
    r->denominator = lazy_mul(r->denominator, more, prime);
}

/* Performs one division; if `divide` is false, a already has the remainder. The remainder, of
 * degree k, then replaces the divisor, and the divisor replaces the dividend. */
LANES_INLINE void euclid_advance(euclid_result *r, euclid_pair *pair,
                                 global const euclid_step *step, int k, bool divide,
                                 euclid_primes own, euclid_results to, euclid_batch batch)
{
    const lazy_prime prime = own.prime;
    const LAZY lead = lazy_balance(pair->b[pair->m * EUCLID_STRIDE], prime);
    global LAZY *remainder = pair->a;
    LAZY square = lead;

    if (divide)
        square = euclid_divide(remainder, pair->n, pair->b, pair->m, lead, own.one, prime);
    for (int i = k + 1; i < pair->m; i++)
        r->violation |= lazy_balance(remainder[i * EUCLID_STRIDE], prime);
    euclid_complete(r, lead, square, remainder, k, step, own, to, batch);
    pair->a = pair->b;
    pair->b = remainder;
    pair->n = pair->m;
    pair->m = k;
}

/* Drops lanes that left the sequence. */
LANES_INLINE void euclid_finish(euclid_result r, euclid_primes own, euclid_results to,
                                euclid_batch batch)
{
    const lazy_prime prime = own.prime;
    const LAZY all = lazy_balance(lazy_mul(r.leads, r.numerator, prime), prime);
    const LAZY dropped = lazy_where(all == 0 || r.violation != 0, (LAZY)(1));

    if (lazy_any(dropped != 0))
        euclid_drop(dropped, to, batch);
}

#endif
