/* Determinants of matrices of integers by their largest invariant factors. */
#ifndef CLM_MATRIX_INTEGERS_H
#define CLM_MATRIX_INTEGERS_H

#include <stdbool.h>

#include "opencl/context.h"
#include "polynomials/zxy.h"

/* Predicts whether clm_integer_determinant is faster than elimination and engines for a matrix of
 * order n with so many nonzero entries. Fitted to times of dense matrices of order 8 to 130, with
 * 4 to 1000 bits. */
bool clm_integer_determinant_suits(size_t n, size_t bits, size_t entries);

/* Sets *done, and r to the determinant of a matrix of order n >= 1 (clm_minors) over Z, if entries
 * are integers, clm_integer_determinant_suits and other invariant factors are small; otherwise
 * changes nothing.
 * The result is proved, and checked modulo a further prime.
 *
 * In:     max_result  the most bytes of the result
 * Cost:   for entries of b bits about n^3 b / 15 products of words by one thread, and n^3 / 3
 *         products for each thread, prime of the other factors, and the check
 * Errors: HOST_MEMORY, CANCELLED, CORRUPT (the check fails)
 * Source: [Abbott, Bronstein, Mulders 1999] */
clmodp_status clm_integer_determinant(clmodp_context *ctx, bool *done, clmodp_zx *r,
                                      const clmodp_zxy *a, size_t n, uint64_t max_result);

#endif
