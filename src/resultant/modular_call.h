/* What has to be computed over a prime field. */
#ifndef CLM_RESULTANT_MODULAR_CALL_H
#define CLM_RESULTANT_MODULAR_CALL_H

#include "resultant/job.h"
#include "resultant/prime_plan.h"

/* How to compute it; results never depend on it. */
typedef struct clm_modular_options {
    clm_point_choice points;
    bool lift;         /* compute over Z, as where there are not enough points */
    uint64_t test_cap; /* of the memory for known-answer tests of what the device must do besides
                          the default; 0: no such tests */
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
