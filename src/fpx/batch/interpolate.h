/* Coefficients from values at the points of each prime. */
#ifndef CLM_FPX_INTERPOLATE_H
#define CLM_FPX_INTERPOLATE_H

#include "cost/amounts.h"
#include "fpx/batch/batch.h"

/* coefficients[prime][i], i < points: the polynomial of degree < points with the given
 * values at shift * root^k, by an inverse transform.
 *
 * Out:    coefficients  points words a prime, integers in [0, p) (NOT Montgomery)
 *         scratch       at least clm_interpolate_scratch() words; what a stripe holds of them
 *                       is used
 * In:     values        lanes words a prime, Montgomery
 * Errors: LIMIT (sizes that do not fit 32 bits), INVALID (points with a prime factor above
 *         7, a buffer too small)
 * Asynchronous. */
clmodp_status clm_interpolate(clmodp_context *ctx, const clm_buffer *coefficients,
                              const clm_buffer *scratch, const clm_buffer *values,
                              const clm_point_batch *batch);

/* The least words of scratch memory for clm_interpolate: those for as many primes as there are
 * lanes in a vector. */
size_t clm_interpolate_scratch(const clmodp_context *ctx, size_t points);

/* So many primes with so many points each; a vector has lanes of as many primes. Pre: no prime
 * factor of the points is above 7 */
clm_amounts clm_interpolate_cost(double primes, size_t points);

/* Launches with so many words of scratch memory. */
double clm_interpolate_launches(const clmodp_context *ctx, double primes, size_t points,
                                size_t scratch);

#endif
