/* Launches of cl/fpx/schoolbook/gcd.cl for gcds, and resultants from their traces. */
#include "fpx/schoolbook/schoolbook.h"

#include <math.h>

#include "cl/fpx/schoolbook/gcd_shape.h"
#include "core/memory.h"
#include "core/size.h"
#include "opencl/context.h"
#include "opencl/kernel.h"
#include "fpx/batch/move.h"

/* With u a - q b = c, degrees n, m and k of a, b and c, and l the leading coefficient of b,
 *
 *     res(a, b) = (-1)^(n m) l^(n - k) u^(-m) res(b, c),
 *
 * and u = (l / 2^32)^e; the trace has l and e of each b. */

clmodp_status clm_gcd_trace_create(clmodp_context *ctx, clm_gcd_trace *trace, size_t degree)
{
    clmodp_status st = CLMODP_OK;

    trace->degree = degree;
    TRY(clm_buffer_create(ctx, &trace->words, SCHOOLBOOK_GCD_TRACE(degree), sizeof(u32)));
    TRY(clm_buffer_fill(ctx, &trace->words, 0, SCHOOLBOOK_GCD_TRACE(degree)));
done:
    return st;
}

void clm_gcd_trace_destroy(clmodp_context *ctx, clm_gcd_trace *trace)
{
    clm_buffer_destroy(ctx, &trace->words);
}

clmodp_status clm_gcd_trace_forget(clmodp_context *ctx, const clm_gcd_trace *trace, size_t degree)
{
    return degree == 0 ? CLMODP_OK
                       : clm_buffer_fill(ctx, &trace->words, 0, SCHOOLBOOK_GCD_TRACE(degree - 1));
}

clmodp_status clm_gcd_trace_add(clmodp_context *ctx, const clm_gcd_trace *trace, size_t degree,
                                const clm_buffer *words, size_t at)
{
    clmodp_status st = CLMODP_OK;

    REQUIRE(&ctx->error, degree <= trace->degree);
    TRY(clm_move(ctx, &trace->words, words,
                 (move_piece){.to = (u32)(2 * degree), .from = (u32)at, .count = 1}));
done:
    return st;
}

/* The product of all u^m in Montgomery form: u is a factor for each degree from m down to 1. */
static u32 trace_growth(const u32 *trace, size_t m, fp_field f)
{
    u32 all = fp_to(1, f), so_far = fp_to(1, f);

    for (size_t d = m; d > 0; d--) {
        if (trace[2 * d] != 0) /* as a word in Montgomery form l is l / 2^32 */
            so_far = fp_mul(so_far, fp_pow(trace[2 * d], trace[2 * d + 1], f), f);
        all = fp_mul(all, so_far, f);
    }
    return all;
}

/* The greatest degree of a divisor below `degree`; `degree` itself if there is none. */
static size_t next_degree(const u32 *trace, size_t degree)
{
    for (size_t d = degree; d-- > 0;)
        if (trace[2 * d] != 0)
            return d;
    return degree;
}

/* The product of all (-1)^(n m) l^(n - k), in Montgomery form. Pre: trace[0] is not 0. */
static u32 trace_leads(const u32 *trace, size_t n, size_t m, fp_field f)
{
    u32 all = fp_to(1, f);

    while (m > 0) {
        const size_t k = next_degree(trace, m);
        const u32 power = fp_pow(fp_to(trace[2 * m], f), (u32)(n - k), f);

        all = fp_mul(all, n % 2 == 1 && m % 2 == 1 ? fp_neg(power, f) : power, f);
        n = m;
        m = k;
    }
    return fp_mul(all, fp_pow(fp_to(trace[0], f), (u32)n, f), f);
}

clmodp_status clm_gcd_trace_resultant(clmodp_context *ctx, const clm_gcd_trace *trace, u32 *r,
                                      size_t n, size_t m, fp_field field)
{
    clmodp_status st = CLMODP_OK;
    u32 *words = NULL;

    REQUIRE(&ctx->error, n >= m && m <= trace->degree);
    NEW(&ctx->error, words, SCHOOLBOOK_GCD_TRACE(m));
    TRY(clm_buffer_read(ctx, &trace->words, 0, words, SCHOOLBOOK_GCD_TRACE(m) * sizeof *words));
    REQUIRE(&ctx->error, words[2 * m] != 0);
    *r = 0;
    if (words[0] != 0)
        *r = fp_from(fp_mul(trace_leads(words, n, m, field),
                            fp_inv(trace_growth(words, m, field), field), field), field);
done:
    free(words);
    return st;
}

/* Every work-group recomputes the matrix, so few are best. */
#define CPU_MOST_SPAN ((size_t)16384)
static const clm_schoolbook_shape on_gpu = {.group = 128, .span = 512};

/* Words of local memory besides the parts: for each of a work-group's coefficients, for each of s,
 * and always. Two sides take 14 s words; the rest are parts and factors. */
typedef struct needs {
    size_t each_made, each_s, always;
} needs;

static needs needs_of(const clmodp_context *ctx)
{
    const size_t lanes = ctx->tuning.vector_width;
    const size_t parts = SCHOOLBOOK_GCD_PARTS(lanes) * SCHOOLBOOK_GCD_WORD(lanes) / sizeof(u32);
    const size_t factors =
        SCHOOLBOOK_GCD_FACTORS(0, lanes) / 2 * SCHOOLBOOK_GCD_FACTOR(lanes) / sizeof(u32);

    return (needs){parts - 1, 14 + 2 * parts + factors - 2,
                   52 * lanes + 256 + 14 * CLM_SCHOOLBOOK_GCD_BASE};
}

/* Coefficients that fit local memory, rounded down as spans are rounded up. */
static size_t room_for(const clmodp_context *ctx, size_t s)
{
    const needs n = needs_of(ctx);
    const size_t block = SCHOOLBOOK_BLOCK * (size_t)ctx->tuning.vector_width;
    const size_t words = (size_t)(ctx->device.local_memory / sizeof(u32));
    const size_t beside = n.always + (n.each_s + 4) * s + 4 * block;

    return words > beside ? (words - beside) / (n.each_made + 1) / block * block : 0;
}

clm_schoolbook_shape clm_gcd_shape(const clmodp_context *ctx, size_t n, size_t s)
{
    const size_t most = clm_size_max(clm_size_min(room_for(ctx, s), CPU_MOST_SPAN), 1);
    clm_schoolbook_shape shape = on_gpu;

    if (ctx->tuning.vector_width > 1)
        shape = (clm_schoolbook_shape){.group = 1, .span = clm_schoolbook_share(ctx, n, most)};
    shape.s = s;
    shape.group = clm_size_min(shape.group, ctx->device.max_work_group);
    return shape;
}

size_t clm_gcd_most_s(const clmodp_context *ctx)
{
    const size_t span = ctx->tuning.vector_width > 1 ? 1 : on_gpu.span;
    size_t s = CLM_SCHOOLBOOK_MOST_S;

    while (s > 1 && room_for(ctx, s) < clm_size_max(span, 4 * s))
        s /= 2;
    return s;
}

clm_schoolbook_shape clm_gcd_default(const clmodp_context *ctx, size_t n, size_t m)
{
    return clm_schoolbook_cheapest(ctx, clm_gcd_shape, clm_schoolbook_gcd_cost, n, n, m,
                                   clm_size_min(clm_gcd_most_s(ctx), clm_size_max(m, 1)));
}

/* A gcd under way. */
typedef struct gcd_run {
    clmodp_context *ctx;
    const clm_kernel *sweep;
    size_t group;
    u32 turn;
    schoolbook_gcd_shape shape;
    schoolbook_gcd_state state; /* as last read */
    clm_buffer pairs, states;
    const clm_gcd_trace *trace;
    clm_gcd_trace none; /* an empty trace, if none is recorded */
} gcd_run;

static clmodp_status set_gcd_shape(gcd_run *d, size_t count, fp_field field,
                                   clm_schoolbook_shape shape)
{
    clmodp_status st = CLMODP_OK;
    const size_t lanes = d->ctx->tuning.vector_width;
    const size_t made = clm_round_up(shape.span, SCHOOLBOOK_BLOCK * lanes);
    const needs n = needs_of(d->ctx);

    TRY(clm_schoolbook_check_shape(d->ctx, &shape, n.each_made * made + n.always, n.each_s));
    d->group = shape.group;
    d->shape = (schoolbook_gcd_shape){.field = field, .s = (u32)shape.s, .span = (u32)shape.span,
                                 .base = (u32)clm_size_min(shape.s, CLM_SCHOOLBOOK_GCD_BASE),
                                 .second = (u32)clm_round_up(count, lanes)};
done:
    return st;
}

static clmodp_status set_trace(gcd_run *d, size_t count)
{
    clmodp_status st = CLMODP_OK;

    d->shape.traced = d->trace != NULL;
    if (d->trace == NULL) {
        TRY(clm_gcd_trace_create(d->ctx, &d->none, 0));
        d->trace = &d->none;
    } else {
        REQUIRE(&d->ctx->error, d->trace->degree >= count - 1);
    }
done:
    return st;
}

/* Writes a and b to the first pair of buffers. */
static clmodp_status load_pair(gcd_run *d, clm_poly a, clm_poly b)
{
    clmodp_status st = CLMODP_OK;

    d->state = (schoolbook_gcd_state){.first = (u32)a.count, .second = (u32)b.count};
    TRY(clm_buffer_create(d->ctx, &d->pairs, clm_size_times(4, d->shape.second), sizeof(u32)));
    TRY(clm_buffer_create(d->ctx, &d->states, 2, sizeof(schoolbook_gcd_state)));
    TRY(clm_move_poly(d->ctx, &d->pairs, 0, a));
    TRY(clm_move_poly(d->ctx, &d->pairs, d->shape.second, b));
    TRY(clm_buffer_write(d->ctx, &d->states, 0, &d->state, sizeof d->state));
done:
    return st;
}

static clmodp_status gcd_sweep(gcd_run *d)
{
    clmodp_status st = CLMODP_OK;
    const schoolbook_gcd_shape s = d->shape;
    const size_t lanes = d->ctx->tuning.vector_width;
    const size_t count = clm_size_max(d->state.first, d->state.second);
    const size_t groups =
        clm_gcd_groups(count, s.span, d->group, lanes, d->ctx->device.compute_units);

    TRY(clm_launch(
        d->ctx, d->sweep, groups * d->group, d->group,
        ARG_INOUT(&d->pairs, clm_size_times(4, s.second), u32),
        ARG_INOUT(&d->states, 2, schoolbook_gcd_state),
        ARG_INOUT(&d->trace->words, SCHOOLBOOK_GCD_TRACE(d->trace->degree), u32), ARG_U32(d->turn),
        ARG_STRUCT(s),
        ARG_LOCAL((SCHOOLBOOK_GCD_HEADS(s.s, lanes) + SCHOOLBOOK_GCD_HEADS(s.base, lanes)) *
                  sizeof(u32)),
        ARG_LOCAL(SCHOOLBOOK_GCD_PARTS(lanes) * SCHOOLBOOK_GCD_PART(s.s, s.span, lanes) *
                  SCHOOLBOOK_GCD_WORD(lanes)),
        ARG_LOCAL(SCHOOLBOOK_GCD_FACTORS(s.s, lanes) * SCHOOLBOOK_GCD_FACTOR(lanes))));
    d->turn = 1 - d->turn;
done:
    return st;
}

/* Sweeps launched before the host reads the state, with at most `count` coefficients. */
static size_t sweeps_ahead(size_t count, size_t s)
{
    return clm_size_min(count / s + 1, CLM_SCHOOLBOOK_GCD_AHEAD);
}

/* Launches as many sweeps as both degrees allow, then reads the state, until done. */
static clmodp_status run_gcd_sweeps(gcd_run *d)
{
    clmodp_status st = CLMODP_OK;
    clm_launch_throttle throttle = {0};

    while (!d->state.done) {
        const size_t count = clm_size_max(d->state.first, d->state.second);
        const size_t sweeps = sweeps_ahead(count, d->shape.s);
        const double products = 4.0 * (double)count * (double)d->shape.s;

        for (size_t k = 0; k < sweeps; k++) {
            TRY(clm_schoolbook_announce(d->ctx, &throttle, CLM_OP_SWEEP_PRODUCT, products));
            TRY(gcd_sweep(d));
        }
        TRY(clm_buffer_read(d->ctx, &d->states, d->turn * sizeof d->state, &d->state,
                            sizeof d->state));
    }
done:
    return st;
}

clmodp_status clm_schoolbook_gcd(clmodp_context *ctx, const clm_buffer *gcd, size_t *count,
                                 clm_poly a, clm_poly b, fp_field field,
                                 clm_schoolbook_shape shape, const clm_gcd_trace *trace)
{
    clmodp_status st = CLMODP_OK;
    gcd_run d = {.ctx = ctx, .trace = trace};
    const size_t most = clm_size_max(a.count, b.count);
    size_t first;

    *count = 0;
    TRY(clm_poly_check(ctx, a));
    TRY(clm_poly_check(ctx, b));
    if (most == 0)
        goto done;
    TRY(set_gcd_shape(&d, most, field, shape));
    TRY(set_trace(&d, most));
    TRY(clm_kernel_get_with(ctx, &d.sweep, "fpx/schoolbook/gcd.cl", "schoolbook_gcd_sweep",
                            CLM_DEFINE_NT, d.group));
    TRY(load_pair(&d, a, b));
    TRY(run_gcd_sweeps(&d));
    first = (size_t)d.shape.second * (2 * (size_t)d.state.pair + d.state.swapped);
    TRY(clm_schoolbook_monic(ctx, gcd, &d.pairs, first, d.state.first, field));
    *count = d.state.first;
done:
    clm_gcd_trace_destroy(ctx, &d.none);
    clm_buffers_destroy(ctx, &d.states, &d.pairs);
    return st;
}

/* Launches other than sweeps: two copies, an inverse, a product with it. */
enum { BESIDE = 4 };

/* The launches, and how often the host waits to read the state. While degrees are more than s
 * apart the first falls by s + 1 a sweep, then by s, to 0, which the next sweep detects. */
static size_t gcd_launches(size_t *waits, size_t n, size_t m, size_t s)
{
    const size_t most = clm_size_max(n, m), least = clm_size_min(n, m);
    const size_t far = most - least > s ? clm_div_up(most - least - s, s + 1) : 0;
    const size_t near = most - far * (s + 1);
    const size_t sweeps = far + clm_size_max(clm_div_up(near - 1, s), 1) + 1;
    size_t done = 0;

    for (*waits = 0; done < sweeps; ++*waits) {
        const size_t left = done <= far ? most - done * (s + 1) : near - 1 > (done - far) * s
                                ? near - (done - far) * s : 1;

        done += sweeps_ahead(left, s);
    }
    return done + BESIDE;
}

/* Products for the matrix of a sweep in a work-group: steps on heads and rows in vectors, and on
 * CPUs products by the matrices of CLM_SCHOOLBOOK_GCD_BASE steps each. Without vectors every
 * work-item computes the factors of a step. If degrees are far apart, the sweep is a division,
 * with a step for two degrees. */
static double matrix_products(const clmodp_context *ctx, size_t degree, bool far,
                              clm_schoolbook_shape shape)
{
    const size_t w = ctx->tuning.vector_width, s = shape.s;
    const size_t items = w == 1 ? shape.group : 1;

    if (far)
        return (double)degree * (double)(4 * s + 4 * w + 2 * items);
    if (w == 1 || s <= CLM_SCHOOLBOOK_GCD_BASE)
        return (double)degree * (double)(6 * s + 8 * w + 4 * items);
    return (double)degree * (double)(6 * CLM_SCHOOLBOOK_GCD_BASE + 9 * s + 16 * w);
}

/* Products for `made` words of both polynomials in a work-group, from a matrix of some degree.
 * Karatsuba's method, twice, takes 9 of 16 products. */
static double part_products(const clmodp_context *ctx, size_t made, size_t degree)
{
    const size_t w = ctx->tuning.vector_width, terms = SCHOOLBOOK_EVEN(degree + 1);
    const bool quarters = w > 1 && degree + 1 >= 4 * w * (w == 16 ? 2 : 1);

    return 4.0 * (double)made * (double)(terms + (w > 1 ? 0 : 1)) * (quarters ? 9.0 / 16.0 : 1.0);
}

/* Adds `times` sweeps over a and b coefficients. Each work-group reads both heads, and each
 * work-item the state. */
static void add_sweep(clm_amounts *all, const clmodp_context *ctx, size_t a, size_t b,
                      clm_schoolbook_shape shape, double times)
{
    const size_t w = ctx->tuning.vector_width, units = (size_t)clm_device_units(ctx);
    const size_t span = clm_round_up(shape.span, SCHOOLBOOK_BLOCK * w);
    const size_t groups = clm_gcd_groups(a, span, shape.group, w, units);
    const size_t degree = clm_size_min(shape.s, a - 1), left = a - degree;
    const size_t block = clm_size_max(SCHOOLBOOK_BLOCK * w * shape.group, (degree + 1) / 64 * 64);
    const size_t made = clm_size_min(span, clm_round_up(clm_div_up(left, groups), block));
    const double busy = clm_schoolbook_with_idle(ctx, groups), longer = busy / (double)groups;
    const double words = 2.0 * (double)(left + b) +
                         (double)(groups * (8 * degree + 7 * shape.group));
    const double matrix = matrix_products(ctx, degree, a - b > shape.s, shape);
    const double parts = (double)clm_div_up(left, made) * part_products(ctx, made, degree);

    all->of[CLM_OP_SWEEP_WORD] += times * longer * words;
    all->of[CLM_OP_SWEEP_PRODUCT] += times * (busy * matrix + longer * parts);
    all->of[CLM_OP_GCD_STEP] += times * busy * (double)shape.s;
    all->of[CLM_OP_GCD_GROUP] += times * busy;
    if (shape.s > CLM_SCHOOLBOOK_GCD_BASE)
        all->of[CLM_OP_GCD_MATRIX_PRODUCT] += times * busy;
}

/* Sweeps sampled for costs. */
#define SAMPLES 4

/* Adds `sweeps` sweeps that reduce the first polynomial from n to m coefficients, from samples. */
static void add_sweeps(clm_amounts *all, const clmodp_context *ctx, double n, double m,
                       double sweeps, size_t second, clm_schoolbook_shape shape)
{
    for (int k = 0; k < SAMPLES; k++) {
        const double share = (k + 0.5) / SAMPLES;
        const size_t a = (size_t)(n - share * (n - m)), b = clm_size_min(second, a - 1);

        add_sweep(all, ctx, a, b, shape, sweeps / SAMPLES);
    }
}

/* While degrees are more than s apart, only the first falls, by s + 1 a sweep; then both fall. */
clm_amounts clm_schoolbook_gcd_cost(const clmodp_context *ctx, size_t n, size_t m,
                                    clm_schoolbook_shape shape)
{
    const double s = (double)shape.s, most = (double)n, least = (double)m;
    clm_amounts all = {0};
    size_t waits;

    all.of[CLM_OP_LAUNCH] = (double)gcd_launches(&waits, n, m, shape.s);
    all.of[CLM_OP_WAIT] = (double)waits;
    if (most - least > s)
        add_sweeps(&all, ctx, most, least, (most - least) / (s + 1.0), m, shape);
    add_sweeps(&all, ctx, least + 1.0, 1.0, ceil(least / s), m, shape);
    return all;
}
