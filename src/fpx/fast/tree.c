/* Subproduct trees: trees and sums are made from the leaves up, values from the root down. */
#include "fpx/fast/tree.h"

#include <string.h>

#include "arith/prime.h"
#include "cl/fpx/fast/tree_shape.h"
#include "core/memory.h"
#include "core/size.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"
#include "fpx/batch/move.h"
#include "fpx/fast/divide.h"
#include "fpx/fast/spectra.h"
#include "fpx/host/arithmetic.h"

/* Working memory of a level: spectra of its nodes' polynomials, of other polynomials of the nodes
 * or their parents, and of products. */
typedef struct clm_tree_work {
    clm_ring ring;
    clm_spectra nodes, own, products;
} clm_tree_work;

/* Buffers used alternately by levels: a word for each point. */
typedef struct clm_tree_turns {
    clm_buffer words[2];
    unsigned now;
    size_t known; /* leading words of each node; all others are 0 */
} clm_tree_turns;

#define TREE_FILE "fpx/fast/tree.cl"

/* Work-items that share a leaf if each has one lane. */
#define LEAF_GROUP ((size_t)16)

static size_t node_points(const clm_tree_plan *plan, size_t level)
{
    return plan->leaf << level;
}

/* The shape of a level; level 0 has the leaves. */
static tree_shape level_shape(const clm_tree *tree, size_t level)
{
    return (tree_shape){.field = tree->field, .nodes = (u32)1 << (tree->plan.levels - level),
                        .points = (u32)node_points(&tree->plan, level)};
}

/* The ring of products of two nodes of a level: N is at least the points of both. */
static clm_ring_plan tree_ring(const clmodp_context *ctx, const clm_tree_plan *plan, size_t level,
                               u32 p)
{
    const size_t points = node_points(plan, level);

    return clm_ring_plan_for(ctx, 2 * points, 2.0 * (double)(points + 1), p);
}

static size_t tree_group(const clmodp_context *ctx)
{
    return ctx->tuning.vector_width > 1 ? 1 : clm_size_min(LEAF_GROUP, ctx->device.max_work_group);
}

static clm_kernel_key tree_kernel(const clm_tree *tree, const char *name)
{
    return KERNEL_NT(TREE_FILE, name, tree_group(tree->ctx));
}

static void tree_work_end(const clm_tree *tree, clm_tree_work *w)
{
    clm_spectra_destroy(tree->ctx, &w->products); /* OpenCL keeps buffers until launches have
                                                     run */
    clm_spectra_destroy(tree->ctx, &w->own);
    clm_spectra_destroy(tree->ctx, &w->nodes);
    clm_ring_destroy(tree->ctx, &w->ring);
}

/* Transforms the nodes; allocates all other spectra. Errors: CANCELLED, those of spectra */
static clmodp_status tree_work_begin(const clm_tree *tree, clm_tree_work *w, size_t level,
                                     size_t own, size_t products)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    const tree_shape s = level_shape(tree, level);
    const clm_ring_plan plan = tree_ring(ctx, &tree->plan, level, s.field.p);
    const clm_poly_rows nodes = {.words = &tree->nodes[level], .apart = TREE_NODE(s.points),
                                 .count = TREE_NODE(s.points), .others = TREE_NODE(s.points)};

    TRY(clm_progress(ctx, ctx->call->fraction));
    TRY(clm_ring_create(ctx, &w->ring, &plan, s.field.p));
    TRY(clm_spectra_create(ctx, &w->ring, &w->nodes, s.nodes));
    if (own > 0)
        TRY(clm_spectra_create(ctx, &w->ring, &w->own, own));
    TRY(clm_spectra_create(ctx, &w->ring, &w->products, products));
    TRY(clm_spectra_forward(ctx, &w->ring, &w->nodes, nodes));
done:
    return st;
}

static clmodp_status tree_turns_create(const clm_tree *tree, clm_tree_turns *t)
{
    clmodp_status st = CLMODP_OK;

    for (int k = 0; k < 2; k++)
        TRY(clm_scratch_create(tree->ctx, &t->words[k], tree->plan.points, sizeof(u32)));
done:
    return st;
}

static void tree_turns_destroy(const clm_tree *tree, clm_tree_turns *t)
{
    for (int k = 0; k < 2; k++)
        clm_scratch_destroy(tree->ctx, &t->words[k]);
}

/* The most points of a leaf, and a divisor of their number: a multiple of any device's vectors. */
#define MOST_LEAF ((size_t)64)
#define LEAF_STEP ((size_t)16)

/* Pre: 0 < count <= CLM_POLY_MOST. */
static clm_tree_plan tree_plan_for(size_t count)
{
    clm_tree_plan plan = {.leaf = 0};

    while ((MOST_LEAF << plan.levels) < count)
        plan.levels++;
    plan.leaf = clm_round_up(clm_div_up(count, (size_t)1 << plan.levels), LEAF_STEP);
    plan.points = plan.leaf << plan.levels;
    return plan;
}

/* Makes the nodes of level + 1. */
static clmodp_status grow_level(clm_tree *tree, size_t level)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    tree_shape s = level_shape(tree, level + 1);
    const clm_buffer *to = &tree->nodes[level + 1];
    const clm_poly_rows parents = {.words = to, .apart = TREE_NODE(s.points), .count = s.points,
                                   .others = s.points};
    const clm_spectra_products of = {.count = s.nodes, .rows = 1, .inner = 1, .columns = 1,
                                     .a_apart = 2, .b_first = 1, .b_apart = 2};
    clm_tree_work w = {.ring = {.p = 0}};

    TRY(tree_work_begin(tree, &w, level, 0, s.nodes));
    TRY(clm_spectra_multiply_each(ctx, &w.ring, &w.products, &w.nodes, &w.nodes, of));
    TRY(clm_spectra_backward(ctx, &w.ring, parents, 0, &w.products));
    s.wraps = w.ring.size == s.points;
    TRY(clm_run(ctx, tree_kernel(tree, "tree_lead"), s.nodes, 0,
                ARG_INOUT(to, s.nodes * TREE_NODE(s.points), u32), ARG_STRUCT(s)));
done:
    tree_work_end(tree, &w);
    return st;
}

static clmodp_status make_leaves(clm_tree *tree)
{
    clmodp_context *ctx = tree->ctx;
    const tree_shape s = level_shape(tree, 0);
    const size_t group = tree_group(ctx);
    const size_t space = TREE_LEAF(s.points, (size_t)ctx->tuning.vector_width);

    return clm_run(ctx, tree_kernel(tree, "tree_leaves"), s.nodes * group, group,
                   ARG_OUT(&tree->nodes[0], s.nodes * TREE_NODE(s.points), u32),
                   ARG_IN(&tree->points, tree->plan.points, u32), ARG_STRUCT(s),
                   ARG_LOCAL(2 * space * sizeof(u32)));
}

clmodp_status clm_tree_create(clmodp_context *ctx, clm_tree *tree, const u32 *points, size_t count,
                              u32 p)
{
    clmodp_status st = CLMODP_OK;
    const clm_tree_plan plan = tree_plan_for(clm_size_max(count, 1));
    u32 *all = NULL;

    *tree = (clm_tree){.ctx = ctx, .plan = plan};
    REQUIRE(&ctx->error, count > 0 && points != NULL && p % 2 == 1);
    if (count > CLM_POLY_MOST)
        FAIL(&ctx->error, CLMODP_LIMIT, "%zu points are too many", count);
    tree->field = clm_field(p);
    NEW(&ctx->error, all, plan.points); /* zeros */
    memcpy(all, points, count * sizeof *points);
    TRY(clm_buffer_load(ctx, &tree->points, all, plan.points, sizeof *points));
    for (size_t level = 0; level <= plan.levels; level++) {
        const tree_shape s = level_shape(tree, level);

        TRY(clm_buffer_create(ctx, &tree->nodes[level],
                              clm_size_times(s.nodes, TREE_NODE((size_t)s.points)), sizeof(u32)));
        TRY(level == 0 ? make_leaves(tree) : grow_level(tree, level - 1));
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

/* The values of a polynomial at the points of a tree: the transpose of clm_tree_combine, from the
 * root to the leaves. */

/* With M the product of all x - z, of degree N, and T = x^N M(1 / x): word j := the sum of all (1
 * / T)_k a_(j + k), which is coefficient n - 1 - j of the reversed a over T. */
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
    clm_scratches_destroy(ctx, &reversed, &inverse, &product);
    return st;
}

/* Replaces the words of a level's parents by those of the level or, ascending, the words of the
 * level by those of its parents.
 *
 * Descending, with l and r the children's polynomials and T as above, the words for l are the sums
 * of all T(r)_k rest[j + k], coefficients from deg r on of r rest. Ascending, the sum S of the
 * parent is S(l) r + S(r) l. Nodes are in reversed order, since the result by r is stored after
 * that by l. */
static clmodp_status cross_level(const clm_tree *tree, clm_tree_turns *t, size_t level,
                                 bool descends)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    const tree_shape level_of[2] = {level_shape(tree, level), level_shape(tree, level + 1)};
    const tree_shape source = level_of[descends], made = level_of[!descends];
    const size_t parents = level_of[1].nodes, terms = descends ? 1 : 2;
    const clm_poly_rows from = {.words = &t->words[t->now], .apart = source.points,
                                .count = t->known, .others = t->known};
    const clm_poly_rows to = {.words = &t->words[1 - t->now], .apart = made.points,
                              .count = made.points, .others = made.points};
    const clm_spectra_products of = {.count = parents, .rows = 1, .inner = terms,
                                     .columns = 3 - terms, .a_apart = terms,
                                     .b_first = 2 * (parents - 1), .b_apart = -2};
    clm_tree_work w = {.ring = {.p = 0}};

    TRY(tree_work_begin(tree, &w, level, source.nodes, made.nodes));
    TRY(clm_spectra_forward(ctx, &w.ring, &w.own, from));
    TRY(clm_spectra_multiply_each(ctx, &w.ring, &w.products, &w.own, &w.nodes, of));
    TRY(clm_spectra_backward(ctx, &w.ring, to, descends ? made.points : 0, &w.products));
    t->now = 1 - t->now;
    t->known = made.points;
done:
    tree_work_end(tree, &w);
    return st;
}

static clmodp_status leaf_values(const clm_tree *tree, const clm_buffer *values,
                                 const clm_tree_turns *t)
{
    clmodp_context *ctx = tree->ctx;
    tree_shape s = level_shape(tree, 0);
    const size_t all = tree->plan.points;

    s.known = (u32)t->known;
    return clm_run(ctx, tree_kernel(tree, "tree_values"), all / ctx->tuning.vector_width, 0,
                   ARG_OUT(values, all, u32), ARG_IN(&t->words[t->now], all, u32),
                   ARG_IN(&tree->nodes[0], s.nodes * TREE_NODE(s.points), u32),
                   ARG_IN(&tree->points, all, u32), ARG_STRUCT(s));
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
    TRY(tree_turns_create(tree, &t));
    TRY(root_words(tree, &t, a));
    for (size_t level = tree->plan.levels; level-- > 0;)
        TRY(cross_level(tree, &t, level, true));
    TRY(leaf_values(tree, values, &t));
done:
    tree_turns_destroy(tree, &t);
    return st;
}

static clmodp_status leaf_sums(const clm_tree *tree, const clm_buffer *sums,
                               const clm_buffer *weights)
{
    clmodp_context *ctx = tree->ctx;
    const tree_shape s = level_shape(tree, 0);
    const size_t group = tree_group(ctx);
    const size_t space = TREE_LEAF(s.points, (size_t)ctx->tuning.vector_width);

    return clm_run(ctx, tree_kernel(tree, "tree_sums"), s.nodes * group, group,
                   ARG_OUT(sums, tree->plan.points, u32),
                   ARG_IN(&tree->points, tree->plan.points, u32),
                   ARG_IN(weights, tree->plan.points, u32), ARG_STRUCT(s),
                   ARG_LOCAL(4 * space * sizeof(u32)));
}

clmodp_status clm_tree_combine(const clm_tree *tree, const clm_buffer *sum,
                               const clm_buffer *weights)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = tree->ctx;
    const size_t all = tree->plan.points;
    clm_tree_turns t = {.known = tree->plan.leaf};

    REQUIRE(&ctx->error, clm_buffer_holds(sum, all, sizeof(u32)) &&
                             clm_buffer_holds(weights, all, sizeof(u32)));
    TRY(tree_turns_create(tree, &t));
    TRY(leaf_sums(tree, &t.words[0], weights));
    for (size_t level = 0; level < tree->plan.levels; level++)
        TRY(cross_level(tree, &t, level, false));
    TRY(clm_move_poly(ctx, sum, 0, (clm_poly){&t.words[t.now], all}));
done:
    tree_turns_destroy(tree, &t);
    return st;
}

/* With M the product of all x - z, f is the sum of all f(z) / M'(z) M / (x - z). */

/* State of an interpolation between evaluation and combination. */
typedef struct interpolation {
    clm_tree tree;
    u32 *words, *inverses; /* on the host */
    clm_buffer a, values;  /* on the device, a word for each point and one more */
} interpolation;

static clmodp_status interpolation_begin(clmodp_context *ctx, interpolation *t, const u32 *points,
                                         size_t count, u32 p)
{
    clmodp_status st = CLMODP_OK;
    size_t words;

    TRY(clm_tree_create(ctx, &t->tree, points, count, p));
    words = t->tree.plan.points + 1;
    NEW(&ctx->error, t->words, words);
    NEW(&ctx->error, t->inverses, words);
    TRY(clm_buffer_create(ctx, &t->a, words, sizeof(u32)));
    TRY(clm_buffer_create(ctx, &t->values, words, sizeof(u32)));
done:
    return st;
}

static void interpolation_end(clmodp_context *ctx, interpolation *t)
{
    clm_buffers_destroy(ctx, &t->values, &t->a);
    free(t->inverses);
    free(t->words);
    clm_tree_destroy(&t->tree);
}

/* t->words[k] := M'(points[k]) for the first `count` points. The tree's polynomial has a factor x
 * for each padding zero, which does not belong to M. */
static clmodp_status invert_slopes(clmodp_context *ctx, interpolation *t, size_t count,
                                   const clm_modulus *m)
{
    clmodp_status st = CLMODP_OK;
    const clm_tree_plan *plan = &t->tree.plan;
    const size_t zeros = plan->points - count;

    TRY(clm_buffer_read(ctx, &t->tree.nodes[plan->levels], zeros * sizeof *t->words, t->words,
                        (count + 1) * sizeof *t->words));
    clm_host_derivative(t->words, t->words, count, m);
    TRY(clm_buffer_write(ctx, &t->a, 0, t->words, count * sizeof *t->words));
    TRY(clm_tree_evaluate(&t->tree, &t->values, (clm_poly){&t->a, count}));
    TRY(clm_buffer_read(ctx, &t->values, 0, t->words, count * sizeof *t->words));
done:
    return st;
}

static clmodp_status combine_values(clmodp_context *ctx, interpolation *t, const u32 *values,
                                    size_t count, const clm_modulus *m)
{
    clmodp_status st = CLMODP_OK;
    const size_t all = t->tree.plan.points;

    for (size_t k = 0; k < count; k++)
        t->words[k] = clm_modulus_mul(values[k], t->inverses[k], m);
    TRY(clm_buffer_fill(ctx, &t->values, 0, all));
    TRY(clm_buffer_write(ctx, &t->values, 0, t->words, count * sizeof *t->words));
    TRY(clm_tree_combine(&t->tree, &t->a, &t->values));
done:
    return st;
}

clmodp_status clm_fast_interpolate(clmodp_context *ctx, clm_buffer *f, size_t *twice,
                                   const u32 *points, const u32 *values, size_t count,
                                   const clm_modulus *m)
{
    clmodp_status st = CLMODP_OK;
    interpolation t = {.words = NULL};

    *twice = count;
    TRY(interpolation_begin(ctx, &t, points, count, m->p));
    TRY(invert_slopes(ctx, &t, count, m));
    *twice = clm_host_inverses(t.inverses, t.words, count, m);
    if (*twice < count)
        goto done;
    TRY(combine_values(ctx, &t, values, count, m));
    TRY(clm_buffer_create(ctx, f, count, sizeof(u32)));
    TRY(clm_move(ctx, f, &t.a, (move_piece){.from = (u32)(t.tree.plan.points - count),
                                            .count = (u32)count}));
done:
    interpolation_end(ctx, &t);
    return st;
}

size_t clm_tree_rings(const clmodp_context *ctx, clm_ring_plan *out, size_t n, size_t count, u32 p)
{
    const clm_tree_plan plan = tree_plan_for(count);
    size_t rings = 1 + clm_newton_rings(ctx, out + 1, n, p);

    out[0] = clm_fast_multiply_plan(ctx, n, n, p);
    for (size_t level = 0; level < plan.levels; level++)
        out[rings++] = tree_ring(ctx, &plan, level, p);
    return rings;
}

/* Products in leaves: for the tree, values, and sums. */
static double leaf_products(const clm_tree_plan *plan, bool combines)
{
    return (double)plan->points * (double)plan->leaf * (combines ? 4.0 : 2.5);
}

clm_amounts clm_tree_cost(const clmodp_context *ctx, size_t n, size_t count, u32 p, bool combines)
{
    const clm_tree_plan plan = tree_plan_for(count);
    clm_amounts all = clm_fast_multiply_cost(ctx, n, n, p, false);
    clm_amounts one = clm_newton_cost(ctx, n, p);

    clm_amounts_add(&all, &one, 1.0);
    for (size_t level = 0; level < plan.levels; level++) {
        const clm_ring_plan ring = tree_ring(ctx, &plan, level, p);
        const double parents = (double)((size_t)1 << (plan.levels - level - 1));
        const double launches = clm_ring_launches(&ring, combines ? 8.0 : 5.0);

        /* forward: nodes, and nodes and parents; backward: parents, and nodes */
        one = combines ? clm_ring_cost(ctx, &ring, 9.0, 5.0, 4.0)
                       : clm_ring_cost(ctx, &ring, 5.0, 3.0, 3.0);
        one.of[CLM_OP_LAUNCH] = 0.0; /* counted for all nodes at once */
        clm_amounts_add(&all, &one, parents);
        all.of[CLM_OP_LAUNCH] += launches + 4.0;
    }
    all.of[CLM_OP_TREE_PRODUCT] += leaf_products(&plan, combines);
    all.of[CLM_OP_LAUNCH] += 6.0;
    all.of[CLM_OP_WAIT] += 2.0;
    return all;
}
