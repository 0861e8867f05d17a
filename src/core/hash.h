/* A 64-bit hash of bytes, with rare collisions; not for cryptography. */
#ifndef CLM_CORE_HASH_H
#define CLM_CORE_HASH_H

#include <stddef.h>
#include <stdint.h>

#define CLM_HASH_START UINT64_C(14695981039346656037)

/* Extends the hash `state` of a byte sequence by `size` bytes; CLM_HASH_START is the hash of the
 * empty sequence. Changing a single byte always changes the hash. Source: FNV-1a, 64 bits, of
 * Fowler, Noll and Vo */
static inline uint64_t clm_hash(uint64_t state, const void *data, size_t size)
{
    const unsigned char *byte = (const unsigned char *)data;

    for (size_t i = 0; i < size; i++)
        state = (state ^ byte[i]) * UINT64_C(1099511628211);
    return state;
}

#endif
