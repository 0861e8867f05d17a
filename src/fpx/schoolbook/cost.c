/* What plain algorithms [HMX, 3, 5 and 6] take of time: of their tallies what the busiest unit
 * does. All work-groups of a launch are the same, so units that have one fewer than others wait.
 *
 * Those of common divisors are a sum over sweeps (tally_gcd.c), and here over a few of them. */
#include "fpx/schoolbook/cost.h"

#include <math.h>

#include "base/size.h"
#include "device/opening.h"
#include "fpx/schoolbook/gcd.h"
#include "fpx/schoolbook/multiply.h"
#include "fpx/schoolbook/tally.h"

#define SAMPLES 8

/* Divisions need an inverse; what it takes depends on the prime, and is nothing beside them. */
#define SOME_PRIME 2147483647u

/* Groups that all units have time for while the busiest unit is at work. */
static double with_waiting(const clmodp_context *ctx, size_t groups)
{
    const double units = clm_opening_units(ctx);

    return units * ceil((double)groups / units);
}

clm_amounts clm_plain_multiply_cost(const clmodp_context *ctx, size_t n, size_t m,
                                    clm_plain_shape shape)
{
    size_t rows, groups;
    double longer;
    clm_tally t;

    shape.span = clm_plain_span(&ctx->tuning, shape);
    rows = clm_multiply_rows(ctx, n, m, shape);
    groups = rows * clm_div_up(n + shape.s - 1, shape.span);
    t = clm_plain_multiply_tally(n, m, shape, &ctx->tuning, rows);
    longer = with_waiting(ctx, groups) / (double)groups;
    return (clm_amounts){.of = {[CLM_OP_PLAIN_WORD] = longer * (t.read + t.written),
                                [CLM_OP_PLAIN_PRODUCT] = longer * t.products,
                                [CLM_OP_LAUNCH] = t.launches}};
}

clm_amounts clm_plain_divide_cost(const clmodp_context *ctx, size_t n, size_t m,
                                  clm_plain_shape shape)
{
    const clm_tally t = clm_plain_divide_tally(n, m, SOME_PRIME, shape, &ctx->tuning);
    const size_t span = clm_plain_span(&ctx->tuning, shape);
    const size_t groups = clm_size_max(clm_div_up(m - 1, span), 1);
    const double busy = with_waiting(ctx, groups), longer = busy / (double)groups;

    return (clm_amounts){.of = {[CLM_OP_SWEEP_WORD] = longer * (t.read + t.written),
                                [CLM_OP_SWEEP_PRODUCT] = longer * t.products,
                                [CLM_OP_DIVIDE_STEP] = n < m ? 0.0 : busy * (double)(n - m + 1),
                                [CLM_OP_LAUNCH] = t.launches}};
}

/* So many sweeps that take the first polynomial down from n to m coefficients: a few of them. */
static void add_sweeps(clm_amounts *all, const clmodp_context *ctx, double n, double m,
                       double sweeps, size_t second, clm_plain_shape shape)
{
    const size_t units = (size_t)clm_opening_units(ctx);

    for (int k = 0; k < SAMPLES; k++) {
        const double share = (k + 0.5) / SAMPLES;
        const size_t a = (size_t)(n - share * (n - m)), b = clm_size_min(second, a - 1);
        const clm_tally t = clm_plain_gcd_sweep_tally(a, b, shape, &ctx->tuning, units);
        const double busy = with_waiting(ctx, (size_t)t.groups), longer = busy / t.groups;

        clm_amounts_add(all, &(clm_amounts){.of = {
            [CLM_OP_SWEEP_WORD] = longer * (t.read + t.written),
            [CLM_OP_SWEEP_PRODUCT] = longer * t.products,
            [CLM_OP_GCD_STEP] = busy * (double)shape.s, [CLM_OP_GCD_GROUP] = busy,
            [CLM_OP_GCD_JOINT] = shape.s > CLM_PLAIN_GCD_BASE ? busy : 0.0}}, sweeps / SAMPLES);
    }
}

/* As long as degrees are more than s apart the first falls, by s + 1 a sweep, and then both. */
clm_amounts clm_plain_gcd_cost(const clmodp_context *ctx, size_t n, size_t m,
                               clm_plain_shape shape)
{
    const double s = (double)shape.s, most = (double)n, least = (double)m;
    clm_amounts all = {0};
    size_t looks;

    all.of[CLM_OP_LAUNCH] = (double)clm_plain_gcd_launches(&looks, n, m, shape.s);
    all.of[CLM_OP_WAIT] = (double)looks;
    if (most - least > s)
        add_sweeps(&all, ctx, most, least, (most - least) / (s + 1.0), m, shape);
    add_sweeps(&all, ctx, least + 1.0, 1.0, ceil(least / s), m, shape);
    return all;
}

clm_plain_shape clm_plain_least(const clmodp_context *ctx, clm_plain_shape_of shape_of,
                                clm_plain_cost cost, size_t size, size_t n, size_t m, size_t most)
{
    clm_plain_shape best = shape_of(ctx, size, 1);
    double least = INFINITY;

    for (size_t s = 1; s <= most; s *= 2) {
        const clm_plain_shape shape = shape_of(ctx, size, s);
        const clm_amounts all = cost(ctx, n, m, shape);
        const double ns = clm_opening_elapsed(ctx, &all);

        if (ns < least) {
            least = ns;
            best = shape;
        }
    }
    return best;
}
