/* Determinants of polynomials in x whose coefficients are integers modulo 2^128. */
#ifndef CLM_RESULTANT_MINORS_H
#define CLM_RESULTANT_MINORS_H

#include <stddef.h>

#include "zxy/zx.h"

enum {
    CLM_MINORS_DEGREE = 5,  /* in y, of f and g */
    CLM_MINORS_WIDTH = 64   /* coefficients of a polynomial in x */
};

/* c[0] + c[1] x + ...; what is behind the length is not set. */
typedef struct clm_wide_poly {
    size_t length;
    clm_word128 c[CLM_MINORS_WIDTH];
} clm_wide_poly;

/* f or g: its coefficients in y, which are not longer than they must be. */
typedef struct clm_wide_rows {
    size_t degree;
    clm_wide_poly row[CLM_MINORS_DEGREE + 1];
} clm_wide_rows;

/* r := res_y(f, g) for formal degrees, not both 0, of which that of f is no less.
 *
 * Pre:    deg g (n - 1) + deg f (m - 1) < CLM_MINORS_WIDTH for rows of at most n, m coefficients
 * Cost:   sum_k k binomial(deg f, k) products of polynomials
 * Source: Bezout's matrix in the form of Cayley, and Laplace's expansion by rows */
void clm_minors_resultant(clm_wide_poly *r, const clm_wide_rows *f, const clm_wide_rows *g);

#endif
