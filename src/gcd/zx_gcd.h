/* Greatest common divisors in Z[x]. */
#ifndef CLM_GCD_ZX_GCD_H
#define CLM_GCD_ZX_GCD_H

#include <clmodp/polynomials.h>

#include "core/error.h"
#include "core/parallel.h"

/* Sets g to the gcd of a and b, primitive with a positive leading coefficient, and the cofactors
 * to a / g and b / g; they are NULL or other polynomials.
 *
 * Pre:    a and b are not 0
 * Cost:   if g = 1, mostly a gcd modulo one prime; else one for each 31 bits of g's coefficients
 *         times a leading coefficient, and two divisions
 * Errors: HOST_MEMORY, LIMIT, CANCELLED
 * Source: [Gathen, Gerhard 2013, 6.7], proved by the divisions */
clmodp_status clm_zx_gcd(clm_error *error, clmodp_zx *g, clmodp_zx *a_cofactor,
                         clmodp_zx *b_cofactor, const clmodp_zx *a, const clmodp_zx *b,
                         const clm_poller *watch);

#endif
