/* Values of many polynomials at the points of each prime. */
#ifndef CLM_FPX_BATCH_EVALUATE_H
#define CLM_FPX_BATCH_EVALUATE_H

#include "cost/rates.h"
#include "fpx/batch/batch.h"
#include "fpx/batch/ntt.h"

/* Entries of a table of blocks for so many rows. */
size_t clm_sums_block_entries(size_t rows);

/* blocks[n] = the lengths of the longest rows of all blocks of EVALUATE_BLOCK rows before block n,
 * added up. Returns the last entry, that of all of them. Pre: lengths add up to less than 2^32.
 *
 * Out:    blocks  clm_sums_block_entries(rows) words */
uint32_t clm_sums_blocks(uint32_t *blocks, const clm_row *row, size_t rows);

/* As clm_evaluate, for whole primes. Pre: split is 4, 8 or 16 and divides the number of
 * points. */
clmodp_status clm_butterfly_run(clmodp_context *ctx, const clm_buffer *values,
                                const clm_buffer *scratch, const clm_buffer *residues,
                                const clm_rows *rows, const clm_point_batch *batch, size_t split,
                                size_t first_prime, size_t primes);

/* Words of scratch memory that clm_butterfly_run needs. */
size_t clm_butterfly_scratch(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t split, size_t primes);

/* One prime. Pre: split divides the number of points */
clm_amounts clm_butterfly_cost(const clmodp_context *ctx, const clm_rows *rows,
                               const clm_point_batch *batch, size_t split);

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

/* Words of scratch memory that clm_transform_run needs. */
size_t clm_transform_scratch(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t primes);

/* All rows of one sequence. */
clm_amounts clm_evaluate_shared_cost(const clm_rows *rows);

/* Methods of evaluation; the same values bit for bit. AUTO counts and takes the cheaper. */
typedef enum clm_evaluation {
    CLM_EVALUATE_AUTO,
    CLM_EVALUATE_SUMS, /* every lane on its own; any range of tiles; sums of products with a
                          table of powers, Horner steps between windows of a long row */
    CLM_EVALUATE_SPLIT, /* sums by exponent mod r, joined by butterflies or transforms of
                           length r; whole primes only; as SUMS where nothing can be split */
    CLM_EVALUATE_SHARED /* Horner's rule, in tiles that primes share: for batch.shared, and no
                           other way then */
} clm_evaluation;

/* values[t][r] = row r at the point of lane t, for all rows and the lanes of `tiles` tiles
 * from tile `first_tile` of the chunk on.
 *
 * Out:    values    tiles of T lanes, rows.count words a lane (cl/arith/tile.h), Montgomery; tile
 *                   `first_tile` comes first
 * In:     residues  rows.residues words a prime, Montgomery
 *         scratch   at least clm_evaluate_scratch() words; NULL only if that is 0
 * Asynchronous. */
clmodp_status clm_evaluate(clmodp_context *ctx, clm_buffer *values, clm_buffer *scratch,
                           const clm_buffer *residues, const clm_rows *rows,
                           const clm_point_batch *batch, size_t first_tile, size_t tiles,
                           clm_evaluation method);

/* Words of scratch memory that clm_evaluate needs for these arguments. */
size_t clm_evaluate_scratch(const clmodp_context *ctx, const clm_rows *rows,
                            const clm_point_batch *batch, size_t tiles, clm_evaluation method);

/* Launches that it takes. */
double clm_evaluate_launches(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t tiles, clm_evaluation method);

/* What is done for these shapes, by which sums. */
typedef struct clm_evaluation_plan {
    enum { CLM_METHOD_SUMS, CLM_METHOD_BUTTERFLY, CLM_METHOD_TRANSFORM } method;
    size_t split;            /* of the butterfly: 4, 8 or 16 sums a row */
    clm_transform transform; /* of the transform */
    double ns;               /* of one prime, on one core or unit */
} clm_evaluation_plan;

/* The plan for whole primes that share no tiles: AUTO and SPLIT take the cheapest that they
 * allow. */
clm_evaluation_plan clm_evaluate_plan(const clmodp_context *ctx, const clm_rows *rows,
                                      const clm_point_batch *batch, clm_evaluation method);

#endif
