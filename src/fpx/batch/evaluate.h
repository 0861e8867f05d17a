/* Evaluation of many polynomials at the points of each prime. */
#ifndef CLM_FPX_BATCH_EVALUATE_H
#define CLM_FPX_BATCH_EVALUATE_H

#include "cost/cost.h"
#include "fpx/batch/batch.h"
#include "fpx/batch/split.h"

/* The cost of all rows of one sequence in shared tiles. */
clm_amounts clm_evaluate_shared_cost(const clm_rows *rows);

/* Methods of evaluation, with the same values bit for bit. AUTO selects the one of least cost. */
typedef enum clm_evaluation {
    CLM_EVALUATE_AUTO,
    CLM_EVALUATE_SUMS, /* each lane by itself, for any range of tiles: sums of products with a
                          table of powers, Horner steps between windows of a long row */
    CLM_EVALUATE_SPLIT, /* sums by exponent mod r, combined by butterflies or transforms of length
                           r; whole primes only; as SUMS if no split is possible */
    CLM_EVALUATE_SHARED, /* Horner's rule in tiles shared by primes: the only method for
                            batch.shared, and for nothing else */
    CLM_EVALUATE_SPARSE /* SPLIT, by sums over columns (sparse.cl) if possible */
} clm_evaluation;

/* Evaluates values[t][r] = row r at the point of lane t, for all rows and the lanes of `tiles`
 * tiles from tile `first_tile` of the chunk on.
 *
 * Out:    call->values    tiles of T lanes, rows.count words per lane (cl/arith/tile.h),
 *                         Montgomery; tile `first_tile` comes first
 *         call->scratch   at least clm_evaluate_scratch() words; NULL only if that is 0
 * In:     call->residues  rows.residues words per prime, Montgomery
 * Asynchronous. */
clmodp_status clm_evaluate(clmodp_context *ctx, const clm_evaluate_call *call, size_t first_tile,
                           size_t tiles, clm_evaluation method);

/* Words of scratch memory for these arguments. */
size_t clm_evaluate_scratch(const clmodp_context *ctx, const clm_rows *rows,
                            const clm_point_batch *batch, size_t tiles, clm_evaluation method);

/* Launches of a call. */
double clm_evaluate_launches(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t tiles, clm_evaluation method);

/* The method selected for given shapes. */
typedef struct clm_evaluation_plan {
    enum {
        CLM_METHOD_SUMS,
        CLM_METHOD_BUTTERFLY,
        CLM_METHOD_TRANSFORM,
        CLM_METHOD_SPARSE
    } method;
    size_t split;            /* of BUTTERFLY and SPARSE: 4, 8 or 16 sums per row */
    clm_transform transform; /* of the transform */
    double ns;               /* time of one prime, on one core or compute unit */
} clm_evaluation_plan;

/* The plan for whole primes without shared tiles; AUTO and SPLIT select the cheapest method,
 * SPARSE the cheapest split of sums over columns. */
clm_evaluation_plan clm_evaluate_plan(const clmodp_context *ctx, const clm_rows *rows,
                                      const clm_point_batch *batch, clm_evaluation method);

#endif
