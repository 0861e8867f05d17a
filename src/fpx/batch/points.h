/* Consecutive points modulo the primes of a chunk, of any residue type. */
#ifndef CLM_FPX_POINTS_H
#define CLM_FPX_POINTS_H

#include "arith/residue.h"
#include "device/buffer.h"

/* Point j of a prime is x = start + first + j, j < count, with the prime's own start. Resultants
 * can be computed at 0 like anywhere; a plan's points begin at 1 because values are divided by a
 * power of x on their way to the coefficients (clm_compact). */
typedef struct clm_points {
    const clm_residue_type *type;
    clm_buffer info; /* residue_prime[primes] */
    size_t primes;
    size_t first;
    size_t count; /* a prime */
} clm_points;

/* Numbers of points and pairs fit 32 bits, and `info` holds the primes.
 *
 * Out:    total  primes * count
 * Errors: LIMIT, INVALID (info too small) */
clmodp_status clm_points_check(clmodp_context *ctx, const clm_points *points, size_t *total);

#endif
