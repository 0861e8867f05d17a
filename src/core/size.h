/* Arithmetic on sizes with overflow checks, rounding, numbers of digits, and greatest common
 * divisors. */
#ifndef CLM_CORE_SIZE_H
#define CLM_CORE_SIZE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Sets *out to a * b; false (and *out unspecified) on overflow. */
static inline bool clm_size_mul(size_t *out, size_t a, size_t b)
{
    return !__builtin_mul_overflow(a, b, out);
}

/* Sets *out to a + b; false (and *out unspecified) on overflow. */
static inline bool clm_size_add(size_t *out, size_t a, size_t b)
{
    return !__builtin_add_overflow(a, b, out);
}

/* Return a * b and a + b, or SIZE_MAX on overflow, for sizes that are only compared. */
static inline size_t clm_size_times(size_t a, size_t b)
{
    size_t product;

    return clm_size_mul(&product, a, b) ? product : SIZE_MAX;
}

static inline size_t clm_size_plus(size_t a, size_t b)
{
    size_t sum;

    return clm_size_add(&sum, a, b) ? sum : SIZE_MAX;
}

/* Returns ceil(a / b), b > 0; cannot overflow. */
static inline size_t clm_div_up(size_t a, size_t b)
{
    return a / b + (a % b != 0);
}

/* Returns the least multiple of b that is >= a, b > 0. Pre: it fits a size_t. */
static inline size_t clm_round_up(size_t a, size_t b)
{
    return clm_div_up(a, b) * b;
}

static inline size_t clm_size_min(size_t a, size_t b)
{
    return a < b ? a : b;
}

static inline size_t clm_size_max(size_t a, size_t b)
{
    return a > b ? a : b;
}

/* Returns the number of binary digits of n > 0. */
static inline size_t clm_size_bits(size_t n)
{
    return 64 - (size_t)__builtin_clzll(n);
}

/* Returns the greatest common divisor; gcd(a, 0) = a. */
static inline size_t clm_size_gcd(size_t a, size_t b)
{
    while (b != 0) {
        size_t rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

#endif
