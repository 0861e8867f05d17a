/* Univariate subresultants of a batch: remainder sequences in lockstep, one in each lane. */
#ifndef CLM_FPX_BATCH_EUCLID_H
#define CLM_FPX_BATCH_EUCLID_H

#include <stddef.h>
#include <stdint.h>

#include "fpx/batch/batch.h"
#include "fpx/batch/euclid_steps.h"

/* Arguments of both computations of remainder sequences: result buffers and degree sequence. */
typedef struct clm_sequences {
    const clm_buffer *numerator, *denominator;
    const clm_buffer *unlucky;
    const clm_steps *steps;
    const clm_point_batch *batch;
} clm_sequences;

/* Work-items of a group for sequences of degrees p and q. Pre: p * q is below 2^64 */
size_t clm_lockstep_group(const clmodp_context *ctx, uint64_t p, uint64_t q);

/* Computes numerator / denominator = the minors of formal degrees of each lane that follows the
 * assumed degree sequence: a plane of numerators for each output, one behind the other, and a
 * plane of denominators for each S_k.
 *
 * Out:    numerator, denominator  planes of one word per lane of the chunk (index prime * lanes +
 *                   k), Montgomery, written for the lanes of these tiles. A lane off the sequence
 *                   gets denominators of 0 and is listed.
 * InOut:  unlucky   [0]: number of unlucky lanes so far, [1 ...]: their chunk lane indices in
 *                   any order; space for all lanes of the chunk. Padding lanes are not listed,
 *                   and not written either in shared tiles.
 *         values    as written by clm_evaluate or, if the longer polynomial was divided,
 *                   clm_powers_divide; behind the values of all tiles clm_step_blocks_space
 *                   words per lane; destroyed
 * Source: division-free Euclid, cost about p*q/2 updates of 3 products and 1 reduction; in blocks
 *         see clm_step_blocks_cost
 * Pre:    in blocks no prime is large, and nothing was divided before; all lanes of a prime
 *         without the necessary roots of unity are unlucky
 * Asynchronous. */
CLM_LAB_API clmodp_status clm_lockstep_run(clmodp_context *ctx, const clm_sequences *sequences,
                                           const clm_buffer *values, size_t first_tile,
                                           size_t tiles);

/* Computes numerator = the minors of f(x, y) and g(x, y) at the points x of the few lanes listed
 * as unlucky by clm_lockstep_run, with denominator = 1. Evaluates by Horner's rule, then applies
 * Euclid's algorithm with branches and one inversion a division.
 *
 * Out:    numerator, denominator  as of clm_lockstep_run; other lanes keep theirs
 * In:     unlucky   [1 ... count]: chunk lane indices
 *         residues, rows  as for clm_evaluate
 *         steps     only the minors and the formal degrees are used
 *         scratch   clm_fallback_scratch words for each lane computed at a time; `count` lanes
 *                   take as many launches as its size demands
 * Errors: INVALID, BUILD, NO_KERNEL, DEVICE
 *
 * Asynchronous. */
clmodp_status clm_fallback_run(clmodp_context *ctx, const clm_sequences *sequences,
                               const clm_buffer *scratch, size_t count,
                               const clm_buffer *residues, const clm_rows *rows);

/* Words of scratch memory a lane. */
size_t clm_fallback_scratch(size_t p, size_t q);

#endif
