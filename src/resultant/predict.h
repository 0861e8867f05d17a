/* What a problem that is prepared should take, stage by stage. */
#ifndef CLM_RESULTANT_PREDICT_H
#define CLM_RESULTANT_PREDICT_H

#include "engines/stage.h"
#include "resultant/prepare.h"

/* Seconds, from coefficients to coefficients. */
typedef struct clm_predicted {
    clm_times stages;
    double launching; /* launches, and waits for them */
} clm_predicted;

/* Predict for the context's device and host.
 *
 * Out:    out  zero where there is nothing to compute
 * Pre:    the problem's engine is that of devices
 * Cost:   a product tree of the primes
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_predict(clmodp_context *ctx, clm_predicted *out, const clm_prepared *prepared);

#endif
