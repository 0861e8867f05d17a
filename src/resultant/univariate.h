/* Resultants modulo a prime of polynomials free of x: one remainder sequence on the host. */
#ifndef CLM_RESULTANT_UNIVARIATE_H
#define CLM_RESULTANT_UNIVARIATE_H

#include <stdbool.h>

#include "core/error.h"
#include "core/parallel.h"
#include "resultant/task.h"

/* Returns whether f and g, not 0, are free of x and not so sparse that all their coefficients
 * would take much more memory than their terms. */
bool clm_univariate_applies(const clmodp_zxy *f, const clmodp_zxy *g);

/* Returns an upper bound on the nanoseconds of the resultant. */
double clm_univariate_ns(const clmodp_zxy *f, const clmodp_zxy *g);

/* *r := res_y(f, g) modulo a prime p < 2^62, by the degrees of f and g over Z.
 *
 * Pre:    clm_univariate_applies; not both free of y; p is odd from 2^31 on
 * Errors: HOST_MEMORY, CANCELLED (the watch was stopped; it may be NULL)
 * Source: [Gathen, Gerhard 2013, 6.3 and 11.1] */
clmodp_status clm_univariate_resultant(clm_error *error, uint64_t *r, const clmodp_zxy *f,
                                       const clmodp_zxy *g, uint64_t p, const clm_poller *watch);

/* Computes a task modulo a prime, or sets *done to false, if it needs more than the resultant or
 * this does not apply. Errors: as above; CANCELLED (deferred) */
clmodp_status clm_univariate_compute(clmodp_context *ctx, bool *done, const clm_task *task);

/* Sets r to the resultant, and the report to its bounds. Errors: HOST_MEMORY */
clmodp_status clm_univariate_store(clmodp_zx *r, clmodp_resultant_report *report, uint64_t value,
                                   uint64_t p);

#endif
