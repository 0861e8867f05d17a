/* Times clm_interpolate.
 *
 * Counts: the unit is one point of one prime. Prints processor time in nanoseconds a unit (of all
 * threads; the least and the median of RUNS runs), the time of its multiplications at the rate of
 * a loop of multiplications alone, and the clock's milliseconds of a call (median). Some
 * coefficients of each prime are checked against their definition.
 *
 * Usage: interpolate [RUNS [POINTS PRIMES]] */
#include <stdio.h>

#include "bench/arguments.h"
#include "bench/counts.h"
#include "bench/device.h"
#include "bench/rate.h"
#include "bench/timing.h"
#include "core/random.h"
#include "core/size.h"
#include "fpx/batch/interpolate.h"
#include "problems/interpolate.h"

#define CHECKED 2 /* coefficients of each prime */

typedef struct shape {
    size_t points, primes;
} shape;

/* Rows 1, 3, 13, 15, 12 and 16 of Table 1 of [Eme12]; few primes; many points. */
static const shape shapes[] = {
    {560, 43}, {1440, 43}, {2000, 51}, {1050, 2064}, {2916, 903}, {2916, 2067},
    {24, 16},  {2916, 1},  {2916, 3},  {50000, 16},  {65536, 40},
};

typedef struct bench {
    clmodp_context *ctx;
    interpolate_problem problem;
    clm_buffer scratch, out;
} bench;

static void create(bench *b, shape s)
{
    b->problem = interpolate_problem_create(b->ctx, s.primes, s.points, DEVICE_BELOW);
    b->out = device_words(b->ctx, NULL, s.primes * s.points);
    /* a stripe of the pipeline */
    b->scratch = device_words(b->ctx, NULL,
                              clm_size_max(b->ctx->tuning.stripe_bytes / sizeof(u32),
                                           clm_interpolate_scratch(b->ctx, s.points)));
}

static void destroy(bench *b)
{
    clm_buffer_destroy(b->ctx, &b->scratch);
    clm_buffer_destroy(b->ctx, &b->out);
    interpolate_problem_destroy(&b->problem);
}

static void check_coefficients(bench *b)
{
    const size_t points = b->problem.chunk.batch.points, primes = b->problem.chunk.batch.primes;
    u32 *result = device_need(primes * points, sizeof *result);
    clm_random random = {2};

    device_must(b->ctx, clm_buffer_read(b->ctx, &b->out, 0, result,
                                        primes * points * sizeof *result));
    for (size_t n = 0; n < primes * CHECKED; n++) {
        size_t prime = n / CHECKED, i = clm_random_below(&random, points);

        if (result[prime * points + i] != interpolate_problem_coefficient(&b->problem, prime, i)) {
            fprintf(stderr, "%zu points, prime %zu: coefficient %zu is wrong\n", points, prime, i);
            exit(1);
        }
    }
    free(result);
}

static void report(clmodp_context *ctx, shape s, size_t runs, double rate)
{
    bench b = {.ctx = ctx};
    double units = 1e-9 * (double)(s.points * s.primes), median;
    timing t = {.warm_up = 1};

    create(&b, s);
    for (size_t run = 0; run <= runs; run++) {
        timing_start(&t);
        device_must(ctx, clm_interpolate(ctx, &b.out, &b.scratch, &b.problem.in,
                                         &b.problem.chunk.batch));
        device_must(ctx, clm_finish(ctx));
        timing_stop(&t);
    }
    check_coefficients(&b);
    median = timing_median(t.cpu, t.runs);
    printf("%6zu %6zu   %8.2f %8.2f %8.2f   %10.3f\n", s.points, s.primes, t.cpu[0] / units,
           median / units, 1e9 * count_interpolate(s.points) / (double)s.points / rate,
           1e3 * timing_median(t.wall, t.runs));
    destroy(&b);
}

int main(int argc, char **argv)
{
    size_t runs = 15;
    shape one;
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true},
                                  {&one.points, 1, ARGUMENT_MOST, false},
                                  {&one.primes, 1, ARGUMENT_MOST, true}};
    const size_t given = arguments_read(argc, argv, arguments, 3, "[RUNS [POINTS PRIMES]]");
    clmodp_context *ctx;
    double wall, cpu;

    ctx = device_open(NULL);
    device_must(ctx, rate_measure(ctx, 5, &wall, &cpu));
    printf("                processor ns a point                   ms\n"
           "points primes      least   median    floor        a call\n");
    if (given == 3)
        report(ctx, one, runs, cpu);
    else
        for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
            report(ctx, shapes[i], runs, cpu);
    clmodp_context_destroy(ctx);
    return 0;
}
