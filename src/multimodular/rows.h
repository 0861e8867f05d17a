/* Layout of the inputs on the device: polynomials in x, one for each power of y. */
#ifndef CLM_MULTIMODULAR_ROWS_H
#define CLM_MULTIMODULAR_ROWS_H

#include <stddef.h>
#include <stdint.h>

#include <clmodp/polynomials.h>

#include "fpx/batch/powers.h"
#include "multimodular/columns.h"
#include "multimodular/reduction.h"

typedef struct clm_pair {
    const clmodp_zxy *f, *g;
} clm_pair;

/* The places of an n x n matrix that elimination in the order of rows and columns, without
 * pivoting, can change: of row i the columns from first[i] <= i to the diagonal, of column j the
 * rows from first[n + j] <= j to the diagonal. */
typedef struct clm_envelope {
    size_t order;    /* n; 0: no matrix */
    size_t entries;  /* that are not zero */
    uint32_t *first;
    double products; /* of an LU decomposition */
} clm_envelope;

/* f's rows y^0 ... y^p, then g's rows y^0 ... y^q, packed one after the other, constant term
 * first; likewise for each of several merged pairs of one shape. A compact layout has no rows for
 * powers of y missing in the longer polynomial (f, if degrees are equal). The pairs own the
 * coefficients, and must outlive the layout.
 *
 * For a matrix of order n the rows are its entries, number i n + j that of row i and column j; in
 * a compact layout only those that are not zero. p = n and q = 0, so that p + q is the order as
 * for Sylvester's matrix. The output is the determinant. */
typedef struct clm_row_layout {
    clm_envelope matrix;      /* order 0: f and g */
    size_t pairs;             /* merged pairs; 1 for a single problem */
    size_t p, q;
    size_t count;             /* of rows: p + q + 2 or n^2, or less if compact */
    size_t residues;          /* coefficients of a pair, including zeros within rows */
    size_t terms;             /* without zeros */
    size_t longest;           /* greatest length */
    size_t padded;            /* of the longest rows of all blocks, as in clm_rows */
    clm_row *row;
    uint32_t *blocks;         /* first rows of these blocks */
    double division;          /* products, see clm_division */
    bool by_powers;           /* compact, with a first division by powers of y: */
    uint32_t *place;          /* compact: of each row among p + q + 2 or n^2; else NULL */
    clm_powers powers;        /* the steps of that division */
    clm_columns sparse;       /* of rows with few coefficients */
    mpz_srcptr *coefficients; /* of one pair after the other; NULL represents 0 */
} clm_row_layout;

/* Division of the longer polynomial by the other at a point: step by step or, for long polynomials
 * of few terms, by powers of y. */
typedef struct clm_division {
    bool by_powers;
    double products; /* products of coefficients */
    uint64_t rows;   /* of a compact layout */
} clm_division;

/* Returns the cheaper division. Cost: linear in the terms */
clm_division clm_division_of(const clmodp_zxy *f, const clmodp_zxy *g);

/* Returns the coefficients of f's rows, with the zeros between terms. */
uint64_t clm_row_cells(const clmodp_zxy *f);

/* Lays out f and g; `compact`: as a compact layout if the division is by powers of y. Pre: f and g
 * not zero. Release with clm_row_layout_destroy ({0} is safe).
 * Errors: LIMIT (2^31 coefficients or more), HOST_MEMORY */
clmodp_status clm_row_layout_create(clm_error *error, clm_row_layout *out, const clmodp_zxy *f,
                                    const clmodp_zxy *g, bool compact);

/* Finds the envelope of the matrix of order n >= 1 whose entry in row i and column j is the
 * coefficient of y^(i n + j). Release with clm_envelope_destroy. Errors: HOST_MEMORY */
clmodp_status clm_envelope_create(clm_error *error, clm_envelope *out, const clmodp_zxy *a,
                                  size_t n);
void clm_envelope_destroy(clm_envelope *envelope); /* zero-initialised: allowed */

/* Returns the rows of a layout: n^2, or the entries that are not zero if it is compact, as it is
 * for matrices with many zeros. */
size_t clm_envelope_rows(const clm_envelope *envelope);

/* Lays out the matrix of order n >= 1 whose entry in row i and column j is the coefficient of
 * y^(i n + j) of a. Pre: a not zero, n < 2^16. Errors: LIMIT, HOST_MEMORY */
clmodp_status clm_row_layout_create_matrix(clm_error *error, clm_row_layout *out,
                                           const clmodp_zxy *a, size_t n);

/* Returns the host memory in bytes of either layout, with `rows` rows. */
uint64_t clm_row_layout_bytes(const clmodp_zxy *f, const clmodp_zxy *g, uint64_t rows);

/* Lays out pairs with the degrees in y of the shape's pair, and no terms beyond its rows' ends. */
clmodp_status clm_row_layout_merge(clm_error *error, clm_row_layout *out, const clm_pair *shape,
                                   const clm_pair *pairs, size_t count);
void clm_row_layout_destroy(clm_row_layout *layout);

/* Returns the sizes of the rows, without buffers. */
clm_rows clm_row_layout_shape(const clm_row_layout *layout);

/* Evaluates the rows of the first pair at x modulo the field's prime, on the host.
 *
 * Out:    values  a word per row, Montgomery: f's, then g's
 * In:     x       Montgomery */
void clm_row_layout_values(u32 *values, const clm_row_layout *layout, u32 x, fp_field field);

/* The rows, and the reduction of their coefficients. */
typedef struct clm_inputs {
    clm_reduction reduction; /* of the coefficients, packed */
    clm_rows rows;
    clm_buffer powers; /* the steps of a division by powers of y, if used */
} clm_inputs;

/* Adds the rows to `tables`, and the coefficients, if reduced whole; release with
 * clm_inputs_destroy ({0} is safe). See clm_reduction_create.
 *
 * Out:    out     must not move in memory before the tables are created
 * In:     layout  must outlive the inputs
 * Errors: as clm_reduction_create */
clmodp_status clm_inputs_create(clmodp_context *ctx, clm_inputs *out,
                                const clm_row_layout *layout, const clm_reduction_plan *plan,
                                clm_tables *tables);
void clm_inputs_destroy(clmodp_context *ctx, clm_inputs *inputs);

#endif
