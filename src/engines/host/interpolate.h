/* From values at the points of a prime to coefficients. */
#ifndef CLM_ENGINES_HOST_INTERPOLATE_H
#define CLM_ENGINES_HOST_INTERPOLATE_H

#include <stddef.h>

#include "arith/mont64.h"
#include "base/parallel.h"

/* inverse[k] := 1 / k!, k < n. Pre: n <= p, n >= 1. In Montgomery form, as all below. */
void clm_host_factorials(uint64_t *inverse, size_t n, const clm_mont64 *field);

/* y[k], values at start + k, k < n, to coefficients.
 * Cost:   n^2 / 2 differences and as many products
 * Errors: CANCELLED (the watch, which may be NULL, has stopped)
 * Source: Newton's forward differences */
clmodp_status clm_host_newton(uint64_t *y, size_t n, uint64_t start, const uint64_t *factorials,
                              const clm_mont64 *field, const clm_watch *watch);

/* out[k] := 1 / in[k], k < n. Pre: none is 0. Cost: 3 n products and one inversion */
void clm_host_invert(uint64_t *out, const uint64_t *in, size_t n, const clm_mont64 *field);

#endif
