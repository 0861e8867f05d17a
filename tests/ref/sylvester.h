/* Resultants and other subresultants by definition, as minors of the Sylvester matrix; slow. */
#ifndef REF_SYLVESTER_H
#define REF_SYLVESTER_H

#include <clmodp/polynomials.h>

/* Returns res_y(f, g), a new polynomial: the determinant of the matrix with deg_y g rows of f's
 * coefficients above deg_y f rows of g's, highest power of y first, by fraction-free elimination
 * over Z[x] with separate polynomial arithmetic. 0 if f or g is 0; the matrix without rows (f and
 * g free of y) has determinant 1.
 * Cost: O((p + q)^3) products of minors. Ends the process if memory is exhausted.
 * Source: [Bareiss 1968] */
clmodp_zx *ref_resultant(const clmodp_zxy *f, const clmodp_zxy *g);

/* Returns the coefficient of y^power, power <= k, in the subresultant S_k of f and g in y: the
 * minor of deg_y g - k rows of f above deg_y f - k rows of g with the highest columns but one,
 * followed by the column of y^power. Pre: degrees at least k, and not both k, unless 0. */
clmodp_zx *ref_subresultant(const clmodp_zxy *f, const clmodp_zxy *g, long k, long power);

#endif
