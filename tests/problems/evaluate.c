/* Creates rows for evaluation, and computes their values on the host. */
#include "problems/evaluate.h"

#include "core/random.h"
#include "core/size.h"
#include "fpx/batch/evaluate.h"

evaluate_problem evaluate_problem_create(device_chunk *chunk, const u32 *length, size_t count)
{
    evaluate_problem p = {.chunk = chunk, .rows = {.count = count},
                          .table = device_need(count, sizeof *p.table)};
    clmodp_context *ctx = chunk->ctx;
    const size_t entries = clm_sums_block_entries(count);
    u32 *blocks = device_need(entries, sizeof *blocks);
    clm_random random = {count + 77};
    size_t words;

    for (size_t row = 0; row < count; row++) {
        p.table[row] = (clm_row){(u32)p.rows.residues, length[row]};
        p.rows.residues += length[row];
        p.rows.longest = clm_size_max(p.rows.longest, length[row]);
    }
    p.rows.padded = clm_sums_blocks(blocks, p.table, count);
    p.rows.table = device_words(ctx, (const u32 *)p.table, 2 * count);
    p.rows.blocks = device_words(ctx, blocks, entries);
    free(blocks);
    words = chunk->batch.primes * p.rows.residues;
    p.coefficients = device_need(words, sizeof *p.coefficients);
    for (size_t i = 0; i < words; i++) {
        const u32 prime = chunk->info[i / p.rows.residues].field.p;

        p.coefficients[i] =
            (u32)(i % 3 != 0 ? prime / 2 + i % 2 : clm_random_below(&random, prime));
    }
    p.residues = device_words(ctx, p.coefficients, words);
    return p;
}

void evaluate_problem_destroy(evaluate_problem *p)
{
    clm_buffer_destroy(p->chunk->ctx, &p->rows.table);
    clm_buffer_destroy(p->chunk->ctx, &p->rows.blocks);
    clm_buffer_destroy(p->chunk->ctx, &p->residues);
    free(p->coefficients);
    free(p->table);
}

u32 evaluate_problem_value(const evaluate_problem *p, size_t prime, size_t k, size_t row)
{
    const prime_info *info = &p->chunk->info[prime];
    const fp_field f = info->field;
    const u32 x = fp_mul(info->shift, fp_pow(info->root, (u32)k, f), f);
    const u32 *coefficient = p->coefficients + prime * p->rows.residues + p->table[row].offset;
    u32 value = 0;

    for (size_t i = p->table[row].length; i-- > 0;)
        value = fp_add(fp_mul(value, x, f), coefficient[i], f);
    return value;
}

size_t evaluate_problem_scratch(const evaluate_problem *p)
{
    clmodp_context *ctx = p->chunk->ctx;
    const clm_point_batch *batch = &p->chunk->batch;
    const size_t tiles = batch->primes * (batch->lanes / ctx->tuning.tile);
    size_t words = clm_transform_scratch(ctx, &p->rows, batch, batch->primes);

    for (clm_evaluation method = CLM_EVALUATE_AUTO; method <= CLM_EVALUATE_SPLIT; method++)
        for (size_t n = 1; n <= tiles; n++)
            words = clm_size_max(words, clm_evaluate_scratch(ctx, &p->rows, batch, n, method));
    for (size_t split = 4; split <= 16; split *= 2)
        words = clm_size_max(words,
                             clm_butterfly_scratch(ctx, &p->rows, batch, split, batch->primes));
    return words;
}
