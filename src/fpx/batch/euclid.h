/* Univariate resultants and first subresultants of a batch: remainder sequences in lockstep,
 * one a lane. */
#ifndef CLM_FPX_EUCLID_H
#define CLM_FPX_EUCLID_H

#include "cl/fpx/batch/euclid_shape.h"
#include "fpx/batch/degrees.h"
#include "fpx/batch/batch.h"
#include "fpx/batch/euclid_blocks.h"
#include "cost/amounts.h"

/* The degree sequence that all lanes are assumed to share, as the kernel wants it: what depends
 * on the degrees only. After a common factor every lane proves for itself that it has one. */
typedef struct clm_steps {
    clm_buffer table; /* euclid_step[] (cl/fpx/batch/euclid_shape.h) */
    uint32_t steps;   /* divisions */
    uint32_t p, q;
    bool negate, common_factor;
    bool divided;        /* the longer polynomial has been divided by the other */
    bool subresultant;   /* S_1 is wanted, too: */
    uint32_t s1_place;   /* the polynomial of the sequence that it is a multiple of; 0: S_1 = 0 */
    bool negate_s1;
    clm_step_blocks blocks;   /* that the table has */
} clm_steps;

/* Whether there is room for remainder sequences from degrees p and q, the longer polynomial
 * divided by the other or not: to be asked before anything takes time. Errors: LIMIT */
clmodp_status clm_steps_check(clm_error *error, size_t p, size_t q, bool divided);

/* A degree sequence without its buffer, for tests that run the kernel on the host: `table` has
 * steps + 2 entries and is released with free. Pre and errors as below: INVALID, LIMIT,
 * HOST_MEMORY */
clmodp_status clm_steps_tabulate(clm_error *error, clm_steps *out, euclid_step **table,
                                 const clm_degrees *degrees, bool subresultant);

/* Have it followed in blocks wherever degrees fall by one. table: what the host has of it, before
 * that goes to the device. */
void clm_steps_block(clm_steps *steps, euclid_step *table, clm_step_blocks blocks);

/* Send a degree sequence to the device, for resultants and perhaps first subresultants, to be
 * followed in blocks or, {0}, step by step. Blocking, so once for many launches. clm_steps_destroy
 * releases it ({0} is safe).
 * Pre:    for subresultants degrees p, q of at least 1 that are not both 1
 * Errors: INVALID, LIMIT (p * q above 2^31), HOST_MEMORY, DEVICE_MEMORY, DEVICE */
clmodp_status clm_steps_upload(clmodp_context *ctx, clm_steps *out, const clm_degrees *degrees,
                               bool subresultant, clm_step_blocks blocks);
void clm_steps_destroy(clmodp_context *ctx, clm_steps *steps);

/* What both computations of remainder sequences share: where their results go, and what they
 * follow. */
typedef struct clm_sequences {
    const clm_buffer *numerator, *denominator;
    const clm_buffer *unlucky;
    const clm_steps *steps;
    const clm_point_batch *batch;
} clm_sequences;

/* Work-items a group of sequences of degrees p and q. Pre: p * q is below 2^64 */
size_t clm_lockstep_group(const clmodp_context *ctx, uint64_t p, uint64_t q);

/* numerator / denominator = the formal-degree resultant of each lane that follows the
 * assumed degree sequence; behind all of these numerators s_10's, and then s_11's, with
 * S_1 = s_11 y + s_10, over the same denominator.
 *
 * Out:    numerator, denominator  one word a lane of the chunk (index prime * lanes + k),
 *                   Montgomery, written for the lanes of these tiles; three words for numerators
 *                   of subresultants. A lane off the sequence gets denominator 0 and is listed.
 * InOut:  unlucky   [0]: number of unlucky lanes so far, [1 ...]: their chunk lane indices in
 *                   any order; room for all lanes of the chunk. Padding lanes are not listed, and
 *                   where primes share tiles none is written.
 *         values    as clm_evaluate leaves them or, where the longer polynomial was divided,
 *                   clm_powers_divide; behind those of all tiles clm_step_blocks_space words a
 *                   lane; destroyed
 * Source: division-free Euclid, cost about p*q/2 updates of 3 products and 1 reduction; in blocks
 *         see clm_step_blocks_cost
 * Pre:    in blocks no prime is large, and nothing was divided before; a prime without the roots
 *         of unity that they need has unlucky lanes only
 * Asynchronous. */
clmodp_status clm_lockstep_run(clmodp_context *ctx, const clm_sequences *sequences,
                               const clm_buffer *values, size_t first_tile, size_t tiles);

#endif
