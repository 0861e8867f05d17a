/* About how large is R? In floating point, at points of the unit circle. */
#ifndef CLM_RESULTANT_ESTIMATE_H
#define CLM_RESULTANT_ESTIMATE_H

#include <stdbool.h>

#include <clmodp/polynomials.h>

#include "core/error.h"
#include "core/random.h"

/* *bits: about log2 of the greatest |R(x)| at a few random x with |x| = 1, R = res_y(f, g). By
 * |R(x)| <= (number of coefficients) * height, rounding errors apart, the height is at least
 * that over the number of coefficients. No bound: nothing proved may rest on it.
 *
 * Out:    *found  false when there is none: degrees too large to be worth it, or a matrix too
 *                 ill-conditioned for the precision
 * In:     f, g    not zero
 * Cost:   (p + q)^3 / 3 complex products a point, less than 10 ms
 * Errors: HOST_MEMORY */
clmodp_status clm_estimate_size(clm_error *error, bool *found, double *bits, const clmodp_zxy *f,
                                const clmodp_zxy *g, clm_random *random);

#endif
