/* Packs a square matrix in several variables into a matrix in x, given as one polynomial in x and
 * y (clm_minors), and unpacks its determinant. */
#ifndef CLM_MATRIX_PACKING_H
#define CLM_MATRIX_PACKING_H

#include <stdbool.h>

#include "core/error.h"
#include "matrix/matrix.h"

/* A square submatrix: n rows and n columns of a matrix. */
typedef struct clm_view {
    const clmodp_matrix *a;
    const size_t *row, *column; /* NULL: all, in order */
    size_t n;
} clm_view;

/* Returns the entry of a view. */
static inline const clm_entry *clm_view_entry(const clm_view *view, size_t i, size_t j)
{
    const size_t row = view->row != NULL ? view->row[i] : i;
    const size_t column = view->column != NULL ? view->column[j] : j;

    return &view->a->entry[row * view->a->columns + column];
}

/* Sets the denominator to the common one of row i; modulo m, unless NULL, to 1. */
void clm_view_denominator(mpz_t denominator, const clm_view *view, size_t i, mpz_srcptr m);

/* Sets scale to the factor of the entry's coefficients: the row's denominator divided by the
 * entry's or, modulo m, the inverse of the entry's. Errors: DOMAIN (there is none) */
clmodp_status clm_entry_scale(clm_error *error, mpz_t scale, const clm_entry *entry,
                              mpz_srcptr of_row, mpz_srcptr m);

/* Exponents of variable v in the determinant are offset[v] + step[v] digit[v], with digits from 0
 * to radix[v] - 1. The packed determinant has x to the power sum of weight[v] digit[v] instead. */
typedef struct clm_matrix_packing {
    size_t variables;
    int64_t offset[CLMODP_MOST_VARIABLES], step[CLMODP_MOST_VARIABLES];
    int64_t radix[CLMODP_MOST_VARIABLES], weight[CLMODP_MOST_VARIABLES];
    bool zero; /* each product of entries, one of each row and column, is 0 */
} clm_matrix_packing;

/* Packs a view with n >= 1. Powers of variables that rows and columns have in common are removed;
 * the solution of an assignment problem finds all powers that divide the determinant, except for
 * accidental cancellations.
 *
 * Out:    packed       the entries times the denominators of their rows; modulo a number, without
 *                      denominators, from 0 to modulus - 1; unless out->zero
 *         denominator  the product of the rows' denominators; 1 modulo a number
 * In:     modulus      0: over Q
 * Cost:   O(n^3) for each variable at most (bounds/assignment.h)
 * Errors: LIMIT (packed exponents reach 2^31), DOMAIN (a denominator has no inverse),
 *         HOST_MEMORY */
clmodp_status clm_matrix_pack(clm_error *error, clm_matrix_packing *out, clmodp_zxy *packed,
                              mpz_t denominator, const clm_view *view, uint64_t modulus);

/* Sets r to the determinant of the view from the packed one, whose coefficients are moved.
 * Errors: CORRUPT (not a determinant of this packing), LIMIT (exponents), HOST_MEMORY */
clmodp_status clm_matrix_unpack(clm_error *error, clmodp_mpoly *r,
                                const clm_matrix_packing *packing, clmodp_zx *packed);

#endif
