/* Plan and launch the inverse transforms of cl/fpx/batch/interpolate.cl. */
#include "fpx/batch/interpolate.h"

#include <math.h>
#include <stdio.h>

#include "base/size.h"
#include "cl/fpx/batch/interpolate_shape.h"
#include "device/kernel.h"
#include "fpx/batch/ntt_plan.h"

size_t clm_interpolate_scratch(const clmodp_context *ctx, size_t points)
{
    return INTERPOLATE_TILE_WORDS(points, ctx->tuning.vector_width);
}

/* As many tiles at once as stay in caches, and find room. */
static size_t most_tiles(const clmodp_context *ctx, size_t points, size_t scratch)
{
    const size_t most = clm_size_min(ctx->tuning.stripe_bytes / sizeof(u32), scratch);

    return clm_size_max(most / clm_interpolate_scratch(ctx, points), 1);
}

clm_amounts clm_interpolate_cost(double primes, size_t points)
{
    const clm_ntt_plan plan = clm_ntt_plan_for(points);
    const double words = primes * (double)points;
    clm_amounts all = clm_ntt_cost(&plan, words);

    all.of[CLM_OP_INTERPOLATE_WORD] = words;
    return all;
}

double clm_interpolate_launches(const clmodp_context *ctx, double primes, size_t points,
                                size_t scratch)
{
    const double tiles = ceil(primes / ctx->tuning.vector_width);
    const double parts = ceil(tiles / (double)most_tiles(ctx, points, scratch));

    return parts * (2.0 + (double)clm_ntt_plan_for(points).passes);
}

/* Launch the pass of one radix. */
static clmodp_status run_pass(clmodp_context *ctx, const clm_buffer *scratch, size_t words,
                              u32 radix, interpolate_shape s)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *pass;
    char name[32];

    (void)snprintf(name, sizeof name, "interpolate_pass_%u", (unsigned)radix);
    TRY(clm_kernel_get(ctx, &pass, "fpx/batch/interpolate.cl", name));
    TRY(clm_launch(ctx, pass, s.tiles * (s.points / radix), clm_free_group(ctx),
                   ARG_INOUT(scratch, words, u32),
                   ARG_STRUCT(s)));
done:
    return st;
}

/* All launches of so many tiles. */
static clmodp_status run_tiles(clmodp_context *ctx, const clm_buffer *coefficients,
                               const clm_buffer *scratch, const clm_buffer *values,
                               const clm_point_batch *batch, interpolate_shape s)
{
    clmodp_status st = CLMODP_OK;
    size_t width = ctx->tuning.vector_width, run = INTERPOLATE_RUN(width);
    size_t items = s.tiles * clm_div_up(clm_div_up(batch->points, width), run);
    /* A run of vectors is work enough for a group. */
    size_t group = width > 1 ? 1 : clm_free_group(ctx);
    const clm_ntt_plan plan = clm_ntt_plan_for(batch->points);
    const size_t words = s.tiles * clm_interpolate_scratch(ctx, batch->points);
    const clm_kernel *begin, *end;

    if (isinf(plan.ns))
        FAIL(&ctx->error, CLMODP_INVALID, "%zu points have a prime factor too large",
             batch->points);
    TRY(clm_kernel_get(ctx, &begin, "fpx/batch/interpolate.cl", "interpolate_begin"));
    TRY(clm_kernel_get(ctx, &end, "fpx/batch/interpolate.cl", "interpolate_end"));
    TRY(clm_launch(ctx, begin, items, group, ARG_OUT(scratch, words, u32),
                   ARG_IN(values, batch->primes * batch->lanes, u32),
                   ARG_IN(&batch->info, batch->primes, prime_info), ARG_STRUCT(s)));
    s.stride = 1;
    for (size_t pass = 0; pass < plan.passes; pass++) {
        TRY(run_pass(ctx, scratch, words, plan.radix[pass], s));
        s.stride *= plan.radix[pass];
        s.from = 1 - s.from;
    }
    TRY(clm_launch(ctx, end, items, group,
                   ARG_OUT(coefficients, batch->primes * batch->points, u32),
                   ARG_IN(scratch, words, u32), ARG_IN(&batch->info, batch->primes, prime_info),
                   ARG_STRUCT(s)));
done:
    return st;
}

clmodp_status clm_interpolate(clmodp_context *ctx, const clm_buffer *coefficients,
                              const clm_buffer *scratch, const clm_buffer *values,
                              const clm_point_batch *batch)
{
    clmodp_status st = CLMODP_OK;
    size_t width = ctx->tuning.vector_width, tiles = clm_div_up(batch->primes, width);
    size_t words, most;

    REQUIRE(&ctx->error, batch->points > 0 && batch->points <= batch->lanes);
    if (!clm_size_mul(&words, batch->primes, batch->lanes) || words > UINT32_MAX / 2)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu prime%s of %zu point%s do not fit one chunk",
             batch->primes, CLM_S(batch->primes), batch->points, CLM_S(batch->points));

    most = clm_size_min(most_tiles(ctx, batch->points, scratch->bytes / sizeof(u32)), tiles);
    for (size_t first = 0; first < tiles; first += most) {
        interpolate_shape s = {.primes = (u32)batch->primes, .first = (u32)(first * width),
                               .tiles = (u32)clm_size_min(most, tiles - first),
                               .points = (u32)batch->points, .lanes = (u32)batch->lanes};

        TRY(run_tiles(ctx, coefficients, scratch, values, batch, s));
    }
done:
    return st;
}
