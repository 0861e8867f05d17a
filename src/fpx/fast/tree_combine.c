/* Sums over the points of a tree, from the leaves to the root. */
#include "device/kernel.h"
#include "fpx/fast/tree_level.h"
#include "fpx/batch/move.h"

static clmodp_status leaf_sums(const clm_tree *tree, const clm_buffer *sums,
                               const clm_buffer *weights)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    const tree_shape s = clm_tree_shape(tree, 0);
    const size_t group = clm_tree_group(ctx);
    const size_t space = TREE_LEAF(s.points, (size_t)ctx->tuning.vector_width);
    const clm_kernel *kernel;

    TRY(clm_tree_kernel(tree, &kernel, "tree_sums"));
    TRY(clm_launch(ctx, kernel, s.nodes * group, group, ARG_OUT(sums, tree->plan.points, u32),
                   ARG_IN(&tree->points, tree->plan.points, u32),
                   ARG_IN(weights, tree->plan.points, u32), ARG_STRUCT(s),
                   ARG_LOCAL(4 * space * sizeof(u32))));
done:
    return st;
}

/* From a level's sums to its parents': S(l) r + S(r) l, for each two in reversed order. */
static clmodp_status ascend(const clm_tree *tree, clm_tree_turns *t, size_t level)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    const tree_shape s = clm_tree_shape(tree, level), parent = clm_tree_shape(tree, level + 1);
    const clm_run from = {.words = &t->words[t->now], .apart = s.points, .count = s.points,
                          .others = s.points};
    const clm_run to = {.words = &t->words[1 - t->now], .apart = parent.points,
                        .count = parent.points, .others = parent.points};
    const clm_spectra_products of = {.count = parent.nodes, .rows = 1, .inner = 2, .columns = 1,
                                     .a_apart = 2, .b_first = 2 * ((size_t)parent.nodes - 1),
                                     .b_apart = -2};
    clm_tree_work w = {.ring = {.p = 0}};

    TRY(clm_tree_work_begin(tree, &w, level, s.nodes, parent.nodes));
    TRY(clm_spectra_forward(ctx, &w.ring, &w.own, from));
    TRY(clm_spectra_multiply_each(ctx, &w.ring, &w.products, &w.own, &w.nodes, of));
    TRY(clm_spectra_backward(ctx, &w.ring, to, 0, &w.products));
    t->now = 1 - t->now;
done:
    clm_tree_work_end(tree, &w);
    return st;
}

clmodp_status clm_tree_combine(const clm_tree *tree, const clm_buffer *sum,
                               const clm_buffer *weights)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    const size_t all = tree->plan.points;
    clm_tree_turns t = {.now = 0};

    REQUIRE(&ctx->error, clm_buffer_holds(sum, all, sizeof(u32)) &&
                             clm_buffer_holds(weights, all, sizeof(u32)));
    TRY(clm_tree_turns_create(tree, &t));
    TRY(leaf_sums(tree, &t.words[0], weights));
    for (size_t level = 0; level < tree->plan.levels; level++)
        TRY(ascend(tree, &t, level));
    TRY(clm_move_poly(ctx, sum, 0, (clm_poly){&t.words[t.now], all}));
done:
    clm_tree_turns_destroy(tree, &t);
    return st;
}
