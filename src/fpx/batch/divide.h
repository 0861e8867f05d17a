/* Batched division in F_p. */
#ifndef CLM_FPX_DIVIDE_H
#define CLM_FPX_DIVIDE_H

#include "cost/amounts.h"
#include "fpx/batch/batch.h"

/* numerator[k][t] /= denominator[t] for every lane t of the chunk, k < numerators; Montgomery.
 * A denominator of 0 gives 0.
 *
 * Cost:   3 products a lane, one a numerator, and one inversion of some 60 a run of 16
 * Source: Montgomery's trick
 *
 * Asynchronous. */
clmodp_status clm_divide(clmodp_context *ctx, clm_buffer *numerator,
                         const clm_buffer *denominator, size_t numerators,
                         const clm_point_batch *batch);

/* So many denominators with so many numerators each, in lanes of so many inversions. */
clm_amounts clm_divide_cost(double lanes, double numerators, double inversions);

/* Lanes of inversions that clm_divide makes for so many primes, and lanes each. */
double clm_divide_inversions(const clmodp_context *ctx, double primes, size_t lanes);

#endif
