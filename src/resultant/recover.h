/* From the residues of the pipeline to R itself. */
#ifndef CLM_RESULTANT_RECOVER_H
#define CLM_RESULTANT_RECOVER_H

#include <clmodp/zx.h>

#include "resultant/plan.h"

/* r := the polynomial with these residues modulo the first `primes` primes of the plan and
 * coefficients in (-P/2, P/2], P their product, in the window that the bounds leave.
 *
 * Out:    r         unchanged after an error
 * In:     residues  as clm_window_unwrap leaves them
 *         threads   of the host
 * Errors: HOST_MEMORY, LIMIT */
clmodp_status clm_recover(clm_error *error, clmodp_zx *r, const clm_plan *plan,
                          const uint32_t *residues, size_t primes, size_t threads);

#endif
