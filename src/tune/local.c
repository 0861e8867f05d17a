/* Launches of cl/tune/local.cl. */
#include "tune/local.h"

#include "cl/arith/fp.h"
#include "device/kernel.h"
#include "tune/trial.h"

#define WORDS 2048   /* of a group; a power of two */
#define ROUNDS 8192  /* a multiple of WORDS, so that the sums are known */
#define GROUPS_A_UNIT 16

typedef struct reading {
    const clm_kernel *kernel;
    clm_buffer out;
    size_t items, group;
} reading;

static clmodp_status read_words(clmodp_context *ctx, void *user, size_t times)
{
    clmodp_status st = CLMODP_OK;
    const reading *r = user;

    for (size_t k = 0; k < times; k++)
        TRY(clm_launch(ctx, r->kernel, r->items, r->group,
                       ARG_OUT(&r->out, r->items * ctx->tuning.vector_width, u32),
                       ARG_LOCAL(WORDS * sizeof(u32)), ARG_U32(WORDS), ARG_U32(ROUNDS)));
done:
    return st;
}

/* The first lane adds 0, step, 2 step, ... below WORDS, again and again. */
static u32 first_sum(const clmodp_context *ctx, size_t group)
{
    const u32 step = (u32)group * ctx->tuning.vector_width, turns = WORDS / step;

    return ROUNDS / turns * (step * (turns * (turns - 1) / 2));
}

clmodp_status clm_tune_local(clmodp_context *ctx, clmodp_calibration *out)
{
    clmodp_status st = CLMODP_OK;
    const size_t group = ctx->tuning.group & (~ctx->tuning.group + 1);
    const size_t width = ctx->tuning.vector_width;
    reading r = {.group = width > 1 ? 1 : group};
    u32 sum;

    r.items = ctx->device.compute_units * GROUPS_A_UNIT * r.group;
    TRY(clm_kernel_get(ctx, &r.kernel, "tune/local.cl", "local_words"));
    TRY(clm_buffer_create(ctx, &r.out, r.items * width, sizeof(u32)));
    TRY(clm_trial_measure(ctx, &out->local, read_words, &r,
                          (double)r.items * (double)width * ROUNDS));
    TRY(clm_buffer_read(ctx, &r.out, 0, &sum, sizeof sum));
    if (sum != first_sum(ctx, r.group))
        FAIL(&ctx->error, CLMODP_CORRUPT,
             "the device \"%s\" (driver %s) adds words of local memory wrongly: " CLM_WRONG_VALUE,
             ctx->device.name, ctx->device.driver);
done:
    clm_buffer_destroy(ctx, &r.out);
    return st;
}
