/* Launches of cl/fpx/batch/vandermonde.cl, with the window in registers or global memory. */
#include "fpx/batch/vandermonde.h"

#include <math.h>

#include "cl/fpx/batch/vandermonde_shape.h"
#include "core/size.h"
#include "opencl/kernel.h"
#include "opencl/queue.h"

/* Slots of a lane: two in registers if a work-group then holds all rows, else four. In global
 * memory, with explicit vectors, PoCL 3.1 takes 0.54, 0.34 and 0.38 ns of a core with AVX-512 a
 * row and step with 2, 4 and 8 (bench/vandermonde, 64 primes). In vandermonde_window, where it
 * would have to make vectors of work-items, it would take 3.0 at best. */
enum { WINDOW_ROWS = 2, WIDE_ROWS = 4, BLOCK_ROWS = 4 };

/* The most points in a window that fit local memory of GPUs. */
enum { WINDOW_POINTS = 4096 };

/* A call and derived sizes. */
typedef struct run {
    const clm_vandermonde_call *call;
    const clm_residue_type *type;
    vandermonde_shape shape;
    size_t inputs, outputs; /* residues: points or values, coefficients */
    int rows; /* slots of a lane: one program for all kernels */
} run;

/* Arguments common to several kernels. */
#define ARG_POINTS(r, b) ARG_IN_OF((r)->call->b, (r)->inputs, (r)->type->word_bytes)
#define ARG_INFO(r) ARG_IN((r)->call->info, (r)->shape.primes, clm_residue_prime)

static clm_kernel_key vandermonde_kernel(const run *r, const char *name)
{
    return clm_kernel_with("fpx/batch/vandermonde.cl", name, CLM_VANDERMONDE_DEFINITIONS,
                           r->type->definitions, r->rows);
}

/* Rounds work-groups up to four sizes an octave, for drivers that compile a kernel for each size.
 * Some 10 % of the work-items are idle. */
static size_t size_class(size_t items)
{
    size_t step = 16;

    while (step * 8 <= items)
        step *= 2;
    return clm_round_up(items, step);
}

/* Makes one launch with the window in registers, `rows` a work-item; *done = false if the device
 * has no such work-groups. */
static clmodp_status run_vandermonde_window(clmodp_context *ctx, bool *done, run *r, int rows)
{
    clmodp_status st = CLMODP_OK;
    size_t least = clm_div_up(r->shape.points, (size_t)rows);
    size_t group = clm_size_min(size_class(least), ctx->device.max_work_group);
    const size_t local = VANDERMONDE_LOCAL(group, rows) * r->type->word_bytes;
    const clm_kernel *kernel;

    *done = false;
    r->rows = rows;
    if (r->shape.points > WINDOW_POINTS || least > group || local > ctx->device.local_memory)
        return CLMODP_OK;
    TRY(clm_kernel_of(ctx, &kernel, vandermonde_kernel(r, "vandermonde_window")));
    group = clm_size_min(group, clm_kernel_most_items(ctx, kernel));
    if (least > group)
        return CLMODP_OK;
    TRY(clm_launch(ctx, kernel, r->shape.primes * group, group,
                   ARG_OUT_OF(r->call->coefficients, r->outputs, r->type->word_bytes),
                   ARG_OUT_OF(r->call->scratch, r->shape.primes, r->type->word_bytes),
                   ARG_POINTS(r, x), ARG_POINTS(r, y), ARG_INFO(r), ARG_STRUCT(r->shape),
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

/* Seconds of the launches from block s->block on until the next throttling, with `updates` updates
 * each. */
static double seconds_from(const clmodp_context *ctx, const vandermonde_shape *s, size_t updates)
{
    const double left = (double)s->points / BLOCK_ROWS - s->block;
    const double one = (double)updates * ctx->costs.ns[CLM_OP_VANDERMONDE_PAIR];

    return 1e-9 * fmin(fmax(left, 1) * one, clm_limit_ns(CLM_LIMIT_LAUNCH));
}

/* Makes a launch for each block of steps, with the window in global memory. */
static clmodp_status run_vandermonde_blocks(clmodp_context *ctx, run *r)
{
    clmodp_status st = CLMODP_OK;
    vandermonde_shape s = r->shape;
    const clm_kernel *block;
    const size_t word = r->type->word_bytes;
    const size_t scratch = clm_vandermonde_scratch(ctx, s.primes, s.points);
    size_t vectors, updates, ahead = 0;

    r->rows = BLOCK_ROWS;
    s.column = (u32)column_vectors(ctx, s.points);
    vectors = (size_t)s.primes * s.column;
    updates = vectors * ctx->tuning.vector_width * BLOCK_ROWS; /* of a launch */
    TRY(clm_kernel_of(ctx, &block, vandermonde_kernel(r, "vandermonde_block")));
    TRY(clm_run(ctx, vandermonde_kernel(r, "vandermonde_begin"), vectors, 0,
                ARG_OUT_OF(r->call->scratch, scratch, word), ARG_POINTS(r, x), ARG_POINTS(r, y),
                ARG_INFO(r), ARG_STRUCT(s)));
    TRY(clm_run(ctx, vandermonde_kernel(r, "vandermonde_pivots"), s.primes, 0,
                ARG_INOUT_OF(r->call->scratch, scratch, word), ARG_INFO(r), ARG_STRUCT(s)));
    for (; (size_t)s.block * BLOCK_ROWS < s.points; s.block++) {
        if (ahead == 0)
            TRY(clm_throttle_begin_batch(ctx, seconds_from(ctx, &s, updates), r->call->progress));
        ahead += updates;
        TRY(clm_launch(ctx, block, vectors / BLOCK_ROWS, 0,
                       ARG_INOUT_OF(r->call->scratch, scratch, word), ARG_INFO(r), ARG_STRUCT(s)));
        if ((double)ahead * ctx->costs.ns[CLM_OP_VANDERMONDE_PAIR] >=
            clm_limit_ns(CLM_LIMIT_LAUNCH))
            ahead = 0;
    }
    TRY(clm_run(ctx, vandermonde_kernel(r, "vandermonde_order"), r->outputs, 0,
                ARG_OUT_OF(r->call->coefficients, r->outputs, word),
                ARG_IN_OF(r->call->scratch, scratch, word), ARG_STRUCT(s)));
done:
    return st;
}

/* Divides by the denominators; called after the steps, with their r->rows. */
static clmodp_status divide_vandermonde(clmodp_context *ctx, const run *r)
{
    clmodp_status st = CLMODP_OK;
    const size_t word = r->type->word_bytes, primes = r->shape.primes;

    TRY(clm_run(ctx, vandermonde_kernel(r, "vandermonde_invert"), primes, 0,
                ARG_INOUT_OF(r->call->scratch, primes, word), ARG_INFO(r), ARG_U32(primes)));
    TRY(clm_run(ctx, vandermonde_kernel(r, "vandermonde_end"), r->outputs, 0,
                ARG_INOUT_OF(r->call->coefficients, r->outputs, word),
                ARG_IN_OF(r->call->scratch, primes, word), ARG_INFO(r), ARG_STRUCT(r->shape)));
done:
    return st;
}

clmodp_status clm_vandermonde(clmodp_context *ctx, const clm_vandermonde_call *call)
{
    clmodp_status st = CLMODP_OK;
    const size_t primes = call->primes, points = call->points;
    run r = {.call = call, .type = clm_residue_type_of(call->kind),
             .shape = {.primes = (u32)primes, .points = (u32)points, .stride = (u32)call->stride}};
    bool done = false;

    REQUIRE(&ctx->error, points >= 1 && points <= call->stride);
    if (!clm_size_mul(&r.inputs, primes, call->stride) || r.inputs > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu prime%s of %zu point%s do not fit one chunk", primes,
             CLM_S(primes), points, CLM_S(points));
    r.outputs = primes * points;
    if (ctx->tuning.vector_width == 1) {
        TRY(run_vandermonde_window(ctx, &done, &r, WINDOW_ROWS));
        if (!done)
            TRY(run_vandermonde_window(ctx, &done, &r, WIDE_ROWS));
    }
    if (!done)
        TRY(run_vandermonde_blocks(ctx, &r));
    TRY(divide_vandermonde(ctx, &r));
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
