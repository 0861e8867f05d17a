/* Launches of cl/fpx/schoolbook/multiply.cl for schoolbook products. */
#include "fpx/schoolbook/schoolbook.h"

#include "core/size.h"
#include "cl/fpx/schoolbook/multiply_shape.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"

#define MULTIPLY_FILE "fpx/schoolbook/multiply.cl"

/* Limits the seconds of a pass, so that cancellation stays responsive. */
#define MOST_SECONDS 0.1

/* On CPUs one work-item has a span that fits the first-level cache (bench/schoolbook). On GPUs,
 * not measured, a work-item has SCHOOLBOOK_BLOCK sums. */
static const clm_schoolbook_shape on_cpu = {.group = 1, .span = 1024};
static const clm_schoolbook_shape on_gpu = {.group = 128, .span = 512};

clm_schoolbook_shape clm_multiply_shape(const clmodp_context *ctx, size_t n, size_t s)
{
    clm_schoolbook_shape shape = ctx->tuning.vector_width > 1 ? on_cpu : on_gpu;

    (void)n;
    shape.s = s;
    shape.group = clm_size_min(shape.group, ctx->device.max_work_group);
    return shape;
}

size_t clm_multiply_most_s(const clmodp_context *ctx)
{
    size_t s = CLM_SCHOOLBOOK_MOST_S;

    while (s > 1 && clm_schoolbook_local(ctx, clm_multiply_shape(ctx, 0, s), 0, 0) >
                        ctx->device.local_memory / sizeof(u32))
        s /= 2;
    return s;
}

clm_schoolbook_shape clm_multiply_default(const clmodp_context *ctx, size_t n, size_t m)
{
    return clm_schoolbook_cheapest(ctx, clm_multiply_shape, clm_schoolbook_multiply_cost, n, n,
                                   m, clm_size_min(clm_multiply_most_s(ctx), m));
}

/* The rows of sums in a pass that stay in caches, whatever the cap on memory. Pre: the span is
 * settled. */
static size_t multiply_rows(const clmodp_context *ctx, size_t n, size_t m,
                            clm_schoolbook_shape shape)
{
    const size_t row = clm_round_up(n + shape.s - 1, shape.span);
    const double seconds =
        clm_schoolbook_seconds(ctx, CLM_OP_SCHOOLBOOK_PRODUCT, (double)row * (double)shape.s);
    const size_t caches = ctx->tuning.stripe_bytes / (row * sizeof(u32));
    const size_t most = clm_size_min(caches, 1 + (size_t)(MOST_SECONDS / seconds));

    return clm_size_max(clm_size_min(most, clm_div_up(m, shape.s)), 1);
}

typedef struct multiplication {
    clmodp_context *ctx;
    const clm_buffer *product;
    clm_poly a, b;
    const clm_kernel *rows, *add;
    size_t group;
    schoolbook_multiply_shape shape;
    clm_buffer sums;
} multiplication;

static size_t row_words(const multiplication *m)
{
    return (size_t)m->shape.blocks * m->shape.span;
}

static clmodp_status set_multiply_shape(multiplication *m, fp_field field,
                                        clm_schoolbook_shape *shape)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_poly_check(m->ctx, m->a));
    TRY(clm_poly_check(m->ctx, m->b));
    TRY(clm_schoolbook_check_shape(m->ctx, shape, 0, 0));
    m->group = shape->group;
    m->shape = (schoolbook_multiply_shape){
        .field = field, .a_count = (u32)m->a.count, .b_count = (u32)m->b.count,
        .product_count = (u32)(m->a.count + m->b.count - 1), .s = (u32)shape->s,
        .span = (u32)shape->span,
        .blocks = (u32)clm_div_up(m->a.count + shape->s - 1, shape->span)};
done:
    return st;
}

/* Allocates the rows, or as many as the cap, the device and the kernels' indices allow. */
static clmodp_status create_sums(multiplication *m, clm_schoolbook_shape shape)
{
    const size_t words = row_words(m);
    const uint64_t left = clm_memory_left(m->ctx), at_once = m->ctx->device.max_allocation;
    const size_t memory = (size_t)((left < at_once ? left : at_once) / sizeof(u32) / words);
    const size_t most = clm_size_max(1, clm_size_min(memory, UINT32_MAX / words));

    m->shape.rows =
        (u32)clm_size_min(multiply_rows(m->ctx, m->a.count, m->b.count, shape), most);
    return clm_scratch_create(m->ctx, &m->sums, clm_size_times(m->shape.rows, words), sizeof(u32));
}

static clmodp_status make_rows(multiplication *m)
{
    const schoolbook_multiply_shape s = m->shape;

    return clm_launch(m->ctx, m->rows, (size_t)s.rows * s.blocks * m->group, m->group,
                      ARG_OUT(&m->sums, (size_t)s.rows * row_words(m), u32),
                      ARG_INOUT(m->product, s.product_count, u32),
                      ARG_IN(m->a.words, s.a_count, u32), ARG_IN(m->b.words, s.b_count, u32),
                      ARG_STRUCT(s), ARG_LOCAL(SCHOOLBOOK_PART(s.s, s.span) * sizeof(u32)),
                      ARG_LOCAL(SCHOOLBOOK_EVEN(s.s) * sizeof(u32)));
}

/* Adds the pairs of rows of one level; the last may be a single row. */
static clmodp_status add_rows(multiplication *m, u32 level)
{
    const size_t first = ((size_t)1 << level) - 1;
    const size_t pairs = clm_div_up(m->shape.rows - first, (size_t)2 << level);

    return clm_launch(m->ctx, m->add, pairs * row_words(m) / m->ctx->tuning.vector_width, 0,
                      ARG_INOUT(m->product, m->shape.product_count, u32),
                      ARG_INOUT(&m->sums, m->shape.rows * row_words(m), u32),
                      ARG_STRUCT(m->shape), ARG_U32(level));
}

static clmodp_status multiply_by_rows(multiplication *m, clm_schoolbook_shape shape)
{
    clmodp_status st = CLMODP_OK;
    const size_t rows = clm_div_up(m->b.count, m->shape.s);
    clm_launch_throttle throttle = {0};

    TRY(clm_kernel_get_with(m->ctx, &m->rows, MULTIPLY_FILE, "schoolbook_multiply_rows",
                            CLM_DEFINE_NT, m->group));
    TRY(clm_kernel_get(m->ctx, &m->add, MULTIPLY_FILE, "schoolbook_multiply_add"));
    TRY(create_sums(m, shape));
    for (size_t first = 0; first < rows; first += m->shape.rows) {
        m->shape.first = (u32)first;
        m->shape.rows = (u32)clm_size_min(m->shape.rows, rows - first);
        m->shape.clear = first == 0;
        TRY(clm_schoolbook_announce(m->ctx, &throttle, CLM_OP_SCHOOLBOOK_PRODUCT,
                                    (double)m->shape.rows * (double)row_words(m) *
                                        (double)m->shape.s));
        TRY(make_rows(m));
        for (u32 level = 0; (size_t)1 << level <= m->shape.rows; level++)
            TRY(add_rows(m, level));
    }
done:
    return st;
}

clmodp_status clm_schoolbook_multiply(clmodp_context *ctx, const clm_buffer *product, clm_poly a,
                                      clm_poly b, fp_field field, clm_schoolbook_shape shape)
{
    clmodp_status st = CLMODP_OK;
    multiplication m = {.ctx = ctx, .product = product, .a = a, .b = b};

    if (a.count == 0 || b.count == 0)
        goto done;
    TRY(set_multiply_shape(&m, field, &shape));
    TRY(multiply_by_rows(&m, shape));
done:
    clm_scratch_destroy(ctx, &m.sums); /* launches that still use it precede all others */
    return st;
}

/* Launches for a pass of rows: one makes them, and others add them in pairs (add_rows). */
static double pass_launches(size_t rows)
{
    return rows == 0 ? 0.0 : 1.0 + (double)clm_size_bits(rows);
}

/* Each work-group reads its part of a and its row's coefficients of b, converted to Montgomery
 * form. A product and an addition combine a sum's upper and lower words. Adding a row reads two
 * words for each that it writes. */
clm_amounts clm_schoolbook_multiply_cost(const clmodp_context *ctx, size_t n, size_t m,
                                         clm_schoolbook_shape shape)
{
    const size_t rows = clm_div_up(m, shape.s), terms = SCHOOLBOOK_EVEN(shape.s);
    size_t pass, blocks;
    double sums, of_b, words, longer;

    shape.span = clm_schoolbook_span(&ctx->tuning, shape);
    pass = multiply_rows(ctx, n, m, shape);
    blocks = clm_div_up(n + shape.s - 1, shape.span);
    sums = (double)rows * (double)blocks * (double)shape.span;
    of_b = (double)blocks * (double)m;
    words = (double)rows * (double)(n + blocks * terms) + of_b + (double)(n + m) + 4.0 * sums;
    longer = clm_schoolbook_with_idle(ctx, pass * blocks) / (double)(pass * blocks);
    return (clm_amounts){
        .of = {[CLM_OP_SCHOOLBOOK_WORD] = longer * words,
               [CLM_OP_SCHOOLBOOK_PRODUCT] = longer * (sums * (double)(terms + 1) + of_b),
               [CLM_OP_LAUNCH] = (double)(rows / pass) * pass_launches(pass) +
                                 pass_launches(rows % pass)}};
}
