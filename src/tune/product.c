/* Launches of cl/tune/product.cl. */
#include "tune/product.h"


#include "arith/field.h"
#include "base/size.h"
#include "device/kernel.h"
#include "tune/trial.h"

#define CHAINS 8           /* PRODUCT_CHAINS of the kernel */
#define PRIME 2147483647u
#define FACTOR 123456789u  /* in Montgomery form */
#define ROUNDS 4096
#define ROUNDS_ALONE 65536 /* of one work-item, which a launch takes the longer beside */
#define GROUPS_A_UNIT 16

typedef struct multiplying {
    const clm_kernel *kernel;
    clm_buffer out;
    fp_field field;
    size_t items, group;
    u32 rounds;
} multiplying;

static clmodp_status multiply(clmodp_context *ctx, void *user, size_t times)
{
    clmodp_status st = CLMODP_OK;
    const multiplying *m = user;

    for (size_t k = 0; k < times; k++)
        TRY(clm_launch(ctx, m->kernel, m->items, m->group,
                       ARG_OUT(&m->out, m->items * ctx->tuning.vector_width, u32),
                       ARG_STRUCT(m->field), ARG_U32(FACTOR), ARG_U32(m->rounds)));
done:
    return st;
}

/* What chains 1, 2, ... are added up to. */
static u32 sum_of_chains(fp_field f, u32 rounds)
{
    u32 power = f.one, sum = 0;

    for (u32 k = 0; k < rounds; k++)
        power = fp_mul(power, FACTOR, f);
    for (u32 c = 1; c <= CHAINS; c++)
        sum = fp_add(sum, fp_mul(c, power, f), f);
    return sum;
}

/* Nanoseconds of a product, with so many work-items. */
static clmodp_status measure(clmodp_context *ctx, clmodp_figure *out, multiplying *m, size_t items)
{
    clmodp_status st = CLMODP_OK;
    const size_t lanes = items * ctx->tuning.vector_width;
    u32 sum;

    m->items = items;
    m->rounds = items == 1 ? ROUNDS_ALONE : ROUNDS;
    m->group = clm_size_min(items, ctx->tuning.vector_width > 1 ? 1 : ctx->tuning.group);
    TRY(clm_trial_measure(ctx, out, multiply, m, (double)lanes * m->rounds * CHAINS));
    TRY(clm_buffer_read(ctx, &m->out, (lanes - 1) * sizeof sum, &sum, sizeof sum));
    if (sum != sum_of_chains(m->field, m->rounds))
        FAIL(&ctx->error, CLMODP_CORRUPT,
             "the device \"%s\" (driver %s) multiplies known residues wrongly: " CLM_WRONG_VALUE,
             ctx->device.name, ctx->device.driver);
done:
    return st;
}

/* How many times as much as one work-group 2, 4, 8, ... make in the same time, at most. */
static clmodp_status measure_groups(clmodp_context *ctx, clmodp_figure *out, multiplying *m)
{
    clmodp_status st = CLMODP_OK;
    const size_t group = ctx->tuning.vector_width > 1 ? 1 : ctx->tuning.group;
    const size_t most = ctx->device.compute_units * GROUPS_A_UNIT;
    clmodp_figure one, many;

    TRY(measure(ctx, &one, m, group));
    *out = (clmodp_figure){1, one.spread};
    for (size_t groups = 2; groups <= most; groups *= 2) {
        TRY(measure(ctx, &many, m, groups * group));
        if (one.value / many.value > out->value)
            *out = (clmodp_figure){one.value / many.value, one.spread + many.spread};
    }
done:
    return st;
}

clmodp_status clm_tune_products(clmodp_context *ctx, clmodp_calibration *out)
{
    clmodp_status st = CLMODP_OK;
    const size_t items = (size_t)ctx->device.compute_units * GROUPS_A_UNIT *
                         (ctx->tuning.vector_width > 1 ? 1 : ctx->tuning.group);
    multiplying m = {.field = clm_field(PRIME)};

    TRY(clm_kernel_get(ctx, &m.kernel, "tune/product.cl", "product_chains"));
    TRY(clm_buffer_create(ctx, &m.out, items * ctx->tuning.vector_width, sizeof(u32)));
    TRY(measure(ctx, &out->product, &m, items));
    TRY(measure(ctx, &out->alone, &m, 1));
    TRY(measure_groups(ctx, &out->groups, &m));
done:
    clm_buffer_destroy(ctx, &m.out);
    return st;
}
