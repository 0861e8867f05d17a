/* Tables of roots of unity on the device. */
#ifndef CLM_FPX_ROOTS_H
#define CLM_FPX_ROOTS_H

#include "cl/arith/prime_info.h"
#include "device/buffer.h"

/* Word begin + n * order + e of the table is root^(exponent * e), e < order, of prime number
 * first_prime + n of a chunk, n < primes. */
typedef struct clm_root_table {
    const clm_buffer *table;
    size_t begin;
    const clm_buffer *info; /* prime_info of the chunk */
    size_t first_prime, primes;
    size_t order, exponent;
} clm_root_table;

/* Errors: LIMIT, INVALID (buffers too short), BUILD, DEVICE. Asynchronous. */
clmodp_status clm_root_table_fill(clmodp_context *ctx, const clm_root_table *t);

#endif
