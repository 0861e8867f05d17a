/* Products of long sums, computed on another thread while the caller's thread polls for
 * cancellation. */
#ifndef CLM_POLYNOMIALS_LONG_PRODUCT_H
#define CLM_POLYNOMIALS_LONG_PRODUCT_H

#include "polynomials/grid.h"

/* Least number of pairs of terms for which a hash table saves time, and most limbs of a
 * coefficient in it. */
#define CLM_HASH_PAIRS 65536.0
enum { CLM_HASH_LIMBS = 16 };

/* Sets out, which is empty, to f * g by pairs of terms, which a hash table adds up. f and g may be
 * the same.
 *
 * Pre:    packing->slot <= CLM_HASH_LIMBS, and places are below 2^62
 * Cost:   as clm_sparse_add and clm_sparse_sort (sparse.h)
 * Errors: LIMIT (the budget), HOST_MEMORY, CANCELLED, with a message */
clmodp_status clm_hash_multiply(clm_sum *out, const clm_sum_packing *packing, const clm_slots *f,
                                const clm_slots *g);

/* Likewise modulo primes. Pre: the packing's bits suit (residues.h), and it fits into memory
 * Cost: as clm_residues_multiply. Errors: as above */
clmodp_status clm_long_multiply(clm_sum *out, const clm_sum_packing *packing, const clm_slots *f,
                                const clm_slots *g);

#endif
