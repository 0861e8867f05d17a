/* Launches of cl/fpx/batch/divide.cl. */
#include "fpx/batch/divide.h"

#include "base/size.h"
#include "cl/fpx/batch/divide_shape.h"
#include "device/kernel.h"

/* Runs of vectors that share an inversion, of a prime with so many lanes. */
static size_t runs_of(const clmodp_context *ctx, size_t lanes)
{
    return clm_div_up(lanes / ctx->tuning.vector_width, DIVIDE_RUN);
}

clm_amounts clm_divide_cost(double lanes, double numerators, double inversions)
{
    return (clm_amounts){.of = {[CLM_OP_DIVIDE_LANE] = lanes,
                                [CLM_OP_DIVIDE_NUMERATOR] = lanes * numerators,
                                [CLM_OP_DIVIDE_INVERSION] = inversions}};
}

double clm_divide_inversions(const clmodp_context *ctx, double primes, size_t lanes)
{
    return primes * (double)(runs_of(ctx, lanes) * ctx->tuning.vector_width);
}

clmodp_status clm_divide(clmodp_context *ctx, clm_buffer *numerator,
                         const clm_buffer *denominator, size_t numerators,
                         const clm_point_batch *batch)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    size_t total = batch->primes * batch->lanes;
    size_t vectors = batch->lanes / ctx->tuning.vector_width;
    size_t runs = runs_of(ctx, batch->lanes);

    REQUIRE(&ctx->error, batch->lanes % ctx->tuning.tile == 0);
    TRY(clm_kernel_get(ctx, &kernel, "fpx/batch/divide.cl", "divide_runs"));
    TRY(clm_launch(ctx, kernel, batch->primes * runs, clm_free_group(ctx),
                   ARG_INOUT(numerator, clm_size_times(total, numerators), u32),
                   ARG_IN(denominator, total, u32),
                   ARG_IN(&batch->info, batch->primes, prime_info), ARG_U32(batch->primes),
                   ARG_U32(vectors), ARG_U32(runs), ARG_U32(numerators)));
done:
    return st;
}
