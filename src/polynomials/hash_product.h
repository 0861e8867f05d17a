/* Products of long sums by pairs of terms, which a hash table adds up. */
#ifndef CLM_POLYNOMIALS_HASH_PRODUCT_H
#define CLM_POLYNOMIALS_HASH_PRODUCT_H

#include "polynomials/sparse.h"
#include "polynomials/sum.h"

/* Least pairs that make up for the table, and most limbs of a coefficient. */
#define CLM_HASH_PAIRS 65536.0
enum { CLM_HASH_LIMBS = 16 };

/* Sets *r, which is {0}, to f * g, sorted.
 *
 * In:     f, g              with integer coefficients; may be the same
 *         f_place, g_place  numbers of terms; their sums are the exponents of r, below 2^62
 *         limbs             of a coefficient of r and its sign, up to CLM_HASH_LIMBS
 * Errors: LIMIT (the budget), HOST_MEMORY, CANCELLED, with a message */
clmodp_status clm_hash_multiply(clm_sparse *r, const clm_sum *f, const size_t *f_place,
                                const clm_sum *g, const size_t *g_place, size_t limbs);

#endif
