/* Values, or split sums of values, as a Vandermonde matrix product: the launches of
 * cl/fpx/batch/evaluate.cl, which all methods share. */
#ifndef CLM_FPX_EVALUATE_SUMS_H
#define CLM_FPX_EVALUATE_SUMS_H

#include "cl/fpx/batch/evaluate_shape.h"
#include "cost/amounts.h"
#include "fpx/batch/batch.h"

/* Entries of a table of blocks for so many rows. */
size_t clm_sums_block_entries(size_t rows);

/* blocks[n] = the lengths of the longest rows of all blocks of EVALUATE_BLOCK rows before block n,
 * added up. Returns the last entry, that of all of them. Pre: lengths add up to less than 2^32.
 *
 * Out:    blocks  clm_sums_block_entries(rows) words */
uint32_t clm_sums_blocks(uint32_t *blocks, const clm_row *row, size_t rows);

/* Words of scratch memory for `batch_rows` of the rows, split `split` ways, in `lanes` lanes
 * that belong to `primes` primes; SIZE_MAX when they cannot be addressed. */
size_t clm_sums_scratch(const clm_rows *rows, size_t batch_rows, size_t split, size_t primes,
                        size_t lanes);

/* Complete the shape of a batch. Set before: lanes (lanes, first, count, target), rows
 * (first_row, rows), split, and packed, a multiple of 64: the word of the scratch memory
 * where clm_sums_scratch() words are free. large: as in clm_point_batch.
 * Errors: LIMIT (an index would not fit 32 bits) */
clmodp_status clm_sums_shape(clmodp_context *ctx, evaluate_shape *shape, const clm_rows *rows,
                             bool large);

/* Fill the table of powers of the lanes' points. */
clmodp_status clm_sums_powers(clmodp_context *ctx, const clm_buffer *scratch,
                              const clm_buffer *info, const evaluate_shape *shape);

/* Pack the coefficients of the rows of the shape. */
clmodp_status clm_sums_pack(clmodp_context *ctx, const clm_buffer *scratch,
                            const clm_buffer *residues, const clm_rows *rows,
                            const clm_buffer *info, const evaluate_shape *shape);

/* Pack, and then
 * values: sum c of row first_row + i of lane `first + u` to word i * split + c of lane
 * `target + u`, in tiles with rows * split words a lane. Pre: clm_sums_powers for the same
 * lanes and split. */
clmodp_status clm_sums_run(clmodp_context *ctx, const clm_buffer *values,
                           const clm_buffer *scratch, const clm_buffer *residues,
                           const clm_rows *rows, const clm_buffer *info,
                           const evaluate_shape *shape);

/* Launches of clm_sums_pack, and with the sums of clm_sums_run. */
enum { CLM_PACK_LAUNCHES = 2, CLM_SUMS_LAUNCHES = 3 };

/* All rows in one lane, packing apart, which all lanes of a prime share. */
clm_amounts clm_sums_cost(const clm_rows *rows, size_t split);

#endif
