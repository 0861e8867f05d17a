/* Launches of cl/fpx/vandermonde.cl. */
#include "fpx/vandermonde.h"

#include <math.h>

#include "base/size.h"
#include "cl/fpx/vandermonde_shape.h"
#include "device/kernel.h"
#include "device/pace.h"

/* Slots of a lane: two in registers where a work-group then has room for all, else four. In global
 * memory, with explicit vectors, PoCL 3.1 takes 0.54, 0.34 and 0.38 ns of a core with AVX-512 a
 * row and step with 2, 4 and 8 (bench/vandermonde, 64 primes). It would take 3.0 at best in
 * vandermonde_window, where it has to make vectors of work-items. */
enum { WINDOW_ROWS = 2, WIDE_ROWS = 4, BLOCK_ROWS = 4 };

/* More points take more local memory than GPUs have. */
enum { WINDOW_POINTS = 4096 };

typedef struct call {
    const clm_residue_type *type;
    const clm_buffer *coefficients, *scratch, *x, *y, *info;
    vandermonde_shape shape;
    size_t inputs, outputs; /* residues: points or values, coefficients */
    double progress;
    int rows; /* slots of a lane: one program for all kernels */
} call;

/* Arguments that several kernels have. */
#define ARG_POINTS(c, b) ARG_IN_OF((c)->b, (c)->inputs, (c)->type->word_bytes)
#define ARG_INFO(c) ARG_IN((c)->info, (c)->shape.primes, clm_residue_prime)

static clmodp_status get_kernel(clmodp_context *ctx, const clm_kernel **out, const call *c,
                                const char *name)
{
    return clm_kernel_get_with(ctx, out, "fpx/vandermonde.cl", name,
                               CLM_VANDERMONDE_DEFINITIONS, c->type->definitions, c->rows);
}

/* Work-groups come in few sizes, for drivers that compile a kernel anew for each: four in an
 * octave, so that some 10 % of the work-items are idle. */
static size_t size_class(size_t items)
{
    size_t step = 16;

    while (step * 8 <= items)
        step *= 2;
    return clm_round_up(items, step);
}

/* One launch with the window in registers, `rows` a work-item; *done = false if the device has
 * no such work-groups. */
static clmodp_status run_window(clmodp_context *ctx, bool *done, call *c, int rows)
{
    clmodp_status st = CLMODP_OK;
    size_t least = clm_div_up(c->shape.points, (size_t)rows);
    size_t group = clm_size_min(size_class(least), ctx->device.max_work_group);
    const size_t local = VANDERMONDE_LOCAL(group, rows) * c->type->word_bytes;
    const clm_kernel *kernel;

    *done = false;
    c->rows = rows;
    if (c->shape.points > WINDOW_POINTS || least > group || local > ctx->device.local_memory)
        return CLMODP_OK;
    TRY(get_kernel(ctx, &kernel, c, "vandermonde_window"));
    group = clm_size_min(group, clm_kernel_most_items(ctx, kernel));
    if (least > group)
        return CLMODP_OK;
    TRY(clm_launch(ctx, kernel, c->shape.primes * group, group,
                   ARG_OUT_OF(c->coefficients, c->outputs, c->type->word_bytes),
                   ARG_OUT_OF(c->scratch, c->shape.primes, c->type->word_bytes),
                   ARG_POINTS(c, x), ARG_POINTS(c, y), ARG_INFO(c), ARG_STRUCT(c->shape),
                   ARG_LOCAL(local)));
    *done = true;
done:
    return st;
}

/* Vectors of a column in global memory. */
static size_t column_vectors(const clmodp_context *ctx, size_t points)
{
    return clm_round_up(clm_div_up(points, ctx->tuning.vector_width), BLOCK_ROWS);
}

/* Seconds of the launches from block s->block on until the next question, each with so many
 * updates. */
static double seconds_from(const clmodp_context *ctx, const vandermonde_shape *s, size_t updates)
{
    const double left = (double)s->points / BLOCK_ROWS - s->block;
    const double one = (double)updates * ctx->rates.ns[CLM_OP_VANDERMONDE_PAIR];

    return 1e-9 * fmin(fmax(left, 1) * one, clm_limit_ns(CLM_LIMIT_LAUNCH));
}

/* A launch for each block of steps with the window in global memory. */
static clmodp_status run_blocks(clmodp_context *ctx, call *c)
{
    clmodp_status st = CLMODP_OK;
    vandermonde_shape s = c->shape;
    const clm_kernel *begin, *pivots, *block, *order;
    const size_t word = c->type->word_bytes;
    const size_t scratch = clm_vandermonde_scratch(ctx, s.primes, s.points);
    size_t vectors, updates, ahead = 0;

    c->rows = BLOCK_ROWS;
    s.column = (u32)column_vectors(ctx, s.points);
    vectors = (size_t)s.primes * s.column;
    updates = vectors * ctx->tuning.vector_width * BLOCK_ROWS; /* of a launch */
    TRY(get_kernel(ctx, &begin, c, "vandermonde_begin"));
    TRY(get_kernel(ctx, &pivots, c, "vandermonde_pivots"));
    TRY(get_kernel(ctx, &block, c, "vandermonde_block"));
    TRY(get_kernel(ctx, &order, c, "vandermonde_order"));
    TRY(clm_launch(ctx, begin, vectors, 0, ARG_OUT_OF(c->scratch, scratch, word), ARG_POINTS(c, x),
                   ARG_POINTS(c, y), ARG_INFO(c), ARG_STRUCT(s)));
    TRY(clm_launch(ctx, pivots, s.primes, 0, ARG_INOUT_OF(c->scratch, scratch, word), ARG_INFO(c),
                   ARG_STRUCT(s)));
    for (; (size_t)s.block * BLOCK_ROWS < s.points; s.block++) {
        if (ahead == 0)
            TRY(clm_pace_unit(ctx, seconds_from(ctx, &s, updates), c->progress));
        ahead += updates;
        TRY(clm_launch(ctx, block, vectors / BLOCK_ROWS, 0,
                       ARG_INOUT_OF(c->scratch, scratch, word), ARG_INFO(c), ARG_STRUCT(s)));
        if ((double)ahead * ctx->rates.ns[CLM_OP_VANDERMONDE_PAIR] >=
            clm_limit_ns(CLM_LIMIT_LAUNCH))
            ahead = 0;
    }
    TRY(clm_launch(ctx, order, c->outputs, 0, ARG_OUT_OF(c->coefficients, c->outputs, word),
                   ARG_IN_OF(c->scratch, scratch, word), ARG_STRUCT(s)));
done:
    return st;
}

/* The division by the denominators; after the steps, whose rows c has. */
static clmodp_status divide(clmodp_context *ctx, const call *c)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *invert, *end;
    const size_t word = c->type->word_bytes, primes = c->shape.primes;

    TRY(get_kernel(ctx, &invert, c, "vandermonde_invert"));
    TRY(get_kernel(ctx, &end, c, "vandermonde_end"));
    TRY(clm_launch(ctx, invert, primes, 0, ARG_INOUT_OF(c->scratch, primes, word), ARG_INFO(c),
                   ARG_U32(primes)));
    TRY(clm_launch(ctx, end, c->outputs, 0, ARG_INOUT_OF(c->coefficients, c->outputs, word),
                   ARG_IN_OF(c->scratch, primes, word), ARG_INFO(c), ARG_STRUCT(c->shape)));
done:
    return st;
}

clmodp_status clm_vandermonde(clmodp_context *ctx, clm_residue_kind kind,
                              const clm_buffer *coefficients, const clm_buffer *x,
                              const clm_buffer *y, const clm_buffer *scratch,
                              const clm_buffer *info, size_t primes, size_t points,
                              size_t stride, double progress)
{
    clmodp_status st = CLMODP_OK;
    call c = {.type = clm_residue_type_of(kind), .coefficients = coefficients,
              .scratch = scratch, .x = x, .y = y, .info = info,
              .shape = {.primes = (u32)primes, .points = (u32)points, .stride = (u32)stride},
              .progress = progress};
    bool done = false;

    REQUIRE(&ctx->error, points >= 1 && points <= stride);
    if (!clm_size_mul(&c.inputs, primes, stride) || c.inputs > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu prime%s of %zu point%s do not fit one chunk", primes,
             CLM_S(primes), points, CLM_S(points));
    c.outputs = primes * points;
    if (ctx->tuning.vector_width == 1) {
        TRY(run_window(ctx, &done, &c, WINDOW_ROWS));
        if (!done)
            TRY(run_window(ctx, &done, &c, WIDE_ROWS));
    }
    if (!done)
        TRY(run_blocks(ctx, &c));
    TRY(divide(ctx, &c));
done:
    return st;
}

clm_amounts clm_vandermonde_cost(double points)
{
    return (clm_amounts){.of = {[CLM_OP_VANDERMONDE_STEP] = points,
                                [CLM_OP_VANDERMONDE_PAIR] = points * points}};
}

size_t clm_vandermonde_scratch(const clmodp_context *ctx, size_t primes, size_t points)
{
    const size_t lanes = ctx->tuning.vector_width;
    size_t words, columns;

    if (points > SIZE_MAX - lanes * BLOCK_ROWS ||
        !clm_size_mul(&words, primes, VANDERMONDE_COLUMNS(1, BLOCK_ROWS)) ||
        !clm_size_mul(&columns, column_vectors(ctx, points), VANDERMONDE_KEPT * lanes) ||
        !clm_size_mul(&columns, columns, primes) || !clm_size_add(&words, words, columns))
        return SIZE_MAX;
    return words;
}
