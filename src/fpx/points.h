/* Consecutive points modulo the primes of a chunk, of any residue type. */
#ifndef CLM_FPX_POINTS_H
#define CLM_FPX_POINTS_H

#include "arith/residue.h"
#include "device/buffer.h"

/* Point j of a prime is x = start + first + j, j < count, with the prime's own start. */
typedef struct clm_points {
    const clm_residue_type *type;
    clm_buffer info; /* residue_prime[primes] */
    size_t primes;
    size_t first;
    size_t count; /* a prime */
} clm_points;

#endif
