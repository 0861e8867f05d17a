/* Plans and weights for cl/multimodular/convolution.cl, and its launches. */
#include "multimodular/convolution.h"

#include <math.h>
#include <string.h>

#include "arith/prime.h"
#include "cl/multimodular/convolution_shape.h"
#include "cl/multimodular/positional_shape.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "multimodular/limbs.h"
#include "multimodular/product_tree.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"
#include "opencl/staging.h"

/* Lengths of transforms; the longest one takes 256 KiB for 16 values. */
enum { SHORTEST = 16, LONGEST = 4096 };

_Static_assert(CONVOLUTION_ROUND * CONVOLUTION_BITS % 64 == 0 && CONVOLUTION_EXCESS == 2,
               "segments are whole limbs, and one more");
_Static_assert(CONVOLUTION_OUTPUTS == 4, "scratch memory has two limbs for a point");
_Static_assert(CONVOLUTION_PRIME_0 < CONVOLUTION_PRIME_1, "a residue of the first is one of the "
                                                          "second");

static const uint32_t modulus[CONVOLUTION_PRIMES] = {CONVOLUTION_PRIME_0, CONVOLUTION_PRIME_1};

static size_t product_bits(const clm_product_tree *tree, size_t node)
{
    const clm_tree_node *self = &tree->nodes[node];

    return mpn_sizeinbase(self->product, (mp_size_t)self->limbs, 2);
}

/* Returns the pieces of a sum over a node's primes, below their number times their product. */
static size_t sum_pieces(const clm_product_tree *tree, size_t node)
{
    size_t end, first = clm_tree_primes(tree, node, &end);

    return clm_div_up(product_bits(tree, node) + clm_size_bits(end - first), CONVOLUTION_BITS);
}

/* Number of blocks at a depth, and pieces of the longest sum and cofactor. */
typedef struct sizes {
    size_t blocks, sum, cofactor;
} sizes;

static sizes measure_blocks(const clm_product_tree *tree, size_t depth)
{
    const size_t all = product_bits(tree, 0) + 1;
    sizes seen = {0};

    for (size_t prime = 0; prime < tree->count; seen.blocks++) {
        const size_t node = clm_tree_block(tree, depth, prime);
        const size_t bits = all - product_bits(tree, node);

        seen.sum = clm_size_max(seen.sum, sum_pieces(tree, node));
        seen.cofactor = clm_size_max(seen.cofactor, clm_div_up(bits, CONVOLUTION_BITS));
        (void)clm_tree_primes(tree, node, &prime);
    }
    return seen;
}

/* Returns the plan with transforms of this length, at least twice the pieces of a sum. */
static clm_convolution_plan plan_of(const clm_product_tree *tree, const sizes *seen,
                                    size_t length)
{
    clm_convolution_plan p = {.blocks = seen->blocks, .pieces = seen->sum, .length = length};
    double layers = log2((double)length);
    size_t passes;

    p.step = (length + 1 - p.pieces) / CONVOLUTION_ROUND * CONVOLUTION_ROUND;
    p.groups = clm_div_up(seen->cofactor, p.step);
    p.segments = clm_div_up(sum_pieces(tree, 0), p.step);
    passes = clm_div_up(p.groups, CONVOLUTION_OUTPUTS);
    p.butterflies =
        CONVOLUTION_PRIMES * (double)length * (double)(p.blocks + p.groups) * layers / 2;
    p.products = CONVOLUTION_PRIMES * (double)length *
                 (double)(p.blocks * passes * CONVOLUTION_OUTPUTS);
    p.spectrum_words = CONVOLUTION_PRIMES * p.blocks * length;
    p.product_words = CONVOLUTION_PRIMES * p.groups * length;
    p.segment_words = p.segments * (CONVOLUTION_WORDS(p.step) + CONVOLUTION_EXCESS);
    p.weight_words = (uint64_t)p.spectrum_words * passes * CONVOLUTION_OUTPUTS;
    return p;
}

clm_amounts clm_convolution_cost(const clm_convolution_plan *plan, double values)
{
    return (clm_amounts){.of = {[CLM_OP_WEIGHT_WORD] = (double)plan->weight_words,
                                [CLM_OP_CRT_BUTTERFLY] = values * plan->butterflies,
                                [CLM_OP_CRT_SPECTRUM] = values * plan->products}};
}

clm_convolution_plan clm_convolution_choose(const clm_product_tree *tree, size_t depth,
                                            const clm_costs *costs)
{
    clm_convolution_plan best = {0};
    double least = INFINITY;
    const sizes seen = measure_blocks(tree, depth);

    if (seen.sum > CONVOLUTION_MOST_PRODUCTS / seen.blocks)
        return best;
    for (size_t length = SHORTEST; length <= LONGEST; length *= 2) {
        clm_convolution_plan plan;
        double ns;

        if (length < 2 * seen.sum + CONVOLUTION_ROUND)
            continue;
        plan = plan_of(tree, &seen, length);
        ns = plan.butterflies * costs->ns[CLM_OP_CRT_BUTTERFLY] +
             plan.products * costs->ns[CLM_OP_CRT_SPECTRUM];
        if (ns < least) {
            least = ns;
            best = plan;
        }
    }
    return best;
}

uint64_t clm_convolution_bytes(const clm_convolution_plan *plan)
{
    return (plan->weight_words + CONVOLUTION_PRIMES * plan->length) * sizeof(u32) +
           plan->blocks * sizeof(convolution_block);
}

/* A word of each group of a pass; the groups are transformed together. */
typedef struct group_words {
    u32 of[CONVOLUTION_OUTPUTS];
} group_words;

/* Transforms x[k], k < n, to bit-reversed order, in radix 2, as cl/multimodular/ntt.h. */
static void transform_words(group_words *x, size_t n, const u32 *roots, fp_field f)
{
    for (size_t half = n / 2; half > 0; half /= 2)
        for (size_t at = 0; at < n; at += 2 * half)
            for (size_t j = 0; j < half; j++) {
                const group_words a = x[at + j], b = x[at + j + half];
                const u32 root = roots[n / (2 * half) * j];

                for (size_t i = 0; i < CONVOLUTION_OUTPUTS; i++) {
                    x[at + j].of[i] = fp_add(a.of[i], b.of[i], f);
                    x[at + j + half].of[i] = fp_mul(fp_sub(a.of[i], b.of[i], f), root, f);
                }
            }
}

typedef struct weighing {
    const clm_product_tree *tree;
    const clm_convolution_plan *plan;
    const size_t *blocks; /* nodes of the blocks */
    const u32 *roots;     /* [prime][length] */
    u32 *weights;
    mp_limb_t *scratch; /* scratch_limbs of each thread */
    size_t scratch_limbs;
} weighing;

/* Computes the spectra of a pass over block b's cofactor modulo one prime, divided by n; groups
 * beyond the last are 0. */
static void put_pass(const weighing *job, size_t prime, size_t b, size_t pass,
                     const mp_limb_t *cofactor, size_t limbs, group_words *x)
{
    const clm_convolution_plan *plan = job->plan;
    const size_t n = plan->length, passes = clm_div_up(plan->groups, CONVOLUTION_OUTPUTS);
    const fp_field f = clm_field(modulus[prime]);
    const u32 scale = fp_to(fp_inv(fp_to((u32)n, f), f), f); /* to Montgomery form, and 1 / n */
    u32 *out = job->weights + (prime * n * passes + pass) * plan->blocks * CONVOLUTION_OUTPUTS;

    memset(x, 0, n * sizeof *x);
    for (size_t i = 0; i < CONVOLUTION_OUTPUTS; i++) {
        const size_t first = (pass * CONVOLUTION_OUTPUTS + i) * plan->step;

        for (size_t k = 0; k < plan->step; k++)
            x[k].of[i] = fp_mul(clm_limbs_bits(cofactor, limbs, (first + k) * CONVOLUTION_BITS,
                                               CONVOLUTION_BITS), scale, f);
    }
    transform_words(x, n, job->roots + prime * n, f);
    for (size_t k = 0; k < n; k++)
        memcpy(out + (k * passes * plan->blocks + b) * CONVOLUTION_OUTPUTS, x + k, sizeof *x);
}

static clmodp_status weigh_block(void *argument, size_t index, size_t thread)
{
    const weighing *job = argument;
    const clm_tree_node *root = &job->tree->nodes[0];
    const clm_tree_node *block = &job->tree->nodes[job->blocks[index]];
    mp_limb_t *cofactor = job->scratch + thread * job->scratch_limbs;
    mp_limb_t *rest = cofactor + root->limbs, *x = rest + root->limbs;
    size_t limbs = root->limbs - block->limbs + 1;

    mpn_tdiv_qr(cofactor, rest, 0, root->product, (mp_size_t)root->limbs, block->product,
                (mp_size_t)block->limbs);
    for (size_t prime = 0; prime < CONVOLUTION_PRIMES; prime++)
        for (size_t j = 0; j * CONVOLUTION_OUTPUTS < job->plan->groups; j++)
            put_pass(job, prime, index, j, cofactor, limbs, (group_words *)x);
    return CLMODP_OK;
}

/* Transforms the cofactors, in `staging` until they are sent. */
static clmodp_status add_weights(clmodp_context *ctx, clm_convolution *out, clm_staging *staging,
                                 weighing *job)
{
    clmodp_status st = CLMODP_OK;
    const clm_convolution_plan *plan = &out->plan;
    const size_t threads = clm_size_min(ctx->threads, plan->blocks);

    job->scratch_limbs = 2 * job->tree->nodes[0].limbs + 2 * plan->length + 8;
    NEW(&ctx->error, job->scratch, clm_size_times(threads, job->scratch_limbs));
    TRY(clm_staging_create_mapped(ctx, staging, (size_t)plan->weight_words, sizeof(u32)));
    job->weights = staging->data;
    if (clm_parallel_for(plan->blocks, threads, weigh_block, job) != CLMODP_OK)
        FAIL(&ctx->error, CLMODP_HOST_MEMORY, "the host has no memory for %zu thread%s", threads,
             CLM_S(threads));
    TRY(clm_tables_add(ctx, &out->tables, &out->weights, job->weights,
                       (size_t)plan->weight_words, sizeof(u32)));
done:
    free(job->scratch);
    return st;
}

/* Sets table[b] to the slices of block b. */
static void list_blocks(convolution_block *table, size_t count, const clm_product_tree *tree,
                        const size_t *blocks)
{
    size_t first = 0;

    for (size_t b = 0; b < count; b++) {
        const size_t slices = clm_positional_slices(&tree->nodes[blocks[b]]);

        table[b] = (convolution_block){(u32)first, (u32)slices};
        first += slices;
    }
}

/* Computes z^0, z^1 ... for both primes. */
static void find_roots(u32 *roots, size_t n)
{
    for (size_t prime = 0; prime < CONVOLUTION_PRIMES; prime++, roots += n) {
        const fp_field f = clm_field(modulus[prime]);
        const u32 z = clm_field_root(f, (u32)n);

        roots[0] = f.one;
        for (size_t e = 1; e < n; e++)
            roots[e] = fp_mul(roots[e - 1], z, f);
    }
}

clmodp_status clm_convolution_create(clmodp_context *ctx, clm_convolution *out,
                                     const clm_product_tree *tree, size_t depth)
{
    clmodp_status st = CLMODP_OK;
    const clm_convolution_plan *plan = &out->plan;
    size_t *blocks = NULL, words;
    u32 *roots = NULL;
    convolution_block *table = NULL;
    clm_staging weights = {0};

    *out = (clm_convolution){.plan = clm_convolution_choose(tree, depth, &ctx->costs)};
    words = CONVOLUTION_PRIMES * plan->length;
    REQUIRE(&ctx->error, plan->length > 0);
    NEW(&ctx->error, blocks, plan->blocks);
    NEW(&ctx->error, roots, words);
    NEW(&ctx->error, table, plan->blocks);
    clm_tree_blocks(tree, depth, blocks);
    find_roots(roots, plan->length);
    list_blocks(table, plan->blocks, tree, blocks);
    TRY(clm_tables_add(ctx, &out->tables, &out->blocks, table, plan->blocks, sizeof *table));
    TRY(clm_tables_add(ctx, &out->tables, &out->roots, roots, words, sizeof *roots));
    TRY(add_weights(ctx, out, &weights,
                    &(weighing){.tree = tree, .plan = plan, .blocks = blocks, .roots = roots}));
    TRY(clm_tables_create(ctx, &out->tables));
    TRY(clm_tables_send(ctx, &out->tables));
done:
    if (st != CLMODP_OK)
        clm_convolution_destroy(ctx, out);
    clm_staging_destroy(ctx, &weights);
    free(table);
    free(roots);
    free(blocks);
    return st;
}

void clm_convolution_destroy(clmodp_context *ctx, clm_convolution *convolution)
{
    clm_buffers_destroy(ctx, &convolution->blocks, &convolution->roots, &convolution->weights);
    clm_tables_destroy(ctx, &convolution->tables);
    *convolution = (clm_convolution){0};
}

static convolution_shape shape_of(const clm_convolution_plan *plan, size_t columns)
{
    convolution_shape s = {
        .length = (u32)plan->length, .blocks = (u32)plan->blocks, .pieces = (u32)plan->pieces,
        .groups = (u32)plan->groups, .step = (u32)plan->step, .segments = (u32)plan->segments,
        .columns = (u32)columns,
    };

    for (size_t prime = 0; prime < CONVOLUTION_PRIMES; prime++)
        s.field[prime] = clm_field(modulus[prime]);
    s.inverse = fp_inv(fp_to(CONVOLUTION_PRIME_0, s.field[1]), s.field[1]);
    return s;
}

clmodp_status clm_convolution_run(clmodp_context *ctx, const clm_buffer *words,
                                  const clm_buffer *sums, const clm_buffer *spectra,
                                  const clm_buffer *products, const clm_convolution *convolution,
                                  const clm_positional *positional, size_t columns)
{
    clmodp_status st = CLMODP_OK;
    const clm_convolution_plan *plan = &convolution->plan;
    const convolution_shape s = shape_of(plan, columns);
    const size_t vectors = CONVOLUTION_PRIMES * (columns / ctx->tuning.vector_width);
    const char *const file = "multimodular/convolution.cl";
    const size_t of_sums = clm_size_times(POSITIONAL_WORDS * positional->slices, columns);
    const size_t of_spectra = clm_size_times(plan->spectrum_words, columns);
    const size_t of_products = clm_size_times(plan->product_words, columns);
    const size_t of_words = clm_size_times(plan->segment_words, columns);
    const size_t of_roots = CONVOLUTION_PRIMES * plan->length,
                 group = clm_independent_group_size(ctx);

    REQUIRE(&ctx->error, columns % ctx->tuning.tile == 0);
    TRY(clm_run(ctx, KERNEL(file, "convolution_forward"), vectors * plan->blocks, group,
                ARG_OUT(spectra, of_spectra, u32), ARG_IN(sums, of_sums, u32),
                ARG_IN(&convolution->blocks, plan->blocks, convolution_block),
                ARG_IN(&convolution->roots, of_roots, u32), ARG_STRUCT(s)));
    TRY(clm_run(ctx, KERNEL(file, "convolution_products"), vectors * plan->length, group,
                ARG_OUT(products, of_products, u32), ARG_IN(spectra, of_spectra, u32),
                ARG_IN(&convolution->weights, (size_t)plan->weight_words, u32), ARG_STRUCT(s)));
    TRY(clm_run(ctx, KERNEL(file, "convolution_backward"), vectors * plan->groups, group,
                ARG_INOUT(products, of_products, u32),
                ARG_IN(&convolution->roots, of_roots, u32), ARG_STRUCT(s)));
    TRY(clm_run(ctx, KERNEL(file, "convolution_carry"),
                columns / ctx->tuning.vector_width * plan->segments, group,
                ARG_OUT(words, of_words, u32), ARG_IN(products, of_products, u32),
                ARG_STRUCT(s)));
done:
    return st;
}

void clm_convolution_value(const clm_convolution_plan *plan, const uint32_t *words, size_t columns,
                           size_t column, size_t limbs, mp_limb_t *out)
{
    const size_t own = CONVOLUTION_WORDS(plan->step) / 2; /* limbs of a segment */
    const uint32_t *word = words + column;
    const size_t end = clm_size_min(limbs, plan->segments * own);
    mp_limb_t carry = 0;

    for (size_t at = 0; at < end; at++, word += 2 * columns) {
        mp_limb_t limb;

        if (at > 0 && at % own == 0) { /* the excess of a segment belongs to the next */
            carry += word[0] | (mp_limb_t)word[columns] << 32;
            word += CONVOLUTION_EXCESS * columns;
        }
        limb = word[0] | (mp_limb_t)word[columns] << 32;
        out[at] = limb + carry;
        carry = out[at] < limb;
    }
    memset(out + end, 0, (limbs - end) * sizeof *out);
}
