/* Do the points of a chunk fit what kernels count with? */
#include "fpx/batch/points.h"

#include "base/size.h"

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
