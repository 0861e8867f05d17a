/* A 64-bit hash of bytes, with rare collisions; not for cryptography. */
#ifndef CLM_CORE_HASH_H
#define CLM_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define CLM_HASH_START UINT64_C(14695981039346656037)

/* Extends the hash `state` by `size` bytes; CLM_HASH_START is the hash of none. Changing a single
 * byte always changes the hash, since each step is a permutation of the state. Source: as FNV-1a
 * of Fowler, Noll and Vo, but in words of eight bytes, with high halves folded into low ones */
static inline uint64_t clm_hash(uint64_t state, const void *data, size_t size)
{
    const unsigned char *at = (const unsigned char *)data;

    for (; size > 0; at += sizeof state) {
        const size_t taken = size < sizeof state ? size : sizeof state;
        uint64_t word = 0;

        memcpy(&word, at, taken);
        state = (state ^ word) * UINT64_C(1099511628211);
        state ^= state >> 32;
        size -= taken;
    }
    return state;
}

#endif
