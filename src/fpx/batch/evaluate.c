/* Choose a method to evaluate, and evaluate by plain sums of products. */
#include "fpx/batch/evaluate.h"

#include <math.h>

#include "base/size.h"
#include "cl/fpx/batch/butterfly_shape.h"
#include "fpx/batch/butterfly.h"
#include "fpx/batch/evaluate_shared.h"
#include "fpx/batch/evaluate_sums.h"
#include "fpx/batch/transform.h"

/* Tiles at one time: their powers take a quarter of a stripe. */
static size_t most_tiles(const clmodp_context *ctx, const clm_rows *rows, size_t tiles)
{
    size_t bytes = clm_sums_scratch(rows, 0, 1, 0, ctx->tuning.tile) * sizeof(u32);

    return clm_size_min(tiles, clm_size_max(ctx->tuning.stripe_bytes / 4 / bytes, 1));
}

/* Scratch memory of tiles that may begin anywhere in a prime. */
static size_t plain_scratch(const clmodp_context *ctx, const clm_rows *rows,
                            const clm_point_batch *batch, size_t tiles)
{
    size_t most = most_tiles(ctx, rows, tiles), count = most * ctx->tuning.tile;
    size_t primes = clm_div_up(count - clm_size_min(count, 1), batch->lanes) + 1;

    return clm_sums_scratch(rows, rows->count, 1, clm_size_min(primes, batch->primes), count);
}

static clmodp_status evaluate_plain(clmodp_context *ctx, const clm_buffer *values,
                                    const clm_buffer *scratch, const clm_buffer *residues,
                                    const clm_rows *rows, const clm_point_batch *batch,
                                    size_t first_tile, size_t tiles)
{
    clmodp_status st = CLMODP_OK;
    const size_t tile = ctx->tuning.tile, most = most_tiles(ctx, rows, tiles);

    for (size_t done = 0; done < tiles; done += most) {
        evaluate_shape shape = {.lanes = (u32)batch->lanes,
                                .first = (u32)((first_tile + done) * tile),
                                .count = (u32)(clm_size_min(most, tiles - done) * tile),
                                .target = (u32)(done * tile),
                                .rows = (u32)rows->count, .split = 1};

        TRY(clm_sums_shape(ctx, &shape, rows, batch->large));
        TRY(clm_sums_powers(ctx, scratch, &batch->info, &shape));
        TRY(clm_sums_run(ctx, values, scratch, residues, rows, &batch->info, &shape));
    }
done:
    return st;
}

clm_evaluation_plan clm_evaluate_plan(const clmodp_context *ctx, const clm_rows *rows,
                                      const clm_point_batch *batch, clm_evaluation method)
{
    const clm_rates *rates = &ctx->rates;
    const clm_amounts lane = clm_sums_cost(rows, 1);
    clm_evaluation_plan sums = {.method = CLM_METHOD_SUMS,
                                .ns = (double)batch->lanes * clm_nanoseconds(&lane, rates)};
    clm_evaluation_plan best = {.method = CLM_METHOD_TRANSFORM};

    if (method == CLM_EVALUATE_SUMS)
        return sums;
    best.transform = clm_transform_plan(ctx, rows, batch);
    best.ns = best.transform.ns;
    for (size_t split = 4; split <= BUTTERFLY_MOST; split *= 2) {
        clm_amounts all;
        double ns;

        if (batch->points % split != 0)
            break;
        all = clm_butterfly_cost(ctx, rows, batch, split);
        ns = clm_nanoseconds(&all, rates);
        if (ns < best.ns)
            best = (clm_evaluation_plan){CLM_METHOD_BUTTERFLY, .split = split, .ns = ns};
    }
    if (isinf(best.ns) || (method == CLM_EVALUATE_AUTO && sums.ns <= best.ns))
        best = sums;
    return best;
}

/* The plan for tiles that need not be those of whole primes. */
static clm_evaluation_plan plan_tiles(const clmodp_context *ctx, const clm_rows *rows,
                                      const clm_point_batch *batch, clm_evaluation method,
                                      bool whole)
{
    return clm_evaluate_plan(ctx, rows, batch,
                             method == CLM_EVALUATE_AUTO && !whole ? CLM_EVALUATE_SUMS : method);
}

size_t clm_evaluate_scratch(const clmodp_context *ctx, const clm_rows *rows,
                            const clm_point_batch *batch, size_t tiles, clm_evaluation method)
{
    size_t prime_tiles = batch->lanes / ctx->tuning.tile, primes = tiles / prime_tiles;
    size_t plain, whole;
    clm_evaluation_plan plan;

    if (method == CLM_EVALUATE_SHARED)
        return 0;
    plain = plain_scratch(ctx, rows, batch, tiles);
    plan = plan_tiles(ctx, rows, batch, method, tiles % prime_tiles == 0);
    if (plan.method == CLM_METHOD_SUMS)
        return plain;
    whole = plan.method == CLM_METHOD_BUTTERFLY
                ? clm_butterfly_scratch(ctx, rows, batch, plan.split, primes)
                : clm_transform_scratch(ctx, rows, batch, primes);
    /* AUTO takes plain sums after all if the tiles begin within a prime. */
    return method == CLM_EVALUATE_AUTO ? clm_size_max(plain, whole) : whole;
}

double clm_evaluate_launches(const clmodp_context *ctx, const clm_rows *rows,
                             const clm_point_batch *batch, size_t tiles, clm_evaluation method)
{
    const size_t prime_tiles = batch->lanes / ctx->tuning.tile, primes = tiles / prime_tiles;
    clm_evaluation_plan plan;

    if (method == CLM_EVALUATE_SHARED)
        return 1.0;
    plan = plan_tiles(ctx, rows, batch, method, tiles % prime_tiles == 0);
    switch (plan.method) {
    case CLM_METHOD_BUTTERFLY:
        return clm_butterfly_launches(ctx, rows, batch, plan.split, primes);
    case CLM_METHOD_TRANSFORM:
        return clm_transform_launches(ctx, rows, batch, primes);
    case CLM_METHOD_SUMS:
        break;
    }
    return (1.0 + CLM_SUMS_LAUNCHES) * (double)clm_div_up(tiles, most_tiles(ctx, rows, tiles));
}

clmodp_status clm_evaluate(clmodp_context *ctx, clm_buffer *values, clm_buffer *scratch,
                           const clm_buffer *residues, const clm_rows *rows,
                           const clm_point_batch *batch, size_t first_tile, size_t tiles,
                           clm_evaluation method)
{
    clmodp_status st = CLMODP_OK;
    const size_t tile = ctx->tuning.tile, all = clm_point_batch_tiles(batch, tile);
    size_t prime_tiles = batch->lanes / tile, first_prime, primes, words;
    clm_evaluation_plan plan;
    bool whole;

    REQUIRE(&ctx->error, batch->points > 0 && batch->lanes % tile == 0 &&
                             batch->lanes >= batch->points);
    REQUIRE(&ctx->error, first_tile <= all && tiles <= all - first_tile);
    REQUIRE(&ctx->error, batch->shared == (method == CLM_EVALUATE_SHARED));
    if (!clm_size_mul(&words, batch->primes, batch->lanes) || words > UINT32_MAX / 2)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu prime%s of %zu lane%s do not fit one chunk",
             batch->primes, CLM_S(batch->primes), batch->lanes, CLM_S(batch->lanes));
    if (tiles == 0 || rows->count == 0)
        return CLMODP_OK;
    if (batch->shared)
        return clm_evaluate_shared(ctx, values, residues, rows, batch, first_tile, tiles);
    whole = first_tile % prime_tiles == 0 && tiles % prime_tiles == 0;
    plan = plan_tiles(ctx, rows, batch, method, whole);
    REQUIRE(&ctx->error, whole || plan.method == CLM_METHOD_SUMS);
    first_prime = first_tile / prime_tiles;
    primes = tiles / prime_tiles;
    switch (plan.method) {
    case CLM_METHOD_SUMS:
        TRY(evaluate_plain(ctx, values, scratch, residues, rows, batch, first_tile, tiles));
        break;
    case CLM_METHOD_BUTTERFLY:
        TRY(clm_butterfly_run(ctx, values, scratch, residues, rows, batch, plan.split,
                              first_prime, primes));
        break;
    case CLM_METHOD_TRANSFORM:
        TRY(clm_transform_run(ctx, values, scratch, residues, rows, batch, first_prime, primes));
        break;
    }
done:
    return st;
}
