/* Signed numbers of n digits of 60 bits, x[0] + 2^60 x[1] + ..., of which the highest digit has
 * the sign. Sums of products of digits fit into 128 bits without carries. */
#ifndef CLM_ROOTS_DIGITS_H
#define CLM_ROOTS_DIGITS_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#define CLM_DIGIT_BITS 60
#define CLM_DIGIT_MASK (((int64_t)1 << CLM_DIGIT_BITS) - 1)

__extension__ typedef __int128 clm_digit_sum;

/* x := a 2^shift, rounded to 0; all digits have the sign. Pre: x has the digits that a needs */
static inline void clm_digits_set(int64_t *x, mpz_srcptr a, long shift, size_t n)
{
    const mp_limb_t *limb = mpz_limbs_read(a);
    const size_t size = mpz_size(a);
    const int64_t sign = mpz_sgn(a) < 0 ? -1 : 0;

    for (size_t i = 0; i < n; i++) {
        const long bit = (long)(CLM_DIGIT_BITS * i) - shift, place = bit & (GMP_NUMB_BITS - 1);
        const long k = (bit - place) / GMP_NUMB_BITS; /* the digit's first limb */
        const mp_limb_t low = k >= 0 && k < (long)size ? limb[k] >> place : 0;
        const mp_limb_t high = k >= -1 && k + 1 < (long)size ? limb[k + 1] : 0;
        const mp_limb_t all = low | high << 1 << (GMP_NUMB_BITS - 1 - place);

        x[i] = ((int64_t)(all & CLM_DIGIT_MASK) ^ sign) - sign;
    }
}

/* a := x */
static inline void clm_digits_get(mpz_ptr a, const int64_t *x, size_t n)
{
    mpz_set_si(a, x[n - 1]);
    for (size_t i = n - 1; i-- > 0;) {
        mpz_mul_2exp(a, a, CLM_DIGIT_BITS);
        mpz_add_ui(a, a, (unsigned long)x[i]);
    }
}

/* x := x + r a - s b, where r and s have n digits after the point and one more. Products of digits
 * far after the point, less than 2^-50 together, are left out; the rest is rounded down. */
static inline __attribute__((always_inline)) void
clm_digits_combine(int64_t *x, const int64_t *r, const int64_t *a, const int64_t *s,
                   const int64_t *b, size_t n)
{
    clm_digit_sum sum = 0;

#pragma GCC unroll 16
    for (size_t place = n - 2; place < 2 * n; place++) {
        const size_t end = place < n ? place + 1 : n;

#pragma GCC unroll 8
        for (size_t i = place < n ? 0 : place - n; i < end; i++)
            sum += (clm_digit_sum)r[place - i] * a[i] - (clm_digit_sum)s[place - i] * b[i];
        if (place >= n) {
            sum += x[place - n];
            x[place - n] = (int64_t)(place + 1 < 2 * n ? sum & CLM_DIGIT_MASK : sum);
        }
        sum >>= CLM_DIGIT_BITS;
    }
}

#endif
