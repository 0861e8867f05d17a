/* Subproduct trees are made from leaves up. */
#include "fpx/fast/tree.h"

#include <string.h>

#include "arith/field.h"
#include "base/memory.h"
#include "base/size.h"
#include "device/kernel.h"
#include "fpx/fast/tree_level.h"

/* Points of a leaf, at most, and what their number is a multiple of: vectors of any device. */
#define MOST_LEAF ((size_t)64)
#define LEAF_STEP ((size_t)16)

clm_tree_plan clm_tree_plan_for(size_t count)
{
    clm_tree_plan plan = {.leaf = 0};

    while ((MOST_LEAF << plan.levels) < count)
        plan.levels++;
    plan.leaf = clm_round_up(clm_div_up(count, (size_t)1 << plan.levels), LEAF_STEP);
    plan.points = plan.leaf << plan.levels;
    return plan;
}

/* Nodes of level + 1. */
static clmodp_status grow(clm_tree *tree, size_t level)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    tree_shape s = clm_tree_shape(tree, level + 1);
    const clm_buffer *to = &tree->nodes[level + 1];
    const clm_run run = {.words = to, .apart = TREE_NODE(s.points), .count = s.points,
                         .others = s.points};
    const clm_spectra_products of = {.count = s.nodes, .rows = 1, .inner = 1, .columns = 1,
                                     .a_apart = 2, .b_first = 1, .b_apart = 2};
    const clm_kernel *kernel;
    clm_tree_work w = {.ring = {.p = 0}};

    TRY(clm_tree_work_begin(tree, &w, level, 0, s.nodes));
    TRY(clm_spectra_multiply_each(ctx, &w.ring, &w.products, &w.nodes, &w.nodes, of));
    TRY(clm_spectra_backward(ctx, &w.ring, run, 0, &w.products));
    s.wraps = w.ring.size == s.points;
    TRY(clm_tree_kernel(tree, &kernel, "tree_lead"));
    TRY(clm_launch(ctx, kernel, s.nodes, 0, ARG_INOUT(to, s.nodes * TREE_NODE(s.points), u32),
                   ARG_STRUCT(s)));
done:
    clm_tree_work_end(tree, &w);
    return st;
}

static clmodp_status make_leaves(clm_tree *tree)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    const tree_shape s = clm_tree_shape(tree, 0);
    const size_t group = clm_tree_group(ctx);
    const size_t space = TREE_LEAF(s.points, (size_t)ctx->tuning.vector_width);
    const clm_kernel *kernel;

    TRY(clm_tree_kernel(tree, &kernel, "tree_leaves"));
    TRY(clm_launch(ctx, kernel, s.nodes * group, group,
                   ARG_OUT(&tree->nodes[0], s.nodes * TREE_NODE(s.points), u32),
                   ARG_IN(&tree->points, tree->plan.points, u32), ARG_STRUCT(s),
                   ARG_LOCAL(2 * space * sizeof(u32))));
done:
    return st;
}

clmodp_status clm_tree_create(clmodp_context *ctx, clm_tree *tree, const u32 *points, size_t count,
                              u32 p)
{
    clmodp_status st = CLMODP_OK;
    const clm_tree_plan plan = clm_tree_plan_for(clm_size_max(count, 1));
    u32 *all = NULL;

    *tree = (clm_tree){.ctx = ctx, .plan = plan};
    REQUIRE(&ctx->error, count > 0 && points != NULL && p % 2 == 1);
    if (count > CLM_POLY_MOST)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu points are too many", count);
    tree->field = clm_field(p);
    NEW(&ctx->error, all, plan.points); /* zeros */
    memcpy(all, points, count * sizeof *points);
    TRY(clm_buffer_create(ctx, &tree->points, plan.points, sizeof *points));
    TRY(clm_buffer_write(ctx, &tree->points, 0, all, plan.points * sizeof *points));
    for (size_t level = 0; level <= plan.levels; level++) {
        const tree_shape s = clm_tree_shape(tree, level);

        TRY(clm_buffer_create(ctx, &tree->nodes[level],
                              clm_size_times(s.nodes, TREE_NODE((size_t)s.points)), sizeof(u32)));
        TRY(level == 0 ? make_leaves(tree) : grow(tree, level - 1));
    }
done:
    free(all);
    return st;
}

void clm_tree_destroy(clm_tree *tree)
{
    if (tree->ctx == NULL)
        return;
    for (size_t level = 0; level < CLM_TREE_LEVELS; level++)
        clm_buffer_destroy(tree->ctx, &tree->nodes[level]);
    clm_buffer_destroy(tree->ctx, &tree->points);
}
