/* Integers from their mixed radix digits, on host threads. */
#ifndef CLM_ENGINES_SCHUR_HORNER_H
#define CLM_ENGINES_SCHUR_HORNER_H

#include <stdbool.h>
#include <stdint.h>

#include <gmp.h>

#include "device/context.h"

/* What depends on the primes only. Read-only once made. */
typedef struct clm_horner clm_horner;

/* Prepare for digits of these radices; release with clm_horner_destroy, which takes NULL.
 *
 * In:     primes  p_0, p_1, ..., each at least 2 and below 2^63
 *         count   1 <= count < 2^27
 *         split   whether long numbers may be split; false: Horner's scheme alone
 * Cost:   about M(L) log L for L limbs of the product of all primes; as many limbs are kept
 * Errors: INVALID, LIMIT, HOST_MEMORY */
clmodp_status clm_horner_create(clm_error *error, clm_horner **out, const uint64_t *primes,
                                size_t count, bool split);
void clm_horner_destroy(clm_horner *horner);

/* values[k], k < count: the integer X in (-P/2, P/2], P the product of the primes, with
 *
 *     X = a_0 + p_0 (a_1 + p_1 (a_2 + ... )) modulo P
 *
 * Out:    values      initialised by the caller, no one of them twice; partly written on failure
 * In:     digits      [value][prime], a_i in [0, p_i)
 *         word_bytes  of a digit: 4 or 8
 *         progress    the fraction done, reported between stripes of values
 * Cost:   L^2 / 2 limb products a value, L = N / 2 limbs for N primes of up to 32 bits; where it
 *         is split, M(L / 2) log2(L / 32) instead, M being GMP's multiplication: 31 us instead of
 *         73 for 1000 primes of 31 bits, 250 instead of 1170 for 4000
 * Errors: INVALID, LIMIT (sizes overflow), HOST_MEMORY, CANCELLED
 * Source: [Eme12, 5.8] */
clmodp_status clm_horner_run(clmodp_context *ctx, const clm_horner *horner,
                             mpz_ptr const *values, size_t count, const void *digits,
                             size_t word_bytes, double progress);

#endif
