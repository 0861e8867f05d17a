/* The steps of a computation that are specific to matrices: contents of rows and columns are
 * removed, and both are ordered for elimination. */
#ifndef CLM_RESULTANT_DETERMINANT_H
#define CLM_RESULTANT_DETERMINANT_H

#include "resultant/factors.h"

/* Sets out to a matrix of order n (clm_minors), without the contents of its rows and columns over
 * Z, and with rows and columns in an order in which elimination without pivoting mostly succeeds
 * (arith/elimination.h): pivots do not vanish at a random point, as far as the rank there reaches.
 *
 * In:     modulus  a prime, whose residues are balanced, or 0: over Z
 * Out:    content  the factors of the determinant
 * Cost:   gcds of coefficients, and elimination at one point on the host
 * Errors: HOST_MEMORY, CANCELLED (the content's watch) */
clmodp_status clm_determinant_simplify(clm_error *error, clm_factors *content, clmodp_zxy *out,
                                       const clmodp_zxy *a, size_t n, uint64_t modulus);

#endif
