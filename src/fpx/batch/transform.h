/* Evaluation by number-theoretic transforms; the inside of clm_evaluate. */
#ifndef CLM_FPX_TRANSFORM_H
#define CLM_FPX_TRANSFORM_H

#include "fpx/batch/batch.h"
#include "fpx/batch/ntt_plan.h"

/* How rows of this shape are transformed: `split` sums of each row at sum_points points,
 * followed by transforms of length split. */
typedef struct clm_transform {
    size_t split;      /* 1: there is no way but plain sums */
    size_t sum_points; /* points / split */
    size_t lanes;      /* sum_points rounded up to whole tiles */
    clm_ntt_plan ntt;
    double ns; /* of one prime, on one core or unit */
} clm_transform;

/* The cheapest transform for these rows among all divisors of the number of points. */
clm_transform clm_transform_plan(const clmodp_context *ctx, const clm_rows *rows,
                                 const clm_point_batch *batch);

/* As clm_evaluate, for whole primes. */
clmodp_status clm_transform_run(clmodp_context *ctx, const clm_buffer *values,
                                const clm_buffer *scratch, const clm_buffer *residues,
                                const clm_rows *rows, const clm_point_batch *batch,
                                size_t first_prime, size_t primes);

/* Launches for so many primes. Pre: there is a way */
double clm_transform_launches(const clmodp_context *ctx, const clm_rows *rows,
                              const clm_point_batch *batch, size_t primes);

/* Words of scratch memory that clm_transform_run needs. */
size_t clm_transform_scratch(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t primes);

#endif
