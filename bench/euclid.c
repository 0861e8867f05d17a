/* Time of lockstep Euclid.
 *
 * Counts: one unit is one of the p * q pairs of coefficients of f and g at one lane; about
 * half of them become an update of three products and a reduction. Printed: wall-clock and
 * processor time in nanoseconds a unit (medians, and the least), and what all multiplications
 * of the kernel would take at the rate of a loop of nothing else. Results are checked against
 * the host for some lanes.
 *
 * Usage: euclid [RUNS [LANES TILE GROUP [P Q [POINTS]]]]
 *   LANES   W of the tuning
 *   POINTS  a prime: as many primes as there is room for share tiles. 0, the default: one prime */
#include <stdio.h>

#include "arith/mod64.h"
#include "base/random.h"
#include "base/size.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/rate.h"
#include "bench/timing.h"
#include "device/kernel.h"
#include "fpx/euclid.h"

#define CHECKED 64    /* lanes compared with the host */

typedef struct bench {
    clmodp_context *ctx;
    size_t p, q, points, lanes, tiles;
    prime_info *info;
    clm_lanes chunk;
    clm_steps steps;
    double multiplications; /* a lane */
    u32 *words;             /* the values, on the host */
    clm_buffer values, numerator, denominator, flagged;
} bench;

static u32 *coefficient(const bench *b, size_t lane, size_t row)
{
    size_t tile = b->ctx->tuning.tile;

    return &b->words[(lane / tile * (b->p + b->q + 2) + row) * tile + lane % tile];
}

/* Products of words along a degree sequence, reductions counted as two. */
static double count_multiplications(const clm_degrees *degrees)
{
    double count = 0;
    uint32_t n = degrees->degree[0], m = degrees->degree[1];

    if (n < m) {
        n = degrees->degree[1];
        m = degrees->degree[0];
    }
    for (size_t j = 2; j < degrees->count; j++) {
        uint32_t deltas = n - m + 1;

        count += 6 + deltas / 2 * (10 + 5.0 * m) + deltas % 2 * 4.0 * m;
        n = m;
        m = degrees->degree[j];
    }
    return count;
}

/* As many lanes as a stripe of the pipeline has: of one prime, or of primes that share tiles. */
static void create_chunk(bench *b)
{
    const size_t tile = b->ctx->tuning.tile, bytes = (b->p + b->q + 2) * sizeof(u32);

    b->lanes = clm_round_up(clm_size_max(b->ctx->tuning.stripe_bytes / bytes, tile), tile);
    if (b->points == 0) {
        b->info = device_chunk(b->ctx, &b->chunk, 1, 1);
        b->chunk.points = b->chunk.lanes = b->lanes; /* values are random: any number of them */
    } else {
        const size_t primes = clm_size_max(b->lanes / b->points, 1);

        b->info = device_chunk(b->ctx, &b->chunk, primes, b->points);
        b->chunk.shared = true;
    }
    b->tiles = clm_lanes_tiles(&b->chunk, tile);
    b->lanes = b->tiles * tile;
}

/* Lanes of the tiles that a prime has. */
static size_t lanes_of_prime(const bench *b)
{
    return b->points == 0 ? b->lanes : b->points;
}

static void create(bench *b)
{
    clm_random random = {1};
    clm_degrees degrees;
    u32 *f = device_need(b->p + 1, sizeof *f), *g = device_need(b->q + 1, sizeof *g);
    const size_t rows = b->p + b->q + 2;
    size_t all;

    create_chunk(b);
    all = b->chunk.primes * b->chunk.lanes;
    b->words = device_need(b->lanes * rows, sizeof *b->words);
    for (size_t i = 0; i < b->lanes * rows; i++)
        b->words[i] = (u32)clm_random_below(&random, b->info[b->chunk.primes - 1].field.p);
    for (size_t i = 0; i <= b->p; i++)
        f[i] = *coefficient(b, 0, i);
    for (size_t i = 0; i <= b->q; i++)
        g[i] = *coefficient(b, 0, b->p + 1 + i);
    device_must(b->ctx, clm_degrees_find(&b->ctx->error, &degrees, b->info->field, f, b->p, g,
                                         b->q));
    b->multiplications = count_multiplications(&degrees);
    device_must(b->ctx, clm_steps_upload(b->ctx, &b->steps, &degrees, false));
    clm_degrees_destroy(&degrees);
    b->values = device_words(b->ctx, NULL, b->lanes * rows);
    b->numerator = device_words(b->ctx, NULL, all);
    b->denominator = device_words(b->ctx, NULL, all);
    b->flagged = device_words(b->ctx, NULL, all + 1);
    free(f);
    free(g);
}

static void destroy(bench *b)
{
    clm_steps_destroy(b->ctx, &b->steps);
    clm_buffer_destroy(b->ctx, &b->chunk.info);
    clm_buffer_destroy(b->ctx, &b->values);
    clm_buffer_destroy(b->ctx, &b->numerator);
    clm_buffer_destroy(b->ctx, &b->denominator);
    clm_buffer_destroy(b->ctx, &b->flagged);
    free(b->info);
    free(b->words);
}

static void run(bench *b, timing *t)
{
    device_must(b->ctx, clm_buffer_write(b->ctx, &b->values, 0, b->words,
                                         b->lanes * (b->p + b->q + 2) * sizeof(u32)));
    device_must(b->ctx, clm_buffer_fill(b->ctx, &b->flagged, 0, 1));
    device_must(b->ctx, clm_finish(b->ctx));
    timing_start(t);
    device_must(b->ctx, clm_euclid_lockstep(b->ctx, &b->numerator, &b->denominator, &b->flagged,
                                            &b->values, &b->steps, &b->chunk, 0, b->tiles));
    device_must(b->ctx, clm_finish(b->ctx));
    timing_stop(t);
}

/* Compare some lanes with the host; leaves with a message if one is wrong. */
static void verify(bench *b)
{
    const size_t all = b->chunk.primes * b->chunk.lanes, each = lanes_of_prime(b);
    const size_t sequences = b->chunk.primes * each;
    u32 *n = device_need(all, sizeof *n), *d = device_need(all, sizeof *d);
    uint64_t *f = device_need(b->p + 1, sizeof *f), *g = device_need(b->q + 1, sizeof *g);

    device_must(b->ctx, clm_buffer_read(b->ctx, &b->numerator, 0, n, all * sizeof *n));
    device_must(b->ctx, clm_buffer_read(b->ctx, &b->denominator, 0, d, all * sizeof *d));
    for (size_t t = 0; t < sequences; t += clm_div_up(sequences, CHECKED)) {
        const size_t place = t / each * b->chunk.lanes + t % each;
        const fp_field field = b->info[t / each].field;

        for (size_t i = 0; i <= b->p; i++)
            f[i] = fp_from(*coefficient(b, t, i), field);
        for (size_t i = 0; i <= b->q; i++)
            g[i] = fp_from(*coefficient(b, t, b->p + 1 + i), field);

        uint64_t expected = clm_resultant_mod64(f, b->p, g, b->q, field.p);

        if (d[place] != 0 &&
            expected != fp_from(fp_mul(n[place], fp_inv(d[place], field), field), field)) {
            fprintf(stderr, "lane %zu is wrong\n", t);
            exit(1);
        }
    }
    free(n);
    free(d);
    free(f);
    free(g);
}

static void report(clmodp_context *ctx, const size_t shape[3], size_t runs, double wall_rate,
                   double cpu_rate)
{
    bench b = {.ctx = ctx, .p = shape[0], .q = shape[1], .points = shape[2]};
    timing t = {0};

    create(&b);
    run(&b, &t); /* compiles */
    verify(&b);
    t.runs = 0;
    for (size_t i = 0; i < runs; i++)
        run(&b, &t);

    double unit = 1e9 / ((double)b.p * (double)b.q * (double)b.lanes);
    double floor = 1e9 * b.multiplications / ((double)b.p * (double)b.q);
    double wall = unit * timing_median(t.wall, t.runs), cpu = unit * timing_median(t.cpu, t.runs);

    printf("%4zu %4zu %6zu %6zu   %8.4f %8.4f %8.4f   %8.4f %8.4f %8.4f   %6.2f\n", b.p, b.q,
           b.points, b.lanes, wall, unit * t.wall[0], floor / wall_rate, cpu,
           unit * t.cpu[0], floor / cpu_rate,
           b.multiplications / ((double)b.p * (double)b.q));
    destroy(&b);
}

int main(int argc, char **argv)
{
    static const size_t shapes[][3] = {{20, 16}, {31, 23}, {60, 75}, {80, 90}, {600, 600},
                                       {2000, 2000, 1}};
    size_t runs = 21, lanes, tile, group, shape[3] = {0};
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true},
                                  {&lanes, 1, 16, false},
                                  {&tile, 1, 4096, false},
                                  {&group, 1, 4096, true},
                                  {&shape[0], 1, ARGUMENT_MOST, false},
                                  {&shape[1], 1, ARGUMENT_MOST, true},
                                  {&shape[2], 0, ARGUMENT_MOST, true}};
    const size_t given =
        arguments_read(argc, argv, arguments, 7, "[RUNS [LANES TILE GROUP [P Q [POINTS]]]]");
    clmodp_context *ctx;
    double wall_rate, cpu_rate;

    ctx = device_open(NULL);
    if (given >= 4) {
        ctx->tuning.assembly &= lanes <= ctx->tuning.lanes;
        ctx->tuning.lanes = (uint32_t)lanes;
        ctx->tuning.tile = (uint32_t)tile;
        ctx->tuning.group = (uint32_t)group;
    }
    device_must(ctx, rate_measure(ctx, runs, &wall_rate, &cpu_rate));
    printf("%s: W = %u, T = %u, NT = %u; 10^9 products of words a second: %.2f, %.2f of "
           "processor time\n\n"
           "%25s ns a pair: wall clock         processor time            products\n"
           "   p    q points  lanes     median    least    floor     median    least    floor"
           "   a pair\n",
           ctx->device.name, ctx->tuning.lanes, ctx->tuning.tile, ctx->tuning.group,
           1e-9 * wall_rate, 1e-9 * cpu_rate, "");
    if (given >= 6)
        report(ctx, shape, runs, wall_rate, cpu_rate);
    else
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            report(ctx, shapes[i], runs, wall_rate, cpu_rate);
    clmodp_context_destroy(ctx);
    return 0;
}
