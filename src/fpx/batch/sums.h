/* Sums of products: the values of many polynomials, or of their parts by exponent mod r, at points
 * of each prime. */
#ifndef CLM_FPX_BATCH_SUMS_H
#define CLM_FPX_BATCH_SUMS_H

#include "cl/fpx/batch/evaluate_shape.h"
#include "cost/cost.h"
#include "fpx/batch/batch.h"

/* Launches of clm_sums_prepare, and of the kernel that uses its tables. */
enum { CLM_SUMS_LAUNCHES = 2 };

/* Entries of a table of blocks for `rows` rows. */
size_t clm_sums_block_entries(size_t rows);

/* blocks[n] = the sum of the lengths of the longest rows of all blocks of EVALUATE_BLOCK rows
 * before block n. Returns the last entry, the total. Pre: lengths add up to less than 2^32.
 *
 * Out:    blocks  clm_sums_block_entries(rows) words */
uint32_t clm_sums_blocks(uint32_t *blocks, const clm_row *row, size_t rows);

/* The length of a run: consecutive vectors of points whose powers one work-item computes.
 * In: unit_runs  so many runs for each compute unit, if there are enough vectors */
size_t clm_sums_run_length(const clmodp_context *ctx, size_t vectors, size_t unit_runs);

/* Words of scratch memory for `batch_rows` of the rows, split `split` ways, in `lanes` lanes of
 * `primes` primes; SIZE_MAX if they cannot be addressed. */
size_t clm_sums_scratch(const clm_rows *rows, size_t batch_rows, size_t split, size_t primes,
                        size_t lanes);

/* Completes the shape of a batch. Set before: lanes (lanes, first, count, target), rows
 * (first_row, rows), split, and packed, a multiple of 64: the first of clm_sums_scratch() free
 * words of the scratch memory. large: as in clm_point_batch.
 * Errors: LIMIT (an index would not fit 32 bits) */
clmodp_status clm_sums_shape(clmodp_context *ctx, evaluate_shape *shape, const clm_rows *rows,
                             bool large);

/* Words of the scratch buffer, with the powers, and tables of roots if any, at its end. */
size_t clm_sums_words(const evaluate_shape *shape);

/* Blocks of EVALUATE_BLOCK rows in a complete shape. */
size_t clm_sums_row_blocks(const evaluate_shape *shape);

/* Packs the coefficients of the rows of the shape; with `powers` also fills the table of powers of
 * the lanes' points, and the tables of roots. */
clmodp_status clm_sums_prepare(clmodp_context *ctx, const clm_buffer *scratch,
                               const clm_buffer *residues, const clm_rows *rows,
                               const clm_buffer *info, const evaluate_shape *shape, bool powers);

/* Evaluates: sum c of row first_row + i of lane `first + u` goes to word i * split + c of lane
 * `target + u`, in tiles with rows * split words per lane. Pre: clm_sums_prepare for this shape */
clmodp_status clm_sums_run(clmodp_context *ctx, const clm_buffer *values,
                           const clm_buffer *scratch, const clm_buffer *info,
                           const evaluate_shape *shape);

/* The cost of all rows in one lane, without packing, which all lanes of a prime share. */
clm_amounts clm_sums_cost(const clm_rows *rows, size_t split);

#endif
