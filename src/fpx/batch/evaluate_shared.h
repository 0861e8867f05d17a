/* Values in tiles that primes share. */
#ifndef CLM_FPX_EVALUATE_SHARED_H
#define CLM_FPX_EVALUATE_SHARED_H

#include "cost/amounts.h"
#include "fpx/batch/batch.h"

/* As clm_evaluate, for batch->shared; no scratch memory.
 *
 * Pre:    the tiles are of the chunk, which has less than 2^31 lanes
 * Cost:   a product and a reduction for each coefficient of a row but the last, at each point
 * Errors: LIMIT (an index would not fit 32 bits)
 * Asynchronous. */
clmodp_status clm_evaluate_shared(clmodp_context *ctx, const clm_buffer *values,
                                  const clm_buffer *residues, const clm_rows *rows,
                                  const clm_point_batch *batch, size_t first_tile, size_t tiles);

/* All rows of one sequence. */
clm_amounts clm_evaluate_shared_cost(const clm_rows *rows);

#endif
