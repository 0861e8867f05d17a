/* All primes of a plan, by one context. */
#ifndef CLM_ENGINES_EXECUTE_H
#define CLM_ENGINES_EXECUTE_H

#include "engines/engine.h"

/* results := the outputs of a plan that proves them, over Z lifted from all its primes, modulo a
 * single prime p of the request's with coefficients in [0, p).
 *
 * Out:    counts  of the run
 * InOut:  lifting   method is unchanged modulo p; primes and counts are set here
 * In:     seed    as for clm_worker_create
 * Errors: those of clm_worker_run and clm_plan_lift */
clmodp_status clm_plan_execute(clmodp_context *ctx, const clm_plan *plan, uint64_t seed,
                               clm_lifting *lifting, clm_counts *counts);

#endif
