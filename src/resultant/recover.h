/* From the residues of the pipeline to the results themselves. */
#ifndef CLM_RESULTANT_RECOVER_H
#define CLM_RESULTANT_RECOVER_H

#include <clmodp/zx.h>

#include "multimodular/lift.h"
#include "resultant/plan.h"

/* results[n] := the polynomial with these residues modulo the first `primes` primes of the plan
 * and coefficients in (-P/2, P/2], P their product, in the window that the bounds leave.
 *
 * Out:    results   plan->results of them, zero before
 *         way       how the residues were lifted, as clm_lift_name has it
 * In:     each      NULL, or bounds of each result, none beyond the plan's: then all primes are at
 *                   hand, and for each result as many are used as its own bounds ask for, or a few
 *                   more where it shares what is made for another
 *         residues  as clm_window_unwrap leaves them
 * Errors: those of clm_lift_create and clm_lift_run */
clmodp_status clm_recover(clmodp_context *ctx, clmodp_zx *const *results, const char **way,
                          const clm_plan *plan, const clm_bounds *each, const uint32_t *residues,
                          size_t primes, const clm_lift_options *options);

#endif
