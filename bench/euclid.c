/* Times lockstep Euclid.
 *
 * Counts: the unit is one of the p * q pairs of coefficients of f and g in one lane; about half of
 * them become an update of three products and a reduction. Prints wall-clock and processor time in
 * nanoseconds a unit (medians, and the least), and the time of the kernel's multiplications at the
 * rate of a loop of multiplications alone. Results are checked against the host for some lanes.
 *
 * Usage: euclid [RUNS [LANES TILE GROUP [P Q [POINTS]]]]
 *   LANES   W of the tuning
 *   POINTS  per prime: as many primes as fit share tiles. 0, the default: one prime */
#include <stdio.h>

#include "core/size.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/rate.h"
#include "bench/timing.h"
#include "opencl/kernel.h"
#include "fpx/batch/euclid.h"
#include "problems/euclid.h"

#define CHECKED 64    /* lanes compared with the host */

typedef struct bench {
    clmodp_context *ctx;
    euclid_problem problem;
    size_t points, lanes, tiles; /* points as on the command line */
    clm_steps steps;
    double multiplications; /* for each lane */
    u32 *words;             /* the values, on the host */
    clm_buffer values, numerator, denominator, unlucky;
} bench;

/* Counts products of words along a degree sequence; reductions count as two. */
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

/* Creates the lanes of a stripe of the pipeline: of one prime, or of primes sharing tiles. */
static void create_problem(bench *b, size_t p, size_t q)
{
    const size_t tile = b->ctx->tuning.tile, bytes = (p + q + 2) * sizeof(u32);
    const size_t lanes =
        clm_round_up(clm_size_max(b->ctx->tuning.stripe_bytes / bytes, tile), tile);
    const bool shared = b->points != 0;
    const size_t points = shared ? b->points : lanes;

    b->problem = euclid_problem_create(b->ctx, p, q, clm_size_max(lanes / points, 1), points,
                                       DEVICE_BELOW);
    b->problem.chunk.batch.shared = shared;
    euclid_problem_fill(&b->problem, DENSE, 1);
    b->tiles = clm_point_batch_tiles(&b->problem.chunk.batch, tile);
    b->lanes = b->tiles * tile;
}

static void create(bench *b, size_t p, size_t q)
{
    clm_degrees degrees;
    u32 x = 1;
    size_t all;

    create_problem(b, p, q);
    b->words = euclid_problem_values(&b->problem);
    while (!euclid_problem_degrees(&b->problem, &degrees, x))
        x++;
    b->multiplications = count_multiplications(&degrees);
    device_must(b->ctx, clm_steps_upload(b->ctx, &b->steps, &degrees, CLM_MINORS_RESULTANT,
                                         (clm_step_blocks){0}));
    clm_degrees_destroy(&degrees);
    all = b->problem.chunk.batch.primes * b->problem.chunk.batch.lanes;
    b->values = device_words(b->ctx, NULL, b->lanes * b->problem.rows.count);
    b->numerator = device_words(b->ctx, NULL, all);
    b->denominator = device_words(b->ctx, NULL, all);
    b->unlucky = device_words(b->ctx, NULL, all + 1);
}

static void destroy(bench *b)
{
    clm_steps_destroy(b->ctx, &b->steps);
    clm_buffer_destroy(b->ctx, &b->values);
    clm_buffer_destroy(b->ctx, &b->numerator);
    clm_buffer_destroy(b->ctx, &b->denominator);
    clm_buffer_destroy(b->ctx, &b->unlucky);
    free(b->words);
    euclid_problem_destroy(&b->problem);
}

static void run(bench *b, timing *t)
{
    const clm_sequences sequences = {&b->numerator, &b->denominator, &b->unlucky, &b->steps,
                                     &b->problem.chunk.batch};

    device_must(b->ctx, clm_buffer_write(b->ctx, &b->values, 0, b->words,
                                         b->lanes * b->problem.rows.count * sizeof(u32)));
    device_must(b->ctx, clm_buffer_fill(b->ctx, &b->unlucky, 0, 1));
    device_must(b->ctx, clm_finish(b->ctx));
    timing_start(t);
    device_must(b->ctx, clm_lockstep_run(b->ctx, &sequences, &b->values, 0, b->tiles));
    device_must(b->ctx, clm_finish(b->ctx));
    timing_stop(t);
}

/* Compares some lanes with the host; exits with a message if one is wrong. */
static void verify(bench *b)
{
    const clm_point_batch *batch = &b->problem.chunk.batch;
    const size_t all = batch->primes * batch->lanes, sequences = batch->primes * batch->points;
    u32 *n = device_need(all, sizeof *n), *d = device_need(all, sizeof *d);

    device_must(b->ctx, clm_buffer_read(b->ctx, &b->numerator, 0, n, all * sizeof *n));
    device_must(b->ctx, clm_buffer_read(b->ctx, &b->denominator, 0, d, all * sizeof *d));
    for (size_t t = 0; t < sequences; t += clm_div_up(sequences, CHECKED)) {
        const size_t prime = t / batch->points, k = t % batch->points;
        const size_t place = prime * batch->lanes + k;
        const fp_field field = b->problem.chunk.info[prime].field;
        const u32 x = euclid_problem_point(&b->problem, prime, k);

        if (d[place] != 0 &&
            euclid_problem_resultant(&b->problem, prime, x) !=
                fp_from(fp_mul(n[place], fp_inv(d[place], field), field), field)) {
            fprintf(stderr, "lane %zu is wrong\n", t);
            exit(1);
        }
    }
    free(n);
    free(d);
}

static void report(clmodp_context *ctx, const size_t shape[3], size_t runs, double wall_rate,
                   double cpu_rate)
{
    const size_t p = shape[0], q = shape[1];
    bench b = {.ctx = ctx, .points = shape[2]};
    timing t = {.warm_up = 1};

    create(&b, p, q);
    run(&b, &t);
    verify(&b);
    for (size_t i = 0; i < runs; i++)
        run(&b, &t);

    double unit = 1e9 / ((double)p * (double)q * (double)b.lanes);
    double floor = 1e9 * b.multiplications / ((double)p * (double)q);
    double wall = unit * timing_median(t.wall, t.runs), cpu = unit * timing_median(t.cpu, t.runs);

    printf("%4zu %4zu %6zu %6zu   %8.4f %8.4f %8.4f   %8.4f %8.4f %8.4f   %6.2f\n", p, q,
           b.points, b.lanes, wall, unit * t.wall[0], floor / wall_rate, cpu,
           unit * t.cpu[0], floor / cpu_rate,
           b.multiplications / ((double)p * (double)q));
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
    if (given >= 4)
        device_tune(ctx, lanes, tile, group);
    device_must(ctx, rate_measure(ctx, runs, &wall_rate, &cpu_rate));
    printf("%s: W = %u, T = %u, NT = %u; 10^9 products of words a second: %.2f, %.2f of "
           "processor time\n\n"
           "%25s ns a pair: wall clock         processor time            products\n"
           "   p    q points  lanes     median    least    floor     median    least    floor"
           "   a pair\n",
           ctx->device.name, ctx->tuning.vector_width, ctx->tuning.tile, ctx->tuning.group,
           1e-9 * wall_rate, 1e-9 * cpu_rate, "");
    if (given >= 6)
        report(ctx, shape, runs, wall_rate, cpu_rate);
    else
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            report(ctx, shapes[i], runs, wall_rate, cpu_rate);
    clmodp_context_destroy(ctx);
    return 0;
}
