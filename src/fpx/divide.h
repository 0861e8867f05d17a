/* Batched division in F_p. */
#ifndef CLM_FPX_DIVIDE_H
#define CLM_FPX_DIVIDE_H

#include "fpx/lanes.h"

/* numerator[t] /= denominator[t] for every lane t of the chunk; Montgomery. A denominator
 * of 0 gives 0.
 *
 * Cost:   4 products a lane and one inversion of some 60 a run of 16
 * Source: Montgomery's trick
 *
 * Asynchronous. */
clmodp_status clm_divide(clmodp_context *ctx, clm_buffer *numerator,
                         const clm_buffer *denominator, const clm_lanes *lanes);

#endif
