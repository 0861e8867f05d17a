/* The proved results: as many points and primes as the bounds ask for. */
#ifndef CLM_RESULTANT_CERTIFIED_H
#define CLM_RESULTANT_CERTIFIED_H

#include "resultant/job.h"

/* job->results := the resultant of the polynomials of the layout, and what else the job asks
 * for. Coefficients that the degree bounds rule out must vanish modulo every prime.
 * Errors: as clmodp_resultant */
clmodp_status clm_certified(clmodp_context *ctx, const clm_job *job);

/* job->results := the same modulo the plan's only prime p, coefficients in [0, p).
 * In: plan  as clm_prime_plan_create makes it */
clmodp_status clm_certified_modulo(clmodp_context *ctx, const clm_job *job,
                                   const clm_plan *plan);

#endif
