/* Resultants and discriminants with few terms, such as those of polynomials in several variables,
 * without engines: by minors (minors.h) if these are predicted to be faster. */
#ifndef CLM_RESULTANT_SPARSE_H
#define CLM_RESULTANT_SPARSE_H

#include "resultant/task.h"

/* Sets *done and computes the problem, if minors are predicted to be faster than engines, and stay
 * so while they are computed; otherwise does nothing. The result is checked.
 *
 * Out:    terms    the result's terms, free of y; NULL: problem->r is set instead
 *         record   the bounds; it ends here
 * In:     problem  checked
 *         how      leaves the engine and the method of reconstruction open
 * Errors: HOST_MEMORY, CANCELLED, CORRUPT (the check fails) */
clmodp_status clm_sparse_compute(clmodp_context *ctx, bool *done, clmodp_zxy *terms,
                                 const clmodp_problem *problem, clm_record *record,
                                 const clm_compute_options *how, uint64_t seed);

#endif
