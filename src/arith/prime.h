/* Prime fields on the host: constants of cl/arith/fp.h and prime_info.h; arithmetic modulo 64-bit
 * primes by integer division, and resultants that no engine computes by the same code, for checks;
 * and primes with roots of unity of a given order. */
#ifndef CLM_ARITH_PRIME_H
#define CLM_ARITH_PRIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arith/mont64.h"
#include "cl/arith/prime_info.h"
#include "core/error.h"

/* Returns the constants of F_p. Pre: p an odd prime below 2^31. */
CLM_LAB_API fp_field clm_field(uint32_t p);

/* Returns an element of order exactly `order` in F_p, in Montgomery form. Pre: order >= 1 divides
 * p - 1. Deterministic. */
uint32_t clm_field_root(fp_field field, uint32_t order);

/* Returns the kernels' constants of a prime p, for the points shift * root^k, k < points.
 * Pre: points >= 1 divides p - 1; shift in [1, p - 1], in Montgomery form. */
prime_info clm_prime_info(uint32_t p, uint32_t points, uint32_t shift);

/* Returns (a * b) mod m; a, b < m. */
uint64_t clm_mulmod64(uint64_t a, uint64_t b, uint64_t m);

/* Returns a^e mod m; a < m, m > 1. */
uint64_t clm_powmod64(uint64_t a, uint64_t e, uint64_t m);

/* Returns a^-1 mod the prime m by Euclid's algorithm; 0 < a < m. */
uint64_t clm_invmod64(uint64_t a, uint64_t m);

/* clm_invmod64 for a prime below 2^31 and 0 < a < p, by shorter divisions. */
uint32_t clm_invmod32(uint32_t a, uint32_t p);

/* Returns the resultant mod the prime m, the determinant of the Sylvester matrix, of two
 * polynomials with formal degrees p and q, given by their coefficients, constant first (leading
 * coefficients may be 0). f and g are destroyed. Source: Euclid, with formal degrees as in
 * docs/resultant.md. Cost: O(p * q) */
uint64_t clm_resultant_mod64(uint64_t *f, size_t p, uint64_t *g, size_t q, uint64_t m);

/* Sets ratio[0] / ratio[1] to the same modulo the odd prime of a field, all words in Montgomery
 * form, several times as fast; ratio[1] is never 0. */
void clm_mont64_resultant(uint64_t ratio[2], uint64_t *f, size_t p, uint64_t *g, size_t q,
                          const clm_mont64 *field);

/* Computes their subresultant S_k, s[k] y^k + ... + s[0]: the determinant polynomial of the q - k
 * rows y^(q-k-1) f ... f above the p - k rows y^(p-k-1) g ... g, with formal degrees as above.
 * Pre: p, q >= k, not both k. f and g are destroyed. Cost: O(p * q) */
void clm_subresultant_mod64(uint64_t *s, size_t k, uint64_t *f, size_t p, uint64_t *g, size_t q,
                            uint64_t m);

/* Tests primality, exactly. Source: Miller-Rabin with the bases 2, 7, 61 [Jaeschke 1993] */
bool clm_is_prime_u32(uint32_t n);

/* Tests primality, exactly. Cost: seven powers, in Montgomery form from 2^32 to 2^62, else with
 * integer division; one power for nearly all composites. Source: Miller-Rabin with the bases of
 * [Sinclair 2011] */
bool clm_is_prime_u64(uint64_t n);

/* Fills primes[] with the `count` largest primes p = 1 mod `order` below `below` (<= 2^31),
 * decreasing. Returns the number found, less than `count` only if there are no more above 2^16.
 * Pre: order >= 1. Cost: about log(below) * phi(order) / order candidates per prime, nearly all
 * composites rejected by one power; 1.5 ms for 903 primes of order 2916 */
size_t clm_primes_below(uint32_t *primes, size_t count, uint32_t below, uint32_t order);

/* Finds such primes above `above` only, all by tests, without a list of the greatest ones. */
size_t clm_primes_between(uint32_t *primes, size_t count, uint32_t below, uint32_t above,
                          uint32_t order);

/* Fills primes[] with the `count` largest odd primes <= most, decreasing. Returns the number
 * found, less than `count` only if none are left above `least`. Cost: a test for each odd
 * number */
size_t clm_primes_descending(uint64_t *primes, size_t count, uint64_t most, uint64_t least);

/* Adds log2(prime) to *sum, initially 0. Returns true only if the product of the primes added so
 * far exceeds 2^bits; it may do so one prime late.
 * Pre: prime < 2^63; the sum stays below 2^32 */
bool clm_primes_exceed(double *sum, uint64_t prime, double bits);

/* Returns the least n' >= n with no prime factor above 7. Pre: 1 <= n <= 2^31; n' fits 32 bits. */
uint32_t clm_smooth_at_least(uint32_t n);

/* Primes in words of either size. */
typedef struct clm_prime_words {
    const void *words;
    size_t word_bytes; /* 4 or 8 */
} clm_prime_words;

static inline uint64_t clm_prime_word(clm_prime_words primes, size_t index)
{
    return primes.word_bytes == sizeof(uint32_t) ? ((const uint32_t *)primes.words)[index]
                                                 : ((const uint64_t *)primes.words)[index];
}

#endif
