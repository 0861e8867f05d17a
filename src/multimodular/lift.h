/* Residues to integers: Chinese remaindering on host threads by a product tree. */
#ifndef CLM_MULTIMODULAR_LIFT_H
#define CLM_MULTIMODULAR_LIFT_H

#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include "base/error.h"

/* What depends on the primes only: products, cofactors and inverses. Read-only once made,
 * so that several threads may lift with it. */
typedef struct clm_lift clm_lift;

/* Prepare for a set of moduli; release with clm_lift_destroy, which takes NULL.
 *
 * In:     primes   distinct primes below 2^31 in any order; more exactly, numbers in
 *                  [2, 2^31) without a common factor
 *         count    how many, 1 <= count <= 2^27
 *         threads  at most so many are used; 0 means one a processor
 * Cost:   about 1 ms for 1000 primes; O(M(N) log N) for N, and 8 N (log2(N / 32) + 8)
 *         bytes are kept
 * Errors: INVALID (no primes, a prime out of range, a common factor), LIMIT (too many),
 *         HOST_MEMORY */
clmodp_status clm_lift_create(clm_error *error, clm_lift **out, const uint32_t *primes,
                              size_t count, size_t threads);
void clm_lift_destroy(clm_lift *lift);

/* values[k], k < count: the integer in (-P/2, P/2], P the product of the primes, with
 * residue residues[i * stride + k] modulo prime i. (P/2 itself occurs for even P only.)
 *
 * Out:    values    initialised by the caller, no one of them twice; partly written on
 *                   failure
 * In:     residues  plain residues, not in Montgomery form; any word stands for its class
 *         stride    >= count when there is more than one prime
 * Cost:   for N primes and L = N/2 limbs a value: N * 8 limb products at the leaves and
 *         2 M(s/2) for each node of s limbs above them, M being GMP's multiplication; in
 *         all about L^2 products, log2(N / 32) * M(L) for large L
 * Errors: INVALID, LIMIT (sizes overflow), HOST_MEMORY
 * Source: the Chinese remainder algorithm with a subproduct tree [Gathen, Gerhard
 *         2013, algorithms 10.20 and 10.22] */
clmodp_status clm_lift_run(clm_error *error, const clm_lift *lift, mpz_ptr const *values,
                           size_t count, const uint32_t *residues, size_t stride,
                           size_t threads);

#endif
