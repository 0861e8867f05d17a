/* Prime fields on the host: the constants of cl/arith/fp.h and prime_info.h, arithmetic modulo
 * 64-bit primes for checks that share no code with the kernels (plain division, no Montgomery
 * form), and primes with roots of unity of a wanted order. */
#ifndef CLM_ARITH_PRIME_H
#define CLM_ARITH_PRIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cl/arith/prime_info.h"
#include "core/error.h"

/* The constants of F_p. Pre: p an odd prime below 2^31. */
CLM_LAB_API fp_field clm_field(uint32_t p);

/* An element of order exactly `order` in F_p, in Montgomery form.
 * Pre: order >= 1 divides p - 1. Deterministic: the same for the same p and order. */
uint32_t clm_field_root(fp_field field, uint32_t order);

/* What the kernels know of a prime p, for the points shift * root^k, k < points.
 * Pre: points >= 1 divides p - 1; shift in [1, p - 1], in Montgomery form. */
prime_info clm_prime_info(uint32_t p, uint32_t points, uint32_t shift);

/* (a * b) mod m; a, b < m. */
uint64_t clm_mulmod64(uint64_t a, uint64_t b, uint64_t m);

/* a^e mod m; a < m, m > 1. */
uint64_t clm_powmod64(uint64_t a, uint64_t e, uint64_t m);

/* a^-1 mod the prime m; 0 < a < m. By Euclid's algorithm. */
uint64_t clm_invmod64(uint64_t a, uint64_t m);

/* The resultant mod the prime m of two polynomials given by their coefficients, constant
 * first, with formal degrees p and q (leading coefficients may be 0): the determinant of
 * their Sylvester matrix. f and g are destroyed. Source: Euclid, with formal degrees as in
 * docs/resultant.md. Cost: O(p * q) */
uint64_t clm_resultant_mod64(uint64_t *f, size_t p, uint64_t *g, size_t q, uint64_t m);

/* Their first subresultant s[1] y + s[0]: the determinant polynomial of the q - 1 rows
 * y^(q-2) f ... f above the p - 1 rows y^(p-2) g ... g, of formal degrees as above.
 * Pre: p, q >= 1, p + q >= 3. f and g are destroyed. Cost: O(p * q) */
void clm_subresultant_mod64(uint64_t s[2], uint64_t *f, size_t p, uint64_t *g, size_t q,
                            uint64_t m);

/* Exact for every 32-bit n. Source: Miller-Rabin with the bases 2, 7, 61 [Jaeschke 1993] */
bool clm_is_prime_u32(uint32_t n);

/* Exact for every 64-bit n. Cost: seven powers in Montgomery form from 2^32 to 2^62, else twelve
 * by plain division; one for nearly all that are no primes. Source: Miller-Rabin with the bases of
 * [Sinclair 2011], or with the first twelve primes [Sorenson, Webster 2017] */
bool clm_is_prime_u64(uint64_t n);

/* Fill primes[] with the `count` largest primes p = 1 mod `order` below `below` (<= 2^31),
 * decreasing. Returns how many were found, fewer only when there are no more above 2^16.
 * Pre: order >= 1. Cost: about log(below) * phi(order) / order candidates a prime,
 * nearly all others dismissed by one power; 1.5 ms for 903 primes of order 2916 */
size_t clm_primes_below(uint32_t *primes, size_t count, uint32_t below, uint32_t order);

/* Fill primes[] with the `count` largest odd primes <= most, decreasing. Returns how many were
 * found, fewer only when there are no more above `least`. Cost: a test for each odd number */
size_t clm_primes_down(uint64_t *primes, size_t count, uint64_t most, uint64_t least);

/* Add log2(prime) to *sum, 0 to begin with: true only if the product of the primes added so far
 * exceeds 2^bits; it may come one prime late.
 * Pre: prime < 2^63; the sum stays below 2^32 */
bool clm_primes_exceed(double *sum, uint64_t prime, double bits);

/* The least n' >= n with no prime factor above 7. Pre: 1 <= n <= 2^31; n' fits 32 bits. */
uint32_t clm_smooth_above(uint32_t n);

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
