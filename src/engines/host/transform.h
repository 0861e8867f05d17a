/* Values at, and coefficients from values at, cosets of the roots of unity of an order 2^k. */
#ifndef CLM_ENGINES_HOST_TRANSFORM_H
#define CLM_ENGINES_HOST_TRANSFORM_H

#include <stddef.h>

#include "arith/mont64.h"

/* roots[k] := w^k and, behind them, w^-k, k < n / 2, w of order n. In Montgomery form.
 * In: root  an element of order exactly n; n a power of 2 */
void clm_host_roots(uint64_t *roots, size_t n, uint64_t root, const clm_mont64 *field);

/* x[k], k < n, coefficients, to values at w^rev(k), rev(k) the bits of k reversed. */
void clm_host_forward(uint64_t *x, size_t n, const uint64_t *roots, const clm_mont64 *field);

/* The same back, n times the coefficients. */
void clm_host_inverse(uint64_t *x, size_t n, const uint64_t *roots, const clm_mont64 *field);

#endif
