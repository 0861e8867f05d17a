/* The modular scheme from polynomials to polynomial, without the public entry's manners. */
#ifndef CLM_RESULTANT_COMPUTE_H
#define CLM_RESULTANT_COMPUTE_H

#include "resultant/job.h"

/* As clmodp_resultant, except: report may not be NULL, and is filled also on failure; the
 * device is taken as trusted; the cap on memory is the context's.
 * In:     random   state of the generator; consumed
 *         options  may not be NULL */
clmodp_status clm_resultant_compute(clmodp_context *ctx, clmodp_zx *r,
                                    clmodp_resultant_report *report, const clmodp_zxy *f,
                                    const clmodp_zxy *g, clm_random *random,
                                    const clm_compute_options *options);

#endif
