/* Which facts a plan rests on: as few as it can, since each has kernels to compile. */
#include "base/size.h"
#include "cl/fpx/euclid_shape.h"
#include "engines/euclid/cost.h"
#include "engines/euclid/memory_plan.h"
#include "engines/euclid/trust.h"
#include "fpx/evaluate.h"
#include "fpx/interpolate_trust.h"
#include "fpx/ntt_trust.h"
#include "multimodular/lift_trust.h"

/* A fact for each radix of a transform, each once; they come in decreasing order. */
static void need_radices(clm_plan *plan, const clm_ntt_plan *ntt, const clm_trust *trust)
{
    for (size_t k = 0; k < ntt->passes; k++)
        if (k == 0 || ntt->radix[k] != ntt->radix[k - 1])
            clm_plan_need(plan, &trust[ntt->radix[k]]);
}

/* How to evaluate for these points, unless that takes too much memory: then plain sums do. */
static void need_evaluation(const clmodp_context *ctx, clm_euclid_plan *plan)
{
    const clm_rows rows = clm_row_layout_shape(plan->base.layout);
    const size_t points = plan->order;
    const clm_point_batch batch = {.primes = 1, .points = points,
                                   .lanes = clm_round_up(points, ctx->tuning.tile)};

    const clm_evaluation_plan chosen =
        clm_evaluate_plan(ctx, &rows, &batch, plan->base.options.method);

    switch (chosen.method) {
    case CLM_METHOD_SUMS:
        break;
    case CLM_METHOD_BUTTERFLY:
        clm_plan_need(&plan->base, &clm_euclid_butterfly_trust);
        break;
    case CLM_METHOD_TRANSFORM:
        clm_plan_need(&plan->base, &clm_euclid_transform_trust);
        need_radices(&plan->base, &chosen.transform.ntt, clm_ntt_trust);
        break;
    }
}

void clm_euclid_plan_needs(const clmodp_context *ctx, clm_euclid_plan *plan)
{
    const clm_ntt_plan inverse = clm_ntt_plan_for(plan->order);
    const clm_memory_work work = {.layout = plan->base.layout, .points = plan->order,
                                  .cosets = plan->base.cosets, .results = 1,
                                  .primes = plan->base.primes * plan->base.pairs,
                                  .roots = plan->roots, .blocks = plan->base.options.blocks,
                                  .method = plan->base.options.method};

    if (plan->prime[0] > EUCLID_PRIME_MAX)
        clm_plan_need(&plan->base, &clm_euclid_large_trust);
    if (plan->base.layout->by_powers)
        clm_plan_need(&plan->base, &clm_euclid_powers_trust);
    if (clm_euclid_choose_blocks(ctx, &work).steps > 0)
        clm_plan_need(&plan->base, &clm_euclid_blocks_trust);
    if (plan->geometric) {
        clm_plan_need(&plan->base, &clm_euclid_geometric_trust);
        return;
    }
    if (plan->base.cosets > 1)
        clm_plan_need(&plan->base, &clm_euclid_cosets_trust);
    if (clm_memory_plan_share(ctx, &work))
        clm_plan_need(&plan->base, &clm_euclid_shared_trust);
    need_evaluation(ctx, plan); /* also for runs of some primes only, which need not share */
    need_radices(&plan->base, &inverse, clm_interpolate_trust);
}

size_t clm_euclid_all_needs(const clm_trust **needs, const clm_engine_options *options)
{
    static const clm_trust *const known[] = {
        &clm_euclid_trust,        &clm_euclid_butterfly_trust, &clm_euclid_transform_trust,
        &clm_euclid_shared_trust, &clm_euclid_large_trust,     &clm_euclid_geometric_trust,
        &clm_euclid_cosets_trust, &clm_euclid_powers_trust,    &clm_euclid_blocks_trust,
    };
    size_t count = 0;

    (void)options;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        needs[count++] = known[k];
    for (u32 radix = 2; radix <= CLM_NTT_MOST_RADIX; radix++) {
        needs[count++] = &clm_interpolate_trust[radix];
        needs[count++] = &clm_ntt_trust[radix];
    }
    for (clm_lift_method method = 0; method < CLM_LIFT_METHODS; method++)
        if (clm_lift_trust[method].check != NULL)
            needs[count++] = &clm_lift_trust[method];
    return count;
}
