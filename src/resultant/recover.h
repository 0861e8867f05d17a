/* From the residues of the pipeline to R itself. */
#ifndef CLM_RESULTANT_RECOVER_H
#define CLM_RESULTANT_RECOVER_H

#include <clmodp/zx.h>

#include "multimodular/lift.h"
#include "resultant/plan.h"

/* r := the polynomial with these residues modulo the first `primes` primes of the plan and
 * coefficients in (-P/2, P/2], P their product, in the window that the bounds leave.
 *
 * Out:    r         unchanged after an error
 *         way       how the residues were lifted, as clm_lift_name has it
 * In:     residues  as clm_window_unwrap leaves them
 * Errors: those of clm_lift_create and clm_lift_run */
clmodp_status clm_recover(clmodp_context *ctx, clmodp_zx *r, const char **way,
                          const clm_plan *plan, const uint32_t *residues, size_t primes,
                          const clm_lift_options *options);

#endif
