/* What fast arithmetic of polynomials over F_p is made of: transforms over their greatest radix,
 * half-GCDs over the degree of their base cases. */
#include "base/size.h"
#include "device/trust.h"
#include "fpx/fast/gcd.h"
#include "fpx/fast/half_gcd.h"
#include "fpx/fast/trust.h"
#include "fpx/batch/move.h"
#include "fpx/batch/ntt_trust.h"
#include "tune/subject.h"

/* ---- transforms ---- */

#define TRANSFORM_PRIME 2013265921u /* 15 2^27 + 1 */
#define LEAST_LENGTH ((size_t)8)
#define MOST_RADIX 8u

static size_t length_of(const clmodp_context *ctx, size_t n)
{
    size_t length = LEAST_LENGTH;

    while (length < clm_div_up(n, ctx->tuning.tile))
        length *= 2;
    return length;
}

static u32 greatest_radix(const clm_ntt_plan *plan)
{
    u32 greatest = 0;

    for (size_t pass = 0; pass < plan->passes; pass++)
        greatest = plan->radix[pass] > greatest ? plan->radix[pass] : greatest;
    return greatest;
}

/* Bounds that are met: below, the plan is that of a lower one. */
static size_t transform_parameters(const clmodp_context *ctx, size_t n,
                                   uint32_t s[CLM_TUNE_MOST])
{
    size_t count = 0;

    for (u32 radix = 2; radix <= MOST_RADIX; radix *= 2) {
        const clm_ntt_plan plan = clm_ntt_plan_within(length_of(ctx, n), radix);

        if (greatest_radix(&plan) == radix)
            s[count++] = radix;
    }
    return count;
}

static uint32_t transform_chosen(const clmodp_context *ctx, size_t n)
{
    const clm_ntt_plan plan = clm_ntt_plan_for(length_of(ctx, n));

    return greatest_radix(&plan);
}

static double transform_predicted(const clmodp_context *ctx, size_t n, uint32_t s)
{
    const size_t length = length_of(ctx, n);
    const clm_ntt_plan plan = clm_ntt_plan_within(length, s);
    clm_amounts all = clm_ntt_cost(&plan, 2.0 * (double)(length * ctx->tuning.tile));

    all.of[CLM_OP_LAUNCH] += 2.0 * (double)plan.passes;
    return clm_tune_elapsed(ctx, &all);
}

static clmodp_status transform_create(clm_tune_work *w)
{
    clmodp_status st = CLMODP_OK;
    const u32 prime = TRANSFORM_PRIME;
    const size_t length = length_of(w->ctx, w->n);

    w->count = clm_size_times(length, w->ctx->tuning.tile);
    for (u32 radix = 2; radix <= MOST_RADIX; radix *= 2)
        TRY(clm_trust_ensure(w->ctx, &(const clm_trust *){&clm_ntt_trust[radix]}, 1));
    TRY(clm_ntt_field_create(w->ctx, &w->field, &prime, NULL, 1, length));
    TRY(clm_tune_random(w->ctx, &w->a, w->count, prime, 1));
    TRY(clm_buffer_create(w->ctx, &w->out, w->count, sizeof(u32)));
done:
    return st;
}

static clmodp_status transform_restore(clm_tune_work *w)
{
    return clm_move_poly(w->ctx, &w->out, 0, (clm_poly){&w->a, w->count});
}

static clmodp_status transform_run(clm_tune_work *w, uint32_t s)
{
    clmodp_status st = CLMODP_OK;
    const clm_ntt_plan plan = clm_ntt_plan_within(w->field.plan.length, s);
    const clm_ntt_batch batch =
        clm_ntt_field_batch(&w->field, &w->out, w->ctx->tuning.tile, 1);

    TRY(clm_ntt_run(w->ctx, &plan, &batch, CLM_NTT_FORWARD));
    TRY(clm_ntt_run(w->ctx, &plan, &batch, CLM_NTT_BACKWARD));
done:
    return st;
}

const clm_tune_subject clm_tune_transform = {
    .name = "transform",
    .from = 1 << 12,
    .to = 1 << 20,
    .parameters = transform_parameters,
    .chosen = transform_chosen,
    .predicted = transform_predicted,
    .create = transform_create,
    .restore = transform_restore,
    .run = transform_run,
};

/* ---- half-GCDs ---- */

#define GCD_PRIME 2147483647u

static size_t half_gcd_parameters(const clmodp_context *ctx, size_t n, uint32_t s[CLM_TUNE_MOST])
{
    const uint32_t least = CLM_FAST_GCD_LEAST_BASE;
    const uint32_t most = (uint32_t)clm_size_min(n, clm_half_gcd_most_base(ctx));

    return clm_tune_powers(s, least, most < least ? least : most);
}

static uint32_t half_gcd_chosen(const clmodp_context *ctx, size_t n)
{
    return (uint32_t)clm_fast_gcd_base(ctx, n, n, GCD_PRIME);
}

static double half_gcd_predicted(const clmodp_context *ctx, size_t n, uint32_t s)
{
    const clm_amounts all = clm_fast_gcd_cost(ctx, n, n, GCD_PRIME, false, s);

    return clm_tune_elapsed(ctx, &all);
}

static clmodp_status half_gcd_create(clm_tune_work *w)
{
    clmodp_status st = CLMODP_OK;
    const clm_trust *needs[CLM_FAST_MOST_NEEDS];
    const size_t count = clm_fast_gcd_needs(w->ctx, needs, 0, w->n, w->n, GCD_PRIME);

    TRY(clm_trust_ensure(w->ctx, needs, count));
    TRY(clm_tune_random(w->ctx, &w->a, w->n, GCD_PRIME, 1));
    TRY(clm_tune_random(w->ctx, &w->b, w->n, GCD_PRIME, 2));
    TRY(clm_buffer_create(w->ctx, &w->out, w->n, sizeof(u32)));
    w->count = w->n;
done:
    return st;
}

static clmodp_status half_gcd_run(clm_tune_work *w, uint32_t s)
{
    clmodp_status st = CLMODP_OK;
    clm_fast_gcd_result result = {.g = &w->out};

    TRY(clm_fast_gcd(w->ctx, &result, (clm_poly){&w->a, w->n}, (clm_poly){&w->b, w->n}, GCD_PRIME,
                     s));
    w->count = result.g_count;
done:
    return st;
}

const clm_tune_subject clm_tune_half_gcd = {
    .name = "half-gcd",
    .from = 1 << 10,
    .to = 1 << 20,
    .parameters = half_gcd_parameters,
    .chosen = half_gcd_chosen,
    .predicted = half_gcd_predicted,
    .create = half_gcd_create,
    .run = half_gcd_run,
};
