/* Amounts of the methods of lifting, sums of those of their launches and of what the host does. */
#include "multimodular/lift_cost.h"

#include <math.h>

#include "cost/amounts.h"
#include "multimodular/convolution.h"
#include "multimodular/lift_join.h"
#include "multimodular/mixed_radix.h"
#include "multimodular/positional.h"

/* Add one value joined above blocks at this depth, with so many products a node. */
static void add_join(clm_amounts *to, const clm_product_tree *tree, size_t node, size_t depth,
                     double products)
{
    const clm_tree_node *self = &tree->nodes[node];
    const double half = (double)self->limbs / 2;

    if (depth == 0 || self->left == 0)
        return;
    to->of[CLM_OP_LIMB_PRODUCT] += products * clm_limb_products(half);
    to->of[CLM_OP_JOIN_NODE] += 1;
    to->of[CLM_OP_JOIN_LIMB] += half;
    add_join(to, tree, self->left, depth - 1, products);
    add_join(to, tree, self->right, depth - 1, products);
}

/* One value by the tree alone: digits and leaves, joining, division. */
static clm_amounts tree_cost(const clm_product_tree *tree)
{
    const double limbs = (double)tree->nodes[0].limbs;
    clm_amounts a = {.of = {
        [CLM_OP_LIFT_VALUE] = 1,
        [CLM_OP_LIFT_PRIME] = (double)tree->count,
        [CLM_OP_LIFT_LEAF] = (double)tree->digits * fmin(limbs, 16),
        [CLM_OP_DIVIDE_LIMB] = limbs,
    }};

    add_join(&a, tree, 0, SIZE_MAX, 2);
    return a;
}

/* What the device returns of a value, what it keeps of it besides, and what the host makes of
 * that. */
typedef struct returned {
    double back, kept; /* words a value */
    double passes;     /* launches of a stripe, those that take long twice */
    clm_amounts value;
} returned;

/* Of a value's sums, joined by the host. */
static returned joined(const clm_product_tree *tree, double sum_words, size_t depth, bool mixed)
{
    const double limbs = (double)tree->nodes[0].limbs;
    returned r = {.back = sum_words, .passes = mixed ? 2 : 1};

    add_join(&r.value, tree, 0, depth, mixed ? 1 : 2);
    r.value.of[mixed ? CLM_OP_SUBTRACT_LIMB : CLM_OP_DIVIDE_LIMB] = limbs;
    return r;
}

/* Of convolutions: whole values, but for a division. */
static returned convolved(const clm_product_tree *tree, double sum_words,
                          const clm_convolution_plan *plan)
{
    returned r = {.back = (double)plan->segment_words, .passes = 5};

    r.kept = sum_words + (double)plan->spectrum_words + (double)plan->product_words;
    r.value.of[CLM_OP_DIVIDE_LIMB] = (double)tree->nodes[0].limbs;
    return r;
}

clm_amounts clm_lift_cost(const clmodp_context *ctx, const clm_product_tree *tree,
                          clm_lift_method method, size_t depth, size_t values)
{
    const bool mixed = method == CLM_LIFT_MIXED_RADIX;
    const double count = (double)values, n = (double)tree->count;
    clm_amounts all = {.of = {0.0}}, launched;
    clm_positional_size size;
    double sum_words, words;
    returned r;

    if (method == CLM_LIFT_TREE) {
        launched = tree_cost(tree);
        clm_amounts_add(&all, &launched, count);
        return all;
    }
    size = clm_positional_measure(tree, depth, mixed);
    sum_words = (double)size.sum_words;
    all = clm_positional_cost(&size, count);
    if (method == CLM_LIFT_CONVOLUTION) {
        const clm_convolution_plan plan = clm_convolution_choose(tree, depth, &ctx->rates);

        launched = clm_convolution_cost(&plan, count);
        clm_amounts_add(&all, &launched, 1);
        r = convolved(tree, sum_words, &plan);
    } else {
        r = joined(tree, sum_words, depth, mixed);
    }
    if (mixed) {
        launched = clm_mixed_radix_cost(n, count);
        clm_amounts_add(&all, &launched, 1);
    }
    words = 2 * n + r.kept + r.back;
    r.value.of[CLM_OP_LIFT_VALUE] = 1;
    r.value.of[CLM_OP_UNPACKED_WORD] = r.back;
    r.value.of[CLM_OP_MOVED_WORD] = n + r.back;
    clm_amounts_add(&all, &r.value, count);
    all.of[CLM_OP_STRIPE] =
        r.passes * (1 + count * sizeof(uint32_t) * words / (double)ctx->tuning.stripe_bytes);
    return all;
}

double clm_lift_ns(const clmodp_context *ctx, const clm_product_tree *tree, clm_lift_method method,
                   size_t depth, size_t values)
{
    const clm_amounts all = clm_lift_cost(ctx, tree, method, depth, values);
    const double units = ctx->device.compute_units > 0 ? (double)ctx->device.compute_units : 1;
    const double threads = fmin((double)ctx->threads, clm_lift_join_threads(tree, values));

    return clm_elapsed(&all, &ctx->rates, units, threads);
}
