/* Integers to residues modulo many primes, on the device. */
#ifndef CLM_MULTIMODULAR_REDUCE_H
#define CLM_MULTIMODULAR_REDUCE_H

#include <gmp.h>

#include "fpx/lanes.h"

/* Integers on the device, in the tiles that cl/reduce.cl describes. */
typedef struct clm_integers {
    clm_buffer rows;  /* signs and limbs */
    clm_buffer tiles; /* u32 pairs (first row, limbs), one a tile */
    size_t count;
} clm_integers;

/* Send integers to the device; release with clm_integers_destroy ({0} is safe). NULL
 * pointers in `values` are zeros.
 *
 * Cost:   T * (1 + limbs of the longest) words a tile on the device; a MiB, or the longest
 *         tile, of staging
 * Errors: LIMIT (2^32 rows of limbs or more), HOST_MEMORY, DEVICE_MEMORY, DEVICE */
clmodp_status clm_integers_upload(clmodp_context *ctx, clm_integers *out,
                                  const mpz_srcptr *values, size_t count);
void clm_integers_destroy(clmodp_context *ctx, clm_integers *integers);

/* residues[prime][i] = integers[i] mod p in Montgomery form, for every prime of the chunk:
 * integers->count words a prime.
 *
 * Cost:   2 multiplications for each prime and limb, about 2 log2 of the limbs more for each
 *         prime and vector of integers; measured 0.07 ns a limb and prime on an AVX-512 core
 * Source: [Eme12, 5.3], from the least significant limb up instead of division
 *
 * Asynchronous. */
clmodp_status clm_reduce(clmodp_context *ctx, clm_buffer *residues, const clm_integers *integers,
                         const clm_lanes *lanes);

#endif
