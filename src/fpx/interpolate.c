/* Plan and launch the inverse transforms of cl/fpx/interpolate.cl. */
#include "fpx/interpolate.h"

#include <math.h>
#include <stdio.h>

#include "base/size.h"
#include "cl/fpx/interpolate_shape.h"
#include "device/kernel.h"
#include "fpx/ntt.h"

size_t clm_interpolate_scratch(const clmodp_context *ctx, size_t points)
{
    return INTERPOLATE_TILE_WORDS(points, ctx->tuning.lanes);
}

/* As many tiles at once as stay in caches, and find room. */
static size_t batch_tiles(const clmodp_context *ctx, size_t points, size_t scratch)
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
    const double tiles = ceil(primes / ctx->tuning.lanes);
    const double batches = ceil(tiles / (double)batch_tiles(ctx, points, scratch));

    return batches * (2.0 + (double)clm_ntt_plan_for(points).passes);
}

/* Launch the pass of one radix. */
static clmodp_status run_pass(clmodp_context *ctx, const clm_buffer *scratch, size_t words,
                              u32 radix, interpolate_shape s)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *pass;
    char name[32];

    (void)snprintf(name, sizeof name, "interpolate_pass_%u", (unsigned)radix);
    TRY(clm_kernel_get(ctx, &pass, "fpx/interpolate.cl", name));
    TRY(clm_launch(ctx, pass, s.tiles * (s.points / radix), 0, ARG_INOUT(scratch, words, u32),
                   ARG_STRUCT(s)));
done:
    return st;
}

/* All launches of one batch of tiles. */
static clmodp_status run_batch(clmodp_context *ctx, const clm_buffer *coefficients,
                               const clm_buffer *scratch, const clm_buffer *values,
                               const clm_lanes *lanes, interpolate_shape s)
{
    clmodp_status st = CLMODP_OK;
    size_t width = ctx->tuning.lanes, run = INTERPOLATE_RUN(width);
    size_t items = s.tiles * clm_div_up(clm_div_up(lanes->points, width), run);
    size_t group = width > 1 ? 1 : 0; /* a run of vectors is work enough for a group */
    const clm_ntt_plan plan = clm_ntt_plan_for(lanes->points);
    const size_t words = s.tiles * clm_interpolate_scratch(ctx, lanes->points);
    const clm_kernel *begin, *end;

    if (isinf(plan.ns))
        FAIL(&ctx->error, CLMODP_INVALID, "%zu points have a prime factor too large",
             lanes->points);
    TRY(clm_kernel_get(ctx, &begin, "fpx/interpolate.cl", "interpolate_begin"));
    TRY(clm_kernel_get(ctx, &end, "fpx/interpolate.cl", "interpolate_end"));
    TRY(clm_launch(ctx, begin, items, group, ARG_OUT(scratch, words, u32),
                   ARG_IN(values, lanes->primes * lanes->lanes, u32),
                   ARG_IN(&lanes->info, lanes->primes, prime_info), ARG_STRUCT(s)));
    s.stride = 1;
    for (size_t pass = 0; pass < plan.passes; pass++) {
        TRY(run_pass(ctx, scratch, words, plan.radix[pass], s));
        s.stride *= plan.radix[pass];
        s.from = 1 - s.from;
    }
    TRY(clm_launch(ctx, end, items, group,
                   ARG_OUT(coefficients, lanes->primes * lanes->points, u32),
                   ARG_IN(scratch, words, u32), ARG_IN(&lanes->info, lanes->primes, prime_info),
                   ARG_STRUCT(s)));
done:
    return st;
}

clmodp_status clm_interpolate(clmodp_context *ctx, const clm_buffer *coefficients,
                              const clm_buffer *scratch, const clm_buffer *values,
                              const clm_lanes *lanes)
{
    clmodp_status st = CLMODP_OK;
    size_t width = ctx->tuning.lanes, tiles = clm_div_up(lanes->primes, width);
    size_t words, batch;

    REQUIRE(&ctx->error, lanes->points > 0 && lanes->points <= lanes->lanes);
    if (!clm_size_mul(&words, lanes->primes, lanes->lanes) || words > UINT32_MAX / 2)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu prime%s of %zu point%s do not fit one chunk",
             lanes->primes, CLM_S(lanes->primes), lanes->points, CLM_S(lanes->points));

    batch = clm_size_min(batch_tiles(ctx, lanes->points, scratch->bytes / sizeof(u32)), tiles);
    for (size_t first = 0; first < tiles; first += batch) {
        interpolate_shape s = {.primes = (u32)lanes->primes, .first = (u32)(first * width),
                               .tiles = (u32)clm_size_min(batch, tiles - first),
                               .points = (u32)lanes->points, .lanes = (u32)lanes->lanes};

        TRY(run_batch(ctx, coefficients, scratch, values, lanes, s));
    }
done:
    return st;
}
