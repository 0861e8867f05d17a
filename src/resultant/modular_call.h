/* What has to be computed over a prime field. */
#ifndef CLM_RESULTANT_MODULAR_CALL_H
#define CLM_RESULTANT_MODULAR_CALL_H

#include "resultant/job.h"

/* One call. */
typedef struct clm_modular_call {
    clmodp_context *ctx;
    clmodp_resultant_report *report;
    uint32_t p; /* a prime below 2^31 */
    clm_random *random;
    const clm_compute_options *options;
} clm_modular_call;

#endif
