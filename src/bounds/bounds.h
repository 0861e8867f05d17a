/* Proven bounds on the degree, the valuation and the height of res_y(f, g), and on those of the
 * first subresultant. */
#ifndef CLM_BOUNDS_BOUNDS_H
#define CLM_BOUNDS_BOUNDS_H

#include <stdbool.h>
#include <stdint.h>

#include <clmodp/polynomials.h>

#include "bounds/height.h"
#include "core/error.h"
#include "cost/rates.h"

/* valuation <= (exponents of x in R) <= degree, for R = res_y(f, g).
 *
 * In:     f, g  their rows
 * Out:    zero  the bounds prove R = 0 (y divides both, or valuation > degree); then
 *               degree = valuation = 0
 * Cost:   linear in the number of rows
 * Errors: LIMIT (the degree has more than 63 bits), HOST_MEMORY
 *
 * Sharp: no smaller degree and no larger valuation holds for all polynomials with the
 * same degrees and valuations of their coefficients in y. In particular never worse than
 * the degree in x, the total degree, or any other weighted degree. */
clmodp_status clm_newton_bounds(clm_error *error, uint64_t *degree, uint64_t *valuation,
                                bool *zero, const clm_norms *f, const clm_norms *g);

typedef struct clm_bounds {
    uint64_t degree;         /* deg R <= degree */
    uint64_t valuation;      /* x^valuation divides R; <= degree */
    bool zero;               /* the degree bounds alone prove R = 0; then the others are 0 */
    uint64_t height_bits;    /* every coefficient of R is < 2^height_bits in absolute value */
    const char *height_name; /* which bound that is: "rows", "columns", "mahler" or
                                "circle"; static */
} clm_bounds;

/* What a tighter bound saves: fewer primes of so many bits, and for each of them as many points as
 * there may be coefficients, so many nanoseconds each. */
typedef struct clm_bounds_worth {
    double prime_bits;
    double point_cost;
    const clm_rates *rates; /* what bounds cost */
} clm_bounds_worth;

/* Bounds for the formal-degree resultant with p = deg_y f, q = deg_y g: the best of
 * those of clm_newton_bounds and of height.h.
 *
 * In:     worth  NULL: as tight as can be; else bounds on the height that should cost more than
 *                they save are left out
 * Pre:    f and g not zero
 * Cost:   linear in the number of terms, but for some 40 passes over up to 10^5 rows, up
 *         to 2^22 columns, up to some 10^6 products of norms, and the bound on the circle:
 *         (p + q) / 2 transforms of some 16 deg_x points, skipped when they would take more
 *         than about 0.1 s
 * Errors: INVALID (a zero polynomial), LIMIT (beyond 62 bits), HOST_MEMORY */
clmodp_status clm_bounds_compute(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                 const clmodp_zxy *g, const clm_bounds_worth *worth);

/* The same without the height, which stays 0 with the name "": all that a resultant over a prime
 * field needs. Cost: linear in the number of terms. Errors: INVALID, LIMIT, HOST_MEMORY */
clmodp_status clm_bounds_exponents(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                   const clmodp_zxy *g);

/* Those of s_11 and s_10 both, S_1(f, g) = s_11 y + s_10; `zero` is false. Those of R need not
 * hold for them: R = 1 for y^3 + x^5 y + 1 and y^2, but s_11 = x^5.
 *
 * In:     with_height  whether the height is wanted
 *         worth        as above
 * Pre:    degrees p, q in y at least 1 and not both 1
 * Cost:   less than that of clm_bounds_compute
 * Errors: as clm_bounds_compute */
clmodp_status clm_bounds_subresultant(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                      const clmodp_zxy *g, bool with_height,
                                      const clm_bounds_worth *worth);

/* The same for all pairs at once that have these degrees in y, and whose coefficients are at most
 * those of f and g in absolute value, term by term: only from Newton polygons and from norms,
 * which grow with the coefficients. In: subresultant  those of S_1 in the place of those of R */
clmodp_status clm_bounds_of_all(clm_error *error, clm_bounds *out, const clmodp_zxy *f,
                                const clmodp_zxy *g, bool subresultant);

/* Bounds that hold for what either holds for. */
void clm_bounds_join(clm_bounds *bounds, const clm_bounds *other);

#endif
