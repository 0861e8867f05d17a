/* Univariate subresultants of a batch: remainder sequences in lockstep, one in each lane. */
#ifndef CLM_FPX_BATCH_EUCLID_H
#define CLM_FPX_BATCH_EUCLID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"
#include "cl/arith/fp.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "cost/cost.h"
#include "fpx/batch/batch.h"
#include "fpx/batch/minors.h"

/* A degree sequence: degree[0] = p, degree[1] = q, then the degrees of the remainders. If p < q
 * the longer polynomial is divided first. The sequence ends with 0 or, if `common_factor`, with
 * the degree of the last non-zero remainder. */
typedef struct clm_degrees {
    uint32_t *degree;
    size_t count;
    bool common_factor;
    bool divided; /* for clm_steps: the first division is done before the sequence begins, without
                     multiplying by leading coefficients */
} clm_degrees;

/* A polynomial of F_p[y]: degree + 1 words, constant term first. */
typedef struct clm_dense {
    u32 *coefficient;
    size_t degree;
} clm_dense;

/* Finds the degree sequence of f and g in F_p[y].
 *
 * Out:    out   released with clm_degrees_destroy
 * InOut:  f, g  Montgomery; their coefficients are destroyed
 * Cost:   about p * q products
 * Errors: INVALID (a leading coefficient is 0), HOST_MEMORY */
CLM_LAB_API clmodp_status clm_degrees_find(clm_error *error, clm_degrees *out, fp_field field,
                                           clm_dense f, clm_dense g);
CLM_LAB_API void clm_degrees_destroy(clm_degrees *degrees);

/* The longest transforms, in words, of blocks by clm_step_blocks_choose. */
#define CLM_BLOCKS_ORDER 512

/* The least degree of both polynomials for which blocks may pay. */
#define CLM_BLOCKS_DEGREE 1000

/* How steps are grouped into blocks; {0}: single steps. */
typedef struct clm_step_blocks {
    uint32_t steps; /* of a block */
    uint32_t order; /* words of its transforms, a power of 2 above `steps` */
    uint32_t least; /* the least degree of the longer polynomial at the beginning of a block; it
                       must also be at least twice `steps` */
} clm_step_blocks;

/* Words per lane in addition to its values. */
size_t clm_step_blocks_space(clm_step_blocks blocks);

/* The cost of one lane of degrees p and q, with a generic degree sequence.
 * Source: [Gathen, Gerhard 2013, 11.1]; see the kernel */
clm_amounts clm_step_blocks_cost(double p, double q, clm_step_blocks blocks);

/* Chooses the blocks predicted to be fastest, or {0} if single steps are. order: of roots of unity
 * modulo all primes, a power of 2. */
clm_step_blocks clm_step_blocks_choose(size_t p, size_t q, uint32_t order, const clm_costs *costs);

/* The degree sequence assumed for all lanes, as the kernel reads it; it depends on the degrees
 * only. After a common factor every lane verifies that it has one. */
typedef struct clm_steps {
    clm_buffer table; /* euclid_step[] (cl/fpx/batch/euclid_shape.h) */
    uint32_t steps;   /* divisions, as many as the minors need */
    uint32_t p, q;
    bool common_factor;
    bool divided;     /* the longer polynomial has been divided by the other */
    clm_minors minors;
    clm_step_blocks blocks;   /* blocks marked in the table */
} clm_steps;

/* Checks, before any long work, that the indices of remainder sequences from degrees p and q fit,
 * with the longer polynomial divided by the other or not. Errors: LIMIT */
clmodp_status clm_steps_check(clm_error *error, size_t p, size_t q, bool divided);

/* Makes a degree sequence without its buffer, for tests that run the kernel on the host. `table`
 * has steps + 2 entries and is released with free. Preconditions and errors as below: INVALID,
 * LIMIT, HOST_MEMORY */
clmodp_status clm_steps_tabulate(clm_error *error, clm_steps *out, euclid_step **table,
                                 const clm_degrees *degrees, clm_minors minors);

/* Returns the minors as kernels need them. plane: words from one plane to the next */
euclid_minors clm_steps_minors(clm_minors minors, size_t plane);

/* Marks blocks wherever steps are quiet. table: the host's copy, before its transfer to the
 * device. */
void clm_steps_block(clm_steps *steps, euclid_step *table, clm_step_blocks blocks);

/* Sends a degree sequence to the device, for these minors, to be followed in blocks or, with {0},
 * step by step. Blocking, so it is called once for many launches. clm_steps_destroy releases the
 * sequence ({0} is safe).
 * Pre:    degrees p, q of at least the greatest k, not both k
 * Errors: INVALID, LIMIT (p * q above 2^31), HOST_MEMORY, DEVICE_MEMORY, DEVICE */
CLM_LAB_API clmodp_status clm_steps_upload(clmodp_context *ctx, clm_steps *out,
                                           const clm_degrees *degrees, clm_minors minors,
                                           clm_step_blocks blocks);
CLM_LAB_API void clm_steps_destroy(clmodp_context *ctx, clm_steps *steps);

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
