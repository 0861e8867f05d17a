/* Residues to mixed radix digits on the device. */
#ifndef CLM_MULTIMODULAR_MIXED_RADIX_H
#define CLM_MULTIMODULAR_MIXED_RADIX_H

#include "cost/amounts.h"
#include "opencl/tables.h"

/* What depends on the primes p_0, p_1, ... */
typedef struct clm_mixed_radix {
    size_t count;
    clm_tables tables; /* both that follow, sent together */
    clm_buffer table;  /* products of the first primes modulo the later ones */
    clm_buffer primes; /* mixed_radix_prime, whole chunks */
} clm_mixed_radix;

/* Bytes of the table, by far the larger of the two. */
uint64_t clm_mixed_radix_bytes(size_t count);

/* The table, and the digits of so many values. */
clm_amounts clm_mixed_radix_cost(double primes, double values);

/* Make and send the table; release with clm_mixed_radix_destroy ({0} is safe).
 *
 * In:     primes   odd primes below 2^31, distinct
 * Cost:   N^2 products modulo a prime on the host, some 4 ns each, spread over the context's
 *         threads
 * Errors: LIMIT, HOST_MEMORY, DEVICE_MEMORY, DEVICE */
clmodp_status clm_mixed_radix_create(clmodp_context *ctx, clm_mixed_radix *out,
                                     const uint32_t *primes, size_t count);
void clm_mixed_radix_destroy(clmodp_context *ctx, clm_mixed_radix *mixed);

/* digits: the integers a_i in [0, p_i) with
 * X + floor(P / 2) = a_0 + a_1 p_0 + a_2 p_0 p_1 + ..., for the X in (-P/2, P/2) with the
 * given residues, P being the product of all primes.
 *
 * Out:    digits    [columns / T][prime][T]
 * In:     residues  [prime][columns], any words of their classes
 *         columns   a multiple of T
 * Cost:   N^2 / 2 products of double words and as many sums a value, and half as many
 *         subtractions
 * Errors: INVALID (a buffer too small), LIMIT, DEVICE
 * Source: [Eme12, 5.8], each digit from sums of products with those before it
 *
 * Asynchronous. */
clmodp_status clm_mixed_radix_digits(clmodp_context *ctx, const clm_buffer *digits,
                                     const clm_buffer *residues, const clm_mixed_radix *mixed,
                                     size_t columns);

#endif
