/* Base cases, launches and transforms of greatest common divisors, degree by degree. */
#include <math.h>

#include "base/size.h"
#include "device/opening.h"
#include "fpx/fast/divide.h"
#include "fpx/fast/gcd.h"
#include "fpx/fast/half_gcd.h"

/* The most that a CPU has room for; counts as long as no device is open. */
#define MOST_BASE ((size_t)512)

/* Base cases of one degree. All units but one wait for them; the host waits for none, since it
 * takes their degrees for granted. */
static clm_amounts base_cost(const clmodp_context *ctx, double degree, double times)
{
    const double units = clm_opening_units(ctx);

    return (clm_amounts){.of = {[CLM_OP_HALF_GCD_STEP] = times * degree * units,
                                [CLM_OP_HALF_GCD_PAIR] = times * degree * degree * units,
                                [CLM_OP_LAUNCH] = times}};
}

/* What transforms and products of matrices take, of what single ones would: a launch has several
 * of them, and a value that it loads is in two products (clmodp tune half-gcd). */
#define TOGETHER 0.6

/* One application and one product of matrices of degree k / 2 each, `rows` of the latter. */
static clm_amounts joint_cost(const clmodp_context *ctx, size_t k, u32 p, double rows)
{
    const double terms = (double)k;
    const clm_ring_plan apply = clm_ring_plan_for(ctx, k + k / 2 + 1, terms, p);
    const clm_ring_plan multiply = clm_ring_plan_for(ctx, k + 1, terms, p);
    const clm_amounts applied = clm_ring_cost(ctx, &apply, 6.0, 4.0, 2.0);
    const clm_amounts multiplied =
        clm_ring_cost(ctx, &multiply, 4.0 + 2.0 * rows, 4.0 * rows, 2.0 * rows);
    clm_amounts all = {.of = {0}};

    clm_amounts_add(&all, &applied, TOGETHER);
    clm_amounts_add(&all, &multiplied, rows > 0.0 ? TOGETHER : 0.0);
    all.of[CLM_OP_LAUNCH] = /* several polynomials a launch */
        clm_ring_launches(&apply, 3.0) + clm_ring_launches(&multiply, 3.0) + 2.0;
    return all;
}

/* A half-GCD of degree k. */
static clm_amounts half_cost(const clmodp_context *ctx, size_t k, u32 p, size_t base)
{
    clm_amounts all = {.of = {0}}, one;
    double times = 1.0;

    for (; k > base; k = clm_div_up(k, 2), times *= 2.0) {
        one = joint_cost(ctx, k, p, 2.0);
        clm_amounts_add(&all, &one, times);
    }
    one = base_cost(ctx, (double)k, times);
    clm_amounts_add(&all, &one, 1.0);
    return all;
}

/* The same with base cases of degree `base` at most. */
static clm_amounts cost_with(const clmodp_context *ctx, size_t n, size_t m, u32 p, bool cofactors,
                             size_t base)
{
    clm_amounts all = {.of = {0}}, one;

    if (n == m || n / 2 > m) {
        one = clm_fast_divide_cost(ctx, n, m, p);
        clm_amounts_add(&all, &one, 1.0);
    }
    for (size_t degree = m; degree > 0; degree = degree > base ? degree / 2 : 0) {
        one = half_cost(ctx, degree > base ? degree / 2 : degree, p, base);
        clm_amounts_add(&all, &one, 1.0);
        one = joint_cost(ctx, degree, p, cofactors ? 1.0 : 0.0);
        clm_amounts_add(&all, &one, 1.0);
        all.of[CLM_OP_LAUNCH] += 1.0;
        all.of[CLM_OP_WAIT] += 1.0;
    }
    return all;
}

size_t clm_fast_gcd_base(const clmodp_context *ctx, size_t n, size_t m, u32 p)
{
    const size_t most = ctx->queue != NULL ? clm_half_gcd_most_base(ctx) : MOST_BASE;
    size_t best = CLM_FAST_GCD_LEAST_BASE;
    double least = INFINITY;

    for (size_t base = CLM_FAST_GCD_LEAST_BASE; base <= most; base *= 2) {
        const clm_amounts all = cost_with(ctx, n, m, p, false, base);
        const double ns = clm_opening_elapsed(ctx, &all);

        if (ns < least) {
            least = ns;
            best = base;
        }
        if (base >= m)
            break;
    }
    return best;
}

clm_amounts clm_fast_gcd_cost(const clmodp_context *ctx, size_t n, size_t m, u32 p,
                              bool cofactors, size_t base)
{
    return cost_with(ctx, n, m, p, cofactors, base != 0 ? base : clm_fast_gcd_base(ctx, n, m, p));
}
