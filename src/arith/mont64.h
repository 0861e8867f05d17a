/* Host arithmetic modulo odd numbers below 2^62 in Montgomery form. [Montgomery 1985] */
#ifndef CLM_ARITH_MONT64_H
#define CLM_ARITH_MONT64_H

#include <stdint.h>

__extension__ typedef unsigned __int128 clm_u128;

/* A modulus. In Montgomery form, x represents x 2^-64 modulo p. */
typedef struct clm_mont64 {
    uint64_t p;
    uint64_t inverse; /* of p modulo 2^64 */
    uint64_t one;     /* 2^64 modulo p */
    uint64_t square;  /* 2^128 modulo p */
} clm_mont64;

/* Computes the constants of p. Pre: p is odd, 3 <= p < 2^62. */
static inline clm_mont64 clm_mont64_of(uint64_t p)
{
    clm_mont64 f = {.p = p, .inverse = p * 3 ^ 2}; /* 5 correct bits; each step doubles them */

    for (int bits = 5; bits < 64; bits *= 2)
        f.inverse *= 2 - p * f.inverse;
    f.one = -p % p;
    f.square = (uint64_t)((clm_u128)f.one * f.one % p);
    return f;
}

/* Returns x - m 2^64, or x if that is negative: of both upper words, read as unsigned numbers, the
 * smaller one is right. Pre: x < 2 m 2^64, m < 2^63 */
static inline clm_u128 clm_u128_fold(clm_u128 x, uint64_t m)
{
    const uint64_t high = (uint64_t)(x >> 64);

    return (clm_u128)(high - m < high ? high - m : high) << 64 | (uint64_t)x;
}

/* Returns x 2^-64 modulo p, in [0, p). Pre: x < p 2^64. */
static inline uint64_t clm_mont64_reduce(clm_u128 x, const clm_mont64 *f)
{
    const uint64_t quotient = (uint64_t)x * f->inverse;
    const uint64_t high = (uint64_t)(x >> 64);
    const uint64_t product = (uint64_t)((clm_u128)quotient * f->p >> 64);

    return high - product + (high < product ? f->p : 0);
}

static inline uint64_t clm_mont64_mul(uint64_t a, uint64_t b, const clm_mont64 *f)
{
    return clm_mont64_reduce((clm_u128)a * b, f);
}

static inline uint64_t clm_mont64_add(uint64_t a, uint64_t b, const clm_mont64 *f)
{
    const uint64_t sum = a + b;

    return sum - (sum >= f->p ? f->p : 0);
}

static inline uint64_t clm_mont64_sub(uint64_t a, uint64_t b, const clm_mont64 *f)
{
    return a - b + (a < b ? f->p : 0);
}

static inline uint64_t clm_mont64_neg(uint64_t a, const clm_mont64 *f)
{
    return a == 0 ? 0 : f->p - a;
}

/* Convert to Montgomery form, and from it. Pre: a < 2^64; a in [0, p). */
static inline uint64_t clm_mont64_to(uint64_t a, const clm_mont64 *f)
{
    return clm_mont64_mul(a, f->square, f);
}

static inline uint64_t clm_mont64_from(uint64_t a, const clm_mont64 *f)
{
    return clm_mont64_reduce(a, f);
}

static inline uint64_t clm_mont64_pow(uint64_t a, uint64_t e, const clm_mont64 *f)
{
    uint64_t result = f->one;

    for (; e != 0; e >>= 1) {
        if (e & 1)
            result = clm_mont64_mul(result, a, f);
        a = clm_mont64_mul(a, a, f);
    }
    return result;
}

/* Returns 1 / a. Pre: a is coprime to p. Cost: up to 45 divisions */
uint64_t clm_mont64_inv(uint64_t a, const clm_mont64 *f);

#endif
