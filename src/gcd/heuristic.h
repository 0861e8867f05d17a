/* Greatest common divisors of short polynomials by one gcd of integers. */
#ifndef CLM_GCD_HEURISTIC_H
#define CLM_GCD_HEURISTIC_H

#include <stdbool.h>

#include "polynomials/mpoly.h"

/* Sets h, 0 at first, to gcd(f, g), with a positive leading coefficient, if f and g are short and
 * the gcd of their values at a power of 2 shows it. *found: false otherwise; h is 0 then.
 *
 * Pre:    equally many variables; both are free of contents over Z, and not 0
 * Cost:   gcds and quotients of integers of at most 240 limbs
 * Errors: HOST_MEMORY
 * Source: [Char, Geddes, Gonnet 1989], with Kronecker's substitution instead of recursion */
clmodp_status clm_gcd_try_integers(clmodp_mpoly *h, bool *found, const clmodp_mpoly *f,
                                   const clmodp_mpoly *g);

#endif
