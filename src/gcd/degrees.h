/* Bounds on the degrees of greatest common divisors in each variable. */
#ifndef CLM_GCD_DEGREES_H
#define CLM_GCD_DEGREES_H

#include "core/error.h"
#include "core/parallel.h"
#include "polynomials/mpoly.h"

/* Sets bounds on the degrees of gcd(f, g) in each variable: those of gcds modulo a prime on lines
 * through a random point, which are mostly the degrees.
 *
 * Pre:    equally many variables; neither is 0
 * Errors: HOST_MEMORY, LIMIT (degrees), CANCELLED */
clmodp_status clm_gcd_bound_degrees(clm_error *error, size_t *bounds, const clmodp_mpoly *f,
                                    const clmodp_mpoly *g, const clm_poller *watch);

#endif
