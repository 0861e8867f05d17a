/* Univariate resultants of a batch: remainder sequences in lockstep, one a lane. */
#ifndef CLM_FPX_EUCLID_H
#define CLM_FPX_EUCLID_H

#include <stdbool.h>

#include "cl/euclid_shape.h"
#include "fpx/lanes.h"

/* The degree sequence that all lanes are assumed to share: degree[0] = p, degree[1] = q,
 * then the degrees of the remainders. It ends with 0, or, when `common_factor`, with the
 * degree of the last non-zero remainder, which every lane then proves for itself. When
 * p < q the kernel starts by exchanging the two. */
typedef struct clm_degrees {
    uint32_t *degree;
    size_t count;
    bool common_factor;
} clm_degrees;

/* The degree sequence of f(x0, y), g(x0, y) modulo one prime, from their coefficients
 * (f: p+1, g: q+1 words, constant first, Montgomery); both are destroyed. On the host.
 * Leading coefficients must not vanish here: else INVALID (take another sample).
 * clm_degrees_destroy releases it. */
clmodp_status clm_degrees_sample(clm_error *error, clm_degrees *out, fp_field field, u32 *f,
                                 size_t p, u32 *g, size_t q);
void clm_degrees_destroy(clm_degrees *degrees);

/* A degree sequence as the kernel wants it: what depends on the degrees only. */
typedef struct clm_steps {
    clm_buffer table; /* euclid_step[] (cl/euclid_shape.h) */
    uint32_t steps;   /* divisions */
    uint32_t p, q;
    bool negate, common_factor;
} clm_steps;

/* Send a degree sequence to the device. Blocking, so once for many launches.
 * clm_steps_destroy releases it ({0} is safe).
 * Errors: LIMIT (p * q above 2^31), HOST_MEMORY, DEVICE_MEMORY, DEVICE */
clmodp_status clm_steps_upload(clmodp_context *ctx, clm_steps *out, const clm_degrees *degrees);
void clm_steps_destroy(clmodp_context *ctx, clm_steps *steps);

/* numerator / denominator = the formal-degree resultant of each lane that follows the
 * assumed degree sequence.
 *
 * Out:    numerator, denominator  one word a lane of the chunk (index prime * lanes + k),
 *                   Montgomery, written for the lanes of these tiles. A lane off the
 *                   sequence gets denominator 0 and is flagged.
 * InOut:  flagged   [0]: number of flagged lanes so far, [1 ...]: their chunk lane indices in
 *                   any order; room for all lanes of the chunk. Padding lanes never flag.
 *         values    as clm_evaluate leaves them; destroyed
 * Source: division-free Euclid, cost about p*q/2 updates of 3 products and 1 reduction
 * Asynchronous. */
clmodp_status clm_euclid_lockstep(clmodp_context *ctx, clm_buffer *numerator,
                                  clm_buffer *denominator, clm_buffer *flagged,
                                  clm_buffer *values, const clm_steps *steps,
                                  const clm_lanes *lanes, size_t first_tile, size_t tiles);

/* The same for any lanes, by plain Euclid with branches and formal degrees, from the
 * residues: evaluates by Horner and divides; denominator becomes 1. For the few flagged.
 *
 * In:     flagged[1 ... count]  chunk lane indices
 *         scratch  clm_euclid_formal_scratch() words for each lane done at a time; works
 *                  through `count` lanes in as many launches as the scratch demands
 * Asynchronous. */
clmodp_status clm_euclid_formal(clmodp_context *ctx, clm_buffer *numerator,
                                clm_buffer *denominator, clm_buffer *scratch,
                                const clm_buffer *flagged, size_t count,
                                const clm_buffer *residues, const clm_rows *rows, size_t p,
                                size_t q, const clm_lanes *lanes);
size_t clm_euclid_formal_scratch(size_t p, size_t q);

#endif
