/* Times batches of pairs in device memory (clmodp/fpx_batch_opencl.h) beside their main kernel.
 *
 *     build/bench/fpx_arrays [RUNS [PAIRS [DEGREE]]]
 *
 * PAIRS (default 100000) random pairs of DEGREE (default 64) modulo 998244353. Prints nanoseconds
 * a pair by the clock, the least of RUNS (default 9): of calls in both layouts, and of the kernel
 * of products or of remainder sequences alone, with lanes made before, in as many launches as the
 * call makes; and the kernel's time over the call's. Tests check results. */
#include <stdio.h>

#include <clmodp/fpx_batch_opencl.h>

#include "arith/prime.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/timing.h"
#include "core/random.h"
#include "core/size.h"
#include "fpx/pairs/launch.h"

#define PRIME 998244353u

static clmodp_context *ctx;
static size_t runs = 9, pairs = 100000, degree = 64;

static clm_buffer random_words(size_t count)
{
    clm_random random = {count};
    u32 *words = device_need(count, sizeof *words);
    clm_buffer buffer;

    for (size_t k = 0; k < count; k++)
        words[k] = 1 + (u32)clm_random_below(&random, PRIME - 1);
    buffer = device_words(ctx, words, count);
    free(words);
    return buffer;
}

/* Lanes and rows of the kernel alone, as assign.cl makes them. */
typedef struct alone {
    clm_pair_operands operands;
    clm_pair_tiles tiles;
    clm_euclid_results euclid;
    clm_buffer fields, *lanes; /* of each part */
    size_t parts;
} alone;

static alone alone_create(const clm_buffer *a, const clm_buffer *b, bool tiled, bool products)
{
    const size_t width = ctx->tuning.tile, n = degree + 1, copies = products ? 2 : 1;
    const size_t rows = copies * (2 * degree + (products ? 0 : degree) + CLM_PAIRS_EXTRA_ROWS);
    const size_t all = clm_div_up(pairs, width);
    const size_t most = ctx->tuning.stripe_bytes / (4 * rows * width);
    const size_t parts = clm_div_up(all, clm_size_max(most, 1)), tiles = clm_div_up(all, parts);
    const fp_field field = clm_field(PRIME);
    pair_lane *lanes = device_need(parts * tiles * width, sizeof *lanes);
    pair_tile *tile = device_need(tiles, sizeof *tile);
    alone x = {.parts = parts, .lanes = device_need(parts, sizeof *x.lanes)};

    for (size_t k = 0; k < parts * tiles * width; k++) {
        const size_t group = k / width * width;
        const u32 at = (u32)(tiled ? group * n + k % width : k * n);

        lanes[k] = (pair_lane){.pair = (u32)(k % (tiles * width)), .a = at, .b = at,
                               .n = (u32)degree, .m = (u32)degree, .firsts = (u32)(2 * n),
                               .first = (u32)(tiled ? 2 * group * n + k % width : 2 * k * n)};
    }
    for (size_t k = 0; k < parts; k++)
        x.lanes[k] = device_words(ctx, (u32 *)(lanes + k * tiles * width),
                                  tiles * width * sizeof *lanes / sizeof(u32));
    for (size_t k = 0; k < tiles; k++)
        tile[k] = (pair_tile){(u32)(k * rows), (u32)degree, (u32)degree, tiled ? (u32)width : 1};
    x.tiles = (clm_pair_tiles){.lane_count = tiles * width, .tile_count = tiles,
                               .row_words = tiles * width * rows,
                               .tiles = device_words(ctx, (u32 *)tile,
                                                     tiles * sizeof *tile / sizeof(u32)),
                               .rows = device_words(ctx, NULL, tiles * width * rows)};
    x.fields = device_words(ctx, (const u32 *)&field, sizeof field / sizeof(u32));
    x.operands = (clm_pair_operands){a, b, a->bytes / 4, b->bytes / 4, &x.fields, 1, false};
    x.euclid = (clm_euclid_results){.numbers = tiles * width, .room = 1, .with_resultants = true};
    device_must(ctx, clm_euclid_results_create(ctx, &x.euclid));
    free(tile);
    free(lanes);
    return x;
}

static void alone_run(alone *x, const clm_buffer *results, bool products)
{
    x->operands.fields = &x->fields;
    for (size_t k = 0; k < x->parts; k++) {
        x->tiles.lanes = x->lanes[k];
        device_must(ctx, products ? clm_pairs_launch_multiply(
                                        ctx, (clm_pair_words){results, results->bytes / 4},
                                        &x->operands, &x->tiles)
                                  : clm_pairs_launch_euclid(ctx, &x->euclid, &x->operands,
                                                            &x->tiles));
    }
    device_must(ctx, clm_finish(ctx));
}

static void report(bool products, bool tiled)
{
    const size_t whole = tiled ? clm_round_up(pairs, ctx->tuning.tile) : pairs, n = degree + 1;
    const size_t room = clm_round_up(pairs, ctx->tuning.tile) + ctx->tuning.tile * 64;
    const size_t words = products ? whole * 2 * n : pairs;
    clm_buffer a = random_words(room * n), b = random_words(room * n + 1);
    clm_buffer results = device_words(ctx, NULL, products ? room * 2 * n : room);
    const clmodp_cl_array to = {results.mem, 0, words};
    const clmodp_fpx_array_pairs all = {
        pairs, PRIME, tiled ? CLMODP_FPX_TILES : CLMODP_FPX_ROWS, {a.mem, 0, whole * n}, n,
        {b.mem, 0, whole * n}, n};
    alone x = alone_create(&a, &b, tiled, products);
    timing calls = {.warm_up = 1}, kernel = {.warm_up = 1};
    double call, own;

    for (size_t turn = 0; turn <= runs; turn++) {
        timing_start(&calls);
        device_must(ctx, products ? clmodp_fpx_mul_arrays(ctx, &to, &all, NULL)
                                  : clmodp_fpx_resultant_arrays(ctx, &to, &all, NULL));
        device_must(ctx, clm_finish(ctx));
        timing_stop(&calls);
        timing_start(&kernel);
        alone_run(&x, &results, products);
        timing_stop(&kernel);
    }
    call = timing_least(calls.wall, calls.runs);
    own = timing_least(kernel.wall, kernel.runs) * (double)pairs /
          (double)(x.parts * x.tiles.lane_count);
    (void)printf("%-10s %-6s %9.2f %9.2f %7.2f\n", products ? "mul" : "resultant",
                 tiled ? "tiles" : "rows", 1e9 * call / (double)pairs, 1e9 * own / (double)pairs,
                 own / call);
    clm_euclid_results_destroy(ctx, &x.euclid);
    for (size_t k = 0; k < x.parts; k++)
        clm_buffer_destroy(ctx, &x.lanes[k]);
    free(x.lanes);
    clm_buffers_destroy(ctx, &x.fields, &x.tiles.rows, &x.tiles.tiles, &results, &b, &a);
}

int main(int argc, char **argv)
{
    const argument arguments[] = {{&runs, 1, TIMING_MOST - 1, true},
                                  {&pairs, 1, (size_t)1 << 22, true},
                                  {&degree, 1, 512, true}};

    (void)arguments_read(argc, argv, arguments, 3, "[RUNS [PAIRS [DEGREE]]]");
    ctx = device_open(NULL);
    (void)printf("%s, %zu pairs of degree %zu\n%-10s %-6s %9s %9s %7s\n", ctx->device.name, pairs,
                 degree, "", "layout", "call, ns", "kernel", "ratio");
    for (int which = 0; which < 4; which++)
        report(which < 2, which % 2 != 0);
    clmodp_context_destroy(ctx);
    return 0;
}
