/* One problem, of whichever operation, by the driver. */
#ifndef CLM_RESULTANT_PROBLEM_H
#define CLM_RESULTANT_PROBLEM_H

#include <clmodp/resultant.h>

#include "device/context.h"

/* *known := a caller's problem, of this version or another.
 * Errors: INVALID (its size was not set, or it sets what this version does not know) */
clmodp_status clm_problem_read(clm_error *error, clmodp_problem *known,
                               const clmodp_problem *given);

/* There is such a result. Errors: INVALID, UNSUPPORTED, DOMAIN (there is no such result) */
clmodp_status clm_problem_check(clm_error *error, const clmodp_problem *problem);

/* The engine of the options, if they name one, can do it. Errors: UNSUPPORTED */
clmodp_status clm_problem_engine(clm_error *error, const clmodp_problem *problem,
                                 const clmodp_resultant_options *options);

/* Also, it can be solved with these options, and there is a place for what comes out. */
clmodp_status clm_problem_ready(clm_error *error, const clmodp_problem *problem,
                                const clmodp_resultant_options *options);

/* R, or R, s_10 and s_11: what has to be computed for it. */
size_t clm_problem_outputs(const clmodp_problem *problem);

/* Make of these outputs, over Z, what the problem asks for. They are used up.
 * Errors: HOST_MEMORY, CORRUPT; the problem's results are unchanged then */
clmodp_status clm_problem_accept(clm_error *error, const clmodp_problem *problem,
                                 clmodp_zx *const *outputs);

/* Solve it and fill its report; its status is not touched.
 *
 * In:     call      a context of clm_context_begin
 *         options   of clm_call_read
 *         deferred  as in clm_compute_options
 * Errors: those of the public functions; results and report are unchanged then */
clmodp_status clm_problem_solve(clmodp_context *call, const clmodp_problem *problem,
                                const clmodp_resultant_options *options, bool *deferred);

#endif
