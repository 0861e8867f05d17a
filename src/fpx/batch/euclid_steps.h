/* The steps that all remainder sequences of a batch take together: a degree sequence, its table on
 * the device, and blocks of steps. */
#ifndef CLM_FPX_BATCH_EUCLID_STEPS_H
#define CLM_FPX_BATCH_EUCLID_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cl/arith/fp.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "core/error.h"
#include "cost/cost.h"
#include "fpx/batch/minors.h"
#include "opencl/buffer.h"
#include "opencl/context.h"

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

#endif
