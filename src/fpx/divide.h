/* Batched division in F_p. */
#ifndef CLM_FPX_DIVIDE_H
#define CLM_FPX_DIVIDE_H

#include "fpx/lanes.h"

/* numerator[t] /= denominator[t] for every lane t of the chunk; Montgomery. A denominator
 * of 0 gives 0. denominator is destroyed.
 * Source: Montgomery's trick over runs of lanes, one Fermat inversion a run
 * Asynchronous. */
clmodp_status clm_divide(clmodp_context *ctx, clm_buffer *numerator, clm_buffer *denominator,
                         const clm_lanes *lanes);

#endif
