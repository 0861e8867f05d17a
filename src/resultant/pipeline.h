/* The modular scheme on the device: from integer coefficients to the residues of the coefficients
 * of R, and perhaps of the first subresultant, modulo many primes. [Eme12, 4.1, steps (a)
 * to (d)] */
#ifndef CLM_RESULTANT_PIPELINE_H
#define CLM_RESULTANT_PIPELINE_H

#include "base/random.h"
#include "resultant/chunks.h"
#include "resultant/counts.h"
#include "resultant/plan.h"

/* What a caller may fix; results never depend on it. */
typedef struct clm_pipeline_options {
    clm_evaluation way;
    bool redo_all;         /* send every lane to the formal-degree kernel: for self-tests */
    bool prelude;          /* to work that takes longer: report a progress of 0 */
} clm_pipeline_options;

/* The inputs on the device, the degree sequence of their remainders, and buffers for a chunk. */
typedef struct clm_pipeline clm_pipeline;

/* Prepare for runs of up to `most_primes` primes with the plan's number of points; fewer at a
 * time go through the memory that the context has left. Release with clm_pipeline_destroy,
 * which takes NULL.
 *
 * In:     plan, layout, options   must outlive the pipeline
 *         seed    of the samples that find the degree sequence; results do not depend on it
 * Errors: DEVICE_MEMORY, LIMIT, HOST_MEMORY, BUILD, NO_KERNEL, DEVICE */
clmodp_status clm_pipeline_create(clmodp_context *ctx, clm_pipeline **out, const clm_plan *plan,
                                  size_t most_primes, const clm_row_layout *layout, uint64_t seed,
                                  const clm_pipeline_options *options);
void clm_pipeline_destroy(clm_pipeline *pipeline);

/* Room for the images modulo all primes of the plan, as clm_pipeline_run writes them. Release
 * with clm_staging_destroy. Errors: LIMIT, DEVICE_MEMORY, HOST_MEMORY */
clmodp_status clm_pipeline_residues(clmodp_context *ctx, clm_staging *out, const clm_plan *plan);

/* residues[n * points + i] = coefficient i of R mod (x^m - shift^m) mod prime n of the plan,
 * an integer in [0, prime), for n from `first` to first + primes - 1. Other results likewise,
 * each behind the images of the one before modulo all primes of the plan.
 *
 * Out:    residues  begins with prime 0
 *         counts    of this run; of the first one with what the preparation took
 * Errors: also CORRUPT, CANCELLED */
clmodp_status clm_pipeline_run(clm_pipeline *pipeline, uint32_t *residues, clm_counts *counts,
                               size_t first, size_t primes);

#endif
