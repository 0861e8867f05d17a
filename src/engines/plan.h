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

/* See clm_engine_check_rows: whether one tile of polynomials fits the device. */
clmodp_status clm_plan_check_rows(clmodp_context *ctx, uint64_t rows);

#endif
