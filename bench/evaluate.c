/* Time of clm_evaluate, both ways.
 *
 * Counts: one unit is one row at one lane. Printed: processor
 * time in nanoseconds a unit (of all threads; the least of RUNS runs), beside the figure of
 * clm_evaluate_plan a unit, which should be in proportion to it.
 *
 * Usage: evaluate [RUNS [ROWS LENGTH POINTS PRIMES]] */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "arith/field.h"
#include "arith/prime.h"
#include "base/random.h"
#include "base/size.h"
#include "cl/euclid_shape.h"
#include "fpx/evaluate.h"

typedef struct shape {
    size_t rows, length, points, primes;
} shape;

/* The first is the project's largest goal; its chunk of primes fits a cache or two. */
static const shape shapes[] = {
    {137, 24, 2916, 8}, {38, 12, 343, 64}, {38, 41, 1568, 16}, {104, 28, 2304, 8},
    {72, 43, 2940, 8},  {66, 65, 4116, 8}, {20, 8, 300, 64},   {20, 100, 2187, 8},
    {20, 300, 4096, 8}, {10, 1000, 5000, 4}, {5, 10000, 50000, 1}, {5, 50000, 65536, 1},
};

typedef struct bench {
    clmodp_context *ctx;
    shape shape;
    clm_rows rows;
    clm_lanes lanes;
    clm_buffer residues, values, scratch;
} bench;

static void check(bench *b, clmodp_status status)
{
    if (status == CLMODP_OK)
        return;
    fprintf(stderr, "%s\n", clmodp_context_message(b->ctx));
    exit(1);
}

static double cpu_seconds(void)
{
    struct rusage r;

    getrusage(RUSAGE_SELF, &r);
    return (double)(r.ru_utime.tv_sec + r.ru_stime.tv_sec) +
           1e-6 * (double)(r.ru_utime.tv_usec + r.ru_stime.tv_usec);
}

static void *need(size_t count, size_t size)
{
    void *block = calloc(count, size);

    if (block == NULL)
        exit(1);
    return block;
}

static void create_primes(bench *b)
{
    size_t primes = b->shape.primes, points = b->shape.points;
    prime_info *info = need(primes, sizeof *info);
    u32 *prime = need(primes, sizeof *prime);

    if (clm_primes_below(prime, primes, EUCLID_PRIME_MAX + 1, (u32)points) != primes)
        exit(1);
    for (size_t n = 0; n < primes; n++) {
        fp_field field = clm_field(prime[n]);

        info[n] = (prime_info){.field = field, .shift = fp_to(7, field),
                               .root = clm_field_root(field, (u32)points)};
        info[n].shift_inverse = fp_inv(info[n].shift, field);
        info[n].points_inverse = fp_inv(fp_to((u32)points, field), field);
    }
    b->lanes = (clm_lanes){.primes = primes, .points = points,
                           .lanes = clm_round_up(points, b->ctx->tuning.tile)};
    check(b, clm_buffer_create(b->ctx, &b->lanes.info, primes, sizeof *info));
    check(b, clm_buffer_write(b->ctx, &b->lanes.info, 0, info, primes * sizeof *info));
    free(info);
    free(prime);
}

static void create(bench *b)
{
    const shape *s = &b->shape;
    size_t residues = s->primes * s->rows * s->length, words = 0;
    u32 *table = need(2 * s->rows, sizeof *table), *host = need(residues, sizeof *host);
    clm_random random = {1};
    size_t tiles;

    create_primes(b);
    b->rows = (clm_rows){.count = s->rows, .residues = s->rows * s->length,
                         .longest = s->length};
    for (size_t row = 0; row < s->rows; row++) {
        table[2 * row] = (u32)(row * s->length);
        table[2 * row + 1] = (u32)s->length;
    }
    for (size_t i = 0; i < residues; i++)
        host[i] = (u32)clm_random_below(&random, 1u << 30);
    tiles = s->primes * (b->lanes.lanes / b->ctx->tuning.tile);
    for (int way = CLM_EVALUATE_AUTO; way <= CLM_EVALUATE_TRANSFORM; way++)
        words = clm_size_max(
            words, clm_evaluate_scratch(b->ctx, &b->rows, &b->lanes, tiles, way));
    check(b, clm_buffer_create(b->ctx, &b->rows.table, 2 * s->rows, sizeof(u32)));
    check(b, clm_buffer_write(b->ctx, &b->rows.table, 0, table, 2 * s->rows * sizeof(u32)));
    check(b, clm_buffer_create(b->ctx, &b->residues, residues, sizeof(u32)));
    check(b, clm_buffer_write(b->ctx, &b->residues, 0, host, residues * sizeof(u32)));
    check(b, clm_buffer_create(b->ctx, &b->values, s->primes * b->lanes.lanes * s->rows,
                               sizeof(u32)));
    check(b, clm_buffer_create(b->ctx, &b->scratch, words, sizeof(u32)));
    free(table);
    free(host);
}

static void destroy(bench *b)
{
    clm_buffer *const all[] = {&b->rows.table, &b->lanes.info, &b->residues, &b->values,
                               &b->scratch};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        clm_buffer_destroy(b->ctx, all[i]);
}

/* Least processor seconds of one call. */
static double measure(bench *b, clm_evaluation way, size_t runs)
{
    size_t tiles = b->lanes.primes * (b->lanes.lanes / b->ctx->tuning.tile);
    double least = INFINITY;

    for (size_t run = 0; run <= runs; run++) {
        double began = cpu_seconds();

        check(b, clm_evaluate(b->ctx, &b->values, &b->scratch, &b->residues, &b->rows,
                              &b->lanes, 0, tiles, way));
        check(b, clm_finish(b->ctx));
        if (run > 0) /* the first compiles */
            least = fmin(least, cpu_seconds() - began);
    }
    return least;
}

static void report(clmodp_context *ctx, shape s, size_t runs)
{
    bench b = {.ctx = ctx, .shape = s};
    double units = (double)(s.points * s.primes * s.rows), cost[2], time[2];

    create(&b);
    for (int way = CLM_EVALUATE_SUMS; way <= CLM_EVALUATE_TRANSFORM; way++) {
        cost[way - 1] = clm_evaluate_plan(ctx, &b.rows, &b.lanes, (clm_evaluation)way).cost /
                        (double)(s.points * s.rows);
        time[way - 1] = 1e9 * measure(&b, (clm_evaluation)way, runs) / units;
    }
    printf("%5zu %6zu %6zu %6zu   %8.3f %8.3f   %9.1f %9.1f\n", s.rows, s.length,
           s.points, s.primes, time[0], time[1], cost[0], cost[1]);
    destroy(&b);
}

int main(int argc, char **argv)
{
    size_t runs = argc > 1 ? (size_t)atol(argv[1]) : 5;
    clmodp_context *ctx = NULL;
    char message[512] = "";

    if (runs < 1 || (argc != 1 && argc != 2 && argc != 6)) {
        fprintf(stderr, "usage: %s [RUNS [ROWS LENGTH POINTS PRIMES]]\n", argv[0]);
        return 2;
    }
    if (clmodp_context_create(&ctx, NULL, message, sizeof message) != CLMODP_OK) {
        fprintf(stderr, "%s\n", message);
        return 3;
    }
    printf("%30s ns a row and lane     cost of a row and lane\n"
           " rows length points primes     sums transform        sums transform\n", "");
    if (argc == 6)
        report(ctx, (shape){(size_t)atol(argv[2]), (size_t)atol(argv[3]), (size_t)atol(argv[4]),
                            (size_t)atol(argv[5])}, runs);
    else
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            report(ctx, shapes[i], runs);
    clmodp_context_destroy(ctx);
    return 0;
}
