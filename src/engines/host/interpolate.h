/* From values at the points of a prime to coefficients, and back at points of a coset. */
#ifndef CLM_ENGINES_HOST_INTERPOLATE_H
#define CLM_ENGINES_HOST_INTERPOLATE_H

#include <stddef.h>

#include "arith/mont64.h"
#include "core/parallel.h"

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

/* roots[k] := w^k and, behind them, w^-k, k < n / 2, w of order n. In Montgomery form.
 * In: root  an element of order exactly n; n a power of 2 */
void clm_host_roots(uint64_t *roots, size_t n, uint64_t root, const clm_mont64 *field);

/* x[k], k < n, coefficients, to values at w^rev(k), rev(k) the bits of k reversed. */
void clm_host_forward(uint64_t *x, size_t n, const uint64_t *roots, const clm_mont64 *field);

/* The same back, n times the coefficients. */
void clm_host_inverse(uint64_t *x, size_t n, const uint64_t *roots, const clm_mont64 *field);

#endif
