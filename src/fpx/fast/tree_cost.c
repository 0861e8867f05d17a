/* Rings and launches of subproduct trees, level by level. */
#include "base/size.h"
#include "fpx/fast/multiply.h"
#include "fpx/fast/newton.h"
#include "fpx/fast/tree_level.h"

size_t clm_tree_rings(const clmodp_context *ctx, clm_ring_plan *out, size_t n, size_t count, u32 p)
{
    const clm_tree_plan plan = clm_tree_plan_for(count);
    const clm_newton_steps steps = clm_newton_steps_to(n);
    size_t rings = 0;

    out[rings++] = clm_fast_multiply_plan(ctx, n, n, p);
    for (size_t k = 0; k + 1 < steps.count; k++)
        out[rings++] = clm_newton_plan(ctx, steps.precision[k], p);
    for (size_t level = 0; level < plan.levels; level++)
        out[rings++] = clm_tree_ring(ctx, &plan, level, p);
    return rings;
}

/* Products in leaves: of the tree, of values, and of sums. */
static double leaf_products(const clm_tree_plan *plan, bool combines)
{
    return (double)plan->points * (double)plan->leaf * (combines ? 4.0 : 2.5);
}

clm_amounts clm_tree_cost(const clmodp_context *ctx, size_t n, size_t count, u32 p, bool combines)
{
    const clm_tree_plan plan = clm_tree_plan_for(count);
    const clm_newton_steps steps = clm_newton_steps_to(n);
    clm_amounts all = clm_fast_multiply_cost(ctx, n, n, p, false), one;

    for (size_t k = 0; k + 1 < steps.count; k++) {
        const clm_ring_plan ring = clm_newton_plan(ctx, steps.precision[k], p);

        one = clm_ring_cost(ctx, &ring, 3.0, 2.0, 2.0);
        clm_amounts_add(&all, &one, 1.0);
    }
    for (size_t level = 0; level < plan.levels; level++) {
        const clm_ring_plan ring = clm_tree_ring(ctx, &plan, level, p);
        const double parents = (double)((size_t)1 << (plan.levels - level - 1));
        const double launches = clm_ring_launches(&ring, combines ? 8.0 : 5.0);

        /* forward for nodes, and nodes and parents; backward for parents, and for nodes */
        one = combines ? clm_ring_cost(ctx, &ring, 9.0, 5.0, 4.0)
                       : clm_ring_cost(ctx, &ring, 5.0, 3.0, 3.0);
        one.of[CLM_OP_LAUNCH] = 0.0; /* of all nodes at once */
        clm_amounts_add(&all, &one, parents);
        all.of[CLM_OP_LAUNCH] += launches + 4.0;
    }
    all.of[CLM_OP_TREE_PRODUCT] += leaf_products(&plan, combines);
    all.of[CLM_OP_LAUNCH] += 6.0;
    all.of[CLM_OP_WAIT] += 2.0;
    return all;
}
