/* Integers to residues modulo many primes, on the device. */
#ifndef CLM_MULTIMODULAR_REDUCE_H
#define CLM_MULTIMODULAR_REDUCE_H

#include <gmp.h>

#include "fpx/lanes.h"

/* Integers on the device: 32-bit limbs behind each other, least significant first. */
typedef struct clm_integers {
    clm_buffer limbs;
    clm_buffer table; /* u32 pairs (first limb, number of limbs | sign << 31)[count] */
    size_t count;
} clm_integers;

/* Send integers to the device; release with clm_integers_destroy ({0} is safe). NULL
 * pointers in `values` are zeros. */
clmodp_status clm_integers_upload(clmodp_context *ctx, clm_integers *out,
                                  const mpz_srcptr *values, size_t count);
void clm_integers_destroy(clmodp_context *ctx, clm_integers *integers);

/* residues[prime][i] = integers[i] mod p in Montgomery form, for every prime of the chunk:
 * integers.count words a prime. Asynchronous. */
clmodp_status clm_reduce(clmodp_context *ctx, clm_buffer *residues, const clm_integers *integers,
                         const clm_lanes *lanes);

#endif
