/* Determinants modulo a prime of matrices linear in the packed variable. */
#ifndef CLM_MATRIX_LINEAR_H
#define CLM_MATRIX_LINEAR_H

#include <stdbool.h>

#include "opencl/context.h"
#include "polynomials/zxy.h"

/* Sets *done, and r to the determinant of a matrix of order n >= 1 (clm_minors), if the modulus is
 * an odd prime, entries have degree 1 at most, and elimination is predicted to be faster than
 * values at points; otherwise changes nothing. The result is checked at a random point.
 *
 * Cost:   see clm_mont64_pencil
 * Errors: HOST_MEMORY, CANCELLED, CORRUPT (the check fails) */
clmodp_status clm_linear_determinant(clmodp_context *ctx, bool *done, clmodp_zx *r,
                                     const clmodp_zxy *a, size_t n, uint64_t modulus);

#endif
