/* Dixon's matrix, which eliminates two variables from three polynomials. */
#ifndef CLM_MATRIX_DIXON_H
#define CLM_MATRIX_DIXON_H

#include <clmodp/matrix.h>

/* Creates the matrix of coefficients of the monomials in s, t (rows) and a, b (columns) of
 *
 *     | f(s, t)  g(s, t)  h(s, t) |
 *     | f(a, t)  g(a, t)  h(a, t) | / ((s - a) (t - b)).
 *     | f(a, b)  g(a, b)  h(a, b) |
 *
 * Where f, g and h have a common zero (s, t), a combination of its rows vanishes.
 *
 * Out:    matrix  in as many variables as f, without s and t and without denominators; some rows
 *                 and columns may be 0; NULL on failure
 * In:     f       three polynomials in equally many variables
 *         s, t    their numbers
 * Cost:   order 2 m n for degrees m in s and n in t, which determines that of the determinant
 * Errors: LIMIT (too large, or more than CLMODP_MOST_VARIABLES - 2), as clmodp_determinant
 * Source: [Dixon 1908] */
clmodp_status clm_dixon_matrix(clmodp_context *context, clmodp_matrix **matrix,
                               clmodp_mpoly *const f[3], size_t s, size_t t);

#endif
