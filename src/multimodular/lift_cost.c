/* The table of rates by kind of device, and what follows from it. */
#include "multimodular/lift_cost.h"

#include <math.h>
#include <string.h>

#include "multimodular/convolution.h"
#include "multimodular/lift_join.h"
#include "multimodular/positional.h"

/* Nanoseconds on a device of some kind. */
typedef struct rates {
    double stripe;    /* a pass over the device: launches, transfers and threads begun */
    double word;      /* of residues or sums, carried between host and device */
    double sum;       /* a product of a digit and a limb of a weight, times compute units */
    double digit;     /* a product of two residues for mixed radix digits, times compute units */
    double butterfly; /* of a transform, times compute units */
} rates;

/* Measured by `bench/lift 5`, whose last lines print all of them; those of the host stand in the
 * functions below. CPU: PoCL 3.1 on two cores with AVX-512 (Zen 5; an older Intel core takes twice
 * as long on the device, which changes no choice by much). GPU: not measured; transfers at
 * 10 GB/s, and multiply-adds of double words as chips of the last years do them, 32 a clock and
 * unit. */
static const struct {
    const char *kind;
    rates rates;
} table[] = {
    {"cpu", {.stripe = 2.5e4, .word = 0.1, .sum = 0.025, .digit = 0.032, .butterfly = 0.14}},
    {"gpu", {.stripe = 1e5, .word = 0.4, .sum = 0.03, .digit = 0.1, .butterfly = 0.2}},
};

static rates device_rates(const clmodp_context *ctx)
{
    rates found = {.stripe = 1e5, .word = 1.0, .sum = 0.2, .digit = 0.3, .butterfly = 0.6};

    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (strcmp(ctx->device.kind, table[i].kind) == 0)
            found = table[i].rates;
    return found;
}

double clm_lift_multiply_ns(double limbs)
{
    return limbs < 32 ? 5 + 0.37 * limbs * limbs : 385 * pow(limbs / 32, 1.57);
}

/* One value joined above blocks at this depth, with so many products a node. */
static double join_ns(const clm_product_tree *tree, size_t node, size_t depth, double products)
{
    const clm_tree_node *self = &tree->nodes[node];
    double half = (double)self->limbs / 2;

    if (depth == 0 || self->left == 0)
        return 0;
    return products * clm_lift_multiply_ns(half) + 10 + half +
           join_ns(tree, self->left, depth - 1, products) +
           join_ns(tree, self->right, depth - 1, products);
}

/* One value by the tree alone: digits and leaves, joining, division. */
static double tree_ns(const clm_product_tree *tree)
{
    double limbs = (double)tree->nodes[0].limbs, leaf = limbs < 16 ? limbs : 16;

    return 20 + 1.5 * (double)tree->count + 0.6 * (double)tree->digits * leaf +
           join_ns(tree, 0, SIZE_MAX, 2) + 3 * limbs;
}

/* What a way over the device makes, and moves. */
typedef struct amounts {
    double weights;         /* words made once */
    double sums, digits;    /* a value: products that are summed, and for mixed radix digits */
    double butterflies;     /* a value, in convolutions */
    double words, back;     /* a value, of a stripe: all, and those that return */
    double joined, divided; /* nanoseconds a value on a thread of the host */
    double passes;          /* of a stripe */
} amounts;

static amounts amounts_of(const clm_product_tree *tree, clm_lift_way way, size_t depth)
{
    const bool mixed = way == CLM_LIFT_MIXED_RADIX;
    const clm_positional_size size = clm_positional_measure(tree, depth, mixed);
    const double n = (double)tree->count, limbs = (double)tree->nodes[0].limbs;
    amounts a = {.weights = (double)(size.largest / sizeof(uint32_t)), .passes = 1,
                 .back = (double)size.sum_words, .divided = 3 * limbs};

    a.sums = a.weights;
    a.words = 2 * n + a.back;
    if (way == CLM_LIFT_CONVOLUTION) {
        const clm_convolution_plan plan = clm_convolution_choose(tree, depth);

        a.weights += (double)plan.weight_words;
        a.butterflies = plan.butterflies;
        a.back = (double)plan.segment_words;
        a.words += (double)plan.spectrum_words + (double)plan.product_words + a.back;
        a.passes = 5; /* four launches more */
        return a;
    }
    a.joined = join_ns(tree, 0, depth, mixed ? 1 : 2);
    if (mixed) {
        a.digits = n * n / 2;
        a.weights += n * n;
        a.divided = 0.5 * limbs;
        a.passes = 2; /* its launch has few and long work-items */
    }
    return a;
}

double clm_lift_cost(const clmodp_context *ctx, const clm_product_tree *tree, clm_lift_way way,
                     size_t depth, size_t values)
{
    const rates rate = device_rates(ctx);
    const double units = ctx->device.compute_units > 0 ? (double)ctx->device.compute_units : 1;
    const double threads = fmin((double)ctx->threads, 1 + clm_lift_join_work(tree, values));
    const double count = (double)values;
    double device, host, stripes;
    amounts a;

    if (way == CLM_LIFT_TREE)
        return count * tree_ns(tree) / threads;
    a = amounts_of(tree, way, depth);
    device = (a.sums * rate.sum + a.digits * rate.digit + a.butterflies * rate.butterfly) /
             units;
    host = 20 + a.back + a.joined + a.divided;
    stripes = 1 + count * sizeof(uint32_t) * a.words / (double)ctx->tuning.stripe_bytes;
    return 4 * a.weights / threads + stripes * a.passes * rate.stripe +
           count * (device + host / threads + ((double)tree->count + a.back) * rate.word);
}
