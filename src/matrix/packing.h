/* Packs a square matrix in several variables into a matrix in x, given as one polynomial in x and
 * y (clm_minors). */
#ifndef CLM_MATRIX_PACKING_H
#define CLM_MATRIX_PACKING_H

#include <stdbool.h>

#include "core/error.h"
#include "core/parallel.h"
#include "matrix/matrix.h"
#include "resultant/packing.h"

/* Rows of a matrix that are taken between two polls for cancellation. */
#define CLM_VIEW_POLLS 16

/* A square submatrix: n rows and n columns of a matrix. */
typedef struct clm_view {
    const clmodp_matrix *a;
    const size_t *row, *column; /* NULL: all, in order */
    size_t n;
} clm_view;

/* Sets the view to all of a. Errors: INVALID (NULL, or not square) */
clmodp_status clm_view_whole(clm_error *error, clm_view *view, const clmodp_matrix *a);

/* Returns the entry of a view. */
static inline const clm_entry *clm_view_entry(const clm_view *view, size_t i, size_t j)
{
    const size_t row = view->row != NULL ? view->row[i] : i;
    const size_t column = view->column != NULL ? view->column[j] : j;

    return &view->a->entry[row * view->a->columns + column];
}

/* Uses entry (i, j), which is not 0: the product of f and the scale. */
typedef clmodp_status clm_use_entry(void *user, size_t i, size_t j, const clmodp_mpoly *f,
                                    mpz_srcptr scale);

/* Uses the entries of row i times the common denominator of the row, and multiplies d by it; or
 * modulo m. d and m may be NULL.
 * Errors: DOMAIN (a denominator has no inverse), those of `use` */
clmodp_status clm_view_use_row(clm_error *error, mpz_ptr d, const clm_view *view, size_t i,
                               mpz_srcptr m, clm_use_entry *use, void *user);

/* Sets c to the coefficient of a term times the scale, modulo m from 0 to m - 1. */
void clm_entry_coefficient(mpz_t c, const clmodp_mpoly *f, size_t term, mpz_srcptr scale,
                           mpz_srcptr m);

/* A packing of a matrix, and the way back from the determinant. */
typedef struct clm_matrix_packing {
    clmodp_packing way;
    double points;  /* product of the numbers of possible exponents of variables with weights */
    bool zero;      /* each product of entries, one of each row and column, is 0 */
    int64_t *shift; /* owned; of each variable: exponents removed from the rows, then columns */
    int64_t step[CLMODP_MOST_VARIABLES];
    int64_t weight[CLMODP_MOST_VARIABLES]; /* of a step; 0: none is needed */
} clm_matrix_packing;

/* Returns the packed exponent of a term of entry (i, j) of the view, INT64_MAX for greater
 * ones. */
int64_t clm_packed_exponent(const clm_matrix_packing *packing, const clm_view *view, size_t i,
                            size_t j, const uint32_t *exponents);

/* Packs a view with n >= 1. Powers of variables that rows and columns have in common are removed;
 * the solution of an assignment problem finds all powers that divide the determinant, except for
 * accidental cancellations. Variables that homogeneity determines become 1.
 *
 * Out:    out          complete also for LIMIT if its points are below CLM_PACKING_MOST_NUMBER;
 *                      the caller frees its shift
 *         packed       the entries times the denominators of their rows; modulo a number, without
 *                      denominators, from 0 to modulus - 1; unless out->zero
 *         denominator  the product of the rows' denominators; 1 modulo a number
 * In:     modulus      0: over Q
 *         watch        polled between rows, on this thread; NULL: not cancellable
 * Cost:   O(n^3) for each variable at most (bounds/assignment.h)
 * Errors: LIMIT (packed exponents reach 2^31), DOMAIN (a denominator has no inverse),
 *         HOST_MEMORY, CANCELLED */
clmodp_status clm_matrix_pack(clm_error *error, clm_matrix_packing *out, clmodp_zxy *packed,
                              mpz_t denominator, const clm_view *view, uint64_t modulus,
                              const clm_poller *watch);

#endif
