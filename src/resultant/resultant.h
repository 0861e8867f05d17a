/* One problem as one call: all steps from two polynomials to a checked result. */
#ifndef CLM_RESULTANT_RESULTANT_H
#define CLM_RESULTANT_RESULTANT_H

#include "resultant/task.h"

/* Computes a problem and fills its report; its status is not touched.
 *
 * In:     ctx       on which a call has begun
 *         options   of clm_task_read_options
 *         deferred  as in clm_compute_options
 * Errors: those of the public functions; results and report are unchanged then */
clmodp_status clm_compute(clmodp_context *ctx, const clmodp_problem *problem,
                          const clmodp_resultant_options *options, bool *deferred);

/* The task's results, over Z; or modulo a prime p the images of those over Z, with coefficients in
 * [0, p), whether leading coefficients vanish modulo p or not. Trivial resultants are computed,
 * too; for 3 results degrees in y are at least 1, and not both 1.
 *
 * Out:    task->record  all but memory_bytes; partly filled on failure
 * Errors: those of clmodp_resultant; the results may have any value then */
clmodp_status clm_compute_task(clmodp_context *ctx, const clm_task *task);

#endif
