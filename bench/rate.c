/* Measures how fast the device multiplies words and floating-point numbers. */
#include "bench/rate.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "bench/timing.h"
#include "cl/arith/fp.h"

#define CHAINS 8   /* MULTIPLY_RATE_CHAINS and REAL_RATE_CHAINS in cl/ */
#define ROUNDS 2000
#define RUNS 15

clmodp_status rate_of_launch(clmodp_context *ctx, const rate_launch *launch, size_t runs,
                             double *wall, double *cpu)
{
    clmodp_status st = CLMODP_OK;
    timing t = {0};

    for (size_t i = 0; i <= runs; i++) {
        timing_start(&t);
        TRY(clm_launch_array(ctx, launch->kernel, launch->items, launch->group, launch->args,
                             launch->count));
        TRY(clm_finish(ctx));
        timing_stop(&t);
    }
    *wall = launch->operations / timing_least(t.wall, t.runs);
    *cpu = launch->operations / timing_least(t.cpu, t.runs);
done:
    return st;
}

/* Returns enough work-items to fill the device. */
static size_t filling(const clmodp_context *ctx)
{
    return ctx->device.compute_units * (size_t)ctx->tuning.group * 16;
}

clmodp_status rate_measure(clmodp_context *ctx, size_t runs, double *wall, double *cpu)
{
    clmodp_status st = CLMODP_OK;
    const size_t words = filling(ctx) * ctx->tuning.vector_width;
    clm_buffer out = {0};
    const clm_arg args[] = {ARG_OUT(&out, words, u32), ARG_U32(ROUNDS)};
    rate_launch launch = {.items = filling(ctx), .operations = (double)words * ROUNDS * CHAINS,
                          .args = args, .count = 2};

    TRY(clm_kernel_get(ctx, &launch.kernel, "rates/multiply_rate.cl", "multiply_rate"));
    TRY(clm_buffer_create(ctx, &out, words, sizeof(u32)));
    TRY(rate_of_launch(ctx, &launch, runs, wall, cpu));
done:
    clm_buffer_destroy(ctx, &out);
    return st;
}

double rate_whole(const clmodp_context *ctx, double wall, double cpu)
{
    return strcmp(ctx->device.kind, "cpu") == 0 ? cpu * ctx->device.compute_units : wall;
}

clmodp_status rate_of_device(clmodp_context *ctx, double *rate)
{
    clmodp_status st = CLMODP_OK;
    double wall, cpu;

    TRY(rate_measure(ctx, RUNS, &wall, &cpu));
    *rate = rate_whole(ctx, wall, cpu);
done:
    return st;
}

/* Checks the result of real_rate in a lane of work-item `item`. */
static bool real_is_right(const void *out, size_t word, size_t item, bool doubles)
{
    const double right = 28 + 8.0 * (double)(item % 256) * ROUNDS;

    return (doubles ? ((const double *)out)[word] : (double)((const float *)out)[word]) == right;
}

clmodp_status rate_of_reals(clmodp_context *ctx, const char *type, double *rate)
{
    clmodp_status st = CLMODP_OK;
    const bool doubles = strcmp(type, "double") == 0;
    const size_t size = doubles ? sizeof(double) : sizeof(float);
    const size_t lanes = ctx->tuning.vector_width, words = filling(ctx) * lanes;
    clm_buffer out = {0};
    const clm_arg args[] = {ARG_OUT_OF(&out, words, size), ARG_U32(1), ARG_U32(ROUNDS)};
    rate_launch launch = {.items = filling(ctx), .operations = (double)words * ROUNDS * CHAINS,
                          .args = args, .count = 3};
    unsigned char *got = NULL;
    double wall, cpu;

    TRY(clm_kernel_get_with(ctx, &launch.kernel, "rates/real_rate.cl", "real_rate",
                            "#define REAL %s\n", type));
    TRY(clm_buffer_create(ctx, &out, words, size));
    TRY(rate_of_launch(ctx, &launch, RUNS, &wall, &cpu));
    NEW(&ctx->error, got, words * size);
    TRY(clm_buffer_read(ctx, &out, 0, got, words * size));
    for (size_t k = 0; k < words; k++)
        if (!real_is_right(got, k, k / lanes, doubles))
            FAIL(&ctx->error, CLMODP_CORRUPT, "a sum of products in %s is wrong", type);
    *rate = rate_whole(ctx, wall, cpu);
done:
    free(got);
    clm_buffer_destroy(ctx, &out);
    return st;
}
