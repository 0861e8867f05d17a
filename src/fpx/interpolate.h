/* Coefficients from values at the points of each prime. */
#ifndef CLM_FPX_INTERPOLATE_H
#define CLM_FPX_INTERPOLATE_H

#include "fpx/lanes.h"

/* coefficients[prime][i], i < points: the polynomial of degree < points with the given
 * values at shift * root^k, by an inverse transform.
 *
 * Out:    coefficients  points words a prime, integers in [0, p) (NOT Montgomery)
 * In:     values        lanes words a prime, Montgomery; destroyed (used as scratch)
 * Asynchronous. */
clmodp_status clm_interpolate(clmodp_context *ctx, clm_buffer *coefficients, clm_buffer *values,
                              const clm_lanes *lanes);

#endif
