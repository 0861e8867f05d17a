/* The rows of a polynomial, its coefficients in y: where they are and how large. */
#ifndef CLM_BOUNDS_NORMS_H
#define CLM_BOUNDS_NORMS_H

#include <clmodp/polynomials.h>

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <gmp.h>

#include "core/error.h"

/* Non-negative floating-point numbers with a 64-bit exponent, for norms of huge integers. */

/* m * 2^e with 1/2 <= m < 1, or m = 0. Each operation has a relative error below 2^-51;
 * exponents stay below 2^62 (GMP's integers have less than 2^38 bits). */
typedef struct clm_scaled {
    double m;
    int64_t e;
} clm_scaled;

static inline clm_scaled clm_scaled_normal(double m, int64_t e)
{
    int shift;

    m = frexp(m, &shift);
    return (clm_scaled){m, m > 0.0 ? e + shift : 0};
}

/* 2^e, -1023 < e < 1024, from IEEE's bits: exact, and no call as ldexp is. */
static inline double clm_power_of_2(int e)
{
    const uint64_t bits = (uint64_t)(e + 1023) << 52;
    double power;

    memcpy(&power, &bits, sizeof power);
    return power;
}

/* |c| */
static inline clm_scaled clm_scaled_from(mpz_srcptr c)
{
    signed long e;
    double m = mpz_get_d_2exp(&e, c);

    return (clm_scaled){fabs(m), e};
}

static inline clm_scaled clm_scaled_add(clm_scaled a, clm_scaled b)
{
    int64_t apart;

    if (a.m == 0.0 || (b.m > 0.0 && b.e > a.e)) {
        clm_scaled t = a;

        a = b;
        b = t;
    }
    if (b.m == 0.0)
        return a;
    apart = a.e - b.e;
    return clm_scaled_normal(a.m + (apart < 100 ? ldexp(b.m, -(int)apart) : 0.0), a.e);
}

static inline clm_scaled clm_scaled_mul(clm_scaled a, clm_scaled b)
{
    return clm_scaled_normal(a.m * b.m, a.e + b.e);
}

/* log2(a), absolute error below 2^-50 (1 + |log2(a)|); -infinity for 0. */
static inline double clm_scaled_log2(clm_scaled a)
{
    return a.m > 0.0 ? (double)a.e + log2(a.m) : -INFINITY;
}

/* y is weighted by w = 2^(weight / CLM_WEIGHT_UNIT). */
enum { CLM_WEIGHT_UNIT = 16 };

/* A coefficient f_j in Z[x] of y^j that is not zero. */
typedef struct clm_norm {
    size_t j;
    size_t first;    /* index of its first term in f */
    size_t terms;
    size_t low, top; /* exponents of x */
    clm_scaled norm; /* sum of the absolute values of its coefficients */
} clm_norm;

/* The rows of a polynomial by increasing j. */
typedef struct clm_norms {
    clm_norm *row;
    size_t rows;
    size_t terms;
    size_t degree; /* in y */
} clm_norms;

/* Pre: f is not zero. Release with clm_norms_destroy; {0} is safe. Errors: HOST_MEMORY */
clmodp_status clm_norms_create(clm_error *error, clm_norms *out, const clmodp_zxy *f);
void clm_norms_destroy(clm_norms *norms);

/* norm * w^j */
clm_scaled clm_norm_weighted(const clm_norm *row, int64_t weight);

#endif
