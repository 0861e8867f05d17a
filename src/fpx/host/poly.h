/* Polynomials over F_p on the host, with residues in [0, p), and arithmetic modulo primes p <
 * 2^31. */
#ifndef CLM_FPX_HOST_POLY_H
#define CLM_FPX_HOST_POLY_H

#include <stddef.h>
#include <stdint.h>

#include "arith/prime.h"

typedef struct clm_modulus {
    uint32_t p;
    uint64_t inverse; /* floor((2^64 - 1) / p) */
    fp_field field;   /* if p is odd */
} clm_modulus;

/* Pre: 2 <= p < 2^31. */
static inline clm_modulus clm_modulus_of(uint32_t p)
{
    return (clm_modulus){.p = p, .inverse = UINT64_MAX / p, .field = clm_field(p)};
}

/* t mod p, for any t. The quotient is less than 2 too small, due to rounding of the inverse (t /
 * 2^64 < 1) and of the quotient. [Barrett 1987] */
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
    return a - b + (a < b ? m->p : 0);
}

/* 1 / a. Pre: a is not 0. */
static inline uint32_t clm_modulus_inverse(uint32_t a, const clm_modulus *m)
{
    return clm_invmod32(a, m->p);
}

/* a^e; 0^0 = 1. */
static inline uint32_t clm_modulus_power(uint32_t a, uint64_t e, const clm_modulus *m)
{
    uint32_t power = 1;

    for (; e > 0; e >>= 1, a = clm_modulus_mul(a, a, m))
        if (e % 2 == 1)
            power = clm_modulus_mul(power, a, m);
    return power;
}

/* The sum of a[i] b[-i], i < count. Four products are below 2^64; upper words have a separate sum,
 * sufficient for 2^32 products. */
static inline uint32_t clm_modulus_convolve(const uint32_t *a, const uint32_t *b, size_t count,
                                            const clm_modulus *m)
{
    uint64_t high = 0, low = 0;
    size_t i = 0;

    for (; i + 4 <= count; i += 4, b -= 4) {
        const uint64_t sum = (uint64_t)a[i] * b[0] + (uint64_t)a[i + 1] * *(b - 1) +
                             (uint64_t)a[i + 2] * *(b - 2) + (uint64_t)a[i + 3] * *(b - 3);

        high += sum >> 32;
        low += sum & UINT32_MAX;
    }
    for (; i < count; i++, b--) {
        const uint64_t product = (uint64_t)a[i] * *b;

        high += product >> 32;
        low += product & UINT32_MAX;
    }
    high = clm_modulus_reduce(high, m);
    return clm_modulus_reduce((high << 32) + clm_modulus_reduce(low, m), m);
}

/* A polynomial: coefficients from the constant one on, in [0, p). */
typedef struct clm_host_poly {
    const uint32_t *c;
    size_t count;
} clm_host_poly;

/* The number of coefficients without leading zeros. */
static inline size_t clm_host_count(const uint32_t *c, size_t count)
{
    while (count > 0 && c[count - 1] == 0)
        count--;
    return count;
}

#endif
