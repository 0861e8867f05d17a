/* Plan and launch the inverse transforms of cl/fpx/interpolate.cl. */
#include "fpx/interpolate.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/size.h"
#include "cl/fpx/interpolate_shape.h"
#include "device/kernel.h"
#include "model/rates.h"

/* The radices of the kernels interpolate_pass_r, up to this one. */
#define MOST_RADIX 9

/* Nanoseconds of a pass, a word: from the table, since facts about radices are asked for without a
 * context, too. */
static double pass_ns(u32 radix)
{
    return clm_rate(CLM_MACHINE_POCL, (clm_operation)(CLM_OP_INTERPOLATE_2 + radix - 2));
}

/* The cheapest radices whose product is `points`, none above `limit`. */
static double cheapest_radices(u32 *radix, size_t *count, size_t points, u32 limit)
{
    double best = points == 1 ? 0.0 : INFINITY;

    *count = 0;
    for (u32 first = limit; first >= 2 && points > 1; first--) {
        u32 rest[CLM_INTERPOLATE_MAX_PASSES];
        size_t rests;
        double cost;

        if (points % first != 0)
            continue;
        cost = pass_ns(first) + cheapest_radices(rest, &rests, points / first, first);
        if (cost < best) {
            best = cost;
            radix[0] = first;
            memcpy(radix + 1, rest, rests * sizeof *rest);
            *count = rests + 1;
        }
    }
    return best;
}

size_t clm_interpolate_radices(u32 *radix, size_t points)
{
    size_t count;

    cheapest_radices(radix, &count, points, MOST_RADIX);
    return count;
}

size_t clm_interpolate_scratch(const clmodp_context *ctx, size_t points)
{
    return INTERPOLATE_TILE_WORDS(points, ctx->tuning.lanes);
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
    u32 radix[CLM_INTERPOLATE_MAX_PASSES];
    size_t passes = clm_interpolate_radices(radix, lanes->points);
    const size_t words = s.tiles * clm_interpolate_scratch(ctx, lanes->points);
    const clm_kernel *begin, *end;

    if (passes == 0 && lanes->points > 1)
        FAIL(&ctx->error, CLMODP_INVALID, "%zu points have a prime factor too large",
             lanes->points);
    TRY(clm_kernel_get(ctx, &begin, "fpx/interpolate.cl", "interpolate_begin"));
    TRY(clm_kernel_get(ctx, &end, "fpx/interpolate.cl", "interpolate_end"));
    TRY(clm_launch(ctx, begin, items, group, ARG_OUT(scratch, words, u32),
                   ARG_IN(values, lanes->primes * lanes->lanes, u32),
                   ARG_IN(&lanes->info, lanes->primes, prime_info), ARG_STRUCT(s)));
    s.stride = 1;
    for (size_t pass = 0; pass < passes; pass++) {
        TRY(run_pass(ctx, scratch, words, radix[pass], s));
        s.stride *= radix[pass];
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
    size_t tile_words = clm_interpolate_scratch(ctx, lanes->points), words, batch;

    REQUIRE(&ctx->error, lanes->points > 0 && lanes->points <= lanes->lanes);
    if (!clm_size_mul(&words, lanes->primes, lanes->lanes) || words > UINT32_MAX / 2)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu prime%s of %zu point%s do not fit one chunk",
             lanes->primes, CLM_S(lanes->primes), lanes->points, CLM_S(lanes->points));

    /* As many tiles at once as stay in caches. */
    batch = clm_size_min(ctx->tuning.stripe_bytes, scratch->bytes) / sizeof(u32) / tile_words;
    batch = clm_size_min(clm_size_max(batch, 1), tiles);
    for (size_t first = 0; first < tiles; first += batch) {
        interpolate_shape s = {.primes = (u32)lanes->primes, .first = (u32)(first * width),
                               .tiles = (u32)clm_size_min(batch, tiles - first),
                               .points = (u32)lanes->points, .lanes = (u32)lanes->lanes};

        TRY(run_batch(ctx, coefficients, scratch, values, lanes, s));
    }
done:
    return st;
}
