/* Points modulo a prime that was not chosen. */
#ifndef CLM_RESULTANT_PRIME_PLAN_H
#define CLM_RESULTANT_PRIME_PLAN_H

#include "multimodular/rows.h"
#include "resultant/plan.h"

/* Where to evaluate modulo a given prime p. */
typedef enum clm_point_choice {
    CLM_POINTS_AUTO,       /* what should cost least of what there is */
    CLM_POINTS_COSET,      /* a coset of the roots of unity of an order without prime factors above
                              7 that divides p - 1: interpolation is a transform */
    CLM_POINTS_PROGRESSION /* shift * root^k with a root of order p - 1: as many as are wanted,
                              interpolated by a triangular factorisation */
} clm_point_choice;

/* A plan with p as its only prime. At least one coefficient is redundant.
 *
 * Out:    out     points = 0 if there are none as wanted: p - 1 is less than the bounds ask for.
 *                 With AUTO also where all primes that Z takes, at cosets, should cost less:
 *                 degrees in y or coefficients are small then. Release with clm_plan_destroy
 * In:     bounds  zero is false
 *         layout  of the polynomials that will be evaluated, coefficients below 2^31 in
 *                 absolute value: for the costs
 * Pre:    p is prime and below 2^31
 * InOut:  random  draws the shift
 * Errors: HOST_MEMORY */
clmodp_status clm_prime_plan_create(clm_error *error, clm_plan *out, const clm_bounds *bounds,
                                    size_t results, uint32_t p, const clm_row_layout *layout,
                                    clm_point_choice wanted, clm_random *random);

#endif
