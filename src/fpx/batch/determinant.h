/* Determinants of many matrices over F_p on the device, one for each (prime, point). */
#ifndef CLM_FPX_BATCH_DETERMINANT_H
#define CLM_FPX_BATCH_DETERMINANT_H

#include "cost/cost.h"
#include "fpx/batch/batch.h"

#define CLM_DETERMINANT_MOST 4096 /* greatest order, so that indices fit 32 bits */

/* The places of the blocks and entries of matrices of order n in memory. */
typedef struct clm_blocks {
    uint32_t *table; /* cl/fpx/batch/determinant_shape.h */
    size_t words;    /* of the table */
    size_t n, entries;
    size_t space;    /* words of the blocks of a matrix */
    size_t zeros;    /* of these that are no entries */
} clm_blocks;

/* Lays out the blocks of an envelope. clm_blocks_destroy releases the table ({0} is safe).
 *
 * In:     first    [2 n] of row i the columns from first[i] to the diagonal, of column j the rows
 *                  from first[n + j] to the diagonal
 *         place    [entries] i n + j of the entries that are given, the others being 0; NULL: of
 *                  all n^2 in this order
 * Pre:    n >= 1; entries outside the envelope are 0
 * Errors: LIMIT (n), HOST_MEMORY */
clmodp_status clm_blocks_create(clm_error *error, clm_blocks *out, const uint32_t *first,
                                const uint32_t *place, size_t entries, size_t n);
void clm_blocks_destroy(clm_blocks *blocks);

/* Returns the words of the blocks of a matrix. first: NULL for a matrix without zeros */
size_t clm_blocks_space(const uint32_t *first, size_t n);

/* Matrices, one in each lane of a chunk. */
typedef struct clm_determinants {
    const clm_buffer *result, *unlucky;
    const clm_blocks *blocks;
    const clm_buffer *table; /* of the blocks, on the device */
    uint32_t greatest;       /* prime of the chunk */
    const clm_point_batch *batch;
} clm_determinants;

/* Computes the determinants of a stripe of tiles, without exchanging rows.
 *
 * Out:    result    a word per lane of the chunk (index prime * lanes + k), Montgomery, written
 *                   for the lanes of these tiles; wrong in unlucky lanes
 * InOut:  unlucky   [0]: number of unlucky lanes so far, [1 ...]: their chunk lane indices in any
 *                   order, without padding; space for all lanes of the chunk
 *         values    the entries of all matrices of the stripe, as written by clm_evaluate; behind
 *                   them clm_determinant_spaces() words
 * Cost:   n^3 / 3 products within the envelope, a reduction for each entry
 * Source: [Golub, Van Loan 2013, 3.2.11]; blocks of 4 x 4
 * Asynchronous. */
clmodp_status clm_determinants_run(clmodp_context *ctx, const clm_determinants *all,
                                   const clm_buffer *values, size_t first_tile,
                                   size_t tiles);

/* Computes the determinants of the few lanes listed as unlucky, by elimination with pivots.
 *
 * Out:    result    other lanes keep theirs
 * In:     unlucky   [1 ... count]: chunk lane indices
 *         residues, rows  as for clm_evaluate
 *         scratch   n^2 words for each lane computed at a time; `count` lanes take as many
 *                   launches as its size demands
 * Asynchronous. */
clmodp_status clm_determinants_pivot(clmodp_context *ctx, const clm_determinants *all,
                                     const clm_buffer *scratch, size_t count,
                                     const clm_buffer *residues, const clm_rows *rows);

/* Returns the words of the blocks for a stripe of `tiles` tiles: on CPUs at most for a few
 * vectors of matrices a core. */
size_t clm_determinant_spaces(const clmodp_context *ctx, size_t space, size_t tiles);

/* Work-items of a group. */
size_t clm_determinant_group(const clmodp_context *ctx);

/* Returns the greatest prime modulo which sums of products of order up to 64 are reduced once:
 * between 2^28.8 and 2^31. */
uint32_t clm_determinant_prime_max(size_t n);

/* The cost of one matrix of order n with `space` words of blocks, and `products` of an LU
 * decomposition in its envelope. */
clm_amounts clm_determinant_cost(double n, double space, double products);

#endif
