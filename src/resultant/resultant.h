/* Computes one problem in one call: all steps from two polynomials to a checked result. */
#ifndef CLM_RESULTANT_RESULTANT_H
#define CLM_RESULTANT_RESULTANT_H

#include "resultant/task.h"

/* Computes a problem and fills its report; its status is not touched.
 *
 * Out:    terms     NULL, or a zero polynomial that is set instead of problem->r if the result is
 *                   computed by its terms (sparse.h)
 * In:     ctx       a context on which a call has begun
 *         options   as set by clm_task_read_options
 *         deferred  as in clm_compute_options
 * Errors: those of the public functions; results and report are unchanged then */
clmodp_status clm_compute(clmodp_context *ctx, clmodp_zxy *terms, const clmodp_problem *problem,
                          const clmodp_resultant_options *options, double *deferred);

/* clmodp_compute, with the terms of clm_compute. A zero result is set in both. */
clmodp_status clm_compute_terms(clmodp_context *context, clmodp_zxy *terms,
                                const clmodp_problem *problem,
                                const clmodp_resultant_options *options);

/* Takes steps 1 to 7 (docs/design.md), also modulo the task's prime for images f and g of at most
 * one lower degree in y; if F_p has too few points, R is computed over Z. */
clmodp_status clm_compute_results(clmodp_context *ctx, const clm_task *task);

/* Computes the task's results modulo its prime, for the degrees in y of f and g over Z. */
clmodp_status clm_compute_modulo(clmodp_context *ctx, const clm_task *task);

/* Computes the task's results over Z, or modulo a prime p their images with coefficients in [0,
 * p), even if leading coefficients vanish modulo p. Resultants may be trivial; for 3 results the
 * degrees in y are at least 1, and not both 1.
 *
 * Out:    task->record  complete but for memory_bytes; partly filled on failure
 * Errors: those of clmodp_resultant; the results may have any value then */
clmodp_status clm_compute_task(clmodp_context *ctx, const clm_task *task);

/* New results of a problem, from which its own are made: a resultant or determinant r, s, and
 * `count` subresultants or principal coefficients. */
typedef struct clm_results {
    clmodp_zx *r, **principal; /* one of principal and chain is NULL */
    clmodp_zxy *s, **chain;
    size_t count;
} clm_results;

/* Creates results; they are destroyed after a failure, too. Errors: HOST_MEMORY */
clmodp_status clm_results_create(clm_error *error, clm_results *out, size_t count, bool principal);
void clm_results_destroy(clm_results *results);

#endif
