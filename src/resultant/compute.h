/* The modular scheme from polynomials to polynomial, without the public entry's manners. */
#ifndef CLM_RESULTANT_COMPUTE_H
#define CLM_RESULTANT_COMPUTE_H

#include "resultant/job.h"

/* As clmodp_resultant, except: report may not be NULL, and is filled also on failure; the cap on
 * memory is the context's.
 * Out:    results  R, and if the options ask for the first subresultant s_11 y + s_10 also s_10
 *                  and s_11; unspecified on failure
 * In:     random   state of the generator; consumed
 *         options  may not be NULL */
clmodp_status clm_resultant_compute(clmodp_context *ctx, clmodp_zx *const *results,
                                    clmodp_resultant_report *report, const clmodp_zxy *f,
                                    const clmodp_zxy *g, clm_random *random,
                                    const clm_compute_options *options);

/* The prime of the final check that a seed stands for. The context remembers the last one, since
 * finding it takes as long as a small resultant. */
uint64_t clm_compute_prime(clmodp_context *ctx, uint64_t seed);

#endif
