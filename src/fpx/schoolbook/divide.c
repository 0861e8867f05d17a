/* Launches divide.cl and scale.cl: schoolbook divisions, and products by constants. */
#include "fpx/schoolbook/schoolbook.h"

#include "core/size.h"
#include "cl/fpx/schoolbook/divide_shape.h"
#include "opencl/kernel.h"

#define SCALE_FILE "fpx/schoolbook/scale.cl"

clmodp_status clm_schoolbook_inverse(clmodp_context *ctx, const clm_buffer *inverse,
                                     const clm_buffer *a, size_t last, fp_field field)
{
    return clm_run(ctx, KERNEL(SCALE_FILE, "schoolbook_scale_inverse"), 1, 1,
                   ARG_OUT(inverse, 1, u32), ARG_IN(a, last + 1, u32), ARG_STRUCT(field),
                   ARG_U32(last));
}

clmodp_status clm_schoolbook_scale(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *a,
                                   size_t first, size_t count, const clm_buffer *factor,
                                   fp_field field)
{
    return clm_run(ctx, KERNEL(SCALE_FILE, "schoolbook_scale_by"), count, 0,
                   ARG_OUT(out, count, u32), ARG_IN(a, first + count, u32), ARG_IN(factor, 1, u32),
                   ARG_STRUCT(field), ARG_U32(first), ARG_U32(count));
}

clmodp_status clm_schoolbook_monic(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *a,
                                   size_t first, size_t count, fp_field field)
{
    clmodp_status st = CLMODP_OK;
    clm_buffer inverse = {0};

    if (count == 0)
        goto done;
    TRY(clm_buffer_create(ctx, &inverse, 1, sizeof(u32)));
    TRY(clm_schoolbook_inverse(ctx, &inverse, a, first + count - 1, field));
    TRY(clm_schoolbook_scale(ctx, out, a, first, count, &inverse, field));
done:
    clm_buffer_destroy(ctx, &inverse); /* pending launches retain it */
    return st;
}

#define FILE_NAME "fpx/schoolbook/divide.cl"

/* Every work-group recomputes the quotient's coefficients, so few are best: on CPUs a work-item a
 * core, with spans in the first-level cache. On GPUs the model decides. */
#define CPU_MOST_SPAN ((size_t)4096)
static const clm_schoolbook_shape on_gpu = {.group = 128, .span = 1024};

/* Words of local memory for clm_schoolbook_check_shape: `fixed`, and `each`. */
static size_t words_always(const clmodp_context *ctx)
{
    return 3 * (size_t)ctx->tuning.vector_width;
}
#define EACH 2

clm_schoolbook_shape clm_divide_shape(const clmodp_context *ctx, size_t m, size_t s)
{
    clm_schoolbook_shape shape = on_gpu;

    if (ctx->tuning.vector_width > 1)
        shape = (clm_schoolbook_shape){.group = 1,
                                       .span = clm_schoolbook_share(ctx, m, CPU_MOST_SPAN)};
    shape.s = s;
    shape.group = clm_size_min(shape.group, ctx->device.max_work_group);
    return shape;
}

size_t clm_divide_most_s(const clmodp_context *ctx)
{
    const size_t words = (size_t)(ctx->device.local_memory / sizeof(u32));
    clm_schoolbook_shape shape = clm_divide_shape(ctx, 1, CLM_SCHOOLBOOK_MOST_S);

    shape.span = ctx->tuning.vector_width > 1 ? CPU_MOST_SPAN : shape.span;
    while (shape.s > 1 && clm_schoolbook_local(ctx, shape, words_always(ctx), EACH) > words)
        shape.s /= 2;
    return shape.s;
}

clm_schoolbook_shape clm_divide_default(const clmodp_context *ctx, size_t n, size_t m)
{
    return clm_schoolbook_cheapest(ctx, clm_divide_shape, clm_schoolbook_divide_cost, m, n, m,
                                   clm_size_min(clm_divide_most_s(ctx), n >= m ? n - m + 1 : 1));
}

typedef struct division {
    clmodp_context *ctx;
    const clm_buffer *quotient;
    clm_poly dividend, divisor;
    const clm_kernel *sweep;
    size_t group, groups;
    schoolbook_divide_shape shape;
    clm_buffer inverse;
} division;

static clmodp_status set_divide_shape(division *d, fp_field field, clm_schoolbook_shape shape)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_schoolbook_check_shape(d->ctx, &shape, words_always(d->ctx), EACH));
    d->group = shape.group;
    d->groups = clm_size_max(clm_div_up(d->divisor.count - 1, shape.span), 1);
    d->shape = (schoolbook_divide_shape){.field = field, .divisor_count = (u32)d->divisor.count,
                                    .steps = (u32)shape.s, .span = (u32)shape.span};
done:
    return st;
}

static clmodp_status divide_sweep(division *d)
{
    const schoolbook_divide_shape s = d->shape;

    return clm_launch(
        d->ctx, d->sweep, d->groups * d->group, d->group,
        ARG_OUT(d->quotient, s.at + s.steps, u32),
        ARG_INOUT(d->dividend.words, s.at + s.divisor_count + s.steps - 1, u32),
        ARG_IN(d->divisor.words, s.divisor_count, u32), ARG_IN(&d->inverse, 1, u32), ARG_STRUCT(s),
        ARG_LOCAL(SCHOOLBOOK_DIVIDE_HEADS(s.steps, d->ctx->tuning.vector_width) * sizeof(u32)),
        ARG_LOCAL(SCHOOLBOOK_PART(s.steps, s.span) * sizeof(u32)),
        ARG_LOCAL(SCHOOLBOOK_EVEN(s.steps) * sizeof(u32)));
}

clmodp_status clm_schoolbook_divide(clmodp_context *ctx, const clm_buffer *quotient,
                                    clm_poly dividend, clm_poly divisor, fp_field field,
                                    clm_schoolbook_shape shape)
{
    clmodp_status st = CLMODP_OK;
    division d = {.ctx = ctx, .quotient = quotient, .dividend = dividend, .divisor = divisor};
    clm_launch_throttle throttle = {0};
    size_t left;

    TRY(clm_poly_check(ctx, dividend));
    TRY(clm_poly_check(ctx, divisor));
    REQUIRE(&ctx->error, divisor.count > 0);
    if (dividend.count < divisor.count)
        goto done;
    TRY(set_divide_shape(&d, field, shape));
    TRY(clm_kernel_get_with(ctx, &d.sweep, FILE_NAME, "schoolbook_divide_sweep", CLM_DEFINE_NT,
                            d.group));
    TRY(clm_buffer_create(ctx, &d.inverse, 1, sizeof(u32)));
    TRY(clm_schoolbook_inverse(ctx, &d.inverse, divisor.words, divisor.count - 1, field));
    for (left = dividend.count - divisor.count + 1; left > 0; left -= d.shape.steps) {
        d.shape.steps = (u32)clm_size_min(d.shape.steps, left);
        d.shape.at = (u32)(left - d.shape.steps);
        TRY(clm_schoolbook_announce(ctx, &throttle, CLM_OP_SWEEP_PRODUCT,
                                    (double)d.shape.steps * (double)divisor.count));
        TRY(divide_sweep(&d));
    }
done:
    clm_buffer_destroy(ctx, &d.inverse); /* pending launches retain it */
    return st;
}

/* Each work-group reads both heads, and computes the quotient's coefficients from them: two
 * products for each, and one for each vector lane from its own place on. Then it updates its part
 * of the dividend. */
clm_amounts clm_schoolbook_divide_cost(const clmodp_context *ctx, size_t n, size_t m,
                                       clm_schoolbook_shape shape)
{
    const size_t span = clm_schoolbook_span(&ctx->tuning, shape), s = shape.s;
    const size_t groups = clm_size_max(clm_div_up(m - 1, span), 1);
    const size_t quotient = n < m ? 0 : n - m + 1, sweeps = clm_div_up(quotient, s);
    const double steps = (double)quotient, busy = clm_schoolbook_with_idle(ctx, groups);
    const double longer = busy / (double)groups;
    const double in_head = 2.0 + (double)(s + ctx->tuning.vector_width) / 2.0;
    const double in_part = (double)(span * (SCHOOLBOOK_EVEN(s) + 1)) / (double)s;

    return (clm_amounts){
        .of = {[CLM_OP_SWEEP_WORD] = longer * (double)sweeps *
                                     (3.0 * (double)m + (double)(groups * (3 * s + shape.group))),
               [CLM_OP_SWEEP_PRODUCT] = busy * steps * (in_head + in_part),
               [CLM_OP_DIVIDE_STEP] = busy * steps,
               [CLM_OP_LAUNCH] = quotient == 0 ? 0.0 : (double)(1 + sweeps)}};
}
