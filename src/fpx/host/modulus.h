/* Arithmetic modulo any prime below 2^31, even 2, by plain residues. */
#ifndef CLM_FPX_HOST_MODULUS_H
#define CLM_FPX_HOST_MODULUS_H

#include <stddef.h>
#include <stdint.h>

#include "arith/mod64.h"

typedef struct clm_modulus {
    uint32_t p;
    uint64_t inverse; /* floor((2^64 - 1) / p) */
    uint64_t bound;   /* the greatest multiple of p up to 2^63 */
} clm_modulus;

/* Pre: 2 <= p < 2^31. */
static inline clm_modulus clm_modulus_of(uint32_t p)
{
    const uint64_t half = (uint64_t)1 << 63;

    return (clm_modulus){.p = p, .inverse = UINT64_MAX / p, .bound = half - half % p};
}

/* t mod p, of any t. The quotient is less than 2 too small: t / p loses t / 2^64 < 1 to the
 * inverse, and what is cut. [Barrett 1987] */
static inline uint32_t clm_modulus_reduce(uint64_t t, const clm_modulus *m)
{
    __extension__ typedef unsigned __int128 u128;
    const uint64_t quotient = (uint64_t)((u128)t * m->inverse >> 64);
    const uint64_t rest = t - quotient * m->p;

    return (uint32_t)(rest >= m->p ? rest - m->p : rest);
}

static inline uint32_t clm_modulus_mul(uint32_t a, uint32_t b, const clm_modulus *m)
{
    return clm_modulus_reduce((uint64_t)a * b, m);
}

static inline uint32_t clm_modulus_sub(uint32_t a, uint32_t b, const clm_modulus *m)
{
    return a >= b ? a - b : a + (m->p - b);
}

/* 1 / a. Pre: a is not 0. */
static inline uint32_t clm_modulus_inverse(uint32_t a, const clm_modulus *m)
{
    return (uint32_t)clm_invmod64(a, m->p);
}

/* a^e; 0^0 = 1. */
static inline uint32_t clm_modulus_power(uint32_t a, uint64_t e, const clm_modulus *m)
{
    return (uint32_t)clm_powmod64(a, e, m->p);
}

/* The sum of a[i] b[-i], i < count: products are below 2^62, and a sum that reaches `bound`, which
 * is above 2^62, loses it. */
static inline uint32_t clm_modulus_convolve(const uint32_t *a, const uint32_t *b, size_t count,
                                            const clm_modulus *m)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < count; i++) {
        sum += (uint64_t)a[i] * *(b - i);
        sum -= sum >= m->bound ? m->bound : 0;
    }
    return clm_modulus_reduce(sum, m);
}

#endif
