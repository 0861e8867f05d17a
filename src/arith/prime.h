/* Word-size primes with roots of unity of a wanted order. */
#ifndef CLM_ARITH_PRIME_H
#define CLM_ARITH_PRIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

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
