/* Values of many polynomials at the points of each prime. */
#ifndef CLM_FPX_EVALUATE_H
#define CLM_FPX_EVALUATE_H

#include "fpx/batch/batch.h"
#include "fpx/batch/transform.h"

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
