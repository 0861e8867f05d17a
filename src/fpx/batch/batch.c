/* Checks of points, and the list of unlucky evaluations. */
#include "fpx/batch/batch.h"

#include "core/size.h"
#include "opencl/context.h"

clmodp_status clm_points_check(clmodp_context *ctx, const clm_points *points, size_t *total)
{
    clmodp_status st = CLMODP_OK;
    size_t end;

    if (!clm_size_mul(total, points->primes, points->count) || *total > UINT32_MAX ||
        points->primes > UINT32_MAX || !clm_size_add(&end, points->first, points->count) ||
        end > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu point%s for each of %zu prime%s; use smaller chunks",
             points->count, CLM_S(points->count), points->primes, CLM_S(points->primes));
    REQUIRE(&ctx->error,
            clm_buffer_holds(&points->info, points->primes, sizeof(clm_residue_prime)));
done:
    return st;
}

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
