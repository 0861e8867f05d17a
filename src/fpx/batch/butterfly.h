/* Evaluation at 4, 8 or 16 points at once; the inside of clm_evaluate. */
#ifndef CLM_FPX_BUTTERFLY_H
#define CLM_FPX_BUTTERFLY_H

#include "cost/amounts.h"
#include "fpx/batch/batch.h"

/* As clm_evaluate, for whole primes. Pre: split is 4, 8 or 16 and divides the number of
 * points. */
clmodp_status clm_butterfly_run(clmodp_context *ctx, const clm_buffer *values,
                                const clm_buffer *scratch, const clm_buffer *residues,
                                const clm_rows *rows, const clm_point_batch *batch, size_t split,
                                size_t first_prime, size_t primes);

/* Words of scratch memory that clm_butterfly_run needs. */
size_t clm_butterfly_scratch(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t split, size_t primes);

/* Launches for so many primes: roots, powers and values, and those that pack coefficients. */
double clm_butterfly_launches(const clmodp_context *ctx, const clm_rows *rows,
                              const clm_point_batch *batch, size_t split, size_t primes);

/* One prime. Pre: split divides the number of points */
clm_amounts clm_butterfly_cost(const clmodp_context *ctx, const clm_rows *rows,
                               const clm_point_batch *batch, size_t split);

#endif
