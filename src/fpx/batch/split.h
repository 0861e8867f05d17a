/* Evaluation of rows by parts: for a divisor r of the number n of points, a row is the sum of
 * x^i s_i(x^r), i < r. The parts s_i are evaluated at the n / r values of x^r. Each of these
 * belongs to r points, and a butterfly or a transform of length r computes the row there. */
#ifndef CLM_FPX_BATCH_SPLIT_H
#define CLM_FPX_BATCH_SPLIT_H

#include "cost/cost.h"
#include "fpx/batch/batch.h"
#include "fpx/batch/ntt.h"

/* Evaluates as clm_evaluate does, for whole primes, by butterflies. Pre: split is 4, 8 or 16 and
 * divides the number of points. */
clmodp_status clm_butterfly_run(clmodp_context *ctx, const clm_evaluate_call *call, size_t split,
                                size_t first_prime, size_t primes);

/* Words of scratch memory. */
size_t clm_butterfly_scratch(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t split, size_t primes);

/* Launches for `primes` primes. */
double clm_butterfly_launches(const clmodp_context *ctx, const clm_rows *rows,
                              const clm_point_batch *batch, size_t split, size_t primes);

/* The cost of one prime. Pre: split divides the number of points */
clm_amounts clm_butterfly_cost(const clmodp_context *ctx, const clm_rows *rows,
                               const clm_point_batch *batch, size_t split);

/* The part of this cost for butterflies and stores, without the sums. */
clm_amounts clm_butterfly_join_cost(const clmodp_context *ctx, const clm_rows *rows,
                                    const clm_point_batch *batch, size_t split);

/* The transform of rows of one shape: `split` sums of each row at sum_points points, followed by
 * transforms of length split. */
typedef struct clm_transform {
    size_t split;      /* 1: only schoolbook sums are possible */
    size_t sum_points; /* points / split */
    size_t lanes;      /* sum_points rounded up to whole tiles */
    clm_ntt_plan ntt;
    double ns; /* time of one prime, on one core or compute unit */
} clm_transform;

/* The cheapest transform for these rows, over all divisors of the number of points. */
clm_transform clm_transform_plan(const clmodp_context *ctx, const clm_rows *rows,
                                 const clm_point_batch *batch);

/* Evaluates as clm_evaluate does, for whole primes, by transforms. */
clmodp_status clm_transform_run(clmodp_context *ctx, const clm_evaluate_call *call,
                                size_t first_prime, size_t primes);

/* Words of scratch memory. */
size_t clm_transform_scratch(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t primes);

/* Launches for `primes` primes. Pre: a transform is possible */
double clm_transform_launches(const clmodp_context *ctx, const clm_rows *rows,
                              const clm_point_batch *batch, size_t primes);

#endif
