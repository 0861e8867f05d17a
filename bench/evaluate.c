/* Time of the methods of clm_evaluate.
 *
 * Counts: one unit is one row at one lane. Printed: processor time in nanoseconds a unit (of
 * all threads; the least of RUNS runs), beside the figure of the cost rule, which should be in
 * proportion to it; "-" where the method is not possible. All values are compared with those of
 * the sums.
 *
 * Usage: evaluate [RUNS [ROWS LENGTH POINTS PRIMES]] */
#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "base/size.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/timing.h"
#include "cl/arith/tile.h"
#include "fpx/butterfly.h"
#include "fpx/evaluate.h"
#include "fpx/evaluate_shared.h"
#include "fpx/evaluate_sums.h"

typedef struct shape {
    size_t rows, length, points, primes;
} shape;

/* The first is the project's largest goal; its chunk of primes fits a cache or two. */
static const shape shapes[] = {
    {137, 24, 2916, 8}, {137, 24, 3024, 8}, {38, 12, 343, 64},     {38, 41, 1440, 16},
    {54, 41, 1792, 16}, {104, 28, 2304, 8}, {72, 43, 2940, 8},     {66, 65, 4116, 8},
    {20, 8, 300, 64},   {20, 100, 2187, 8}, {20, 300, 4096, 8},    {10, 1000, 5000, 4},
    {5, 10000, 50000, 1}, {5, 50000, 65536, 1}, {62, 3, 7, 2048},      {202, 2, 5, 1024},
    {202, 8, 20, 256},    {2002, 1, 1, 1024},
};

typedef struct bench {
    clmodp_context *ctx;
    shape shape;
    clm_rows rows;
    clm_lanes lanes;
    clm_buffer residues, values, scratch;
    u32 *expected, *found; /* values on the host */
} bench;

static void create(bench *b)
{
    const shape *s = &b->shape;
    size_t residues = s->primes * s->rows * s->length, words = 0;
    clm_row *table = device_need(s->rows, sizeof *table);
    u32 *blocks = device_need(clm_sums_block_entries(s->rows), sizeof *blocks);
    u32 *host = device_need(residues, sizeof *host);
    clm_random random = {1};
    size_t tiles, count;

    free(device_chunk(b->ctx, &b->lanes, s->primes, s->points));
    b->rows = (clm_rows){.count = s->rows, .residues = s->rows * s->length,
                         .longest = s->length};
    for (size_t row = 0; row < s->rows; row++)
        table[row] = (clm_row){(u32)(row * s->length), (u32)s->length};
    b->rows.padded = clm_sums_blocks(blocks, table, s->rows);
    for (size_t i = 0; i < residues; i++)
        host[i] = (u32)clm_random_below(&random, 1u << 30);
    tiles = s->primes * (b->lanes.lanes / b->ctx->tuning.tile);
    for (int way = CLM_EVALUATE_AUTO; way <= CLM_EVALUATE_SPLIT; way++)
        words = clm_size_max(
            words, clm_evaluate_scratch(b->ctx, &b->rows, &b->lanes, tiles, way));
    words = clm_size_max(words, clm_transform_scratch(b->ctx, &b->rows, &b->lanes, s->primes));
    for (size_t split = 4; split <= 16; split *= 2)
        words = clm_size_max(words, clm_butterfly_scratch(b->ctx, &b->rows, &b->lanes, split,
                                                          s->primes));
    b->rows.table = device_words(b->ctx, (const u32 *)table, 2 * s->rows);
    b->rows.blocks = device_words(b->ctx, blocks, clm_sums_block_entries(s->rows));
    b->residues = device_words(b->ctx, host, residues);
    count = s->primes * b->lanes.lanes * s->rows;
    b->values = device_words(b->ctx, NULL, count);
    b->expected = device_need(count, sizeof *b->expected);
    b->found = device_need(count, sizeof *b->found);
    b->scratch = device_words(b->ctx, NULL, words);
    free(blocks);
    free(table);
    free(host);
}

static void destroy(bench *b)
{
    clm_buffer *const all[] = {&b->rows.table, &b->rows.blocks, &b->lanes.info,
                               &b->residues,   &b->values,      &b->scratch};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        clm_buffer_destroy(b->ctx, all[i]);
    free(b->expected);
    free(b->found);
}

/* The methods: plain sums (1), a butterfly of 4, 8 or 16, transforms (0), and Horner's rule in
 * tiles that primes share. */
#define SHARED 2
static const size_t methods[] = {1, 4, 8, 16, 0, SHARED};
#define METHODS (sizeof methods / sizeof *methods)

/* Of one prime; infinite if the method is not possible. */
static double predict(const bench *b, size_t method)
{
    if (method == 1)
        return clm_evaluate_plan(b->ctx, &b->rows, &b->lanes, CLM_EVALUATE_SUMS).cost;
    if (method == 0)
        return clm_transform_plan(b->ctx, &b->rows, &b->lanes).cost;
    if (method == SHARED)
        return clm_evaluate_shared_cost(&b->rows) * (double)b->lanes.points;
    return clm_butterfly_cost(b->ctx, &b->rows, &b->lanes, method);
}

static clmodp_status evaluate(bench *b, size_t method)
{
    size_t primes = b->lanes.primes, tiles;

    b->lanes.shared = method == SHARED;
    tiles = clm_lanes_tiles(&b->lanes, b->ctx->tuning.tile);
    if (method == SHARED)
        return clm_evaluate(b->ctx, &b->values, NULL, &b->residues, &b->rows, &b->lanes, 0, tiles,
                            CLM_EVALUATE_SHARED);
    if (method == 1)
        return clm_evaluate(b->ctx, &b->values, &b->scratch, &b->residues, &b->rows, &b->lanes,
                            0, tiles, CLM_EVALUATE_SUMS);
    if (method == 0)
        return clm_transform_run(b->ctx, &b->values, &b->scratch, &b->residues, &b->rows,
                                 &b->lanes, 0, primes);
    return clm_butterfly_run(b->ctx, &b->values, &b->scratch, &b->residues, &b->rows, &b->lanes,
                             method, 0, primes);
}

/* Least processor seconds of one call. */
static double measure(bench *b, size_t method, size_t runs)
{
    timing t = {0};

    /* What is left of another method must not pass for this one's. */
    device_must(b->ctx, clm_buffer_fill(b->ctx, &b->values, UINT32_MAX,
                                        b->values.bytes / sizeof(u32)));
    for (size_t run = 0; run <= runs; run++) {
        timing_start(&t);
        device_must(b->ctx, evaluate(b, method));
        device_must(b->ctx, clm_finish(b->ctx));
        timing_stop(&t);
        if (run == 0) /* compiles */
            t.runs = 0;
    }
    return timing_least(t.cpu, t.runs);
}

/* Where a row of lane t is. */
static size_t place(const bench *b, size_t method, size_t t, size_t row)
{
    if (method == SHARED)
        t = t / b->lanes.lanes * b->lanes.points + t % b->lanes.lanes;
    return TILE_INDEX(t, b->shape.rows, row, b->ctx->tuning.tile);
}

/* Keep the values of the sums, which come first, and compare those of other methods with them;
 * padding lanes may hold anything. */
static void check_values(bench *b, size_t method)
{
    size_t lanes = b->lanes.lanes, rows = b->shape.rows;
    u32 *target = method == 1 ? b->expected : b->found;

    device_must(b->ctx, clm_buffer_read(b->ctx, &b->values, 0, target,
                                        b->shape.primes * lanes * rows * sizeof *target));
    for (size_t t = 0; t < b->shape.primes * lanes; t++)
        for (size_t row = 0; row < rows && t % lanes < b->shape.points; row++)
            if (target[place(b, method, t, row)] != b->expected[place(b, 1, t, row)]) {
                fprintf(stderr, "method %zu: row %zu of lane %zu is wrong\n", method, row, t);
                exit(1);
            }
}

static void report(clmodp_context *ctx, shape s, size_t runs)
{
    bench b = {.ctx = ctx, .shape = s};
    double units = (double)(s.points * s.rows);

    create(&b);
    printf("%5zu %6zu %6zu %6zu  ", s.rows, s.length, s.points, s.primes);
    for (size_t k = 0; k < METHODS; k++) {
        double cost = predict(&b, methods[k]) / units;

        if (isinf(cost)) {
            printf(" %8s %6s", "-", "-");
            continue;
        }
        printf(" %8.3f %6.2f",
               1e9 * measure(&b, methods[k], runs) / units / (double)s.primes, cost);
        check_values(&b, methods[k]);
    }
    printf("\n");
    destroy(&b);
}

int main(int argc, char **argv)
{
    size_t runs = 5;
    shape one;
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true},
                                  {&one.rows, 1, ARGUMENT_MOST, false},
                                  {&one.length, 1, ARGUMENT_MOST, false},
                                  {&one.points, 1, ARGUMENT_MOST, false},
                                  {&one.primes, 1, ARGUMENT_MOST, true}};
    const size_t given =
        arguments_read(argc, argv, arguments, 5, "[RUNS [ROWS LENGTH POINTS PRIMES]]");
    clmodp_context *ctx;

    ctx = device_open(NULL);
    printf("%29s nanoseconds and cost of a row and lane\n"
           " rows length points primes            sums             4               8"
           "              16       transform          shared\n", "");
    if (given == 5)
        report(ctx, one, runs);
    else
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            report(ctx, shapes[i], runs);
    clmodp_context_destroy(ctx);
    return 0;
}
