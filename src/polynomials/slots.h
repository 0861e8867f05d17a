/* Coefficients of a polynomial over Z in one variable, wherever they are in memory, or in two, y
 * and x, whose powers are packed as those of one. */
#ifndef CLM_POLYNOMIALS_SLOTS_H
#define CLM_POLYNOMIALS_SLOTS_H

#include <stddef.h>

#include <gmp.h>

/* A polynomial, not 0: `count` coefficients, maybe 0 but for the last, which is the leading one,
 * `bytes` bytes apart, and, unless NULL, their exponents, in ascending order; otherwise all from
 * the constant term on. */
typedef struct clm_slots {
    const void *first;
    size_t bytes;
    const size_t *place;
    size_t count;
    size_t top;   /* the degree */
    size_t width; /* if not 0, x^k y^n is the power n width + k, k < width */
} clm_slots;

static inline mpz_srcptr clm_slots_coefficient(const clm_slots *f, size_t k)
{
    return (const void *)((const char *)f->first + k * f->bytes);
}

static inline size_t clm_slots_place(const clm_slots *f, size_t k)
{
    return f->place != NULL ? f->place[k] : k;
}

#endif
