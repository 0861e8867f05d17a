/* From values at the points of each prime to coefficients, on the device: quotients at the points,
 * and polynomials from values on a coset of roots of unity. */
#ifndef CLM_FPX_BATCH_INTERPOLATE_H
#define CLM_FPX_BATCH_INTERPOLATE_H

#include "cl/arith/fp.h"
#include "cost/cost.h"
#include "fpx/batch/batch.h"
#include "fpx/batch/ntt.h"

/* Divides numerator[first + k][t] by denominator[plane][t] for every lane t of the chunk, k <
 * numerators; Montgomery. A denominator of 0 gives 0.
 *
 * Cost:   3 products per lane and one per numerator; an inversion of some 60 products per run of
 *         16 lanes
 * Source: Montgomery's trick
 *
 * Asynchronous. */
clmodp_status clm_divide(clmodp_context *ctx, clm_buffer *numerator, size_t first,
                         size_t numerators, const clm_buffer *denominator, size_t plane,
                         const clm_point_batch *batch);

/* The cost of denominators and numerators, lane by lane, in full runs. */
clm_amounts clm_divide_cost(double denominators, double numerators);

/* coefficients[prime][i], i < points: the polynomial of degree < points with the given values at
 * shift * root^k, by an inverse transform.
 *
 * Out:    coefficients  points words per prime, integers in [0, p) (NOT Montgomery)
 *         scratch       at least clm_interpolate_scratch() words; no more than a stripe is used
 * In:     values        lanes words per prime, Montgomery
 * Errors: LIMIT (sizes that do not fit 32 bits), INVALID (points with a prime factor above
 *         7, a buffer too small)
 * Asynchronous. */
clmodp_status clm_interpolate(clmodp_context *ctx, const clm_buffer *coefficients,
                              const clm_buffer *scratch, const clm_buffer *values,
                              const clm_point_batch *batch);

/* The least words of scratch memory: for as many primes as a vector has lanes. */
size_t clm_interpolate_scratch(const clmodp_context *ctx, size_t points);

/* The cost of `primes` primes with `points` points each; a vector's lanes hold as many primes.
 * Pre: no prime factor of the points is above 7 */
clm_amounts clm_interpolate_cost(double primes, size_t points);

/* Launches with `scratch` words of scratch memory. */
double clm_interpolate_launches(const clmodp_context *ctx, double primes, size_t points,
                                size_t scratch);

/* Self-tests by interpolation of known polynomials, one for each radix from 2 on. */
extern const clm_self_test clm_interpolate_self_tests[CLM_NTT_MOST_RADIX + 1];

#endif
