/* Determinants of many matrices over F_p on the device, one for each (prime, point). */
#ifndef CLM_FPX_BATCH_DETERMINANT_H
#define CLM_FPX_BATCH_DETERMINANT_H

#include "cost/cost.h"
#include "fpx/batch/batch.h"

/* Words of the table of an envelope, and the greatest order, so that indices fit 32 bits. */
#define CLM_DETERMINANT_TABLE(n) (2 * (((size_t)(n) + 3) / 4))
#define CLM_DETERMINANT_MOST 4096

/* Describes the zeros of the matrices to the kernel.
 *
 * Out:    table  CLM_DETERMINANT_TABLE(n) words
 * In:     first  [2 n] the envelope: of row i the columns from first[i] to the diagonal, of column
 *                j the rows from first[n + j] to the diagonal */
void clm_determinant_tabulate(uint32_t *table, const uint32_t *first, size_t n);

/* Matrices of order n, one in each lane of a chunk. */
typedef struct clm_determinants {
    const clm_buffer *result, *unlucky;
    const clm_buffer *table; /* of clm_determinant_tabulate */
    size_t n;
    uint32_t greatest;       /* prime of the chunk */
    const clm_point_batch *batch;
} clm_determinants;

/* Computes the determinants of a stripe of tiles, without exchanging rows.
 *
 * Out:    result    a word a lane of the chunk (index prime * lanes + k), Montgomery, written for
 *                   the lanes of these tiles; wrong in unlucky lanes
 * InOut:  unlucky   [0]: number of unlucky lanes so far, [1 ...]: their chunk lane indices in any
 *                   order, without padding; space for all lanes of the chunk
 *         values    entry i n + j of each matrix, as written by clm_evaluate; destroyed
 * Pre:    1 <= n <= CLM_DETERMINANT_MOST
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

/* Work-items of a group for matrices of order n. */
size_t clm_determinant_group(const clmodp_context *ctx, size_t n);

/* Returns the greatest prime modulo which sums of products of order up to 64 are reduced once:
 * between 2^28.8 and 2^31. */
uint32_t clm_determinant_prime_max(size_t n);

/* The cost of one matrix with so many products of an LU decomposition in its envelope. */
clm_amounts clm_determinant_cost(double n, double products);

#endif
