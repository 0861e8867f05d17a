/* Launches assign.cl, the kernels of pairs in tiles, and general.cl, for parts of a batch. */
#include "fpx/pairs/resident.h"

#include "arith/prime.h"
#include "cl/fpx/batch/euclid_shape.h"
#include "core/size.h"

/* The share of free memory for the rows of a part. */
#define SHARE 0.7

/* Buffers of all parts. */
typedef struct resident_work {
    const clm_resident_batch *batch;
    clm_pair_operands operands;
    clm_pair_tiles tiles;
    clm_euclid_results euclid; /* `degrees`, the states of pairs, for all operations */
    clm_buffer fields;
    resident_part part;
} resident_work;

static bool is_euclid(const clm_resident_batch *b)
{
    return b->operation == CLM_PAIRS_EUCLID;
}

static bool finds_divisors(const clm_resident_batch *b)
{
    return is_euclid(b) && b->results[0].count > 0;
}

size_t clm_resident_words(const clmodp_context *ctx, bool tiles, size_t count,
                          size_t coefficients)
{
    const size_t width = tiles ? ctx->tuning.tile : 1;

    return clm_size_times(clm_size_times(clm_div_up(count, width), width), coefficients);
}

/* The rows of a tile for any degrees below the counts. Lockstep kernels align leading coefficients
 * of the shorter polynomials, so the longer ones may extend beyond their count. */
static size_t tile_rows(const clm_resident_batch *b)
{
    const size_t n = b->a.count - 1, m = b->b.count - 1;

    switch (b->operation) {
    case CLM_PAIRS_MULTIPLY: return CLM_PAIRS_MULTIPLY_COPIES * (n + m + CLM_PAIRS_EXTRA_ROWS);
    case CLM_PAIRS_COFACTORS:
        return CLM_PAIRS_COFACTORS_COPIES * (n + m + clm_size_min(n, m) + CLM_PAIRS_EXTRA_ROWS);
    case CLM_PAIRS_DIVIDE:
    case CLM_PAIRS_EUCLID: break;
    }
    return n + m + clm_size_min(n, m) + CLM_PAIRS_EXTRA_ROWS;
}

/* Tiles of a part: their rows are a stripe, if memory suffices. */
static size_t part_tiles(const clmodp_context *ctx, const clm_resident_batch *b)
{
    const size_t all = clm_div_up(b->pairs, ctx->tuning.tile);
    const size_t bytes = tile_rows(b) * ctx->tuning.tile * sizeof(u32);
    const size_t most = clm_size_min(ctx->tuning.stripe_bytes,
                                     (size_t)(SHARE * (double)clm_memory_left(ctx)));
    const size_t parts = clm_div_up(all, clm_size_max(most / bytes, 1));

    return clm_div_up(all, parts);
}

static resident_polys words_of(const clm_resident_polys *polys)
{
    return (resident_polys){(u32)polys->at, (u32)polys->count};
}

static resident_part part_of(const clmodp_context *ctx, const clm_resident_batch *b)
{
    resident_part part = {
        .step = b->tiles ? (u32)ctx->tuning.tile : 1, .tile_rows = (u32)tile_rows(b),
        .operation = b->operation == CLM_PAIRS_MULTIPLY ? RESIDENT_MULTIPLY
                     : b->operation == CLM_PAIRS_DIVIDE ? RESIDENT_DIVIDE : RESIDENT_EUCLID,
        .a = words_of(&b->a), .b = words_of(&b->b), .words = (u32)b->words_at};

    for (size_t k = 0; k < 3; k++)
        part.results[k] = words_of(&b->results[k]);
    return part;
}

static void resident_destroy(clmodp_context *ctx, resident_work *w)
{
    clm_euclid_results_destroy(ctx, &w->euclid);
    clm_pair_tiles_destroy(ctx, &w->tiles);
    clm_scratch_destroy(ctx, &w->fields);
}

/* Allocates the buffers for parts of `tiles` tiles. */
static clmodp_status resident_create(clmodp_context *ctx, resident_work *w,
                                     const clm_resident_batch *b, size_t tiles)
{
    clmodp_status st = CLMODP_OK;
    const fp_field field = clm_field(b->p);
    const size_t lanes = tiles * ctx->tuning.tile;
    const size_t most = clm_size_min(b->a.count, b->b.count);

    w->batch = b;
    w->part = part_of(ctx, b);
    w->tiles = (clm_pair_tiles){.tile_count = tiles, .lane_count = lanes,
                                .row_words = clm_size_times(lanes, w->part.tile_rows)};
    w->euclid = (clm_euclid_results){
        .numbers = lanes, .with_divisors = finds_divisors(b),
        .with_resultants = is_euclid(b) && !finds_divisors(b),
        .room = finds_divisors(b) ? clm_size_times(lanes, most) : 1};
    w->operands = (clm_pair_operands){
        .a = &b->a.buffer, .b = &b->b.buffer, .a_words = b->a.buffer.bytes / sizeof(u32),
        .b_words = b->b.buffer.bytes / sizeof(u32), .fields = &w->fields, .primes = 1,
        .large = b->p > EUCLID_PRIME_MAX};
    if (w->euclid.room > UINT32_MAX || w->tiles.row_words > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu pairs are too many for one launch", lanes);
    TRY(clm_scratch_load(ctx, &w->fields, &field, 1, sizeof field));
    TRY(clm_scratch_create(ctx, &w->tiles.lanes, lanes, sizeof(pair_lane)));
    TRY(clm_scratch_create(ctx, &w->tiles.tiles, tiles, sizeof(pair_tile)));
    TRY(clm_scratch_create(ctx, &w->tiles.rows, w->tiles.row_words, sizeof(u32)));
    TRY(clm_euclid_results_create(ctx, &w->euclid));
done:
    return st;
}

static clm_pair_words result_words(const clm_resident_batch *b, size_t k)
{
    return (clm_pair_words){&b->results[k].buffer, b->results[k].buffer.bytes / sizeof(u32)};
}

/* Arguments common to all launches. */
#define ARG_RESULT(w) ARG_INOUT((w).buffer, (w).count, u32)
#define ARG_ROWS(w) ARG_INOUT(&(w)->tiles.rows, (w)->tiles.row_words, u32)
#define ARG_STATE(w) ARG_INOUT(&(w)->euclid.degrees, (w)->euclid.numbers, u32)
#define ARG_OPERANDS(w)                                  \
    ARG_IN((w)->operands.a, (w)->operands.a_words, u32), \
        ARG_IN((w)->operands.b, (w)->operands.b_words, u32)
#define ARG_PART(w) ARG_OPERANDS(w), ARG_IN(&(w)->fields, 1, fp_field), ARG_STRUCT((w)->part)

static clmodp_status compute_quotients(clmodp_context *ctx, resident_work *w)
{
    clmodp_status st = CLMODP_OK;
    const clm_pair_words quotients = result_words(w->batch, 0);
    const clm_pair_words remainders = result_words(w->batch, 1);

    TRY(clm_pairs_launch_divide(ctx, quotients, remainders, &w->operands, &w->tiles));
    TRY(clm_run(ctx, KERNEL("fpx/pairs/general.cl", "general_divide"), w->part.pairs, 0,
                ARG_RESULT(quotients), ARG_RESULT(remainders), ARG_STATE(w), ARG_ROWS(w),
                ARG_PART(w)));
done:
    return st;
}

static clmodp_status compute_euclid(clmodp_context *ctx, resident_work *w)
{
    clmodp_status st = CLMODP_OK;
    const clm_resident_batch *b = w->batch;
    const clm_euclid_results *r = &w->euclid;
    const clm_buffer *divisors = r->with_divisors ? &b->results[0].buffer : &b->words;

    TRY(clm_buffer_fill(ctx, &r->used, 0, 1));
    TRY(clm_pairs_launch_euclid(ctx, r, &w->operands, &w->tiles));
    TRY(clm_run(ctx, KERNEL("fpx/pairs/general.cl", "general_euclid_results"), w->part.pairs, 0,
                ARG_INOUT(&b->words, b->words.bytes / sizeof(u32), u32),
                ARG_INOUT(divisors, divisors->bytes / sizeof(u32), u32), ARG_ROWS(w),
                ARG_STATE(w), ARG_IN(&r->resultants, r->with_resultants ? r->numbers : 1, u32),
                ARG_IN(&r->places, r->with_divisors ? r->numbers : 1, u32),
                ARG_IN(&r->divisors, r->room, u32), ARG_PART(w)));
done:
    return st;
}

static clmodp_status compute_cofactors(clmodp_context *ctx, resident_work *w)
{
    clmodp_status st = CLMODP_OK;
    const clm_resident_batch *b = w->batch;
    const clm_pair_words all[3] = {result_words(b, 0), result_words(b, 1), result_words(b, 2)};

    TRY(clm_pairs_launch_cofactors(
        ctx, (clm_pair_words){&w->euclid.degrees, w->euclid.numbers}, all,
        (size_t[]){b->results[0].at, b->results[1].at, b->results[2].at}, &w->operands,
        &w->tiles));
    TRY(clm_run(ctx, KERNEL("fpx/pairs/general.cl", "general_cofactors"), w->part.pairs, 0,
                ARG_INOUT(&b->words, b->words.bytes / sizeof(u32), u32), ARG_RESULT(all[0]),
                ARG_RESULT(all[1]), ARG_RESULT(all[2]), ARG_ROWS(w), ARG_STATE(w), ARG_PART(w)));
done:
    return st;
}

static clmodp_status compute_part(clmodp_context *ctx, resident_work *w)
{
    clmodp_status st = CLMODP_OK;
    resident_part part = w->part;

    if (w->batch->operation == CLM_PAIRS_COFACTORS)
        part.results[0].at = 0; /* the kernel adds the beginning of each result */
    TRY(clm_run(ctx, KERNEL("fpx/pairs/assign.cl", "assign_lanes"), part.tiles, 0,
                ARG_OUT(&w->tiles.lanes, w->tiles.lane_count, pair_lane),
                ARG_OUT(&w->tiles.tiles, w->tiles.tile_count, pair_tile), ARG_STATE(w),
                ARG_OPERANDS(w), ARG_STRUCT(part)));
    switch (w->batch->operation) {
    case CLM_PAIRS_MULTIPLY:
        TRY(clm_pairs_launch_multiply(ctx, result_words(w->batch, 0), &w->operands, &w->tiles));
        break;
    case CLM_PAIRS_DIVIDE: TRY(compute_quotients(ctx, w)); break;
    case CLM_PAIRS_EUCLID: TRY(compute_euclid(ctx, w)); break;
    case CLM_PAIRS_COFACTORS: TRY(compute_cofactors(ctx, w)); break;
    }
done:
    return st;
}

clmodp_status clm_pairs_resident(clmodp_context *ctx, const clm_resident_batch *b)
{
    clmodp_status st = CLMODP_OK;
    resident_work w = {0};
    size_t most;

    if (b->pairs == 0)
        return CLMODP_OK;
    most = part_tiles(ctx, b);
    TRY(resident_create(ctx, &w, b, most));
    for (size_t from = 0, tiles; from < b->pairs; from += tiles * ctx->tuning.tile) {
        const size_t pairs = clm_size_min(b->pairs - from, most * ctx->tuning.tile);

        tiles = clm_div_up(pairs, ctx->tuning.tile);
        w.part.first = (u32)from;
        w.part.pairs = (u32)pairs;
        w.part.tiles = (u32)tiles;
        w.tiles.tile_count = tiles;
        w.tiles.lane_count = tiles * ctx->tuning.tile;
        TRY(compute_part(ctx, &w));
    }
done:
    resident_destroy(ctx, &w);
    return st;
}
