/* Evaluation of rows with few coefficients, listed in a table of columns. */
#ifndef CLM_FPX_BATCH_SPARSE_H
#define CLM_FPX_BATCH_SPARSE_H

#include "cost/cost.h"
#include "fpx/batch/batch.h"

/* Evaluates as clm_evaluate does, for whole primes. Pre: split is 4, 8 or 16 and divides the
 * number of points; rows->powers > 0. Asynchronous. */
clmodp_status clm_sparse_run(clmodp_context *ctx, const clm_evaluate_call *call, size_t split,
                             size_t first_prime, size_t primes);

/* Words of scratch memory; SIZE_MAX if they cannot be addressed. */
size_t clm_sparse_scratch(const clmodp_context *ctx, const clm_rows *rows,
                          const clm_point_batch *batch, size_t split, size_t primes);

/* Launches for `primes` primes. */
double clm_sparse_launches(const clmodp_context *ctx, const clm_rows *rows,
                           const clm_point_batch *batch, size_t split, size_t primes);

/* The cost of one prime, without butterflies and stores. */
clm_amounts clm_sparse_cost(const clmodp_context *ctx, const clm_rows *rows,
                            const clm_point_batch *batch, size_t split);

#endif
