/* Bounds on the degree and the valuation in x of res_y(f, g), and of the first subresultant, from
 * Newton polygons. */
#ifndef CLM_BOUNDS_NEWTON_H
#define CLM_BOUNDS_NEWTON_H

#include <stdbool.h>

#include "bounds/norms.h"

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

/* valuation <= (exponents of x in s_11 and in s_10) <= degree, S_1(f, g) = s_11 y + s_10.
 *
 * Pre:    degrees in y at least 1 and not both 1
 * Errors: LIMIT (the degree has more than 63 bits), HOST_MEMORY */
clmodp_status clm_newton_subresultant(clm_error *error, uint64_t *degree, uint64_t *valuation,
                                      const clm_norms *f, const clm_norms *g);

#endif
