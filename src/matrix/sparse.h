/* Determinants with few terms, in any number of variables, expanded by minors. */
#ifndef CLM_MATRIX_SPARSE_H
#define CLM_MATRIX_SPARSE_H

#include <stdbool.h>

#include "matrix/packing.h"
#include "opencl/context.h"

/* Sets *done, and r / d to the determinant of a view with n >= 1, if its expansion is predicted
 * to be faster than values at as many points as the packing needs; otherwise, and for more than
 * CLM_MINORS_ORDER rows or exponents that do not fit into one word, changes nothing.
 *
 * In:     packing     of the view, also one that failed because exponents reach 2^31
 *         modulus     0: over Q; then d is the product of the rows' denominators, else 1
 *         max_result  the most bytes of coefficients
 * Errors: DOMAIN (a denominator has no inverse), HOST_MEMORY, CANCELLED */
clmodp_status clm_sparse_determinant(clmodp_context *ctx, bool *done, clmodp_mpoly *r, mpz_t d,
                                     const clm_view *view, const clm_matrix_packing *packing,
                                     uint64_t modulus, uint64_t max_result);

#endif
