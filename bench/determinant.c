/* Times determinants in lockstep.
 *
 * Prints nanoseconds a matrix, by the clock and by processor time (medians, and the least), beside
 * the time of the n^3 / 3 products of words of an LU decomposition, at the rate of a loop of
 * products alone. Results are checked against the host for some lanes.
 *
 * Usage: determinant [RUNS [N [LANES TILE GROUP]]] */
#include <stdio.h>

#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/rate.h"
#include "bench/timing.h"
#include "core/size.h"
#include "problems/determinant.h"

#define CHECKED 64 /* lanes compared with the host */

static void run(determinant_problem *d, timing *t)
{
    clmodp_context *ctx = d->chunk.ctx;

    determinant_problem_send(d);
    device_must(ctx, clm_finish(ctx));
    timing_start(t);
    device_must(ctx, clm_determinants_run(ctx, &d->call, &d->on_device, 0, d->tiles));
    device_must(ctx, clm_finish(ctx));
    timing_stop(t);
}

static void verify(determinant_problem *d)
{
    clmodp_context *ctx = d->chunk.ctx;
    const fp_field f = d->chunk.info[0].field;
    const size_t lanes = d->chunk.batch.points;
    u32 *result = device_need(lanes, sizeof *result);

    device_must(ctx, clm_buffer_read(ctx, &d->result, 0, result, lanes * sizeof *result));
    for (size_t k = 0; k < lanes; k += clm_div_up(lanes, CHECKED))
        if (fp_from(result[k], f) != determinant_problem_expected(d, 0, k)) {
            (void)fprintf(stderr, "lane %zu is wrong\n", k);
            exit(1);
        }
    free(result);
}

static void report(clmodp_context *ctx, size_t n, size_t runs, double wall_rate, double cpu_rate)
{
    const size_t tile = ctx->tuning.tile, bytes = n * n * sizeof(u32);
    const size_t lanes = clm_round_up(
        clm_size_max(ctx->tuning.stripe_bytes / bytes, 4 * tile), tile);
    const double products = (double)n * (double)n * (double)n / 3.0;
    determinant_problem d = determinant_problem_create(
        ctx, n, 1, lanes, clm_determinant_prime_max(n), false);
    const double unit = 1e9 / (double)lanes;
    timing t = {.warm_up = 1};
    double wall, cpu;

    determinant_problem_fill(&d, DETERMINANT_DENSE, 1);
    run(&d, &t);
    verify(&d);
    for (size_t i = 0; i < runs; i++)
        run(&d, &t);
    wall = unit * timing_median(t.wall, t.runs);
    cpu = unit * timing_median(t.cpu, t.runs);
    printf("%5zu %6zu   %10.1f %10.1f %10.1f   %10.1f %10.1f %10.1f\n", n, lanes, wall,
           unit * t.wall[0], 1e9 * products / wall_rate, cpu, unit * t.cpu[0],
           1e9 * products / cpu_rate);
    determinant_problem_destroy(&d);
}

int main(int argc, char **argv)
{
    static const size_t orders[] = {2, 4, 8, 12, 20, 40, 60, 100, 200};
    size_t runs = 21, n = 0, lanes, tile, group;
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true},
                                  {&n, 1, 1024, true},
                                  {&lanes, 1, 16, false},
                                  {&tile, 1, 4096, false},
                                  {&group, 1, 4096, true}};
    const size_t given = arguments_read(argc, argv, arguments, 5, "[RUNS [N [LANES TILE GROUP]]]");
    clmodp_context *ctx = device_open(NULL);
    double wall_rate, cpu_rate;

    if (given == 5)
        device_tune(ctx, lanes, tile, group);
    device_must(ctx, rate_measure(ctx, runs, &wall_rate, &cpu_rate));
    printf("%s: W = %u, T = %u, NT = %u; 10^9 products of words a second: %.2f, %.2f of "
           "processor time\n\n"
           "%22s ns a matrix: wall clock             processor time\n"
           "    n  lanes       median      least      floor       median      least      floor\n",
           ctx->device.name, ctx->tuning.vector_width, ctx->tuning.tile, ctx->tuning.group,
           1e-9 * wall_rate, 1e-9 * cpu_rate, "");
    if (n != 0)
        report(ctx, n, runs, wall_rate, cpu_rate);
    else
        for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
            report(ctx, orders[i], runs, wall_rate, cpu_rate);
    clmodp_context_destroy(ctx);
    return 0;
}
