/* Proven bounds on the degree, the valuation and the height of res_y(f, g), of other subresultants
 * and of determinants. */
#ifndef CLM_BOUNDS_BOUNDS_H
#define CLM_BOUNDS_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include <clmodp/polynomials.h>

#include "bounds/height.h"
#include "core/error.h"
#include "cost/cost.h"

typedef struct clm_bounds {
    uint64_t degree;         /* deg R <= degree */
    uint64_t valuation;      /* x^valuation divides R; <= degree */
    bool zero;               /* the exponents alone prove R = 0; all other members are 0 */
    bool attained;           /* the exponents alone prove that both bounds are equalities */
    uint64_t height_bits;    /* every coefficient of R is < 2^height_bits in absolute value */
    const char *height_name; /* the bound used: "rows", "columns", "mahler" or "circle"; static */
} clm_bounds;

/* Finds valuation <= (exponents of x in s_k0 ... s_kk) <= degree, for the subresultant
 * S_k(f, g) = s_kk y^k + ... + s_k0; S_0 is the resultant R.
 *
 * Out:    out   all members but those of the height. `zero`: y divides both, or the valuation
 *               exceeds the degree. zero and attained are false for k > 0
 * In:     f, g  the norms of their rows
 * Pre:    degrees in y at least k; not both k, unless k is 0
 * Cost:   linear in the number of rows
 * Errors: LIMIT (the degree has more than 63 bits), HOST_MEMORY
 *
 * For R the bounds are sharp: no smaller degree or larger valuation holds for all polynomials
 * whose coefficients in y have these degrees and valuations. So bounds by the degree in x, the
 * total degree, or another weighted degree are never better. */
clmodp_status clm_newton_bounds(clm_error *error, clm_bounds *out, const clm_norms *f,
                                const clm_norms *g, size_t k);

/* The saving by a tighter bound: fewer primes, with one point for each possible coefficient. */
typedef struct clm_bounds_saving {
    double prime_bits; /* of a prime */
    double point_cost; /* nanoseconds of a point modulo one prime */
    const clm_costs *costs; /* for the cost of bounds */
} clm_bounds_saving;

/* Bounds the formal-degree resultant with p = deg_y f, q = deg_y g by the best of
 * clm_newton_bounds and height.h.
 *
 * In:     saving  NULL: as tight as possible, except by samples of few long rows; else without
 *                 height bounds that should take more time than they save
 * Pre:    f and g not zero
 * Cost:   linear in the number of terms, besides some 40 passes over up to 10^5 rows, up to 2^22
 *         columns, some 10^6 products of norms, and the bound on the circle: (p + q) / 2
 *         transforms of some 16 deg_x points, fewer or none if these take longer than the primes
 *         that they save, or over about 0.1 s
 * Errors: INVALID (a zero polynomial), LIMIT (beyond 62 bits), HOST_MEMORY */
clmodp_status clm_bounds_compute(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                 const clmodp_zxy *g, const clm_bounds_saving *saving);

/* Bounds all coefficients of S_k(f, g) = s_kk y^k + ... + s_k0, the resultant for k = 0. Bounds of
 * R need not hold for others: R = 1 for y^3 + x^5 y + 1 and y^2, but s_11 = x^5. `zero` is false
 * for k > 0.
 *
 * In:     with_height  whether to bound the height; else it is 0 and named "", and the cost is
 *                      linear in the terms
 *         saving       as above
 * Pre:    for k > 0 degrees in y of at least k, not both k
 * Cost:   for k > 0 less than that of clm_bounds_compute
 * Errors: as clm_bounds_compute */
clmodp_status clm_bounds_subresultant(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                      const clmodp_zxy *g, size_t k, bool with_height,
                                      const clm_bounds_saving *saving);

/* Bounds S_k of all pairs with these degrees in y and, term by term, coefficients at most as great
 * in absolute value. Uses only Newton polygons and norms, which grow with the coefficients. */
clmodp_status clm_bounds_of_all(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                const clmodp_zxy *g, size_t k);

/* Bounds the determinant of the matrix of order n >= 1 whose entry in row i and column j is the
 * coefficient of y^(i n + j) of a. `zero`: each product of n entries, one of each row and column,
 * is 0.
 *
 * Cost:   O(n^3) at most, for two assignment problems (assignment.h)
 * Errors: HOST_MEMORY
 * Source: tropical determinants; Hadamard, by rows and by columns, on the unit circle */
clmodp_status clm_bounds_determinant(clm_error *error, clm_bounds *out, const clmodp_zxy *a,
                                     size_t n, bool with_height);

/* Extends *bounds to hold for the polynomial of *other, too. */
void clm_bounds_join(clm_bounds *bounds, const clm_bounds *other);

#endif
