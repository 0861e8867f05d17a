/* Exact quotients of polynomials in several variables whose exponents lie close together. */
#ifndef CLM_POLYNOMIALS_WINDOW_DIVIDE_H
#define CLM_POLYNOMIALS_WINDOW_DIVIDE_H

#include <stdbool.h>

#include "core/parallel.h"
#include "polynomials/kronecker.h"
#include "polynomials/mpoly.h"

/* Returns whether a division is likely to take at most so many products: as many for each term of
 * the dividend as for the share of them so far, after a sixteenth of the most. */
static inline bool clm_division_pays(double products, double most, double share)
{
    return products * 16 <= most || (products <= most && products <= most * share);
}

/* Most places, and pairs of powers of y, that are worth being looked at for each term of f and g
 * and each product of terms. */
#define CLM_WINDOW_PLACES 128.0

/* Sets q, 0 at first, to f / g, or *divides to false; *finished: false if coefficients are too
 * long, exponents too far apart, or if it seems to take more than most_products products of terms;
 * q is 0 then.
 *
 * In:     p     places of f's exponents
 *         most  degrees of a quotient
 * Pre:    f and g are not 0
 * Cost:   |q| |g| products of words, and f's places in all
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_window_divide(clmodp_mpoly *q, bool *divides, bool *finished,
                                const clmodp_mpoly *f, const clmodp_mpoly *g, const clm_places *p,
                                const size_t *most, double most_products,
                                const clm_poller *watch);

#endif
