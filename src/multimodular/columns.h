/* Tables of columns: the powers of x that have coefficients, in each block of rows. */
#ifndef CLM_MULTIMODULAR_COLUMNS_H
#define CLM_MULTIMODULAR_COLUMNS_H

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <clmodp/polynomials.h>

#include "core/error.h"

/* A table for sums over columns; {0}: none. */
typedef struct clm_columns {
    uint32_t *words; /* in the layout of cl/fpx/batch/sparse_shape.h */
    size_t count;    /* of words */
    size_t powers, columns;
} clm_columns;

/* Lists the columns of the rows y^0, y^1, ... of f and then of g, unless sums over them need too
 * many powers of x or more than `most` columns. Release with clm_columns_destroy ({0} is safe).
 *
 * In:     g     or NULL
 *         rows  of f and g, those of f first
 * Cost:   that of sorting the terms, and deg_x / 32 steps at most for each power
 * Errors: HOST_MEMORY */
clmodp_status clm_columns_create(clm_error *error, clm_columns *out, const clmodp_zxy *f,
                                 const clmodp_zxy *g, size_t rows, size_t most);

static inline void clm_columns_destroy(clm_columns *columns)
{
    free(columns->words);
    *columns = (clm_columns){0};
}

#endif
