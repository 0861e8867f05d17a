/* Merged problems: many pairs of one shape, modulo the same primes at the same points, in the same
 * launches. */
#ifndef CLM_RESULTANT_MERGED_H
#define CLM_RESULTANT_MERGED_H

#include <clmodp/resultant.h>

#include "opencl/context.h"
#include "multimodular/rows.h"

/* The properties that merged problems have in common. With equal shapes rows have about the same
 * lengths, coefficients are about as long, and remainder sequences have the same degrees. */
typedef struct clm_shape {
    uint64_t support;            /* a hash of the exponents; 0: they nearly fill their box */
    uint64_t outputs;            /* no padding: shapes are compared byte by byte */
    uint32_t p, q;               /* degrees in y */
    uint32_t length_f, length_g; /* degrees in x, plus one */
    uint32_t bits_f, bits_g;     /* of the longest coefficients, rounded up */
} clm_shape;

/* A problem of a batch that may be merged with others. */
typedef struct clm_merged {
    clm_shape shape;
    clm_pair pair;              /* of the problem; for a discriminant f and df/dy */
    clmodp_zxy *derivative;     /* owned; NULL: the problem's g */
    const clmodp_problem *problem;
    size_t index;               /* in the batch */
    bool done;                  /* Out */
} clm_merged;

/* *fits: whether the problem is worth merging: over Z, dense enough, of moderate degrees, with a
 * normal remainder sequence (each degree one less than the last) at a random point, and without
 * powers of variables, which a call of its own would remove first. Then *out is released with
 * clm_merged_clear.
 * Cost:   p * q products for degrees p and q in y, and two for each term
 * Errors: those of clm_problem_check_all, HOST_MEMORY */
clmodp_status clm_merged_create(clm_error *error, clm_merged *out, bool *fits,
                                const clmodp_problem *problem,
                                const clmodp_resultant_options *options);
void clm_merged_clear(clm_merged *merged);

/* An order of shapes: negative, 0 if they are equal, or positive. */
int clm_merged_compare(const clm_merged *a, const clm_merged *b);

/* *most: how many problems of this shape to compute at once, at least 1.
 * *pays: whether that should take less time on the device than `count` of them, one by one, on the
 * host. Errors: those of clm_bounds_of_all */
clmodp_status clm_merged_plan(clmodp_context *ctx, size_t *most, bool *pays,
                              const clm_merged *first, size_t count,
                              const clmodp_resultant_options *options);

/* Computes `count` problems of one shape at once. Problems whose results do not pass the final
 * check are not done, as are all if there is an error: they can be computed one by one.
 *
 * In:     ctx     on which a call has begun
 * Errors: those of clmodp_compute */
clmodp_status clm_merged_compute(clmodp_context *ctx, clm_merged *merged, size_t count,
                                 const clmodp_resultant_options *options);

#endif
