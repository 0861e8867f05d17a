/* The table of rates by kind of device, and what follows from it. */
#include "multimodular/lift_cost.h"

#include <math.h>
#include <string.h>

#include "multimodular/lift_join.h"
#include "multimodular/positional.h"

/* Nanoseconds on a device of some kind. */
typedef struct rates {
    double stripe; /* a pass over the device: launches, transfers and threads begun */
    double word;   /* of residues or sums, carried between host and device */
    double sum;    /* a product of a digit and a limb of a weight, times compute units */
    double digit;  /* a product of two residues for mixed radix digits, times compute units */
} rates;

/* Measured by `bench/lift 5`, whose last lines print all of them; those of the host stand in the
 * functions below. CPU: PoCL 3.1 on two AVX-512 cores. GPU: not measured; transfers at 10 GB/s,
 * and multiply-adds of double words as chips of the last years do them, 32 a clock and unit. */
static const struct {
    const char *kind;
    rates rates;
} table[] = {
    {"cpu", {.stripe = 5e4, .word = 0.6, .sum = 0.0475, .digit = 0.0655}},
    {"gpu", {.stripe = 1e5, .word = 0.4, .sum = 0.03, .digit = 0.1}},
};

static rates device_rates(const clmodp_context *ctx)
{
    rates found = {.stripe = 1e5, .word = 1.0, .sum = 0.2, .digit = 0.3};

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

/* One value by way of the device; *host: the part of the host's threads. */
static double device_ns(const clmodp_context *ctx, const clm_product_tree *tree, bool mixed,
                        size_t depth, double *host, const clm_positional_size *size)
{
    rates rate = device_rates(ctx);
    double units = ctx->device.compute_units > 0 ? (double)ctx->device.compute_units : 1;
    double n = (double)tree->count, sums = (double)size->sum_words;
    double digits = mixed ? n * n / 2 * rate.digit : 0;

    *host = 20 + sums + join_ns(tree, 0, depth, mixed ? 1 : 2) +
            (mixed ? 0.5 : 3) * (double)tree->nodes[0].limbs;
    return ((double)(size->largest / sizeof(uint32_t)) * rate.sum + digits) / units +
           (n + sums) * rate.word;
}

double clm_lift_cost(const clmodp_context *ctx, const clm_product_tree *tree, clm_lift_way way,
                     size_t depth, size_t values)
{
    rates rate = device_rates(ctx);
    bool mixed = way == CLM_LIFT_MIXED_RADIX;
    double n = (double)tree->count, count = (double)values, host;
    double threads = fmin((double)ctx->threads, 1 + clm_lift_join_work(tree, values));
    clm_positional_size size;
    double device, made, bytes;

    if (way == CLM_LIFT_TREE)
        return count * tree_ns(tree) / threads;
    size = clm_positional_measure(tree, depth, mixed);
    device = device_ns(ctx, tree, mixed, depth, &host, &size);
    made = 4 * (double)(size.largest / sizeof(uint32_t)) + (mixed ? 4 * n * n : 0);
    bytes = sizeof(uint32_t) * (2 * n + (double)size.sum_words);
    return made / threads + count * (device + host / threads) +
           (1 + count * bytes / (double)ctx->tuning.stripe_bytes) * rate.stripe *
               (mixed ? 2 : 1); /* its launch has few and long work-items */
}
