/* The steps from a prepared task to checked results: images, their reconstruction, the removed
 * factors, and the final check. */
#ifndef CLM_RESULTANT_EXECUTE_H
#define CLM_RESULTANT_EXECUTE_H

#include "resultant/prepare.h"

/* A plan of step 5, with known-answer tests passed for all that it rests on.
 * Errors: those of clm_prepare_plan and clm_trust_ensure */
clmodp_status clm_execute_plan(clmodp_context *ctx, clm_plan **plan, const clm_prepared *p,
                               const clm_bounds *bounds, clm_plan_aim aim);

/* Steps 5 and 6: the proved results for the simplified polynomials, from as many primes and points
 * as the bounds ask for; modulo a prime with coefficients below it. Coefficients that the degree
 * bounds rule out must vanish modulo every prime.
 *
 * Out:    planned  false: the engine has no plan modulo this prime, and nothing is done
 * Errors: as clmodp_resultant */
clmodp_status clm_execute_proof(clmodp_context *ctx, const clm_prepared *p, bool *planned);

/* Step 7: turns results for the simplified polynomials into those of the task.
 * Errors: LIMIT, HOST_MEMORY, and those of clm_content_restore */
clmodp_status clm_execute_restore(clmodp_context *ctx, const clm_prepared *p);

/* Step 8: checks the task's results against f and g, modulo the prime of the seed or modulo the
 * task's own, at a random point. Pre: f and g not zero
 * Errors: CORRUPT (they do not agree), HOST_MEMORY */
clmodp_status clm_execute_check(clmodp_context *ctx, const clm_task *task, uint64_t seed);

/* The prime of the final check that a seed stands for. The context remembers the last one, since
 * finding it takes as long as a small resultant. */
uint64_t clm_check_prime(clmodp_context *ctx, uint64_t seed);

#endif
