/* Many pairs of one shape, modulo the same primes at the same points, in the same launches. */
#ifndef CLM_RESULTANT_STACK_H
#define CLM_RESULTANT_STACK_H

#include <clmodp/resultant.h>

#include "device/context.h"
#include "multimodular/rows.h"
#include "resultant/shape.h"

/* A problem of a batch that may share launches. */
typedef struct clm_stacked {
    clm_shape shape;
    clm_pair pair;              /* of the problem; for a discriminant f and df/dy */
    clmodp_zxy *derivative;     /* owned; NULL: the problem's g */
    const clmodp_problem *problem;
    size_t index;               /* in the batch */
    bool solved;                /* Out */
} clm_stacked;

/* *fits: whether the problem is one that is worth stacking; then *out is released with
 * clm_stacked_clear. Errors: those of clm_problem_ready, HOST_MEMORY */
clmodp_status clm_stacked_create(clm_error *error, clm_stacked *out, bool *fits,
                                 const clmodp_problem *problem,
                                 const clmodp_resultant_options *options);
void clm_stacked_clear(clm_stacked *stacked);

/* How many problems like this one are computed at once, and whether that should take less time on
 * the device than `count` of them, one by one, on the host.
 *
 * Out:    most  at least 1
 * Errors: those of clm_bounds_of_all */
clmodp_status clm_stack_plan(clmodp_context *ctx, size_t *most, bool *pays,
                             const clm_stacked *first, size_t count,
                             const clmodp_resultant_options *options);

/* Solve `count` problems of one shape at once. Those that do not agree with the final check are
 * left unsolved, as are all if there is an error: they can be solved one by one.
 *
 * In:     call    a context of clm_context_begin
 * Errors: those of clmodp_solve */
clmodp_status clm_stack_solve(clmodp_context *call, clm_stacked *stacked, size_t count,
                              const clmodp_resultant_options *options);

#endif
