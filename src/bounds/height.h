/* The rows of a polynomial, and bounds on the height (largest absolute value of a coefficient) of
 * res_y(f, g), and of the coefficients s_kj of the subresultants S_k = s_kk y^k + ... + s_k0.
 *
 * All bound |R(x)| on the unit circle, and by Cauchy's formula the coefficients, through
 * Hadamard's inequality for the Sylvester matrix or through the roots. Results are logarithms to
 * base 2, rounded up by more than all errors: height(R) <= 2^bits.
 *
 * Weights: res_y(f(x, y w), g(x, y w)) = w^{pq} R for w > 0, so bounds may be computed for
 * weighted polynomials, which balances unequal rows. w is 2^(weight / CLM_WEIGHT_UNIT).
 *
 * Minors: s_kj is the determinant of a part with k rows fewer of f and of g each, so Hadamard's
 * inequality by rows holds with q - k and p - k instead of q and p. Its columns are y^(p+q-k-1)
 * ... y^(k+1) and, as the last one, y^j: the factor is w^{pq - k(k+1) + j}. */
#ifndef CLM_BOUNDS_HEIGHT_H
#define CLM_BOUNDS_HEIGHT_H

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <gmp.h>

#include <clmodp/polynomials.h>

#include "core/error.h"

/* Non-negative floating-point numbers with a 64-bit exponent, for norms of huge integers. */

/* m * 2^e with 1/2 <= m < 1, or m = 0. Each operation has a relative error below 2^-51;
 * exponents stay below 2^62 (GMP's integers have less than 2^38 bits). */
typedef struct clm_scaled {
    double m;
    int64_t e;
} clm_scaled;

/* Returns 2^e, -1023 < e < 1024, exactly, as the bits of an IEEE double, without calling ldexp. */
static inline double clm_power_of_2(int e)
{
    const uint64_t bits = (uint64_t)(e + 1023) << 52;
    double power;

    memcpy(&power, &bits, sizeof power);
    return power;
}

/* Returns m * 2^e for m = 0 or 2^-1022 <= m < INFINITY, likewise without calling frexp. */
static inline clm_scaled clm_scaled_normal(double m, int64_t e)
{
    uint64_t bits;
    int shift;

    if (m == 0.0)
        return (clm_scaled){0.0, 0};
    memcpy(&bits, &m, sizeof bits);
    shift = (int)(bits >> 52) - 1022;
    return (clm_scaled){m * clm_power_of_2(-shift), e + shift};
}

/* Returns |c|. */
static inline clm_scaled clm_scaled_from(mpz_srcptr c)
{
    signed long e;
    double m = mpz_get_d_2exp(&e, c);

    return (clm_scaled){fabs(m), e};
}

/* Normalises the sum of numbers with 0 <= m < 1. */
static inline clm_scaled clm_scaled_add(clm_scaled a, clm_scaled b)
{
    int64_t apart;

    if (a.m == 0.0 || (b.m > 0.0 && b.e > a.e)) {
        clm_scaled t = a;

        a = b;
        b = t;
    }
    apart = b.m > 0.0 ? a.e - b.e : 100;
    return clm_scaled_normal(a.m + (apart < 100 ? b.m * clm_power_of_2(-(int)apart) : 0.0), a.e);
}

static inline clm_scaled clm_scaled_mul(clm_scaled a, clm_scaled b)
{
    return clm_scaled_normal(a.m * b.m, a.e + b.e);
}

/* Returns log2(a), absolute error below 2^-50 (1 + |log2(a)|); -infinity for 0. */
static inline double clm_scaled_log2(clm_scaled a)
{
    return a.m > 0.0 ? (double)a.e + log2(a.m) : -INFINITY;
}

/* The variable y is weighted by w = 2^(weight / CLM_WEIGHT_UNIT). */
enum { CLM_WEIGHT_UNIT = 16 };

/* A non-zero coefficient f_j in Z[x] of y^j. */
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

/* Returns norm * w^j. */
clm_scaled clm_norm_weighted(const clm_norm *row, int64_t weight);

/* Exact Graeffe root squaring in Z[x][y]; steps on norms lose accuracy, as they ignore signs. */

/* The rows of G with M(G(x, .)) = M(g(x, .))^(2^steps) for all x; `first` is 0, their indices
 * among terms being unknown. */
typedef struct clm_graeffe {
    clm_norms norms;
    unsigned steps;
} clm_graeffe;

/* Makes exact steps while `budget` products of limbs allow, a product of coefficients being at
 * least CLM_GRAEFFE_PRODUCT of them, and they can reduce `power` times the logarithm of the
 * measure by a quarter of a bit and a thousandth.
 *
 * Pre:    g is not zero. Release with clm_graeffe_destroy; {0} is safe.
 * Errors: HOST_MEMORY */
clmodp_status clm_graeffe_create(clm_error *error, clm_graeffe *out, const clmodp_zxy *g,
                                 const clm_norms *norms, size_t power, double budget);
void clm_graeffe_destroy(clm_graeffe *graeffe);

#define CLM_GRAEFFE_PRODUCT 40.0

/* Returns the least log2 of the power of w in the minors s_k0 ... s_kk. */
double clm_height_weight_bits(const clm_norms *f, const clm_norms *g, int64_t weight, size_t k);

/* Returns bits plus a margin for the rounding errors of q lf + p lg - log2(w) p q + ..., with
 * logarithms lf and lg of absolute errors below 2^-46 (1 + |l|). */
double clm_height_round_up(double bits, const clm_norms *f, double lf, const clm_norms *g,
                           double lg, int64_t weight);

/* Returns the weight that minimises clm_height_by_rows, up to rounding errors; 0 if there are too
 * many rows to try. Cost: some 40 passes over the rows */
int64_t clm_height_weight(const clm_norms *f, const clm_norms *g);

/* Bounds S_k by rows of its matrix: (sum_j |f_j|_1^2)^{(q-k)/2} (sum_j |g_j|_1^2)^{(p-k)/2}.
 * Source: Hadamard; [Goldstein, Graham 1974] */
double clm_height_by_rows(const clm_norms *f, const clm_norms *g, int64_t weight, size_t k);

/* Bounds by columns of the Sylvester matrix: the product over c < p + q of the 2-norms of
 * (|f_c|_1, ..., |f_{c-q+1}|_1, |g_c|_1, ..., |g_{c-p+1}|_1).
 * bits is INFINITY when p + q > 2^22. Cost: O(p + q). Errors: HOST_MEMORY */
clmodp_status clm_height_by_columns(clm_error *error, double *bits, const clm_norms *f,
                                    const clm_norms *g, int64_t weight);

/* Finds the lesser of L(f)^q M(g)^p and M(f)^q L(g)^p with L the sum of the rows' 1-norms and M a
 * bound on Mahler's measure in y for all |x| = 1; see height.c. Unlike other bounds it does not
 * grow with p if g has its roots in the unit circle.
 * Cost:   up to some 10^6 products of norms. Errors: HOST_MEMORY */
clmodp_status clm_height_by_mahler(clm_error *error, double *bits, const clm_norms *f,
                                   const clm_norms *g, int64_t weight);

/* Bounds by L(f)^q M(g)^p with a bound on M(g) from exact Graeffe steps, unweighted: for p much
 * greater than q. Cost and errors: as clm_height_by_mahler */
clmodp_status clm_height_by_graeffe(clm_error *error, double *bits, const clm_norms *f,
                                    const clm_norms *g, const clm_graeffe *of_g);

#endif
