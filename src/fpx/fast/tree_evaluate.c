/* The values of a polynomial at the points of a tree: the transpose of what makes a polynomial of
 * weights, from the root to the leaves. */
#include "base/size.h"
#include "device/kernel.h"
#include "device/shelf.h"
#include "fpx/fast/multiply.h"
#include "fpx/fast/newton.h"
#include "fpx/fast/tree_level.h"
#include "fpx/batch/move.h"

/* With M the product of all x - z, of degree N, and T = x^N M(1 / x): word j := the sum of all
 * (1 / T)_k a_(j + k), which is coefficient n - 1 - j of the reversed a over T. */
static clmodp_status root_words(const clm_tree *tree, clm_tree_turns *t, clm_poly a)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    const size_t n = a.count, all = tree->plan.points, known = clm_size_min(n, all + 1);
    const u32 p = tree->field.p;
    clm_buffer product = {0}, inverse = {0}, reversed = {0};

    t->known = clm_size_min(n, all);
    TRY(clm_scratch_create(ctx, &product, 2 * n - 1, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &inverse, n, sizeof(u32)));
    TRY(clm_scratch_create(ctx, &reversed, clm_size_max(n, known), sizeof(u32)));
    TRY(clm_move(ctx, &reversed, &tree->nodes[tree->plan.levels],
                 (move_piece){.from = (u32)all, .count = (u32)known, .reversed = true}));
    TRY(clm_newton_inverse(ctx, &inverse, n, (clm_poly){&reversed, known}, p)); /* -1 / T */
    TRY(clm_move(ctx, &reversed, a.words,
                 (move_piece){.from = (u32)n - 1, .count = (u32)n, .reversed = true}));
    TRY(clm_fast_multiply(ctx, &product, (clm_poly){&inverse, n}, (clm_poly){&reversed, n}, p));
    TRY(clm_move(ctx, &t->words[0], &product,
                 (move_piece){.from = (u32)n - 1, .count = (u32)t->known, .reversed = true,
                              .negated = true, .p = p}));
done:
    clm_scratch_destroy(ctx, &reversed);
    clm_scratch_destroy(ctx, &inverse);
    clm_scratch_destroy(ctx, &product);
    return st;
}

/* From a level's parents to itself. With l and r the children's polynomials and T as above, what
 * is left for l is the sum of all T(r)_k rest[j + k], coefficients from deg r on of r rest. As the
 * result by r comes behind that by l, nodes are in reversed order. */
static clmodp_status descend(const clm_tree *tree, clm_tree_turns *t, size_t level)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    const size_t points = (size_t)clm_tree_shape(tree, level).points;
    const tree_shape parent = clm_tree_shape(tree, level + 1);
    const clm_run from = {.words = &t->words[t->now], .apart = parent.points, .count = t->known,
                          .others = t->known};
    const clm_run to = {.words = &t->words[1 - t->now], .apart = points, .count = points,
                        .others = points};
    const clm_spectra_products of = {.count = parent.nodes, .rows = 1, .inner = 1, .columns = 2,
                                     .a_apart = 1, .b_first = 2 * ((size_t)parent.nodes - 1),
                                     .b_apart = -2};
    clm_tree_work w = {.ring = {.p = 0}};

    TRY(clm_tree_work_begin(tree, &w, level, parent.nodes, 2 * (size_t)parent.nodes));
    TRY(clm_spectra_forward(ctx, &w.ring, &w.own, from));
    TRY(clm_spectra_multiply_each(ctx, &w.ring, &w.products, &w.own, &w.nodes, of));
    TRY(clm_spectra_backward(ctx, &w.ring, to, points, &w.products));
    t->now = 1 - t->now;
    t->known = points;
done:
    clm_tree_work_end(tree, &w);
    return st;
}

static clmodp_status leaf_values(const clm_tree *tree, const clm_buffer *values,
                                 const clm_tree_turns *t)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    tree_shape s = clm_tree_shape(tree, 0);
    const size_t all = tree->plan.points;
    const clm_kernel *kernel;

    s.known = (u32)t->known;
    TRY(clm_tree_kernel(tree, &kernel, "tree_values"));
    TRY(clm_launch(ctx, kernel, all / ctx->tuning.vector_width, 0, ARG_OUT(values, all, u32),
                   ARG_IN(&t->words[t->now], all, u32),
                   ARG_IN(&tree->nodes[0], s.nodes * TREE_NODE(s.points), u32),
                   ARG_IN(&tree->points, all, u32), ARG_STRUCT(s)));
done:
    return st;
}

clmodp_status clm_tree_evaluate(const clm_tree *tree, const clm_buffer *values, clm_poly a)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    clm_tree_turns t = {.now = 0};

    TRY(clm_poly_check(ctx, a));
    REQUIRE(&ctx->error, clm_buffer_holds(values, tree->plan.points, sizeof(u32)));
    if (a.count == 0) {
        TRY(clm_buffer_fill(ctx, values, 0, tree->plan.points));
        goto done;
    }
    TRY(clm_tree_turns_create(tree, &t));
    TRY(root_words(tree, &t, a));
    for (size_t level = tree->plan.levels; level-- > 0;)
        TRY(descend(tree, &t, level));
    TRY(leaf_values(tree, values, &t));
done:
    clm_tree_turns_destroy(tree, &t);
    return st;
}
