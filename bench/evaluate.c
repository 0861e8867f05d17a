/* Times the methods of clm_evaluate.
 *
 * Counts: the unit is one row in one lane. Prints processor time in nanoseconds a unit (of all
 * threads; the least of RUNS runs), beside the estimate of the cost model, which should be
 * proportional to it; "-" if the method is not possible. All values are compared with those of the
 * sums, and some of these with Horner's rule on the host.
 *
 * Usage: evaluate [RUNS [ROWS LENGTH POINTS PRIMES]] */
#include <math.h>
#include <stdio.h>

#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/timing.h"
#include "cl/arith/tile.h"
#include "fpx/batch/evaluate.h"
#include "problems/evaluate.h"

typedef struct shape {
    size_t rows, length, points, primes;
} shape;

/* The first is row 12 of [Eme12, Table 1], with as many primes as fit one or two caches. */
static const shape shapes[] = {
    {137, 24, 2916, 8}, {137, 24, 3024, 8}, {38, 12, 343, 64},     {38, 41, 1440, 16},
    {54, 41, 1792, 16}, {104, 28, 2304, 8}, {72, 43, 2940, 8},     {66, 65, 4116, 8},
    {20, 8, 300, 64},   {20, 100, 2187, 8}, {20, 300, 4096, 8},    {10, 1000, 5000, 4},
    {5, 10000, 50000, 1}, {5, 50000, 65536, 1}, {62, 3, 7, 2048},      {202, 2, 5, 1024},
    {202, 8, 20, 256},    {2002, 1, 1, 1024},
};

typedef struct bench {
    clmodp_context *ctx;
    device_chunk chunk;
    evaluate_problem p;
    clm_buffer values, scratch;
    u32 *expected, *found; /* values on the host */
} bench;

static void create(bench *b, shape s)
{
    u32 *length = device_need(s.rows, sizeof *length);
    size_t count;

    for (size_t row = 0; row < s.rows; row++)
        length[row] = (u32)s.length;
    b->chunk = device_chunk_create(b->ctx, s.primes, s.points, DEVICE_BELOW);
    b->p = evaluate_problem_create(&b->chunk, length, s.rows);
    free(length);
    count = s.primes * b->chunk.batch.lanes * s.rows;
    b->values = device_words(b->ctx, NULL, count);
    b->expected = device_need(count, sizeof *b->expected);
    b->found = device_need(count, sizeof *b->found);
    b->scratch = device_words(b->ctx, NULL, evaluate_problem_scratch(&b->p));
}

static void destroy(bench *b)
{
    clm_buffer_destroy(b->ctx, &b->values);
    clm_buffer_destroy(b->ctx, &b->scratch);
    evaluate_problem_destroy(&b->p);
    device_chunk_destroy(&b->chunk);
    free(b->expected);
    free(b->found);
}

/* Methods: sums (1), a butterfly of 4, 8 or 16, transforms (0), Horner's rule in shared tiles. */
#define SHARED 2
static const size_t methods[] = {1, 4, 8, 16, 0, SHARED};
#define METHODS (sizeof methods / sizeof *methods)

#define SEEN 4001 /* one in SEEN values of the sums is compared with Horner's rule */

/* Returns the nanoseconds of one prime; infinite if the method is not possible. */
static double predict(const bench *b, size_t method)
{
    clm_amounts all;

    if (method == 1)
        return clm_evaluate_plan(b->ctx, &b->p.rows, &b->chunk.batch, CLM_EVALUATE_SUMS).ns;
    if (method == 0)
        return clm_transform_plan(b->ctx, &b->p.rows, &b->chunk.batch).ns;
    if (method == SHARED) {
        all = clm_evaluate_shared_cost(&b->p.rows);
        return clm_nanoseconds(&all, &b->ctx->costs) * (double)b->chunk.batch.points;
    }
    if (b->chunk.batch.points % method != 0)
        return INFINITY;
    all = clm_butterfly_cost(b->ctx, &b->p.rows, &b->chunk.batch, method);
    return clm_nanoseconds(&all, &b->ctx->costs);
}

static clmodp_status evaluate(bench *b, size_t method)
{
    clm_point_batch *batch = &b->chunk.batch;
    const clm_evaluate_call call = {&b->values, &b->scratch, &b->p.residues, &b->p.rows, batch};
    size_t tiles;

    batch->shared = method == SHARED;
    tiles = clm_point_batch_tiles(batch, b->ctx->tuning.tile);
    if (method == SHARED)
        return clm_evaluate(b->ctx, &call, 0, tiles, CLM_EVALUATE_SHARED);
    if (method == 1)
        return clm_evaluate(b->ctx, &call, 0, tiles, CLM_EVALUATE_SUMS);
    if (method == 0)
        return clm_transform_run(b->ctx, &call, 0, batch->primes);
    return clm_butterfly_run(b->ctx, &call, method, 0, batch->primes);
}

/* Returns the least processor seconds of one call. */
static double measure(bench *b, size_t method, size_t runs)
{
    timing t = {.warm_up = 1};

    /* Results of another method must not be mistaken for this method's. */
    device_must(b->ctx, clm_buffer_fill(b->ctx, &b->values, UINT32_MAX,
                                        b->values.bytes / sizeof(u32)));
    for (size_t run = 0; run <= runs; run++) {
        timing_start(&t);
        device_must(b->ctx, evaluate(b, method));
        device_must(b->ctx, clm_finish(b->ctx));
        timing_stop(&t);
    }
    return timing_least(t.cpu, t.runs);
}

/* Returns the index of a row of lane t. */
static size_t place(const bench *b, size_t method, size_t t, size_t row)
{
    if (method == SHARED)
        t = t / b->chunk.batch.lanes * b->chunk.batch.points + t % b->chunk.batch.lanes;
    return TILE_INDEX(t, b->p.rows.count, row, b->ctx->tuning.tile);
}

/* Returns whether a value is correct. */
static bool is_right(const bench *b, size_t t, size_t row)
{
    const size_t lanes = b->chunk.batch.lanes;

    return b->expected[place(b, 1, t, row)] ==
           evaluate_problem_value(&b->p, t / lanes, t % lanes, row);
}

/* Keeps the values of the sums, the first method, and checks some; compares the values of other
 * methods with them. Padding lanes are ignored. */
static void check_values(bench *b, size_t method)
{
    const clm_point_batch *batch = &b->chunk.batch;
    const size_t rows = b->p.rows.count, all = batch->primes * batch->lanes;
    u32 *target = method == 1 ? b->expected : b->found;

    device_must(b->ctx, clm_buffer_read(b->ctx, &b->values, 0, target,
                                        all * rows * sizeof *target));
    for (size_t t = 0; t < all; t++)
        for (size_t row = 0; row < rows && t % batch->lanes < batch->points; row++)
            if (target[place(b, method, t, row)] != b->expected[place(b, 1, t, row)] ||
                (method == 1 && (t * rows + row) % SEEN == 0 && !is_right(b, t, row))) {
                fprintf(stderr, "method %zu: row %zu of lane %zu is wrong\n", method, row, t);
                exit(1);
            }
}

static void report(clmodp_context *ctx, shape s, size_t runs)
{
    bench b = {.ctx = ctx};
    double units = (double)(s.points * s.rows);

    create(&b, s);
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
