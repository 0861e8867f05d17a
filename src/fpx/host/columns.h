/* Polynomials in y and x modulo a prime: values at roots of unity x for all powers of y at once,
 * then quotients and greatest common divisors in y at several points at once, in the lanes of
 * vectors.
 *
 * A block has as many vectors as there are points: one for each power of x, or each point. Lane l
 * of block b belongs to row b lanes + l, the coefficients of a power of y. Columns have a vector
 * for each row, and its lanes belong to points. */
#ifndef CLM_FPX_HOST_COLUMNS_H
#define CLM_FPX_HOST_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arith/vector_level.h"
#include "cl/arith/fp.h"

/* The points root^k, k < count. */
typedef struct clm_columns {
    fp_field field;
    uint32_t count;        /* without prime factors above 7 */
    const uint32_t *roots; /* root^k, in Montgomery form */
} clm_columns;

typedef struct clm_column_functions {
    size_t lanes;

    /* Replaces the coefficients of a block by the values at all points. scratch: another block.
     * Source: Stockham's algorithm, with small radices */
    void (*transform)(uint32_t *block, uint32_t *scratch, const clm_columns *at);

    /* Sets columns to the rows, whose number is rounded up to lanes, at points from `first` on.
     * The last point is repeated after the last one. */
    void (*gather)(uint32_t *columns, const uint32_t *blocks, size_t rows, size_t first,
                   const clm_columns *at);

    /* Sets the rows to columns, likewise. */
    void (*scatter)(uint32_t *blocks, const uint32_t *columns, size_t rows, size_t first,
                    const clm_columns *at);

    /* Sets g to gcd(a, b) with the leading coefficients `lead`, a vector. Returns its number of
     * coefficients; 0 if the degrees of remainders are not the same in all lanes, or all are 0.
     * a and b are destroyed. Cost: a_count b_count products of vectors */
    size_t (*gcd)(uint32_t *g, uint32_t *a, size_t a_count, uint32_t *b, size_t b_count,
                  const uint32_t *lead, const fp_field *field);

    /* Sets q to a / b; *divides: false if there are remainders. Returns false if b has a zero
     * among its leading coefficients. Pre: a_count >= b_count > 0 */
    bool (*divide)(uint32_t *q, bool *divides, const uint32_t *a, size_t a_count,
                   const uint32_t *b, size_t b_count, const fp_field *field);
} clm_column_functions;

/* Returns the functions of an available level. */
const clm_column_functions *clm_columns_of(clm_vector_level level);

/* Returns the words of blocks with so many rows. */
static inline size_t clm_column_words(size_t lanes, size_t rows, size_t points)
{
    return (rows + lanes - 1) / lanes * lanes * points;
}

/* Returns the place of a row's word at a point, or of its coefficient of a power of x. */
static inline size_t clm_column_place(size_t lanes, size_t points, size_t row, size_t k)
{
    return (row / lanes * points + k) * lanes + row % lanes;
}

#endif
