/* Merged problems: many pairs of equal degrees in y that share primes, points and launches. */
#ifndef CLM_RESULTANT_MERGED_H
#define CLM_RESULTANT_MERGED_H

#include <clmodp/resultant.h>

#include "fpx/batch/minors.h"
#include "opencl/context.h"
#include "multimodular/rows.h"
#include "resultant/task.h"

/* Common properties of merged problems. Remainder sequences have the same degrees; rows and
 * coefficients may differ in length if padding costs less than launches. */
typedef struct clm_shape {
    uint64_t support;            /* a hash of the exponents; 0: they nearly fill their box */
    clm_minors minors;
    uint32_t p, q;               /* degrees in y */
    uint32_t length_f, length_g; /* degrees in x, plus one */
    uint32_t bits_f, bits_g;     /* of the longest coefficients, rounded up */
} clm_shape;

/* A problem of a batch that may be merged with others. */
typedef struct clm_merged {
    clm_shape shape;
    double size;                /* width times height of results, about the cost of images */
    clm_pair pair;              /* f and g of the problem; for a discriminant f and df/dy */
    clmodp_zxy *derivative;     /* owned; NULL: the problem's g */
    const clmodp_problem *problem;
    size_t index;               /* in the batch */
    bool done;                  /* Out: the problem is solved */
} clm_merged;

/* *fits: whether the problem is worth merging: over Z, dense enough, of moderate degrees, with a
 * normal remainder sequence (each degree one less than the last) at a random point, and without
 * powers of variables to be removed first. Then *out is released with clm_merged_clear.
 * Cost:   p * q products for degrees p and q in y, and two for each term
 * Errors: those of clm_problem_check_all, HOST_MEMORY */
clmodp_status clm_merged_create(clm_error *error, clm_merged *out, bool *fits,
                                const clmodp_problem *problem,
                                const clmodp_resultant_options *options);
void clm_merged_clear(clm_merged *merged);

/* Compares shapes: negative, 0 if equal, or positive. The order is by degrees in y, then by the
 * cost of images. */
int clm_merged_compare(const clm_merged *a, const clm_merged *b);

/* Extends a shape to one that fits another problem, too. Returns false, without changes, unless
 * degrees in y and outputs agree. */
bool clm_merged_extend(clm_shape *shape, const clm_merged *other);

/* Predicts `count` problems of a shape from simple bounds. */
clm_choice_merge clm_merged_predict(const clmodp_context *ctx, const clm_shape *shape,
                                    size_t count);

/* Plans `count` neighbours in the order of shapes.
 * *most: problems to compute at once, at least 1.
 * *pays: whether merging them on the device is predicted to take less time than the host does one
 * by one, or an engine is named. `alone` is the host's time, in nanoseconds; for a single shape it
 * is predicted anew.
 * Errors: those of clm_bounds_of_all */
clmodp_status clm_merged_plan(clmodp_context *ctx, size_t *most, bool *pays,
                              const clm_merged *first, size_t count, double alone,
                              const clmodp_resultant_options *options);

/* Computes `count` problems of equal degrees in y at once. Problems whose results fail the final
 * check are not done, nor is any after an error; compute these one by one.
 *
 * In:     ctx     a context on which a call has begun
 * Errors: those of clmodp_compute */
clmodp_status clm_merged_compute(clmodp_context *ctx, clm_merged *merged, size_t count,
                                 const clmodp_resultant_options *options);

#endif
