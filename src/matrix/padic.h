/* Solutions of linear equations over Z modulo a power of a prime, and matrices of integers whose
 * products with them are fast. */
#ifndef CLM_MATRIX_PADIC_H
#define CLM_MATRIX_PADIC_H

#include <stdbool.h>

#include <gmp.h>

#include "arith/elimination.h"
#include "core/error.h"

/* Primes are below this: sums of 8 products are folded. */
#define CLM_PADIC_BELOW ((uint64_t)1 << 61)

/* A matrix of integers. Each is the sum of `digits` signed digits of 48 bits times powers of 2^48
 * or, if limbs = 1, one word; the number of columns times its absolute value is below
 * 2^(64 limbs - 2). A row has the lowest digits of its entries, then the next ones. */
typedef struct clm_digits {
    int64_t *digit; /* owned */
    size_t rows, columns, digits, limbs;
} clm_digits;

/* Creates a matrix of zeros, for integers of `bits` bits; clm_digits_destroy also releases what a
 * failure left. Errors: HOST_MEMORY */
clmodp_status clm_digits_create(clm_error *error, clm_digits *a, size_t rows, size_t columns,
                                  size_t bits);
void clm_digits_destroy(clm_digits *a);

/* Returns the words of an entry for integers of `bits` bits. */
size_t clm_digits_words(size_t columns, size_t bits);

/* Sets an entry that is 0. Pre: it has at most the bits of the matrix */
void clm_digits_set(clm_digits *a, size_t i, size_t j, mpz_srcptr c);

/* Equations with a matrix A that is eliminated modulo a prime. */
typedef struct clm_padic {
    const clm_digits *a;
    uint64_t *lu;           /* owned; by clm_mont64_eliminate, all pivots inverted */
    uint32_t *row, *column; /* owned by row; the order of rows and columns after that */
    size_t width;           /* columns up to the last one with a pivot */
    clm_elimination found;
    clm_mont64 field;
    const clm_poller *watch;
} clm_padic;

/* Eliminates in A modulo a prime; clm_padic_destroy also releases what a failure left.
 * Cost:   about rows * columns * rank products
 * Errors: HOST_MEMORY, CANCELLED */
clmodp_status clm_padic_create(clm_error *error, clm_padic *padic, const clm_digits *a,
                               uint64_t prime, const clm_poller *watch);
void clm_padic_destroy(clm_padic *padic);

/* Finds the sum s of some components of the solution of A x = v, for v of zeros and ones, modulo
 * p^count: it is the sum over k < count of digit k times p^k. Pre: A is square, of full rank
 *
 * Out:    digits  two words each, the lower one first: sums of digits of the components
 * In:     choice  a byte a row: bit 0 is the entry of v, bit 1 tells whether s has this component
 * Cost:   2 n^2 products of a word for each digit, one of them by the digits of A
 * Errors: HOST_MEMORY, CANCELLED
 * Source: [Dixon 1982] */
clmodp_status clm_padic_solve(clm_error *error, const clm_padic *padic, uint64_t *digits,
                              size_t count, const unsigned char *choice);

/* Tests whether p^count divides all minors with the rows and columns of the pivots, another row,
 * and another column `index`: rank + index after the exchanges.
 *
 * Cost, errors, source: as for clm_padic_solve, for a matrix with these columns */
clmodp_status clm_padic_vanishes(clm_error *error, bool *vanishes, const clm_padic *padic,
                                 size_t count, size_t index);

#endif
