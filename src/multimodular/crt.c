/* CRT reconstruction: costs of the methods, choice, and runs over the device. */
#include "multimodular/crt.h"

#include <math.h>

#include "core/memory.h"
#include "core/size.h"
#include "cl/multimodular/positional_shape.h"
#include "cost/cost.h"
#include "opencl/buffer.h"
#include "opencl/staging.h"
#include "multimodular/convolution.h"
#include "multimodular/crt_tree.h"
#include "multimodular/positional.h"

/* ---- costs: sums of launches and of the host's work ---- */

/* Adds the cost of combining a value above blocks at this depth, with `products` products for each
 * node. */
static void add_combination(clm_amounts *to, const clm_product_tree *tree, size_t node,
                            size_t depth, double products)
{
    const clm_tree_node *self = &tree->nodes[node];
    const double half = (double)self->limbs / 2;

    if (depth == 0 || self->left == 0)
        return;
    to->of[CLM_OP_LIMB_PRODUCT] += products * clm_limb_products(half);
    to->of[CLM_OP_COMBINE_NODE] += 1;
    to->of[CLM_OP_COMBINE_LIMB] += half;
    add_combination(to, tree, self->left, depth - 1, products);
    add_combination(to, tree, self->right, depth - 1, products);
}

/* Returns the cost of one value by the tree alone: digits and leaves, combination, division. */
static clm_amounts tree_cost(const clm_product_tree *tree)
{
    const double limbs = (double)tree->nodes[0].limbs;
    clm_amounts a = {.of = {
        [CLM_OP_CRT_VALUE] = 1,
        [CLM_OP_CRT_PRIME] = (double)tree->count,
        [CLM_OP_CRT_LEAF] = (double)tree->digits * fmin(limbs, 16),
        [CLM_OP_DIVIDE_LIMB] = limbs,
    }};

    add_combination(&a, tree, 0, SIZE_MAX, 2);
    return a;
}

/* Words on the device for one value, besides its residues and digits. */
typedef struct value_words {
    uint64_t sums, spectra, products, segments;
    uint64_t back; /* words returned to the host */
} value_words;

static value_words words_of(uint64_t sums, const clm_convolution_plan *plan)
{
    value_words w = {.sums = sums, .spectra = plan->spectrum_words,
                     .products = plan->product_words, .segments = plan->segment_words};

    w.back = w.segments > 0 ? w.segments : w.sums;
    return w;
}

clm_amounts clm_crt_cost(const clmodp_context *ctx, const clm_product_tree *tree,
                         clm_crt_method method, size_t depth, size_t values)
{
    const bool mixed = method == CLM_CRT_MIXED_RADIX;
    const double count = (double)values, n = (double)tree->count;
    double passes = mixed ? 2 : 1; /* launches for a stripe; long ones count twice */
    clm_amounts all = {.of = {0.0}}, value = {.of = {[CLM_OP_CRT_VALUE] = 1}}, launched;
    clm_convolution_plan plan = {0};
    clm_positional_size size;
    value_words w;
    double words;

    if (method == CLM_CRT_TREE) {
        value = tree_cost(tree);
        clm_amounts_add(&all, &value, count);
        return all;
    }
    size = clm_positional_measure(tree, depth, mixed);
    all = clm_positional_cost(&size, count);
    if (method == CLM_CRT_CONVOLUTION) {
        passes = 5;
        plan = clm_convolution_choose(tree, depth, &ctx->costs);
        launched = clm_convolution_cost(&plan, count);
        clm_amounts_add(&all, &launched, 1);
    } else {
        add_combination(&value, tree, 0, depth, mixed ? 1 : 2);
    }
    if (mixed) {
        launched = clm_mixed_radix_cost(n, count);
        clm_amounts_add(&all, &launched, 1);
    }
    w = words_of(size.sum_words, &plan);
    words = 2 * n + (double)(w.sums + w.spectra + w.products + w.segments);
    value.of[mixed ? CLM_OP_SUBTRACT_LIMB : CLM_OP_DIVIDE_LIMB] = (double)tree->nodes[0].limbs;
    value.of[CLM_OP_UNPACKED_WORD] = (double)w.back;
    value.of[CLM_OP_MOVED_WORD] = n + (double)w.back;
    clm_amounts_add(&all, &value, count);
    all.of[CLM_OP_STRIPE] =
        passes * (1 + count * sizeof(uint32_t) * words / (double)ctx->tuning.stripe_bytes);
    return all;
}

double clm_crt_ns(const clmodp_context *ctx, const clm_product_tree *tree, clm_crt_method method,
                  size_t depth, size_t values)
{
    const clm_amounts all = clm_crt_cost(ctx, tree, method, depth, values);
    const double threads = fmin((double)ctx->threads, clm_crt_combine_threads(tree, values));

    return clm_elapsed(&all, &ctx->costs, clm_device_units(ctx), threads);
}

/* ---- choice of a method, runs over the device ---- */

#define WORD sizeof(uint32_t)

enum { TABLES = 6 }; /* most tables of a method */

struct clm_crt {
    clm_product_tree *tree;
    clm_crt_method method;
    size_t depth; /* of the blocks summed by the device */
    double progress;

    /* For the methods on the device. */
    clm_positional positional;
    clm_mixed_radix mixed;
    clm_convolution convolution;
};

const char *clm_crt_method_name(clm_crt_method method)
{
    static const char *const names[CLM_CRT_METHODS] = {
        [CLM_CRT_AUTO] = "auto",
        [CLM_CRT_TREE] = "tree",
        [CLM_CRT_MIXED_RADIX] = "mixed-radix",
        [CLM_CRT_POSITIONAL] = "positional",
        [CLM_CRT_CONVOLUTION] = "convolution",
    };

    return (unsigned)method < CLM_CRT_METHODS ? names[method] : "?";
}

clm_crt_method clm_crt_chosen(const clm_crt *crt)
{
    return crt->method;
}

size_t clm_crt_depth(const clm_crt *crt)
{
    return crt->depth;
}

/* Returns a value's bytes on the device and for transfers on the host; *largest: of the largest
 * buffer. */
static uint64_t value_bytes(uint64_t *largest, size_t primes, value_words w)
{
    const uint64_t staged = clm_size_max(w.back, primes);

    *largest =
        WORD * clm_size_max(clm_size_max(staged, w.sums), clm_size_max(w.spectra, w.products));
    return WORD * (2 * (uint64_t)primes + w.sums + w.spectra + w.products + w.segments + staged);
}

/* Returns whether a method's tables fit, with their copies on the host or at least one tile of
 * values. */
static bool method_fits(const clmodp_context *ctx, const clm_product_tree *tree,
                        clm_crt_method method, size_t depth)
{
    bool mixed = method == CLM_CRT_MIXED_RADIX;
    clm_positional_size size = clm_positional_measure(tree, depth, mixed);
    uint64_t table = mixed ? clm_mixed_radix_bytes(tree->count) : 0;
    uint64_t largest, besides, primes;
    clm_convolution_plan plan = {0};

    if (method == CLM_CRT_CONVOLUTION) {
        plan = clm_convolution_choose(tree, depth, &ctx->costs);
        if (plan.length == 0)
            return false;
        table = clm_convolution_bytes(&plan);
    }
    besides = value_bytes(&largest, tree->count, words_of(size.sum_words, &plan));
    /* Bounds the data of each prime, and the alignment of tables. */
    primes = 64 * ((uint64_t)tree->count + 8) + TABLES * ctx->part_alignment;
    largest = clm_size_max(largest * ctx->tuning.tile, clm_size_max(size.kept, table) + primes);
    besides = clm_size_max(besides * ctx->tuning.tile, clm_size_max(size.weights, table));
    return largest <= ctx->device.max_allocation && largest / WORD <= UINT32_MAX &&
           size.kept + table + primes + besides <= clm_memory_left(ctx);
}

static bool all_odd(const clm_product_tree *tree)
{
    for (size_t i = 0; i < tree->count; i++)
        if (tree->moduli[i].prime % 2 == 0)
            return false;
    return true;
}

/* Returns whether the requested method admits this method on the device. */
static bool is_allowed(clm_crt_method wanted, clm_crt_method method, size_t primes)
{
    if (wanted != CLM_CRT_AUTO)
        return wanted == method;
    return method != CLM_CRT_CONVOLUTION || primes >= CLM_CRT_LEAST_CONVOLUTION;
}

/* Sets method and depth to the cheapest admissible ones that fit, or to the host's method. */
static void choose_method(const clmodp_context *ctx, clm_crt *crt, size_t values,
                          const clm_crt_options *options)
{
    const clm_product_tree *tree = crt->tree;
    double least = INFINITY;

    crt->method = CLM_CRT_TREE;
    if (options->method == CLM_CRT_AUTO)
        least = clm_crt_ns(ctx, tree, CLM_CRT_TREE, 0, values);
    if (options->method == CLM_CRT_TREE || !all_odd(tree))
        return;
    for (clm_crt_method method = CLM_CRT_MIXED_RADIX; method < CLM_CRT_METHODS; method++)
        for (size_t depth = 0; depth == 0 || tree->count >> (depth + 3) > 0; depth++) {
            double cost;

            if (!is_allowed(options->method, method, tree->count) ||
                (options->levels != 0 && options->levels != depth + 1) ||
                !method_fits(ctx, tree, method, depth))
                continue;
            cost = clm_crt_ns(ctx, tree, method, depth, values);
            if (cost < least) {
                least = cost;
                crt->method = method;
                crt->depth = depth;
            }
        }
}

clmodp_status clm_crt_create(clmodp_context *ctx, clm_crt **out, const uint32_t *primes,
                             size_t count, size_t values, const clm_crt_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, options->progress);
    clm_crt *crt = NULL;
    bool mixed;

    NEW(&ctx->error, crt, 1);
    crt->progress = options->progress;
    TRY(clm_product_tree_create(&ctx->error, &crt->tree, primes, count, ctx->threads, &watch));
    choose_method(ctx, crt, values, options);
    mixed = crt->method == CLM_CRT_MIXED_RADIX;
    if (mixed)
        TRY(clm_mixed_radix_create(ctx, &crt->mixed, primes, count));
    if (crt->method == CLM_CRT_CONVOLUTION) /* the longest work before the first long write */
        TRY(clm_convolution_create(ctx, &crt->convolution, crt->tree, crt->depth));
    if (crt->method != CLM_CRT_TREE)
        TRY(clm_positional_create(ctx, &crt->positional, crt->tree, crt->depth, mixed));
    *out = crt;
    crt = NULL;
done:
    clm_crt_destroy(ctx, crt);
    return st;
}

void clm_crt_destroy(clmodp_context *ctx, clm_crt *crt)
{
    if (crt == NULL)
        return;
    clm_convolution_destroy(ctx, &crt->convolution);
    clm_positional_destroy(ctx, &crt->positional);
    clm_mixed_radix_destroy(ctx, &crt->mixed);
    clm_product_tree_destroy(crt->tree);
    free(crt);
}

clmodp_status clm_crt_predict(clmodp_context *ctx, clm_amounts *out, const uint32_t *primes,
                              size_t count, size_t values, const clm_crt_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_crt crt = {.method = CLM_CRT_TREE};

    TRY(clm_product_tree_create(&ctx->error, &crt.tree, primes, count, ctx->threads, NULL));
    choose_method(ctx, &crt, values, options);
    *out = clm_crt_cost(ctx, crt.tree, crt.method, crt.depth, values);
done:
    clm_product_tree_destroy(crt.tree);
    return st;
}

static value_words crt_words(const clm_crt *crt)
{
    return words_of((uint64_t)crt->positional.slices * POSITIONAL_WORDS, &crt->convolution.plan);
}

/* Returns the values of a pass: the tuned stripe's, at least two tiles a compute unit, memory
 * permitting. */
static size_t stripe_columns(const clmodp_context *ctx, const clm_crt *crt, size_t count)
{
    uint64_t left = clm_memory_left(ctx);
    uint64_t largest, value = value_bytes(&largest, crt->tree->count, crt_words(crt));
    const uint64_t most = clm_size_min(ctx->device.max_allocation, UINT32_MAX * WORD);
    const uint64_t units = ctx->device.compute_units;
    uint64_t tiles = clm_size_max(ctx->tuning.stripe_bytes / (value * ctx->tuning.tile),
                                  2 * units);

    tiles = clm_size_max(clm_size_min(tiles, left / (value * ctx->tuning.tile)), 1);
    if (units > 0 && tiles > units)
        tiles -= tiles % units; /* equal shares for all units */
    tiles = clm_size_min(tiles, most / (largest * ctx->tuning.tile));
    return clm_size_min(clm_round_up(count, ctx->tuning.tile), (size_t)tiles * ctx->tuning.tile);
}

typedef struct crt_run {
    const clm_crt *crt;
    size_t columns; /* of a stripe */
    clm_buffer residues, digits, sums;
    clm_buffer spectra, products, segments; /* for convolutions only */
    clm_staging words; /* residues sent to the device, sums or segments received */
} crt_run;

static void block_value(const void *source, size_t node, size_t column, mp_limb_t *out)
{
    const crt_run *r = source;

    clm_positional_value(&r->crt->positional, r->crt->tree, node, r->words.data, r->columns,
                         column, out);
}

static void whole_value(const void *source, size_t node, size_t column, mp_limb_t *out)
{
    const crt_run *r = source;

    clm_convolution_value(&r->crt->convolution.plan, r->words.data, r->columns, column,
                          r->crt->tree->nodes[node].limbs + 1, out);
}

/* Computes sums of blocks, or segments, from residues of `count` values. */
static clmodp_status sum_stripe(clmodp_context *ctx, crt_run *r, const uint32_t *residues,
                                size_t stride, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_crt *crt = r->crt;
    size_t primes = crt->tree->count;

    TRY(clm_copy_rows(&ctx->error,
                      &(clm_rows_copy){.to = r->words.data, .to_stride = r->columns,
                                       .from = residues, .from_stride = stride, .words = count,
                                       .rows = primes},
                      ctx->threads));
    TRY(clm_buffer_write(ctx, &r->residues, 0, r->words.data, primes * r->columns * WORD));
    if (crt->method == CLM_CRT_MIXED_RADIX)
        TRY(clm_mixed_radix_digits(ctx, &r->digits, &r->residues, &crt->mixed, r->columns));
    else
        TRY(clm_positional_scale(ctx, &r->digits, &r->residues, &crt->positional, r->columns));
    TRY(clm_positional_sums(ctx, &r->sums, &r->digits, &crt->positional, r->columns));
    if (crt->method == CLM_CRT_CONVOLUTION)
        TRY(clm_convolution_run(ctx, &r->segments, &r->sums, &r->spectra, &r->products,
                                &crt->convolution, &crt->positional, r->columns));
    TRY(clm_buffer_read(ctx, crt->method == CLM_CRT_CONVOLUTION ? &r->segments : &r->sums, 0,
                        r->words.data, (size_t)crt_words(crt).back * r->columns * WORD));
done:
    return st;
}

static clmodp_status create_buffers(clmodp_context *ctx, crt_run *r)
{
    clmodp_status st = CLMODP_OK;
    const value_words w = crt_words(r->crt);
    const size_t columns = r->columns, words = r->crt->tree->count * columns;

    TRY(clm_scratch_create_exactly(ctx, &r->residues, words, WORD));
    TRY(clm_scratch_create_exactly(ctx, &r->digits, words, WORD));
    TRY(clm_scratch_create_exactly(ctx, &r->sums, (size_t)w.sums * columns, WORD));
    if (r->crt->method == CLM_CRT_CONVOLUTION) {
        TRY(clm_scratch_create_exactly(ctx, &r->spectra, (size_t)w.spectra * columns, WORD));
        TRY(clm_scratch_create_exactly(ctx, &r->products, (size_t)w.products * columns, WORD));
        TRY(clm_scratch_create_exactly(ctx, &r->segments, (size_t)w.segments * columns, WORD));
    }
    TRY(clm_staging_create_mapped(ctx, &r->words, clm_size_max(words, (size_t)w.back * columns),
                                  WORD));
done:
    return st;
}

/* Sends residues, reads sums of blocks, and combines them, stripe by stripe. */
static clmodp_status run_device(clmodp_context *ctx, const clm_crt *crt, mpz_ptr const *values,
                                size_t count, const uint32_t *residues, size_t stride)
{
    clmodp_status st = CLMODP_OK;
    crt_run r = {.crt = crt, .columns = stripe_columns(ctx, crt, count)};
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, crt->progress);
    const bool mixed = crt->method == CLM_CRT_MIXED_RADIX;
    const bool whole = crt->method == CLM_CRT_CONVOLUTION;
    const clm_crt_blocks blocks = {.depth = whole ? 0 : crt->depth, .mixed = mixed,
                                   .shifted = mixed, .value = whole ? whole_value : block_value,
                                   .source = &r};

    TRY(create_buffers(ctx, &r));
    for (size_t first = 0; first < count; first += r.columns) {
        size_t here = clm_size_min(r.columns, count - first);

        TRY(clm_progress(ctx, crt->progress));
        TRY(sum_stripe(ctx, &r, residues + first, stride, here));
        TRY(clm_crt_combine(&ctx->error, crt->tree, &blocks, values + first, here, ctx->threads,
                            &watch));
    }
done:
    clm_staging_destroy(ctx, &r.words);
    clm_scratches_destroy(ctx, &r.residues, &r.digits, &r.sums, &r.spectra, &r.products,
                          &r.segments);
    return st;
}

clmodp_status clm_crt_run(clmodp_context *ctx, const clm_crt *crt, mpz_ptr const *values,
                          size_t count, const uint32_t *residues, size_t stride)
{
    clmodp_status st = CLMODP_OK;
    clm_poller watch = CLM_PROGRESS_POLLER(ctx, crt->progress);

    if (crt->method == CLM_CRT_TREE || count == 0)
        return clm_crt_tree(&ctx->error, crt->tree, values, count, residues, stride, ctx->threads,
                            &watch);
    TRY(clm_crt_check_residues(&ctx->error, crt->tree->count, count, stride));
    TRY(run_device(ctx, crt, values, count, residues, stride));
done:
    return st;
}
