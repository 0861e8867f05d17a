/* How fast the device multiplies. */
#include "bench/rate.h"

#include <string.h>

#include "base/error.h"
#include "bench/timing.h"
#include "cl/fp.h"
#include "device/kernel.h"

#define CHAINS 8   /* MULTIPLY_RATE_CHAINS in cl/multiply_rate.cl */
#define ROUNDS 2000
#define RUNS 15

clmodp_status rate_measure(clmodp_context *ctx, size_t runs, double *wall, double *cpu)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    size_t items = ctx->device.compute_units * (size_t)ctx->tuning.group * 16;
    double products = (double)items * ROUNDS * CHAINS * ctx->tuning.lanes;
    clm_buffer out = {0};
    timing t = {0};

    TRY(clm_kernel_get(ctx, &kernel, "multiply_rate.cl", "multiply_rate"));
    TRY(clm_buffer_create(ctx, &out, items * ctx->tuning.lanes, sizeof(u32)));
    for (size_t i = 0; i <= runs; i++) {
        timing_start(&t);
        TRY(clm_launch(ctx, kernel, items, 0, ARG_BUFFER(&out), ARG_U32(ROUNDS)));
        TRY(clm_finish(ctx));
        timing_stop(&t);
    }
    *wall = products / timing_least(t.wall, t.runs);
    *cpu = products / timing_least(t.cpu, t.runs);
done:
    clm_buffer_destroy(ctx, &out);
    return st;
}

clmodp_status rate_of_device(clmodp_context *ctx, double *rate)
{
    clmodp_status st = CLMODP_OK;
    double cpu;

    TRY(rate_measure(ctx, RUNS, rate, &cpu));
    if (strcmp(ctx->device.kind, "cpu") == 0)
        *rate = cpu * ctx->device.compute_units;
done:
    return st;
}
