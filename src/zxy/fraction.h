/* Rational numbers whose usual denominator, 1, costs no memory and no time. */
#ifndef CLM_ZXY_FRACTION_H
#define CLM_ZXY_FRACTION_H

#include <stdbool.h>
#include <stddef.h>

#include <gmp.h>

typedef struct clm_fraction {
    mpz_t num;
    mpz_t den; /* positive and coprime to num; the value 0 stands for 1 */
} clm_fraction;

/* a := 0. Release with clm_fraction_clear. */
static inline void clm_fraction_init(clm_fraction *a)
{
    mpz_init(a->num);
    mpz_init(a->den);
}

static inline void clm_fraction_clear(clm_fraction *a)
{
    mpz_clear(a->num);
    mpz_clear(a->den);
}

static inline bool clm_fraction_whole(const clm_fraction *a)
{
    return mpz_sgn(a->den) == 0;
}

/* The words that the integers take. */
static inline size_t clm_fraction_limbs(const clm_fraction *a)
{
    return mpz_size(a->num) + mpz_size(a->den);
}

/* At least the bits of the longer integer; at most 64 more. */
static inline double clm_fraction_bits(const clm_fraction *a)
{
    size_t num = mpz_size(a->num), den = mpz_size(a->den);

    return (double)(num > den ? num : den) * GMP_NUMB_BITS;
}

/* Lowest terms, with denominator 1 as 0. In: den >= 0, where 0 stands for 1. */
void clm_fraction_reduce(clm_fraction *a);

/* a := a + b. Pre: the bits of both together are far below GMP's limit, 2^37. */
void clm_fraction_add(clm_fraction *a, const clm_fraction *b);

/* a := a * b, lowest terms. Pre: as clm_fraction_add; a and b may be the same. */
void clm_fraction_multiply(clm_fraction *a, const clm_fraction *b);

/* a := 1 / a. Pre: a is not 0. */
void clm_fraction_invert(clm_fraction *a);

#endif
