/* Launches of divide.cl and interpolate.cl. */
#include "fpx/batch/interpolate.h"

#include <math.h>
#include <stdio.h>

#include "cl/fpx/batch/divide_shape.h"
#include "cl/fpx/batch/interpolate_shape.h"
#include "core/size.h"
#include "fpx/batch/ntt.h"
#include "opencl/kernel.h"

clm_amounts clm_divide_cost(double denominators, double numerators)
{
    return (clm_amounts){.of = {[CLM_OP_DIVIDE_LANE] = denominators,
                                [CLM_OP_DIVIDE_NUMERATOR] = numerators,
                                [CLM_OP_DIVIDE_INVERSION] = denominators / DIVIDE_RUN}};
}

clmodp_status clm_divide(clmodp_context *ctx, clm_buffer *numerator, size_t first,
                         size_t numerators, const clm_buffer *denominator, size_t plane,
                         const clm_point_batch *batch)
{
    clmodp_status st = CLMODP_OK;
    size_t total = batch->primes * batch->lanes;
    size_t vectors = batch->lanes / ctx->tuning.vector_width;
    size_t runs = clm_div_up(vectors, DIVIDE_RUN); /* of a prime */

    REQUIRE(&ctx->error, batch->lanes % ctx->tuning.tile == 0);
    TRY(clm_run(ctx, KERNEL("fpx/batch/divide.cl", "divide_runs"), batch->primes * runs,
                clm_independent_group_size(ctx),
                ARG_INOUT(numerator, clm_size_times(total, first + numerators), u32),
                ARG_IN(denominator, clm_size_times(total, plane + 1), u32),
                ARG_IN(&batch->info, batch->primes, prime_info), ARG_U32(batch->primes),
                ARG_U32(vectors), ARG_U32(runs), ARG_U32(numerators), ARG_U32(first),
                ARG_U32(plane)));
done:
    return st;
}

size_t clm_interpolate_scratch(const clmodp_context *ctx, size_t points)
{
    return INTERPOLATE_TILE_WORDS(points, ctx->tuning.vector_width);
}

/* Returns the most tiles that stay in caches and fit the scratch memory at once. */
static size_t most_interpolate_tiles(const clmodp_context *ctx, size_t points, size_t scratch)
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
    const double parts = ceil(tiles / (double)most_interpolate_tiles(ctx, points, scratch));

    return parts * (2.0 + (double)clm_ntt_plan_for(points).passes);
}

/* Launches the pass of one radix. */
static clmodp_status run_interpolate_pass(clmodp_context *ctx, const clm_buffer *scratch,
                                          size_t words, u32 radix, interpolate_shape s)
{
    char name[32];

    (void)snprintf(name, sizeof name, "interpolate_pass_%u", (unsigned)radix);
    return clm_run(ctx, KERNEL("fpx/batch/interpolate.cl", name), s.tiles * (s.points / radix),
                   clm_independent_group_size(ctx), ARG_INOUT(scratch, words, u32), ARG_STRUCT(s));
}

static clmodp_status interpolate_tiles(clmodp_context *ctx, const clm_buffer *coefficients,
                                       const clm_buffer *scratch, const clm_buffer *values,
                                       const clm_point_batch *batch, interpolate_shape s)
{
    clmodp_status st = CLMODP_OK;
    size_t width = ctx->tuning.vector_width, run = INTERPOLATE_RUN(width);
    size_t items = s.tiles * clm_div_up(clm_div_up(batch->points, width), run);
    /* A run of vectors is work enough for a group. */
    size_t group = width > 1 ? 1 : clm_independent_group_size(ctx);
    const clm_ntt_plan plan = clm_ntt_plan_for(batch->points);
    const size_t words = s.tiles * clm_interpolate_scratch(ctx, batch->points);

    if (isinf(plan.ns))
        FAIL(&ctx->error, CLMODP_INVALID, "%zu points: the number has too large a prime factor",
             batch->points);
    TRY(clm_run(ctx, KERNEL("fpx/batch/interpolate.cl", "interpolate_begin"), items, group,
                ARG_OUT(scratch, words, u32), ARG_IN(values, batch->primes * batch->lanes, u32),
                ARG_IN(&batch->info, batch->primes, prime_info), ARG_STRUCT(s)));
    s.stride = 1;
    for (size_t pass = 0; pass < plan.passes; pass++) {
        TRY(run_interpolate_pass(ctx, scratch, words, plan.radix[pass], s));
        s.stride *= plan.radix[pass];
        s.from = 1 - s.from;
    }
    TRY(clm_run(ctx, KERNEL("fpx/batch/interpolate.cl", "interpolate_end"), items, group,
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

    most = clm_size_min(most_interpolate_tiles(ctx, batch->points, scratch->bytes / sizeof(u32)),
                        tiles);
    for (size_t first = 0; first < tiles; first += most) {
        interpolate_shape s = {.primes = (u32)batch->primes, .first = (u32)(first * width),
                               .tiles = (u32)clm_size_min(most, tiles - first),
                               .points = (u32)batch->points, .lanes = (u32)batch->lanes};

        TRY(interpolate_tiles(ctx, coefficients, scratch, values, batch, s));
    }
done:
    return st;
}
