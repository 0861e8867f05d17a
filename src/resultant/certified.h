/* The proved results: as many points and primes as the bounds ask for. */
#ifndef CLM_RESULTANT_CERTIFIED_H
#define CLM_RESULTANT_CERTIFIED_H

#include "resultant/job.h"

/* A plan of the job's engine, on a device that has been shown to compute rightly what it rests on.
 *
 * Out:    plan     NULL if there is none modulo the given prime. Release with clm_plan_destroy
 * In:     modulus  0: over Z
 * Errors: those of clm_plan_create and clm_trust_ensure */
clmodp_status clm_job_plan(clmodp_context *ctx, clm_plan **plan, const clm_job *job,
                           const clm_bounds *bounds, clm_plan_aim aim, uint32_t modulus);

/* job->results := the resultant of the polynomials of the layout, and what else the job asks
 * for; modulo a prime, unless that is 0, with coefficients in [0, modulus). Coefficients that the
 * degree bounds rule out must vanish modulo every prime.
 *
 * Out:    planned  false: the engine has no plan modulo this prime, and nothing is done
 * Errors: as clmodp_resultant */
clmodp_status clm_certified(clmodp_context *ctx, const clm_job *job, uint32_t modulus,
                            bool *planned);

#endif
