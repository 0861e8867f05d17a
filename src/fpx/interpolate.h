/* Coefficients from values at the points of each prime. */
#ifndef CLM_FPX_INTERPOLATE_H
#define CLM_FPX_INTERPOLATE_H

#include "fpx/lanes.h"

/* coefficients[prime][i], i < points: the polynomial of degree < points with the given
 * values at shift * root^k, by an inverse transform.
 *
 * Out:    coefficients  points words a prime, integers in [0, p) (NOT Montgomery)
 * In:     values        lanes words a prime, Montgomery; destroyed (used as scratch)
 *         scratch       at least clm_interpolate_scratch() words
 * Errors: LIMIT (sizes that do not fit 32 bits), INVALID (points with a prime factor above
 *         7, a buffer too small)
 * Asynchronous. */
clmodp_status clm_interpolate(clmodp_context *ctx, clm_buffer *coefficients, clm_buffer *values,
                              clm_buffer *scratch, const clm_lanes *lanes);

/* Words of scratch memory that clm_interpolate needs: a table of powers of each root. */
size_t clm_interpolate_scratch(const clm_lanes *lanes);

#endif
