/* Shapes, rings and memory of levels. */
#include "fpx/fast/tree_level.h"

#include "base/size.h"
#include "device/shelf.h"

#define FILE_NAME "fpx/fast/tree.cl"

/* Work-items that share a leaf, where each has one lane. */
#define SHARED ((size_t)16)

static size_t node_points(const clm_tree_plan *plan, size_t level)
{
    return plan->leaf << level;
}

tree_shape clm_tree_shape(const clm_tree *tree, size_t level)
{
    return (tree_shape){.field = tree->field, .nodes = (u32)1 << (tree->plan.levels - level),
                        .points = (u32)node_points(&tree->plan, level)};
}

clm_ring_plan clm_tree_ring(const clmodp_context *ctx, const clm_tree_plan *plan, size_t level,
                            u32 p)
{
    const size_t points = node_points(plan, level);

    return clm_ring_plan_for(ctx, 2 * points, 2.0 * (double)(points + 1), p);
}

size_t clm_tree_group(const clmodp_context *ctx)
{
    return ctx->tuning.vector_width > 1 ? 1 : clm_size_min(SHARED, ctx->device.max_work_group);
}

clmodp_status clm_tree_kernel(const clm_tree *tree, const clm_kernel **kernel, const char *name)
{
    return clm_kernel_get_with(tree->ctx, kernel, FILE_NAME, name, CLM_DEFINE_NT,
                               clm_tree_group(tree->ctx));
}

void clm_tree_work_end(const clm_tree *tree, clm_tree_work *w)
{
    clm_spectra_destroy(tree->ctx, &w->products); /* OpenCL keeps them until launches have run */
    clm_spectra_destroy(tree->ctx, &w->own);
    clm_spectra_destroy(tree->ctx, &w->nodes);
    clm_ring_destroy(tree->ctx, &w->ring);
}

clmodp_status clm_tree_work_begin(const clm_tree *tree, clm_tree_work *w, size_t level, size_t own,
                                  size_t products)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    const tree_shape s = clm_tree_shape(tree, level);
    const clm_ring_plan plan = clm_tree_ring(ctx, &tree->plan, level, s.field.p);
    const clm_run nodes = {.words = &tree->nodes[level], .apart = TREE_NODE(s.points),
                           .count = TREE_NODE(s.points), .others = TREE_NODE(s.points)};

    TRY(clm_progress(ctx, ctx->fraction));
    TRY(clm_ring_create(ctx, &w->ring, &plan, s.field.p));
    TRY(clm_spectra_create(ctx, &w->ring, &w->nodes, s.nodes));
    if (own > 0)
        TRY(clm_spectra_create(ctx, &w->ring, &w->own, own));
    TRY(clm_spectra_create(ctx, &w->ring, &w->products, products));
    TRY(clm_spectra_forward(ctx, &w->ring, &w->nodes, nodes));
done:
    return st;
}

clmodp_status clm_tree_turns_create(const clm_tree *tree, clm_tree_turns *t)
{
    clmodp_status st = CLMODP_OK;

    for (int k = 0; k < 2; k++)
        TRY(clm_scratch_create(tree->ctx, &t->words[k], tree->plan.points, sizeof(u32)));
done:
    return st;
}

void clm_tree_turns_destroy(const clm_tree *tree, clm_tree_turns *t)
{
    for (int k = 0; k < 2; k++)
        clm_scratch_destroy(tree->ctx, &t->words[k]);
}
