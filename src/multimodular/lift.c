/* Choose a method to lift, and drive the device through those that use it. */
#include "multimodular/lift.h"

#include <math.h>
#include <string.h>

#include "base/copy_rows.h"
#include "base/memory.h"
#include "base/size.h"
#include "cl/multimodular/positional_shape.h"
#include "device/shelf.h"
#include "multimodular/convolution.h"
#include "multimodular/lift_cost.h"
#include "multimodular/lift_join.h"
#include "multimodular/lift_tree.h"
#include "multimodular/mixed_radix.h"
#include "multimodular/positional.h"

#define WORD sizeof(uint32_t)

enum { TABLES = 6 }; /* of a method, at most */

struct clm_lift {
    clm_product_tree *tree;
    clm_lift_method method;
    size_t depth; /* of the blocks that the device sums */
    double progress;

    /* For the methods on the device. */
    clm_positional positional;
    clm_mixed_radix mixed;
    clm_convolution convolution;
};

const char *clm_lift_name(clm_lift_method method)
{
    static const char *const names[CLM_LIFT_METHODS] = {
        [CLM_LIFT_AUTO] = "auto",
        [CLM_LIFT_TREE] = "tree",
        [CLM_LIFT_MIXED_RADIX] = "mixed-radix",
        [CLM_LIFT_POSITIONAL] = "positional",
        [CLM_LIFT_CONVOLUTION] = "convolution",
    };

    return (unsigned)method < CLM_LIFT_METHODS ? names[method] : "?";
}

clm_lift_method clm_lift_chosen(const clm_lift *lift)
{
    return lift->method;
}

size_t clm_lift_depth(const clm_lift *lift)
{
    return lift->depth;
}

static uint64_t greater(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Words on the device for one value, besides its residues and digits. */
typedef struct value_words {
    uint64_t sums, spectra, products, segments;
    uint64_t back; /* which of them return to the host */
} value_words;

static value_words words_of(uint64_t sums, const clm_convolution_plan *plan)
{
    value_words w = {.sums = sums, .spectra = plan->spectrum_words,
                     .products = plan->product_words, .segments = plan->segment_words};

    w.back = w.segments > 0 ? w.segments : w.sums;
    return w;
}

/* Memory for one value on the device and, for what comes or goes, on the host; *largest: of all
 * buffers of the device and the host's. */
static uint64_t value_bytes(uint64_t *largest, size_t primes, value_words w)
{
    const uint64_t staged = greater(w.back, primes);

    *largest = WORD * greater(greater(staged, w.sums), greater(w.spectra, w.products));
    return WORD * (2 * (uint64_t)primes + w.sums + w.spectra + w.products + w.segments + staged);
}

/* Whether the tables of a method fit, with their copies on the host or at least one tile of
 * values besides. */
static bool fits(const clmodp_context *ctx, const clm_product_tree *tree, clm_lift_method method,
                 size_t depth)
{
    bool mixed = method == CLM_LIFT_MIXED_RADIX;
    clm_positional_size size = clm_positional_measure(tree, depth, mixed);
    uint64_t table = mixed ? clm_mixed_radix_bytes(tree->count) : 0;
    uint64_t largest, besides, primes;
    clm_convolution_plan plan = {0};

    if (method == CLM_LIFT_CONVOLUTION) {
        plan = clm_convolution_choose(tree, depth, &ctx->rates);
        if (plan.length == 0)
            return false;
        table = clm_convolution_bytes(&plan);
    }
    besides = value_bytes(&largest, tree->count, words_of(size.sum_words, &plan));
    /* More than is kept and sent of each, and what aligns tables. */
    primes = 64 * ((uint64_t)tree->count + 8) + TABLES * ctx->part_alignment;
    largest = greater(largest * ctx->tuning.tile, greater(size.kept, table) + primes);
    besides = greater(besides * ctx->tuning.tile, greater(size.weights, table));
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

/* Whether what was asked for takes this method on the device. */
static bool is_allowed(clm_lift_method wanted, clm_lift_method method, size_t primes)
{
    if (wanted != CLM_LIFT_AUTO)
        return wanted == method;
    return method != CLM_LIFT_CONVOLUTION || primes >= CLM_LIFT_LEAST_CONVOLUTION;
}

/* Set method and depth: the cheapest of those asked for that fit, or the host. */
static void choose(const clmodp_context *ctx, clm_lift *lift, size_t values,
                   const clm_lift_options *options)
{
    const clm_product_tree *tree = lift->tree;
    double least = INFINITY;

    lift->method = CLM_LIFT_TREE;
    if (options->method == CLM_LIFT_AUTO)
        least = clm_lift_ns(ctx, tree, CLM_LIFT_TREE, 0, values);
    if (options->method == CLM_LIFT_TREE || !all_odd(tree))
        return;
    for (clm_lift_method method = CLM_LIFT_MIXED_RADIX; method < CLM_LIFT_METHODS; method++)
        for (size_t depth = 0; depth == 0 || tree->count >> (depth + 3) > 0; depth++) {
            double cost;

            if (!is_allowed(options->method, method, tree->count) ||
                (options->levels != 0 && options->levels != depth + 1) ||
                !fits(ctx, tree, method, depth))
                continue;
            cost = clm_lift_ns(ctx, tree, method, depth, values);
            if (cost < least) {
                least = cost;
                lift->method = method;
                lift->depth = depth;
            }
        }
}

clmodp_status clm_lift_create(clmodp_context *ctx, clm_lift **out, const uint32_t *primes,
                              size_t count, size_t values, const clm_lift_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_progress_at at = {ctx, options->progress};
    clm_watch watch = {.ask = clm_progress_ask, .user = &at};
    clm_lift *lift = NULL;
    bool mixed;

    NEW(&ctx->error, lift, 1);
    lift->progress = options->progress;
    TRY(clm_product_tree_create(&ctx->error, &lift->tree, primes, count, ctx->threads, &watch));
    choose(ctx, lift, values, options);
    mixed = lift->method == CLM_LIFT_MIXED_RADIX;
    if (mixed)
        TRY(clm_mixed_radix_create(ctx, &lift->mixed, primes, count));
    if (lift->method != CLM_LIFT_TREE)
        TRY(clm_positional_create(ctx, &lift->positional, lift->tree, lift->depth, mixed));
    if (lift->method == CLM_LIFT_CONVOLUTION)
        TRY(clm_convolution_create(ctx, &lift->convolution, &lift->positional, lift->tree,
                                   lift->depth));
    *out = lift;
    lift = NULL;
done:
    clm_lift_destroy(ctx, lift);
    return st;
}

void clm_lift_destroy(clmodp_context *ctx, clm_lift *lift)
{
    if (lift == NULL)
        return;
    clm_convolution_destroy(ctx, &lift->convolution);
    clm_positional_destroy(ctx, &lift->positional);
    clm_mixed_radix_destroy(ctx, &lift->mixed);
    clm_product_tree_destroy(lift->tree);
    free(lift);
}

clmodp_status clm_lift_foresee(clmodp_context *ctx, clm_amounts *out, const uint32_t *primes,
                               size_t count, size_t values, const clm_lift_options *options)
{
    clmodp_status st = CLMODP_OK;
    clm_lift lift = {.method = CLM_LIFT_TREE};

    TRY(clm_product_tree_create(&ctx->error, &lift.tree, primes, count, ctx->threads, NULL));
    choose(ctx, &lift, values, options);
    *out = clm_lift_cost(ctx, lift.tree, lift.method, lift.depth, values);
done:
    clm_product_tree_destroy(lift.tree);
    return st;
}

static value_words lift_words(const clm_lift *lift)
{
    return words_of((uint64_t)lift->positional.slices * POSITIONAL_WORDS,
                    &lift->convolution.plan);
}

/* Values a pass over the device: what the tuned stripe holds, and at least two tiles a compute
 * unit, as far as memory allows. */
static size_t stripe_columns(const clmodp_context *ctx, const clm_lift *lift, size_t count)
{
    uint64_t left = clm_memory_left(ctx);
    uint64_t largest, value = value_bytes(&largest, lift->tree->count, lift_words(lift));
    uint64_t tiles, most = ctx->device.max_allocation, units = ctx->device.compute_units;

    if (most > (uint64_t)UINT32_MAX * WORD)
        most = (uint64_t)UINT32_MAX * WORD;
    tiles = greater(ctx->tuning.stripe_bytes / (value * ctx->tuning.tile), 2 * units);
    if (tiles > left / (value * ctx->tuning.tile))
        tiles = left / (value * ctx->tuning.tile);
    if (tiles == 0)
        tiles = 1;
    if (units > 0 && tiles > units)
        tiles -= tiles % units; /* as much for every one */
    if (tiles > most / (largest * ctx->tuning.tile))
        tiles = most / (largest * ctx->tuning.tile);
    return clm_size_min(clm_round_up(count, ctx->tuning.tile), (size_t)tiles * ctx->tuning.tile);
}

/* One run over the device. */
typedef struct run {
    const clm_lift *lift;
    size_t columns; /* of a stripe */
    clm_buffer residues, digits, sums;
    clm_buffer spectra, products, segments; /* for convolutions */
    clm_staging words; /* residues on their way to the device, sums or segments back */
} run;

static void block_value(const void *source, const mp_limb_t *scratch, size_t node, size_t first,
                        size_t column, mp_limb_t *out)
{
    const run *r = source;

    (void)scratch;
    clm_positional_value(&r->lift->positional, r->lift->tree, node, r->words.data, r->columns,
                         first + column, out);
}

static void whole_value(const void *source, const mp_limb_t *scratch, size_t node, size_t first,
                        size_t column, mp_limb_t *out)
{
    const run *r = source;

    (void)scratch;
    clm_convolution_value(&r->lift->convolution.plan, r->words.data, r->columns, first + column,
                          r->lift->tree->nodes[node].limbs + 1, out);
}

/* Residues of `count` values to sums of blocks, or to segments. */
static clmodp_status sum_stripe(clmodp_context *ctx, run *r, const uint32_t *residues,
                                size_t stride, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_lift *lift = r->lift;
    size_t primes = lift->tree->count;

    TRY(clm_copy_rows(&ctx->error, &(clm_rows_copy){.to = r->words.data, .to_stride = r->columns,
                                                    .from = residues, .from_stride = stride,
                                                    .words = count, .rows = primes},
                      ctx->threads));
    TRY(clm_buffer_write(ctx, &r->residues, 0, r->words.data, primes * r->columns * WORD));
    if (lift->method == CLM_LIFT_MIXED_RADIX)
        TRY(clm_mixed_radix_digits(ctx, &r->digits, &r->residues, &lift->mixed, r->columns));
    else
        TRY(clm_positional_scale(ctx, &r->digits, &r->residues, &lift->positional, r->columns));
    TRY(clm_positional_sums(ctx, &r->sums, &r->digits, &lift->positional, r->columns));
    if (lift->method == CLM_LIFT_CONVOLUTION)
        TRY(clm_convolution_run(ctx, &r->segments, &r->sums, &r->spectra, &r->products,
                                &lift->convolution, &lift->positional, r->columns));
    TRY(clm_buffer_read(ctx, lift->method == CLM_LIFT_CONVOLUTION ? &r->segments : &r->sums, 0,
                        r->words.data, (size_t)lift_words(lift).back * r->columns * WORD));
done:
    return st;
}

static clmodp_status create_buffers(clmodp_context *ctx, run *r)
{
    clmodp_status st = CLMODP_OK;
    const value_words w = lift_words(r->lift);
    const size_t columns = r->columns, words = r->lift->tree->count * columns;

    TRY(clm_scratch_create_exactly(ctx, &r->residues, words, WORD));
    TRY(clm_scratch_create_exactly(ctx, &r->digits, words, WORD));
    TRY(clm_scratch_create_exactly(ctx, &r->sums, (size_t)w.sums * columns, WORD));
    if (r->lift->method == CLM_LIFT_CONVOLUTION) {
        TRY(clm_scratch_create_exactly(ctx, &r->spectra, (size_t)w.spectra * columns, WORD));
        TRY(clm_scratch_create_exactly(ctx, &r->products, (size_t)w.products * columns, WORD));
        TRY(clm_scratch_create_exactly(ctx, &r->segments, (size_t)w.segments * columns, WORD));
    }
    TRY(clm_staging_create_mapped(ctx, &r->words,
                                  clm_size_max(words, (size_t)w.back * columns), WORD));
done:
    return st;
}

/* Stripe by stripe: residues to the device, sums of blocks back, and these joined. */
static clmodp_status run_device(clmodp_context *ctx, const clm_lift *lift,
                                mpz_ptr const *values, size_t count, const uint32_t *residues,
                                size_t stride)
{
    clmodp_status st = CLMODP_OK;
    run r = {.lift = lift, .columns = stripe_columns(ctx, lift, count)};
    clm_progress_at at = {ctx, lift->progress};
    clm_watch watch = {.ask = clm_progress_ask, .user = &at};
    clm_blocks blocks = {.depth = lift->depth, .mixed = lift->method == CLM_LIFT_MIXED_RADIX,
                         .value = block_value, .source = &r};

    if (lift->method == CLM_LIFT_CONVOLUTION) {
        blocks.depth = 0;
        blocks.value = whole_value;
    }
    TRY(create_buffers(ctx, &r));
    for (size_t first = 0; first < count; first += r.columns) {
        size_t here = clm_size_min(r.columns, count - first);

        TRY(clm_progress(ctx, lift->progress));
        TRY(sum_stripe(ctx, &r, residues + first, stride, here));
        TRY(clm_lift_join(&ctx->error, lift->tree, &blocks, values + first, here,
                          ctx->threads, &watch));
    }
done:
    clm_staging_destroy(ctx, &r.words);
    clm_scratch_destroy(ctx, &r.residues);
    clm_scratch_destroy(ctx, &r.digits);
    clm_scratch_destroy(ctx, &r.sums);
    clm_scratch_destroy(ctx, &r.spectra);
    clm_scratch_destroy(ctx, &r.products);
    clm_scratch_destroy(ctx, &r.segments);
    return st;
}

clmodp_status clm_lift_run(clmodp_context *ctx, const clm_lift *lift, mpz_ptr const *values,
                           size_t count, const uint32_t *residues, size_t stride)
{
    clm_progress_at at = {ctx, lift->progress};
    clm_watch watch = {.ask = clm_progress_ask, .user = &at};
    size_t words, bytes;

    if (lift->method == CLM_LIFT_TREE || count == 0)
        return clm_lift_tree(&ctx->error, lift->tree, values, count, residues, stride,
                             ctx->threads, &watch);
    if (stride < count && lift->tree->count > 1)
        return clm_fail(&ctx->error, CLMODP_INVALID, "the rows of residues overlap");
    if (!clm_size_mul(&words, lift->tree->count, clm_size_max(stride, count)) ||
        !clm_size_mul(&bytes, words, WORD))
        return clm_fail(&ctx->error, CLMODP_LIMIT,
                        "%zu value%s modulo %zu prime%s do not fit the memory", count,
                        CLM_S(count), lift->tree->count, CLM_S(lift->tree->count));
    return run_device(ctx, lift, values, count, residues, stride);
}
