/* Residues to integers: Chinese remaindering on host threads by a product tree. */
#ifndef CLM_MULTIMODULAR_LIFT_H
#define CLM_MULTIMODULAR_LIFT_H

#include <stdint.h>

#include <gmp.h>

#include "base/error.h"

/* What depends on the primes only: products and inverses. */
typedef struct clm_lift clm_lift;

/* Pre: distinct primes below 2^31, count >= 1. Release with clm_lift_destroy. */
clmodp_status clm_lift_create(clm_error *error, clm_lift **out, const uint32_t *primes,
                              size_t count, size_t threads);
void clm_lift_destroy(clm_lift *lift);

/* values[k], k < count: the integer in (-P/2, P/2), P the product of the primes, with
 * residue residues[i * stride + k] modulo prime i. values[] are initialised by the caller.
 * Cost: O(M(b) log n) for n primes and b bits a value, spread over the threads. */
clmodp_status clm_lift_run(clm_error *error, const clm_lift *lift, mpz_ptr const *values,
                           size_t count, const uint32_t *residues, size_t stride,
                           size_t threads);

#endif
