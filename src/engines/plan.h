/* What the engines' plans have in common. */
#ifndef CLM_ENGINES_PLAN_H
#define CLM_ENGINES_PLAN_H

#include "engines/engine.h"

/* The part of a plan that the request tells.
 * Errors: LIMIT (2^30 coefficients or more) */
clmodp_status clm_plan_begin(clm_error *error, clm_plan *out, const clm_engine *engine,
                             const clm_request *request);

/* Rest on one fact more. */
void clm_plan_need(clm_plan *plan, const clm_trust *trust);

/* How many of `found` primes make their product exceed 2^bits; 0 if all do not. */
size_t clm_primes_for_bits(clm_prime_words primes, size_t found, double bits);

/* Whether one tile of polynomials in y with so many rows fits the device, to be asked before the
 * rows are laid out: the host would spend memory and time on degrees that are hopeless.
 * Errors: DEVICE_MEMORY */
clmodp_status clm_plan_check_rows(clmodp_context *ctx, uint64_t rows);

#endif
