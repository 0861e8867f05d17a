/* Tables and weights for cl/multimodular/mixed_radix.cl and positional.cl, and their launches. */
#include "multimodular/positional.h"

#include <string.h>

#include "arith/prime.h"
#include "cl/multimodular/mixed_radix_shape.h"
#include "cl/multimodular/positional_shape.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "cost/cost.h"
#include "multimodular/limbs.h"
#include "multimodular/product_tree.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"
#include "opencl/staging.h"

#define CHUNK ((size_t)MIXED_RADIX_CHUNK)

/* Returns the words before chunk c; chunk k has CHUNK (k + 1) rows. */
static uint64_t words_before(uint64_t c)
{
    return CHUNK * CHUNK * (c * (c + 1) / 2);
}

uint64_t clm_mixed_radix_bytes(size_t count)
{
    return words_before(clm_div_up(count, CHUNK)) * sizeof(u32);
}

clm_amounts clm_mixed_radix_cost(double primes, double values)
{
    return (clm_amounts){.of = {[CLM_OP_WEIGHT_WORD] = primes * primes,
                                [CLM_OP_CRT_DIGIT] = values * primes * primes / 2}};
}

typedef struct tabling {
    const uint32_t *primes;
    size_t count;
    u32 *table;
    mixed_radix_prime *out;
} tabling;

/* Fills the part of one chunk; entries past the last prime repeat it. */
static clmodp_status fill_chunk(void *argument, size_t chunk, size_t thread)
{
    const tabling *job = argument;

    (void)thread;
    for (size_t k = 0; k < CHUNK; k++) {
        size_t j = chunk * CHUNK + k, last = clm_size_min(j, job->count - 1);
        u32 *column = job->table + words_before(chunk) + k;
        fp_field field = clm_field(job->primes[last]);
        u32 product = field.one;

        for (size_t i = 0; i < last; i++) {
            column[i * CHUNK] = product;
            product = fp_mul(product, fp_to(job->primes[i], field), field);
        }
        job->out[j] = (mixed_radix_prime){field, fp_inv(product, field)};
    }
    return CLMODP_OK;
}

clmodp_status clm_mixed_radix_create(clmodp_context *ctx, clm_mixed_radix *out,
                                     const uint32_t *primes, size_t count)
{
    clmodp_status st = CLMODP_OK;
    size_t chunks = clm_div_up(count, CHUNK), words = (size_t)words_before(chunks);
    clm_staging table = {0}, constants = {0};
    tabling job = {primes, count, NULL, NULL};
    const double worth = clm_threads_worth(CLM_OP_WEIGHT_WORD, (double)words);
    const size_t threads = clm_size_min(ctx->threads, (size_t)worth);

    *out = (clm_mixed_radix){.count = count};
    TRY(clm_staging_create(ctx, &table, words, sizeof *job.table));
    TRY(clm_staging_create(ctx, &constants, chunks * CHUNK, sizeof *job.out));
    job.table = table.data;
    job.out = constants.data;
    if (clm_parallel_for(chunks, threads, fill_chunk, &job) != CLMODP_OK)
        FAIL(&ctx->error, CLMODP_HOST_MEMORY, "the host has no memory for %zu thread%s", threads,
             CLM_S(threads));
    TRY(clm_tables_add(ctx, &out->tables, &out->table, job.table, words, sizeof *job.table));
    TRY(clm_tables_add(ctx, &out->tables, &out->primes, job.out, chunks * CHUNK,
                       sizeof *job.out));
    TRY(clm_tables_create(ctx, &out->tables));
    TRY(clm_tables_send(ctx, &out->tables));
done:
    if (st != CLMODP_OK)
        clm_mixed_radix_destroy(ctx, out);
    clm_staging_destroy(ctx, &constants);
    clm_staging_destroy(ctx, &table);
    return st;
}

void clm_mixed_radix_destroy(clmodp_context *ctx, clm_mixed_radix *mixed)
{
    clm_buffers_destroy(ctx, &mixed->table, &mixed->primes);
    clm_tables_destroy(ctx, &mixed->tables);
    *mixed = (clm_mixed_radix){0};
}

clmodp_status clm_mixed_radix_digits(clmodp_context *ctx, const clm_buffer *digits,
                                     const clm_buffer *residues, const clm_mixed_radix *mixed,
                                     size_t columns)
{
    clmodp_status st = CLMODP_OK;
    const size_t words = clm_size_times(mixed->count, columns);
    const size_t chunks = clm_div_up(mixed->count, CHUNK);

    REQUIRE(&ctx->error, columns % ctx->tuning.tile == 0);
    /* Work-items carrying vectors are few and long: one a group. */
    TRY(clm_run(ctx, KERNEL("multimodular/mixed_radix.cl", "mixed_radix_digits"),
                columns / ctx->tuning.vector_width, ctx->tuning.vector_width > 1 ? 1 : 0,
                ARG_INOUT(digits, words, u32), ARG_IN(residues, words, u32),
                ARG_IN(&mixed->table, words_before(chunks), u32),
                ARG_IN(&mixed->primes, chunks * CHUNK, mixed_radix_prime), ARG_U32(mixed->count),
                ARG_U32(columns)));
done:
    return st;
}

#define ROW_BYTES (POSITIONAL_LIMBS * sizeof(uint32_t))
#define WEIGHED_AT_ONCE 16 /* primes taken by one thread at a time */

_Static_assert(POSITIONAL_SLICE_BITS == 32 * POSITIONAL_OWN_WORDS &&
                   POSITIONAL_WORDS == POSITIONAL_OWN_WORDS + 2,
               "the sum of a slice is whole words and two more");

size_t clm_positional_slices(const clm_tree_node *block)
{
    return clm_div_up(mpn_sizeinbase(block->product, (mp_size_t)block->limbs, 2),
                      POSITIONAL_SLICE_BITS);
}

/* Returns a block's first prime whose weight may reach slice k: 0, or with mixed radix the number
 * of primes below 2^31 whose product may exceed the lower slices. */
static size_t first_in_slice(size_t k, bool mixed)
{
    return !mixed || k == 0 ? 0 : k * POSITIONAL_SLICE_BITS / 31 + 1;
}

/* Lays out the slices of a block, whose weights begin at row *rows; returns their number, and
 * advances *rows. slices may be NULL. */
static size_t lay_out(const clm_product_tree *tree, size_t node, bool mixed,
                      positional_slice *slices, uint64_t *rows)
{
    size_t count = clm_positional_slices(&tree->nodes[node]);
    size_t end, begin = clm_tree_primes(tree, node, &end);

    for (size_t k = 0; k < count; k++) {
        size_t first = clm_size_min(begin + first_in_slice(k, mixed), end);

        if (slices != NULL)
            slices[k] = (positional_slice){(u32)first, (u32)end, (u32)*rows};
        *rows += end - first;
    }
    return count;
}

/* Returns the number of slices of all blocks at a depth; *rows: their rows of weights. */
static size_t measure_blocks(const clm_product_tree *tree, size_t depth, bool mixed,
                             uint64_t *rows)
{
    size_t slices = 0;

    *rows = 0;
    for (size_t prime = 0; prime < tree->count;) {
        const size_t node = clm_tree_block(tree, depth, prime);

        slices += lay_out(tree, node, mixed, NULL, rows);
        (void)clm_tree_primes(tree, node, &prime);
    }
    return slices;
}

clm_positional_size clm_positional_measure(const clm_product_tree *tree, size_t depth, bool mixed)
{
    uint64_t rows;
    const uint64_t slices = measure_blocks(tree, depth, mixed, &rows);
    const uint64_t scale = mixed ? 0 : tree->count * sizeof(positional_prime);
    const uint64_t weights = rows * ROW_BYTES;

    return (clm_positional_size){.kept = weights + slices * sizeof(positional_slice) + scale,
                                 .weights = weights,
                                 .sum_words = slices * POSITIONAL_WORDS};
}

clm_amounts clm_positional_cost(const clm_positional_size *size, double values)
{
    const double words = (double)(size->weights / sizeof(uint32_t));

    return (clm_amounts){.of = {[CLM_OP_WEIGHT_WORD] = words, [CLM_OP_CRT_SUM] = values * words}};
}

typedef struct weighing {
    const clm_product_tree *tree;
    const clm_positional *positional;
    const positional_slice *slices;
    const size_t *blocks; /* nodes of the blocks at the depth */
    size_t depth;
    mp_limb_t *scratch; /* scratch_limbs of each thread */
    size_t scratch_limbs;
    uint32_t *weights; /* rows */
} weighing;

/* Writes the weight of prime i into the slices of its block. */
static void put_weight(const weighing *job, size_t node, size_t i, const mp_limb_t *weight,
                       size_t limbs)
{
    const positional_slice *slice = job->slices + job->positional->first_slice[node];
    size_t count = clm_positional_slices(&job->tree->nodes[node]);

    for (size_t s = 0; s < count && slice[s].first <= i; s++) {
        uint32_t *row = job->weights + (slice[s].row + (i - slice[s].first)) * POSITIONAL_LIMBS;

        for (size_t k = 0; k < POSITIONAL_LIMBS; k++)
            row[k] = clm_limbs_bits(weight, limbs,
                                    s * POSITIONAL_SLICE_BITS + k * POSITIONAL_BITS,
                                    POSITIONAL_BITS);
    }
}

/* Computes the weights of some primes: P_b / p_i. */
static clmodp_status weigh_primes(void *argument, size_t index, size_t thread)
{
    const weighing *job = argument;
    const size_t end = clm_size_min((index + 1) * WEIGHED_AT_ONCE, job->tree->count);
    mp_limb_t *weight = job->scratch + thread * job->scratch_limbs;

    for (size_t i = index * WEIGHED_AT_ONCE; i < end; i++) {
        const size_t node = clm_tree_block(job->tree, job->depth, i);
        const clm_tree_node *block = &job->tree->nodes[node];

        mpn_divexact_1(weight, block->product, (mp_size_t)block->limbs,
                       job->tree->moduli[i].prime);
        put_weight(job, node, i, weight, block->limbs);
    }
    return CLMODP_OK;
}

/* Computes a block's mixed radix weights: the products of the primes before each. */
static clmodp_status weigh_block_mixed(void *argument, size_t index, size_t thread)
{
    const weighing *job = argument;
    size_t node = job->blocks[index];
    mp_limb_t *weight = job->scratch + thread * job->scratch_limbs;
    size_t end, limbs = 1, i = clm_tree_primes(job->tree, node, &end);

    weight[0] = 1;
    for (; i < end; i++) {
        mp_limb_t high;

        put_weight(job, node, i, weight, limbs);
        high = mpn_mul_1(weight, weight, (mp_size_t)limbs, job->tree->moduli[i].prime);
        if (high != 0)
            weight[limbs++] = high;
    }
    return CLMODP_OK;
}

/* Computes all weights, in `staging` until they are sent. */
static clmodp_status add_weights(clmodp_context *ctx, clm_positional *out,
                                 clm_staging *staging, weighing job, size_t count, bool mixed)
{
    clmodp_status st = CLMODP_OK;
    const clm_product_tree *tree = job.tree;
    const double worth =
        clm_threads_worth(CLM_OP_WEIGHT_WORD, (double)out->rows * POSITIONAL_LIMBS);
    const size_t threads = clm_size_min(ctx->threads, (size_t)worth);

    job.scratch_limbs = tree->nodes[0].limbs + 8; /* a cache line between the threads */
    NEW(&ctx->error, job.scratch, clm_size_times(threads, job.scratch_limbs));
    TRY(clm_staging_create_mapped(ctx, staging, out->rows, ROW_BYTES));
    job.weights = staging->data;
    st = mixed ? clm_parallel_for(count, threads, weigh_block_mixed, &job)
               : clm_parallel_for(clm_div_up(tree->count, WEIGHED_AT_ONCE), threads,
                                  weigh_primes, &job);
    if (st != CLMODP_OK)
        FAIL(&ctx->error, st, "the host has no memory for %zu thread%s", threads,
             CLM_S(threads));
    TRY(clm_tables_add(ctx, &out->tables, &out->weights, job.weights, out->rows, ROW_BYTES));
done:
    free(job.scratch);
    return st;
}

static clmodp_status add_scale(clmodp_context *ctx, clm_positional *out, clm_staging *staging,
                               const clm_product_tree *tree)
{
    clmodp_status st = CLMODP_OK;
    positional_prime *primes;

    TRY(clm_staging_create(ctx, staging, tree->count, sizeof *primes));
    primes = staging->data;
    for (size_t i = 0; i < tree->count; i++) {
        fp_field field = clm_field(tree->moduli[i].prime);

        primes[i] = (positional_prime){field, fp_to(tree->moduli[i].inverse, field)};
    }
    TRY(clm_tables_add(ctx, &out->tables, &out->scale, primes, tree->count, sizeof *primes));
done:
    return st;
}

clmodp_status clm_positional_create(clmodp_context *ctx, clm_positional *out,
                                    const clm_product_tree *tree, size_t depth, bool mixed)
{
    clmodp_status st = CLMODP_OK;
    size_t count = clm_tree_blocks(tree, depth, NULL), placed = 0;
    positional_slice *slices = NULL;
    clm_staging weights = {0}, scale = {0};
    size_t *blocks = NULL;
    uint64_t rows, next_row = 0;
    const size_t slice_count = measure_blocks(tree, depth, mixed, &rows);

    *out = (clm_positional){.primes = tree->count, .slices = slice_count, .rows = (size_t)rows};
    if (rows > UINT32_MAX)
        FAIL(&ctx->error, CLMODP_LIMIT, "2^32 rows of weights or more; use smaller blocks");
    NEW(&ctx->error, out->first_slice, tree->node_count);
    NEW(&ctx->error, slices, slice_count);
    NEW(&ctx->error, blocks, count);
    clm_tree_blocks(tree, depth, blocks);
    for (size_t b = 0; b < count; b++) {
        out->first_slice[blocks[b]] = (uint32_t)placed;
        placed += lay_out(tree, blocks[b], mixed, slices + placed, &next_row);
    }
    TRY(clm_tables_add(ctx, &out->tables, &out->table, slices, slice_count, sizeof *slices));
    if (!mixed)
        TRY(add_scale(ctx, out, &scale, tree));
    TRY(add_weights(ctx, out, &weights,
                    (weighing){.tree = tree, .positional = out, .slices = slices,
                               .blocks = blocks, .depth = depth}, count, mixed));
    TRY(clm_tables_create(ctx, &out->tables));
    TRY(clm_tables_send(ctx, &out->tables));
done:
    if (st != CLMODP_OK)
        clm_positional_destroy(ctx, out);
    clm_staging_destroy(ctx, &weights);
    clm_staging_destroy(ctx, &scale);
    free(blocks);
    free(slices);
    return st;
}

void clm_positional_destroy(clmodp_context *ctx, clm_positional *positional)
{
    clm_buffers_destroy(ctx, &positional->weights, &positional->table, &positional->scale);
    clm_tables_destroy(ctx, &positional->tables);
    free(positional->first_slice);
    *positional = (clm_positional){0};
}

clmodp_status clm_positional_scale(clmodp_context *ctx, const clm_buffer *digits,
                                   const clm_buffer *residues, const clm_positional *positional,
                                   size_t columns)
{
    clmodp_status st = CLMODP_OK;
    const size_t words = clm_size_times(positional->primes, columns);
    positional_shape s = {.primes = (u32)positional->primes, .columns = (u32)columns};

    REQUIRE(&ctx->error, columns % ctx->tuning.tile == 0);
    TRY(clm_run(ctx, KERNEL("multimodular/positional.cl", "positional_scale"),
                words / ctx->tuning.vector_width, clm_independent_group_size(ctx),
                ARG_OUT(digits, words, u32), ARG_IN(residues, words, u32),
                ARG_IN(&positional->scale, positional->primes, positional_prime), ARG_STRUCT(s)));
done:
    return st;
}

clmodp_status clm_positional_sums(clmodp_context *ctx, const clm_buffer *sums,
                                  const clm_buffer *digits, const clm_positional *positional,
                                  size_t columns)
{
    clmodp_status st = CLMODP_OK;
    const size_t of_sums = clm_size_times(POSITIONAL_WORDS * positional->slices, columns);
    positional_shape s = {.primes = (u32)positional->primes, .slices = (u32)positional->slices,
                          .columns = (u32)columns};

    REQUIRE(&ctx->error, columns % ctx->tuning.tile == 0);
    TRY(clm_run(ctx, KERNEL("multimodular/positional.cl", "positional_sums"),
                positional->slices * (columns / ctx->tuning.vector_width),
                clm_independent_group_size(ctx), ARG_OUT(sums, of_sums, u32),
                ARG_IN(digits, clm_size_times(positional->primes, columns), u32),
                ARG_IN_OF(&positional->weights, positional->rows, ROW_BYTES),
                ARG_IN(&positional->table, positional->slices, positional_slice), ARG_STRUCT(s)));
done:
    return st;
}

/* Adds `carry` to a slice's words before the last two, as four limbs of 64, 64, 64 and 32 bits.
 * Returns the carry to the next slice: the last two words and the limbs' carry. */
static uint64_t add_slice(uint64_t limb[4], const uint32_t *word, size_t columns, uint64_t carry)
{
    for (size_t k = 0; k < 3; k++, word += 2 * columns) {
        uint64_t sum = word[0] | (uint64_t)word[columns] << 32;

        limb[k] = sum + carry;
        carry = limb[k] < sum;
    }
    limb[3] = carry + *word;
    carry = limb[3] >> 32;
    limb[3] &= UINT32_MAX;
    return carry + (word[columns] | (uint64_t)word[2 * columns] << 32);
}

void clm_positional_value(const clm_positional *positional, const clm_product_tree *tree,
                          size_t node, const uint32_t *sums, size_t columns, size_t column,
                          mp_limb_t *out)
{
    const clm_tree_node *block = &tree->nodes[node];
    size_t slices = clm_positional_slices(block), limbs = block->limbs + 1, at = 0;
    const uint32_t *word = sums + positional->first_slice[node] * POSITIONAL_WORDS * columns +
                           column;
    uint64_t limb[8], carry = 0;

    /* Two slices are seven limbs, sharing the middle one; the carry makes the block's limbs and
     * one more. */
    for (size_t s = 0; s < slices; s += 2, word += 2 * POSITIONAL_WORDS * columns, at += 7) {
        carry = add_slice(limb, word, columns, carry);
        limb[4] = limb[5] = limb[6] = 0;
        if (s + 1 < slices) {
            uint64_t odd[4];

            carry = add_slice(odd, word + POSITIONAL_WORDS * columns, columns, carry);
            limb[3] |= odd[0] << 32;
            limb[4] = odd[0] >> 32 | odd[1] << 32;
            limb[5] = odd[1] >> 32 | odd[2] << 32;
            limb[6] = odd[2] >> 32 | odd[3] << 32;
            limb[7] = carry;
        } else {
            limb[3] |= carry << 32;
            limb[4] = carry >> 32;
            limb[7] = 0;
        }
        memcpy(out + at, limb, clm_size_min(8, limbs - at) * sizeof *limb);
    }
}
