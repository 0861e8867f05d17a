/* Products of long sums, on a thread of their own, while the caller's polls for cancellation. */
#ifndef CLM_POLYNOMIALS_LONG_PRODUCT_H
#define CLM_POLYNOMIALS_LONG_PRODUCT_H

#include "polynomials/grid.h"

/* Least pairs that make up for a hash table, and most limbs of a coefficient. */
#define CLM_HASH_PAIRS 65536.0
enum { CLM_HASH_LIMBS = 16 };

/* Sets out, which is empty, to f * g by pairs of terms, which a hash table adds up. f and g may be
 * the same.
 *
 * Pre:    packing->slot <= CLM_HASH_LIMBS, and places are below 2^62
 * Errors: LIMIT (the budget), HOST_MEMORY, CANCELLED, with a message */
clmodp_status clm_hash_multiply(clm_sum *out, const clm_sum_packing *packing, const clm_slots *f,
                                const clm_slots *g);

/* Likewise by residues. Pre: the packing's bits suit (residues.h), and it fits into memory */
clmodp_status clm_long_multiply(clm_sum *out, const clm_sum_packing *packing, const clm_slots *f,
                                const clm_slots *g);

#endif
