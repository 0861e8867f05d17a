/* Gaussian elimination modulo an odd prime on the host, by pivots in the order of rows and columns
 * as far as possible: determinants, ranks, and orders without vanishing pivots. */
#ifndef CLM_ARITH_ELIMINATION_H
#define CLM_ARITH_ELIMINATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arith/mont64.h"
#include "core/parallel.h"

typedef struct clm_elimination {
    size_t rank;
    uint64_t determinant; /* of a square matrix, Montgomery form; else unspecified */
    bool negative;        /* an odd number of exchanges */
    bool inverted;        /* the last pivot is replaced as all others are */
} clm_elimination;

/* Eliminates in a matrix of residues in Montgomery form, row by row, which is destroyed. Pivot k
 * is the entry (k, k) if it is not 0, or else another one, by exchanges.
 *
 * Rows and columns exchanged, and without later rows, the matrix is L U: it holds U right of the
 * diagonal, I - L left of it, and on it -1 / U_kk.
 *
 * Out:    row, column  NULL, or arrays that are permuted as rows and columns are
 * In:     watch        NULL, or stops the elimination, with any results
 * Cost:   for order n and rank n about n^3 / 3 products; none for blocks of 8 zeros at the
 *         beginning of a row, nor right of the last entry of a row */
clm_elimination clm_mont64_eliminate(uint64_t *a, size_t rows, size_t columns, uint32_t *row,
                                     uint32_t *column, const clm_mont64 *field,
                                     const clm_poller *watch);

/* Sets *found to the result of clm_mont64_eliminate. A long elimination runs on another thread
 * while the caller's thread polls the watch; NULL: not cancellable.
 * Errors: HOST_MEMORY, or the status of the poll */
clmodp_status clm_mont64_eliminate_watched(clm_elimination *found, uint64_t *a, size_t rows,
                                           size_t columns, uint32_t *row, uint32_t *column,
                                           const clm_mont64 *field, clm_poller *watch);

#endif
