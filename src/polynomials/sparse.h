/* Sums of products of sparse polynomials in x over Z modulo 2^(64 n), n limbs per coefficient. A
 * polynomial over Z whose coefficients are known to fit is exact, whatever overflowed before. */
#ifndef CLM_POLYNOMIALS_SPARSE_H
#define CLM_POLYNOMIALS_SPARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "core/parallel.h"

/* Most limbs of a coefficient. */
enum { CLM_SPARSE_LIMBS = 256 };

/* Terms in any order, each exponent once; {0}: the zero polynomial. */
typedef struct clm_sparse {
    size_t length;
    uint64_t *exponent; /* owned, with the limbs behind it */
    uint64_t *limb;     /* two's complement, lowest limb first, of one coefficient after another */
} clm_sparse;

/* Gives *out, which is {0}, space for `terms` terms. Errors: HOST_MEMORY */
clmodp_status clm_sparse_create(clm_sparse *out, size_t terms, size_t limbs);

/* Frees the terms; *f becomes {0}. */
void clm_sparse_clear(clm_sparse *f);

/* Convert a coefficient; positive or negative as the highest bit says. */
void clm_sparse_set(uint64_t *limb, mpz_srcptr c, size_t limbs);
void clm_sparse_get(mpz_ptr c, const uint64_t *limb, size_t limbs);

/* A summand a * b, or -a * b. b is the one with small coefficients. */
typedef struct clm_sparse_product {
    const clm_sparse *a, *b;
    bool minus;
} clm_sparse_product;

/* Returns the pairs of terms of the products. */
double clm_sparse_pairs(const clm_sparse_product *products, size_t count);

/* The sum of a thread, kept for the next one: a window of consecutive exponents, or a hash table
 * of exponents. Initially {0}. */
typedef struct clm_sparse_sum {
    uint64_t *key, *limb;
    size_t keys, room; /* allocated, in words */
} clm_sparse_sum;

void clm_sparse_sum_clear(clm_sparse_sum *sum);

/* Sets *out, which is {0}, to the sum of the products.
 *
 * In:     most_bytes  of *sum and *out together
 *         watch       polled between terms; NULL: not cancellable
 * Pre:    exponents of all products below 2^63
 * Cost:   clm_sparse_pairs random accesses to memory
 * Errors: LIMIT (more bytes), HOST_MEMORY, CANCELLED; *out is {0} then */
clmodp_status clm_sparse_add(clm_sparse *out, clm_sparse_sum *sum,
                             const clm_sparse_product *products, size_t count, size_t limbs,
                             uint64_t most_bytes, const clm_poller *watch);

/* Sorts the terms by increasing exponents.
 *
 * In:     watch  NULL: not cancellable
 * Cost:   one move of all terms for each byte of the greatest exponent
 * Errors: HOST_MEMORY, CANCELLED; the terms are in any order then
 * Source: radix sort, least significant digits first [Knuth 1998, section 5.2.5] */
clmodp_status clm_sparse_sort(clm_sparse *f, size_t limbs, const clm_poller *watch);

#endif
