/* From the residues of the pipeline to R itself. */
#ifndef CLM_RESULTANT_RECOVER_H
#define CLM_RESULTANT_RECOVER_H

#include <clmodp/zx.h>

#include "resultant/plan.h"

/* r := the polynomial with these residues modulo the primes of the plan and coefficients of
 * at most bounds.height_bits bits, in the window that the bounds leave.
 *
 * In:     residues  as clm_pipeline_run leaves them; changed (powers of the shift that the
 *                   wrapped coefficients carry are divided out)
 *         threads   of the host
 * Errors: HOST_MEMORY, LIMIT */
clmodp_status clm_recover(clm_error *error, clmodp_zx *r, const clm_plan *plan,
                          uint32_t *residues, size_t threads);

#endif
