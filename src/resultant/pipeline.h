/* The modular scheme on the device: from integer coefficients to the residues of R's
 * coefficients modulo every prime of the plan. [Eme12, section 4.1, steps (a) to (d)] */
#ifndef CLM_RESULTANT_PIPELINE_H
#define CLM_RESULTANT_PIPELINE_H

#include <clmodp/resultant.h>

#include "resultant/chunks.h"

/* What a caller may fix; results never depend on it. */
typedef struct clm_pipeline_options {
    uint64_t max_memory;   /* 0: the context's cap */
    clm_evaluation way;
    bool redo_all;         /* send every lane to the formal-degree kernel: for self-tests */
} clm_pipeline_options;

/* residues[n * plan->points + i] = coefficient i of R mod (x^m - shift^m) mod prime n, an
 * integer in [0, prime).
 *
 * Out:    residues  plan->primes * plan->points words of the caller's
 *         report    stage times, chunks, flagged; may not be NULL
 * InOut:  random    for the sample that finds the degree sequence */
clmodp_status clm_pipeline_run(clmodp_context *ctx, uint32_t *residues,
                               clmodp_resultant_report *report, const clm_plan *plan,
                               const clm_row_layout *layout, clm_random *random,
                               const clm_pipeline_options *options);

#endif
