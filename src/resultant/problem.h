/* One problem, of whichever operation, by the driver. */
#ifndef CLM_RESULTANT_PROBLEM_H
#define CLM_RESULTANT_PROBLEM_H

#include <clmodp/resultant.h>

#include "device/context.h"

/* Solve it and fill its report; its status is not touched.
 *
 * In:     call      a context of clm_context_begin
 *         options   of clm_call_read
 *         deferred  as in clm_compute_options
 * Errors: those of the public functions; results and report are unchanged then */
clmodp_status clm_problem_solve(clmodp_context *call, const clmodp_problem *problem,
                                const clmodp_resultant_options *options, bool *deferred);

#endif
