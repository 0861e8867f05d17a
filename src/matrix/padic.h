/* Solutions of linear equations over Z modulo a power of a prime. */
#ifndef CLM_MATRIX_PADIC_H
#define CLM_MATRIX_PADIC_H

#include "arith/mont64.h"
#include "core/error.h"
#include "core/parallel.h"

/* Primes are below this: sums of 8 products are folded. */
#define CLM_PADIC_BELOW ((uint64_t)1 << 61)

/* A square matrix of integers. Each is the sum of `digits` signed digits of CLM_DIGIT_BITS bits
 * times powers of 2^CLM_DIGIT_BITS or, if limbs = 1, one word; n times its absolute value is below
 * 2^(64 limbs - 2). A row has the n lowest digits of its entries, then the next ones. */
typedef struct clm_integers {
    int64_t *entry;
    size_t n, digits, limbs;
} clm_integers;

#define CLM_DIGIT_BITS 48

/* Sets `residues` to a matrix modulo a prime, in Montgomery form. */
void clm_integers_reduce(uint64_t *residues, const clm_integers *a, const clm_mont64 *field);

/* Finds the sum s of some components of the solution of A x = v, for v of zeros and ones, modulo
 * p^count: it is the sum over k < count of digit k times p^k.
 *
 * Out:    digits  two words each, the lower one first: sums of digits of the components
 * In:     lu      A modulo p, by clm_mont64_eliminate, of rank n; the last pivot is replaced
 *         column  the order of columns after that
 *         choice  n bytes: bit 0 is the entry of v, bit 1 tells whether s has this component
 * Cost:   2 n^2 products of a word for each digit, one of them by the digits of A
 * Errors: HOST_MEMORY, CANCELLED
 * Source: [Dixon 1982] */
clmodp_status clm_padic_solution(clm_error *error, uint64_t *digits, size_t count,
                                const clm_integers *a, uint64_t *lu, const uint32_t *column,
                                const unsigned char *choice, const clm_mont64 *field,
                                const clm_poller *watch);

#endif
