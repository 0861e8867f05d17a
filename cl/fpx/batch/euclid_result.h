/* State, steps and results of remainder sequences (euclid.cl) on W lanes; kernels only. */
#ifndef CLM_EUCLID_RESULT_H
#define CLM_EUCLID_RESULT_H

#include "euclid_division.h"
#include "euclid_primes.h"

/* The current result. Its denominator is denominator * squared^2. */
typedef struct euclid_result {
    LAZY numerator, denominator, squared;
    LAZY product; /* of the divisors' leading coefficients */
    LAZY violation;   /* nonzero if a coefficient that should vanish was nonzero */
    LAZY factor;  /* the numerator of S_1 is factor * (upper * y + lower) */
    LAZY upper, lower;
} euclid_result;

/* Counts one more leading coefficient and the powers of the product; mostly one square. */
static inline void euclid_count(euclid_result *r, LAZY lead, global const euclid_step *step,
                                LAZY one, lazy_prime prime)
{
    LAZY squared = r->squared, denominator = r->denominator;

    r->product = lazy_mul(r->product, lead, prime);
    if (step->below == 2)
        squared = lazy_mul(squared, r->product, prime);
    else if (step->below != 0)
        denominator = lazy_mul(denominator, lazy_pow(r->product, step->below, one, prime), prime);
    /* Stored here: LLVM merges the stores of two branches into one to an unknown place. */
    r->squared = squared;
    r->denominator = denominator;
    if (step->above != 0)
        r->numerator = lazy_mul(r->numerator, lazy_pow(r->product, step->above, one, prime),
                                prime);
    if (step->above_s1 != 0)
        r->factor = lazy_mul(r->factor, lazy_pow(r->product, step->above_s1, one, prime),
                             prime);
}

/* Keeps the polynomial of degree at most 1 that is proportional to S_1. */
static inline void euclid_keep(euclid_result *r, global const LAZY *b)
{
    r->lower = b[0];
    r->upper = b[EUCLID_STRIDE];
}

/* Both polynomials, of degrees n and m, the longer one first. */
typedef struct euclid_pair {
    global LAZY *a, *b;
    int n, m;
} euclid_pair;

/* Finds the polynomials of vector `item` in the tiles of `values`: p + 1 coefficients of f,
 * followed by q + 1 of g. An offset selects the longer one, since a compiler recurses endlessly on
 * pointers first chosen, then exchanged (docs/drivers.md, Intel's GPUs). */
EUCLID_FN void euclid_open(euclid_pair *pair, global LAZY *values, u32 item,
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

/* Initialises the state before the first step. */
EUCLID_FN void euclid_begin(euclid_result *r, euclid_primes own)
{
    const LAZY none = (LAZY)(0);
    const euclid_result begun = {own.one, own.one, own.one, own.fits ? own.one : none, none,
                                 own.one, none, none};

    *r = begun;
}

/* Performs one division, unless it was made before. The remainder, of degree k, replaces the
 * divisor, and the divisor replaces the dividend. */
EUCLID_FN void euclid_advance(euclid_result *r, euclid_pair *pair,
                              global const euclid_step *step, int k, bool divide,
                              euclid_primes own)
{
    const lazy_prime prime = own.prime;
    const LAZY lead = lazy_balance(pair->b[pair->m * EUCLID_STRIDE], prime);
    global LAZY *remainder = pair->a;

    euclid_count(r, lead, step, own.one, prime);
    if (divide)
        euclid_divide(remainder, pair->n, pair->b, pair->m, lead, own.one, prime);
    for (int i = k + 1; i < pair->m; i++)
        r->violation |= lazy_balance(remainder[i * EUCLID_STRIDE], prime);
    pair->a = pair->b;
    pair->b = remainder;
    pair->n = pair->m;
    pair->m = k;
}

/* Canonical results; S_1's numerators only on request. */
typedef struct euclid_answer {
    LAZY numerator, s10, s11, denominator;
} euclid_answer;

/* Computes the results on W lanes from R(a, b), with deg a = n, deg b = m <= 0; last = b[0]. */
EUCLID_FN void euclid_finish(euclid_answer *out, euclid_result r, LAZY last, int n, int m,
                             euclid_primes own, euclid_batch batch)
{
    const lazy_prime prime = own.prime;
    const LAZY power = lazy_pow(last, (u32)n, own.one, prime);
    const LAZY above = lazy_mul(batch.negate ? -r.numerator : r.numerator, power, prime);
    const LAZY below = lazy_mul(r.denominator, lazy_mul(r.squared, r.squared, prime), prime);
    euclid_answer answer = {.numerator = lazy_if(m >= 0, lazy_canonical(above, prime))};

    answer.denominator = lazy_where(lazy_balance(r.product, prime) != 0 && r.violation == 0,
                                    lazy_canonical(below, prime));
    if (batch.plane != 0) {
        const LAZY factor = batch.negate_s1 ? -r.factor : r.factor;

        answer.s10 = lazy_canonical(lazy_mul(factor, r.lower, prime), prime);
        answer.s11 = lazy_canonical(lazy_mul(factor, r.upper, prime), prime);
    }
    *out = answer;
}

#endif
