/* What has to be computed over a prime field. */
#ifndef CLM_RESULTANT_MODULAR_CALL_H
#define CLM_RESULTANT_MODULAR_CALL_H

#include "resultant/job.h"
#include "resultant/prime_plan.h"

/* How to compute it; results never depend on it. */
typedef struct clm_modular_options {
    clm_point_choice points;
    bool lift;         /* compute over Z, as where there are not enough points */
    /* Known-answer tests of what the device must do besides the default, by CLM_TRUST_*; NULL: no
     * such tests. */
    clmodp_status (*ensure)(clmodp_context *ctx, uint32_t parts);
    clm_compute_options compute;
} clm_modular_options;

/* One call. */
typedef struct clm_modular_call {
    clmodp_context *ctx;
    clmodp_resultant_report *report;
    uint32_t p; /* a prime below 2^31 */
    clm_random *random;
    const clm_modular_options *options;
} clm_modular_call;

#endif
