/* A small seeded generator for sample points and probe primes; not for cryptography. */
#ifndef CLM_CORE_RANDOM_H
#define CLM_CORE_RANDOM_H

#include <stdint.h>

typedef struct clm_random {
    uint64_t state;
} clm_random;

/* Returns the next 64 uniform bits. Source: SplitMix64 [Steele, Lea, Flood 2014] */
static inline uint64_t clm_random_next(clm_random *random)
{
    uint64_t z = random->state += 0x9e3779b97f4a7c15u;

    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Returns a value in [0, bound), bound > 0; biased by less than bound / 2^64. */
static inline uint64_t clm_random_below(clm_random *random, uint64_t bound)
{
    __extension__ typedef unsigned __int128 u128;

    return (uint64_t)(((u128)clm_random_next(random) * bound) >> 64);
}

#endif
