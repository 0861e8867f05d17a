/* Selects a method of evaluation; evaluates any tiles by sums of products, or in shared tiles. */
#include "fpx/batch/evaluate.h"

#include <math.h>

#include "core/size.h"
#include "cl/fpx/batch/butterfly_shape.h"
#include "cl/fpx/batch/evaluate_shared_shape.h"
#include "opencl/kernel.h"
#include "fpx/batch/sparse.h"
#include "fpx/batch/sums.h"

clm_amounts clm_evaluate_shared_cost(const clm_rows *rows)
{
    return (clm_amounts){.of = {[CLM_OP_SHARED_COEFFICIENT] = (double)rows->residues,
                                [CLM_OP_SHARED_VALUE] = (double)rows->count}};
}

/* Evaluates as clm_evaluate does, for batch->shared, without scratch memory.
 *
 * Pre:    the tiles are within the chunk, which has less than 2^31 lanes
 * Cost:   a product and a reduction for each coefficient of a row but the last, at each point
 * Errors: LIMIT (an index would not fit 32 bits)
 * Asynchronous. */
static clmodp_status evaluate_shared_tiles(clmodp_context *ctx, const clm_evaluate_call *call,
                                           size_t first_tile, size_t tiles)
{
    clmodp_status st = CLMODP_OK;
    const clm_rows *rows = call->rows;
    const clm_point_batch *batch = call->batch;
    const size_t tile = ctx->tuning.tile, vectors = tiles * (tile / ctx->tuning.vector_width);
    const size_t parts = clm_vector_parts(ctx, vectors, rows->count);
    evaluate_shared_shape shape = {.sequences = (u32)(batch->primes * batch->points),
                                   .points = (u32)batch->points,
                                   .first = (u32)(first_tile * tile),
                                   .vectors = (u32)vectors,
                                   .rows = (u32)rows->count,
                                   .residues = (u32)rows->residues,
                                   .parts = (u32)parts};

    if (rows->residues > UINT32_MAX || rows->count > UINT32_MAX / 4)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu rows of %zu coefficients are too many for one batch",
             rows->count, rows->residues);
    TRY(clm_run(ctx, KERNEL("fpx/batch/evaluate_shared.cl", "evaluate_shared"), vectors * parts,
                clm_independent_group_size(ctx),
                ARG_OUT(call->values, clm_size_times(tiles * tile, rows->count), u32),
                ARG_IN(call->residues, clm_size_times(batch->primes, rows->residues), u32),
                ARG_IN(&rows->table, rows->count, clm_row),
                ARG_IN(&batch->info, batch->primes, prime_info), ARG_STRUCT(shape)));
done:
    return st;
}

/* Tiles at one time: their powers take a quarter of a stripe. */
static size_t most_sums_tiles(const clmodp_context *ctx, const clm_rows *rows, size_t tiles)
{
    size_t bytes = clm_sums_scratch(rows, 0, 1, 0, ctx->tuning.tile) * sizeof(u32);

    return clm_size_min(tiles, clm_size_max(ctx->tuning.stripe_bytes / 4 / bytes, 1));
}

/* Scratch memory of tiles beginning anywhere in a prime. */
static size_t sums_scratch(const clmodp_context *ctx, const clm_rows *rows,
                                 const clm_point_batch *batch, size_t tiles)
{
    size_t most = most_sums_tiles(ctx, rows, tiles), count = most * ctx->tuning.tile;
    size_t primes = clm_div_up(count - clm_size_min(count, 1), batch->lanes) + 1;

    return clm_sums_scratch(rows, rows->count, 1, clm_size_min(primes, batch->primes), count);
}

static clmodp_status evaluate_by_sums(clmodp_context *ctx, const clm_evaluate_call *call,
                                      size_t first_tile, size_t tiles)
{
    clmodp_status st = CLMODP_OK;
    const clm_rows *rows = call->rows;
    const clm_point_batch *batch = call->batch;
    const size_t tile = ctx->tuning.tile, most = most_sums_tiles(ctx, rows, tiles);

    for (size_t done = 0; done < tiles; done += most) {
        evaluate_shape shape = {.lanes = (u32)batch->lanes,
                                .first = (u32)((first_tile + done) * tile),
                                .count = (u32)(clm_size_min(most, tiles - done) * tile),
                                .target = (u32)(done * tile),
                                .rows = (u32)rows->count, .split = 1};

        TRY(clm_sums_shape(ctx, &shape, rows, batch->large));
        TRY(clm_sums_prepare(ctx, call->scratch, call->residues, rows, &batch->info, &shape,
                             true));
        TRY(clm_sums_run(ctx, call->values, call->scratch, &batch->info, &shape));
    }
done:
    return st;
}

/* Takes butterflies of `split` sums if they are cheaper. */
static void try_method(clm_evaluation_plan *best, int method, size_t split, const clm_amounts *all,
                       const clm_costs *costs)
{
    const double ns = clm_nanoseconds(all, costs);

    if (ns < best->ns)
        *best = (clm_evaluation_plan){.method = method, .split = split, .ns = ns};
}

static void try_sparse(clm_evaluation_plan *best, const clmodp_context *ctx, const clm_rows *rows,
                       const clm_point_batch *batch)
{
    for (size_t split = 4; split <= BUTTERFLY_MOST && batch->points % split == 0; split *= 2) {
        const clm_amounts sums = clm_sparse_cost(ctx, rows, batch, split);
        clm_amounts all = clm_butterfly_join_cost(ctx, rows, batch, split);

        clm_amounts_add(&all, &sums, 1.0);
        try_method(best, CLM_METHOD_SPARSE, split, &all, &ctx->costs);
    }
}

clm_evaluation_plan clm_evaluate_plan(const clmodp_context *ctx, const clm_rows *rows,
                                      const clm_point_batch *batch, clm_evaluation method)
{
    const clm_costs *costs = &ctx->costs;
    const clm_amounts lane = clm_sums_cost(rows, 1);
    clm_evaluation_plan sums = {.method = CLM_METHOD_SUMS,
                                .ns = (double)batch->lanes * clm_nanoseconds(&lane, costs)};
    clm_evaluation_plan best = {.method = CLM_METHOD_TRANSFORM};

    if (method == CLM_EVALUATE_SUMS)
        return sums;
    best.transform = clm_transform_plan(ctx, rows, batch);
    best.ns = best.transform.ns;
    for (size_t split = 4; split <= BUTTERFLY_MOST && batch->points % split == 0; split *= 2) {
        const clm_amounts all = clm_butterfly_cost(ctx, rows, batch, split);

        try_method(&best, CLM_METHOD_BUTTERFLY, split, &all, costs);
    }
    if (method == CLM_EVALUATE_SPARSE && rows->powers > 0 && batch->points % 4 == 0)
        best.ns = INFINITY;
    if (rows->powers > 0)
        try_sparse(&best, ctx, rows, batch);
    if (isinf(best.ns) || (method == CLM_EVALUATE_AUTO && sums.ns <= best.ns))
        best = sums;
    return best;
}

/* The plan for tiles, which need not be whole primes. */
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
    size_t sums, whole;
    clm_evaluation_plan plan;

    if (method == CLM_EVALUATE_SHARED)
        return 0;
    sums = sums_scratch(ctx, rows, batch, tiles);
    plan = plan_tiles(ctx, rows, batch, method, tiles % prime_tiles == 0);
    if (plan.method == CLM_METHOD_SUMS)
        return sums;
    whole = plan.method == CLM_METHOD_BUTTERFLY
                ? clm_butterfly_scratch(ctx, rows, batch, plan.split, primes)
            : plan.method == CLM_METHOD_SPARSE
                ? clm_sparse_scratch(ctx, rows, batch, plan.split, primes)
                : clm_transform_scratch(ctx, rows, batch, primes);
    /* AUTO falls back to sums if the tiles begin within a prime. */
    return method == CLM_EVALUATE_AUTO ? clm_size_max(sums, whole) : whole;
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
    case CLM_METHOD_SPARSE:
        return clm_sparse_launches(ctx, rows, batch, plan.split, primes);
    case CLM_METHOD_SUMS:
        break;
    }
    return CLM_SUMS_LAUNCHES * (double)clm_div_up(tiles, most_sums_tiles(ctx, rows, tiles));
}

clmodp_status clm_evaluate(clmodp_context *ctx, const clm_evaluate_call *call, size_t first_tile,
                           size_t tiles, clm_evaluation method)
{
    clmodp_status st = CLMODP_OK;
    const clm_rows *rows = call->rows;
    const clm_point_batch *batch = call->batch;
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
        return evaluate_shared_tiles(ctx, call, first_tile, tiles);
    whole = first_tile % prime_tiles == 0 && tiles % prime_tiles == 0;
    plan = plan_tiles(ctx, rows, batch, method, whole);
    REQUIRE(&ctx->error, whole || plan.method == CLM_METHOD_SUMS);
    first_prime = first_tile / prime_tiles;
    primes = tiles / prime_tiles;
    switch (plan.method) {
    case CLM_METHOD_SUMS: TRY(evaluate_by_sums(ctx, call, first_tile, tiles)); break;
    case CLM_METHOD_BUTTERFLY:
        TRY(clm_butterfly_run(ctx, call, plan.split, first_prime, primes));
        break;
    case CLM_METHOD_TRANSFORM: TRY(clm_transform_run(ctx, call, first_prime, primes)); break;
    case CLM_METHOD_SPARSE:
        TRY(clm_sparse_run(ctx, call, plan.split, first_prime, primes));
        break;
    }
done:
    return st;
}
