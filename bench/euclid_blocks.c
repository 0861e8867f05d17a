/* Times lockstep Euclid step by step and in blocks of steps, over degrees.
 *
 * Prints, for each degree of both polynomials, the nanoseconds of a pair of coefficients in a
 * stripe of lanes by the clock, medians of interleaved runs, step by step and in the blocks chosen
 * by the context, or in given ones; the measured and the predicted ratio; and the words of a lane
 * of each. Both methods must leave the same words. At low degrees a lane's resultant is compared
 * with the host's.
 *
 * Usage: euclid_blocks [RUNS [MOST [STEPS ORDER LEAST]]]
 *   MOST   degree */
#include <stdio.h>
#include <string.h>

#include "core/size.h"
#include "bench/arguments.h"
#include "bench/device.h"
#include "bench/timing.h"
#include "fpx/batch/euclid.h"
#include "problems/euclid.h"

typedef struct bench {
    clmodp_context *ctx;
    euclid_problem problem;
    size_t tiles, words; /* of all values */
    u32 *start;          /* initial values */
    clm_buffer values, numerator, denominator, unlucky;
} bench;

/* One method. */
typedef struct method {
    clm_steps steps;
    timing time;
    u32 *numerator, *denominator; /* results */
} method;

static void create(bench *b, clmodp_context *ctx, size_t degree)
{
    const size_t rows = 2 * degree + 2, stripe = ctx->tuning.stripe_bytes / sizeof(u32) / rows;
    const size_t points = clm_round_up(clm_size_max(stripe, 1), CLM_BLOCKS_ORDER);
    size_t lanes;

    *b = (bench){.ctx = ctx, .problem = euclid_problem_create(ctx, degree, degree, 1, points,
                                                              DEVICE_BELOW)};
    euclid_problem_fill(&b->problem, DENSE, 1);
    lanes = b->problem.chunk.batch.lanes;
    b->tiles = clm_div_up(stripe, ctx->tuning.tile);
    b->words = b->tiles * ctx->tuning.tile * rows;
    b->start = euclid_problem_values(&b->problem);
    b->numerator = device_words(ctx, NULL, lanes);
    b->denominator = device_words(ctx, NULL, lanes);
    b->unlucky = device_words(ctx, NULL, lanes + 1);
}

static void destroy(bench *b)
{
    clm_buffer_destroy(b->ctx, &b->values);
    clm_buffer_destroy(b->ctx, &b->numerator);
    clm_buffer_destroy(b->ctx, &b->denominator);
    clm_buffer_destroy(b->ctx, &b->unlucky);
    free(b->start);
    euclid_problem_destroy(&b->problem);
}

static void prepare(bench *b, method *w, clm_step_blocks blocks)
{
    const size_t lanes = b->tiles * b->ctx->tuning.tile;
    clm_degrees degrees;
    u32 x = 1;

    while (!euclid_problem_degrees(&b->problem, &degrees, x))
        x++;
    device_must(b->ctx,
                clm_steps_upload(b->ctx, &w->steps, &degrees, CLM_MINORS_RESULTANT, blocks));
    clm_degrees_destroy(&degrees);
    w->numerator = device_need(lanes, sizeof *w->numerator);
    w->denominator = device_need(lanes, sizeof *w->denominator);
}

static void release(bench *b, method *w)
{
    clm_steps_destroy(b->ctx, &w->steps);
    free(w->numerator);
    free(w->denominator);
}

static void run(bench *b, method *w)
{
    const clm_sequences sequences = {&b->numerator, &b->denominator, &b->unlucky, &w->steps,
                                     &b->problem.chunk.batch};
    const size_t bytes = b->tiles * b->ctx->tuning.tile * sizeof(u32);

    device_must(b->ctx, clm_buffer_write(b->ctx, &b->values, 0, b->start,
                                         b->words * sizeof *b->start));
    device_must(b->ctx, clm_buffer_fill(b->ctx, &b->unlucky, 0, 1));
    device_must(b->ctx, clm_finish(b->ctx));
    timing_start(&w->time);
    device_must(b->ctx, clm_lockstep_run(b->ctx, &sequences, &b->values, 0, b->tiles));
    device_must(b->ctx, clm_finish(b->ctx));
    timing_stop(&w->time);
    device_must(b->ctx, clm_buffer_read(b->ctx, &b->numerator, 0, w->numerator, bytes));
    device_must(b->ctx, clm_buffer_read(b->ctx, &b->denominator, 0, w->denominator, bytes));
}

/* Checks that both methods have the same words, and lane 0 those of the host if that is fast. */
static void verify(const bench *b, const method *w, bool with_host)
{
    const size_t bytes = b->tiles * b->ctx->tuning.tile * sizeof(u32);
    const fp_field f = b->problem.chunk.info->field;
    const u32 x = euclid_problem_point(&b->problem, 0, 0);
    const u32 ratio = fp_from(fp_mul(w[0].numerator[0], fp_inv(w[0].denominator[0], f), f), f);

    if (memcmp(w[0].numerator, w[1].numerator, bytes) != 0 ||
        memcmp(w[0].denominator, w[1].denominator, bytes) != 0 || w[0].denominator[0] == 0 ||
        (with_host && ratio != euclid_problem_resultant(&b->problem, 0, x))) {
        fprintf(stderr, "degree %zu: wrong words\n", b->problem.p);
        exit(1);
    }
}

static double predicted(const bench *b, clm_step_blocks blocks)
{
    const double n = (double)b->problem.p;
    const clm_amounts all = clm_step_blocks_cost(n, n, blocks);

    return clm_nanoseconds(&all, &b->ctx->costs);
}

static void report(clmodp_context *ctx, size_t degree, size_t runs, clm_step_blocks blocks)
{
    bench b;
    method methods[2] = {{.time.warm_up = 1}, {.time.warm_up = 1}};
    double ns[2];

    create(&b, ctx, degree);
    if (blocks.steps == 0)
        blocks = clm_step_blocks_choose(degree, degree, CLM_BLOCKS_ORDER, &ctx->costs);
    b.values = device_words(ctx, NULL, b.tiles * ctx->tuning.tile *
                                           (2 * degree + 2 + clm_step_blocks_space(blocks)));
    prepare(&b, &methods[0], (clm_step_blocks){0});
    prepare(&b, &methods[1], blocks);
    for (size_t i = 0; i <= runs; i++)
        for (int k = 0; k < 2; k++)
            run(&b, &methods[k]);
    verify(&b, methods, degree <= 1000);
    for (int k = 0; k < 2; k++)
        ns[k] = 1e9 * timing_median(methods[k].time.wall, methods[k].time.runs) /
                ((double)degree * (double)degree * (double)(b.tiles * ctx->tuning.tile));
    printf("%6zu %6zu %8.4f %8.4f %6.2f %6.2f %6u %5u %6u %7zu %7zu\n", degree,
           b.tiles * ctx->tuning.tile, ns[0], ns[1], ns[0] / ns[1],
           predicted(&b, (clm_step_blocks){0}) / predicted(&b, blocks),
           methods[1].steps.blocks.steps, blocks.order, blocks.least, 2 * degree + 2,
           clm_step_blocks_space(blocks));
    release(&b, &methods[0]);
    release(&b, &methods[1]);
    destroy(&b);
}

int main(int argc, char **argv)
{
    static const size_t degrees[] = {600, 1000, 1500, 2000, 3000, 4000, 6000, 8000, 12000, 16000};
    size_t runs = 5, most = 8000, steps = 0, order = 0, least = 0;
    const argument arguments[] = {{&runs, 1, TIMING_MOST, true},
                                  {&most, 1, ARGUMENT_MOST, true},
                                  {&steps, 1, CLM_BLOCKS_ORDER, false},
                                  {&order, 2, CLM_BLOCKS_ORDER, false},
                                  {&least, 0, ARGUMENT_MOST, true}};
    clmodp_context *ctx;

    (void)arguments_read(argc, argv, arguments, 5, "[RUNS [MOST [STEPS ORDER LEAST]]]");
    ctx = device_open(NULL);
    printf("%s: W = %u\n\n"
           "               ns a pair         times as fast   blocks of    from    words a lane\n"
           "degree  lanes   single   blocks  meas.  pred.  steps order degree  values  blocks\n",
           ctx->device.name, ctx->tuning.vector_width);
    for (size_t i = 0; i < sizeof degrees / sizeof *degrees && degrees[i] <= most; i++)
        report(ctx, degrees[i], runs, (clm_step_blocks){(uint32_t)steps, (uint32_t)order,
                                                   (uint32_t)least});
    clmodp_context_destroy(ctx);
    return 0;
}
