/* CRT reconstruction: combination of blocks over the product tree, and all methods, with costs and
 * choice. */
#include "multimodular/crt.h"

#include <math.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "cl/multimodular/positional_shape.h"
#include "cost/cost.h"
#include "opencl/buffer.h"
#include "multimodular/convolution.h"
#include "multimodular/positional.h"
#include "multimodular/product_tree.h"

/* Combination of the values of blocks of primes.
 *
 * A node represents the primes below it, with product P_node. By the Chinese remainder theorem its
 * value is v_node = sum y_i P_node / p_i; with mixed radix it is the number with the node's
 * digits:
 *
 *            v = v_left P_right + v_right P_left         v = v_left + v_right P_left
 *           /                                   \
 *     v_left                                     v_right
 *    /      \                                   /       \
 *   block    ...                               ...
 *
 * Only the root's value is reduced, by one division by P: v_node < (number of primes) P_node needs
 * one limb more than P_node. */

/* Most values of a work item: a cache line of each row of words. */
enum { MOST_COLUMNS = 16 };

/* Source of the values of the blocks at a depth of the tree (clm_tree_blocks). */
typedef struct clm_blocks {
    size_t depth; /* 0: the root is the only block */
    bool mixed;   /* mixed radix, see combine_blocks */

    /* Called before requests for the values first ... first + count - 1, count <=
     * MOST_COLUMNS, with space for `scratch` limbs; NULL: not called. */
    void (*prepare)(const void *source, mp_limb_t *scratch, size_t first, size_t count);
    size_t scratch;
    /* Sets out to the value of a block, limbs + 1 limbs of the node's, with space for one more.
     * `column` counts from `first`. */
    void (*value)(const void *source, const mp_limb_t *scratch, size_t node, size_t first,
                  size_t column, mp_limb_t *out);
    const void *source;
} clm_blocks;

#define WATCHED_THREADS 1000.0 /* threads worth starting: some 30 ms of work */

typedef struct combination {
    const clm_product_tree *tree;
    const clm_blocks *blocks;
    mpz_ptr const *values;
    size_t count, each; /* values in all, and of a work item */
    mp_limb_t *scratch;
    size_t scratch_limbs; /* of each thread */
    clm_poller *watch;
} combination;

/* The value being combined, and the data prepared for it. */
typedef struct value_place {
    size_t first, column;
    const mp_limb_t *prepared;
    mp_limb_t *pieces; /* scratch for products */
} value_place;

/* Sets out to v of node `index`, limbs + 1 limbs; needs space for limbs + 2. False if stopped. */
static bool combine_node(const combination *job, const value_place *at, size_t index, size_t depth,
                         mp_limb_t *out, mp_limb_t *scratch)
{
    const clm_tree_node *self = &job->tree->nodes[index];
    const clm_tree_node *l = &job->tree->nodes[self->left];
    const clm_tree_node *r = &job->tree->nodes[self->right];
    mp_limb_t *vl = scratch, *vr = vl + l->limbs + 2, *rest = vr + r->limbs + 2;
    mp_size_t limbs = (mp_size_t)(l->limbs + r->limbs + 1);

    if (depth == 0 || self->left == 0) {
        job->blocks->value(job->blocks->source, at->prepared, index, at->first, at->column, out);
        return true;
    }
    if (!combine_node(job, at, self->left, depth - 1, vl, rest) ||
        !combine_node(job, at, self->right, depth - 1, vr, rest) ||
        !clm_limbs_multiply_watched(out, vr, r->limbs + 1, l->product, l->limbs, at->pieces,
                                    job->watch))
        return false;
    if (job->blocks->mixed) {
        mpn_add(out, out, limbs, vl, (mp_size_t)l->limbs + 1);
        return true;
    }
    if (!clm_limbs_multiply_watched(rest, vl, l->limbs + 1, r->product, r->limbs, at->pieces,
                                    job->watch))
        return false;
    mpn_add_n(out, out, rest, limbs);
    return true;
}

/* Sets value to v mod P in (-P/2, P/2], or v - floor(P / 2) with mixed radix; v has limbs + 1
 * limbs, rest space for 2. */
static void finish_value(const combination *job, mpz_ptr value, const mp_limb_t *v,
                         mp_limb_t *rest)
{
    const clm_product_tree *tree = job->tree;
    mp_size_t n = (mp_size_t)tree->nodes[0].limbs;
    mp_limb_t *out = mpz_limbs_write(value, n);
    int negative;

    if (job->blocks->mixed) {
        negative = mpn_cmp(v, tree->half, n) < 0;
        mpn_sub_n(out, negative ? tree->half : v, negative ? v : tree->half, n);
    } else {
        mpn_tdiv_qr(rest, out, 0, v, n + 1, tree->nodes[0].product, n);
        negative = mpn_cmp(out, tree->half, n) > 0;
        if (negative)
            mpn_sub_n(out, tree->nodes[0].product, out, n);
    }
    mpz_limbs_finish(value, negative ? -n : n);
}

static clmodp_status combine_columns(void *argument, size_t index, size_t thread)
{
    const combination *job = argument;
    const clm_blocks *blocks = job->blocks;
    size_t first = index * job->each;
    size_t count = clm_size_min(job->each, job->count - first);
    mp_limb_t *prepared = job->scratch + thread * job->scratch_limbs;
    mp_limb_t *pieces = prepared + blocks->scratch;
    mp_limb_t *v = pieces + clm_limbs_scratch(job->tree->nodes[0].limbs);
    mp_limb_t *rest = v + job->tree->nodes[0].limbs + 2;

    if (blocks->prepare != NULL)
        blocks->prepare(blocks->source, prepared, first, count);
    for (size_t k = 0; k < count; k++) {
        const value_place at = {first, k, prepared, pieces};

        if (!combine_node(job, &at, 0, blocks->depth, v, rest))
            return CLMODP_CANCELLED;
        finish_value(job, job->values[first + k], v, rest);
    }
    return CLMODP_OK;
}

double clm_crt_combine_threads(const clm_product_tree *tree, size_t count)
{
    return clm_threads_worth(CLM_OP_COMBINE_STEP, (double)count * (double)tree->count *
                                                   (double)(tree->nodes[0].limbs / 2 + 10));
}

/* Combines blocks to values[k], k < count; P is the product of all primes.
 *
 * Chinese remainder theorem: a block has the value of a node, with y_i = x_i (P / p_i)^-1 mod p_i;
 * the result is the integer in (-P/2, P/2] with residues x_i. Mixed radix: a block has the value
 * of its digits; the result is the number with all digits, less floor(P / 2).
 *
 * Out:    values  initialised by the caller, all distinct
 * Cost:   two products of a value and a fixed number for each node above the blocks and one
 *         division by P; with mixed radix one product, no division. A watch (may be NULL) can stop
 *         it between pieces
 * Errors: LIMIT (sizes overflow), HOST_MEMORY; the watch's status
 * Source: the Chinese remainder algorithm with a subproduct tree [Gathen, Gerhard 2013,
 *         algorithms 10.20 and 10.22] */
static clmodp_status combine_blocks(clm_error *error, const clm_product_tree *tree,
                                    const clm_blocks *blocks, mpz_ptr const *values, size_t count,
                                    size_t threads, clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    combination job = {.tree = tree, .blocks = blocks, .values = values, .count = count};
    const clm_tree_node *root = &tree->nodes[0];
    size_t words, items;
    const double worth = clm_crt_combine_threads(tree, count);

    if (count == 0)
        goto done;

    if ((double)threads > worth)
        threads = (size_t)worth;
    job.each = clm_size_min(MOST_COLUMNS, clm_div_up(count, threads));
    items = clm_div_up(count, job.each);
    threads = clm_size_min(threads, items);

    /* At least a cache line between the threads. */
    job.scratch_limbs = blocks->scratch + clm_limbs_scratch(root->limbs) + 2 * root->limbs +
                        clm_size_max(root->scratch, root->limbs) + 32;
    job.watch = worth < WATCHED_THREADS ? NULL : watch;
    if (!clm_size_mul(&words, threads, job.scratch_limbs))
        FAIL(error, CLMODP_LIMIT, "%zu threads are too many", threads);
    NEW(error, job.scratch, words);
    st = clm_parallel_watched(items, threads, combine_columns, &job, job.watch);
    if (st == CLMODP_HOST_MEMORY)
        FAIL(error, CLMODP_HOST_MEMORY, "the host has no memory for %zu thread%s", threads,
             CLM_S(threads));
done:
    free(job.scratch);
    return st;
}

/* CRT reconstruction on the host.
 *
 * Its blocks are the leaves of the product tree: sums over at most 16 digits d of d P_leaf /
 * (primes of the digit). A digit covers two primes p, q: d = y_p q + y_q p < 2pq < 2^63 represents
 * the part d P/(pq), so one limb multiplies in place of two half-filled limbs. */

_Static_assert(GMP_NUMB_BITS == 64, "a digit of two 31-bit primes needs 64-bit limbs");

typedef struct leaf_columns {
    const clm_product_tree *tree;
    const uint32_t *residues;
    size_t stride;
} leaf_columns;

/* Sets digits[k * tree->digits + j] to digit j of value first + k, k < count. */
static void find_digits(const void *source, mp_limb_t *digits, size_t first, size_t count)
{
    const leaf_columns *in = source;
    const clm_product_tree *tree = in->tree;

    memset(digits, 0, count * tree->digits * sizeof *digits);
    for (size_t i = 0; i < tree->count; i++) {
        const clm_tree_prime m = tree->moduli[i];
        const uint32_t *x = in->residues + i * in->stride + first;

        for (size_t k = 0; k < count; k++) {
            /* x * inverse - q * prime is in [0, 2 prime) for every word x. [Harvey 2014] */
            uint32_t q = (uint32_t)(((uint64_t)x[k] * m.quotient) >> 32);
            uint32_t y = x[k] * m.inverse - q * m.prime;

            y = y >= m.prime ? y - m.prime : y;
            digits[k * tree->digits + i / 2] += (mp_limb_t)y * m.mate;
        }
    }
}

static void leaf_value(const void *source, const mp_limb_t *digits, size_t node, size_t first,
                       size_t column, mp_limb_t *out)
{
    const clm_product_tree *tree = ((const leaf_columns *)source)->tree;
    const clm_tree_node *leaf = &tree->nodes[node];
    const mp_limb_t *d = digits + column * tree->digits + leaf->first;
    size_t n = leaf->limbs;

    (void)first;
    out[n] = mpn_mul_1(out, leaf->cofactors, (mp_size_t)n, d[0]);
    for (size_t j = 1; j < leaf->digits; j++)
        out[n] += mpn_addmul_1(out, leaf->cofactors + j * n, (mp_size_t)n, d[j]);
}

/* Checks that the rows of residues do not overlap, and that memory can hold them.
 * Errors: INVALID, LIMIT */
static clmodp_status check_residues(clm_error *error, size_t primes, size_t count, size_t stride)
{
    clmodp_status st = CLMODP_OK;
    size_t words;

    REQUIRE(error, primes == 1 || stride >= count);
    if (!clm_size_mul(&words, primes, clm_size_max(stride, count)) ||
        words > SIZE_MAX / sizeof(uint32_t))
        FAIL(error, CLMODP_LIMIT, "%zu value%s modulo %zu prime%s do not fit the memory", count,
             CLM_S(count), primes, CLM_S(primes));
done:
    return st;
}

clmodp_status clm_crt_tree(clm_error *error, const clm_product_tree *tree, mpz_ptr const *values,
                           size_t count, const uint32_t *residues, size_t stride, size_t threads,
                           clm_poller *watch)
{
    clmodp_status st = CLMODP_OK;
    leaf_columns in = {tree, residues, stride};
    clm_blocks leaves = {.depth = SIZE_MAX, .prepare = find_digits, .value = leaf_value,
                         .scratch = MOST_COLUMNS * tree->digits, .source = &in};

    TRY(check_residues(error, tree->count, count, stride));
    TRY(combine_blocks(error, tree, &leaves, values, count, threads, watch));
done:
    return st;
}

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

static uint64_t max_u64(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* Returns a value's bytes on the device and for transfers on the host; *largest: of the largest
 * buffer. */
static uint64_t value_bytes(uint64_t *largest, size_t primes, value_words w)
{
    const uint64_t staged = max_u64(w.back, primes);

    *largest = WORD * max_u64(max_u64(staged, w.sums), max_u64(w.spectra, w.products));
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
    largest = max_u64(largest * ctx->tuning.tile, max_u64(size.kept, table) + primes);
    besides = max_u64(besides * ctx->tuning.tile, max_u64(size.weights, table));
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
    clm_progress_at at = {ctx, options->progress};
    clm_poller watch = {.ask = clm_progress_poll, .user = &at};
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
    uint64_t tiles, most = ctx->device.max_allocation, units = ctx->device.compute_units;

    if (most > (uint64_t)UINT32_MAX * WORD)
        most = (uint64_t)UINT32_MAX * WORD;
    tiles = max_u64(ctx->tuning.stripe_bytes / (value * ctx->tuning.tile), 2 * units);
    if (tiles > left / (value * ctx->tuning.tile))
        tiles = left / (value * ctx->tuning.tile);
    if (tiles == 0)
        tiles = 1;
    if (units > 0 && tiles > units)
        tiles -= tiles % units; /* equal shares for all units */
    if (tiles > most / (largest * ctx->tuning.tile))
        tiles = most / (largest * ctx->tuning.tile);
    return clm_size_min(clm_round_up(count, ctx->tuning.tile), (size_t)tiles * ctx->tuning.tile);
}

typedef struct crt_run {
    const clm_crt *crt;
    size_t columns; /* of a stripe */
    clm_buffer residues, digits, sums;
    clm_buffer spectra, products, segments; /* for convolutions only */
    clm_staging words; /* residues sent to the device, sums or segments received */
} crt_run;

static void block_value(const void *source, const mp_limb_t *scratch, size_t node, size_t first,
                        size_t column, mp_limb_t *out)
{
    const crt_run *r = source;

    (void)scratch;
    clm_positional_value(&r->crt->positional, r->crt->tree, node, r->words.data, r->columns,
                         first + column, out);
}

static void whole_value(const void *source, const mp_limb_t *scratch, size_t node, size_t first,
                        size_t column, mp_limb_t *out)
{
    const crt_run *r = source;

    (void)scratch;
    clm_convolution_value(&r->crt->convolution.plan, r->words.data, r->columns, first + column,
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
    clm_progress_at at = {ctx, crt->progress};
    clm_poller watch = {.ask = clm_progress_poll, .user = &at};
    clm_blocks blocks = {.depth = crt->depth, .mixed = crt->method == CLM_CRT_MIXED_RADIX,
                         .value = block_value, .source = &r};

    if (crt->method == CLM_CRT_CONVOLUTION) {
        blocks.depth = 0;
        blocks.value = whole_value;
    }
    TRY(create_buffers(ctx, &r));
    for (size_t first = 0; first < count; first += r.columns) {
        size_t here = clm_size_min(r.columns, count - first);

        TRY(clm_progress(ctx, crt->progress));
        TRY(sum_stripe(ctx, &r, residues + first, stride, here));
        TRY(combine_blocks(&ctx->error, crt->tree, &blocks, values + first, here, ctx->threads,
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
    clm_progress_at at = {ctx, crt->progress};
    clm_poller watch = {.ask = clm_progress_poll, .user = &at};

    if (crt->method == CLM_CRT_TREE || count == 0)
        return clm_crt_tree(&ctx->error, crt->tree, values, count, residues, stride, ctx->threads,
                            &watch);
    TRY(check_residues(&ctx->error, crt->tree->count, count, stride));
    TRY(run_device(ctx, crt, values, count, residues, stride));
done:
    return st;
}
