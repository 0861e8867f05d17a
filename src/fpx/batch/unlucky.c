/* A list of all points. */
#include "fpx/batch/unlucky.h"

enum { LIST_BLOCK = 4096 }; /* words written at a time */

clmodp_status clm_unlucky_all(clmodp_context *ctx, const clm_buffer *list, size_t primes,
                              size_t points, size_t stride)
{
    clmodp_status st = CLMODP_OK;
    const size_t total = primes * points;
    uint32_t block[LIST_BLOCK] = {(uint32_t)total};
    size_t in_block = 1, written = 0;

    for (size_t n = 0; n < total; n++) {
        block[in_block++] = (uint32_t)(n / points * stride + n % points);
        if (in_block < LIST_BLOCK && n + 1 < total)
            continue;
        TRY(clm_buffer_write(ctx, list, written * sizeof *block, block, in_block * sizeof *block));
        written += in_block;
        in_block = 0;
    }
done:
    return st;
}
