/* The proved results: as many points and primes as the bounds ask for. */
#ifndef CLM_RESULTANT_CERTIFIED_H
#define CLM_RESULTANT_CERTIFIED_H

#include "resultant/task.h"

/* A plan of the job's engine, on a device that has been shown to compute rightly what it rests on.
 *
 * Out:    plan  NULL if there is none modulo the task's prime. Release with clm_plan_destroy
 * Errors: those of clm_plan_create and clm_trust_ensure */
clmodp_status clm_job_plan(clmodp_context *ctx, clm_plan **plan, const clm_job *job,
                           const clm_bounds *bounds, clm_plan_aim aim);

/* The results of the job's task; modulo a prime with coefficients below it. Coefficients that the
 * degree bounds rule out must vanish modulo every prime.
 *
 * Out:    planned  false: the engine has no plan modulo this prime, and nothing is done
 * Errors: as clmodp_resultant */
clmodp_status clm_certified(clmodp_context *ctx, const clm_job *job, bool *planned);

#endif
