/* The proved resultant: as many points and primes as the bounds ask for. */
#ifndef CLM_RESULTANT_CERTIFIED_H
#define CLM_RESULTANT_CERTIFIED_H

#include "resultant/job.h"

/* job->r := the resultant of the polynomials of the layout. Coefficients that the degree
 * bounds rule out must vanish modulo every prime.
 * Errors: as clmodp_resultant */
clmodp_status clm_certified(clmodp_context *ctx, const clm_job *job);

#endif
