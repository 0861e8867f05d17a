/* Creates rows for evaluation, and computes their values on the host. */
#include "problems/evaluate.h"

#include "core/random.h"
#include "core/size.h"
#include "fpx/batch/evaluate.h"
#include "fpx/batch/sparse.h"
#include "fpx/batch/sums.h"
#include "multimodular/columns.h"

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

/* Removes what is not listed, and adds a term for the rest to the polynomial of the row. */
static void thin_row(evaluate_problem *p, size_t row, clmodp_zxy *of, size_t y,
                     const u32 *exponent, size_t count)
{
    const clm_row place = p->table[row];
    mpz_t one;
    size_t k = 0;

    mpz_init_set_ui(one, 1);
    for (size_t i = 0; i < place.length; i++) {
        const bool listed = k < count && exponent[k] == i;

        k += listed;
        if (listed && (row + k) % 7 != 0)
            device_must(p->chunk->ctx, clmodp_zxy_set_coeff(of, one, i, y));
        else
            for (size_t n = 0; n < p->chunk->batch.primes; n++)
                p->coefficients[n * p->rows.residues + place.offset + i] = 0;
    }
    mpz_clear(one);
}

void evaluate_problem_thin(evaluate_problem *p, const u32 *exponent, size_t count)
{
    clmodp_context *ctx = p->chunk->ctx;
    const size_t rows = p->rows.count, half = rows / 2;
    clmodp_zxy *f, *g;
    clm_columns columns;

    device_must(ctx, clmodp_zxy_create(&f));
    device_must(ctx, clmodp_zxy_create(&g));
    for (size_t row = 0; row < rows; row++)
        thin_row(p, row, row < half ? f : g, row < half ? row : row - half, exponent, count);
    device_must(ctx, clm_columns_create(&ctx->error, &columns, f, g, rows, SIZE_MAX));
    device_must(ctx, clm_buffer_write(ctx, &p->residues, 0, p->coefficients,
                                      p->chunk->batch.primes * p->rows.residues * sizeof(u32)));
    p->rows.sparse = device_words(ctx, columns.words, columns.count);
    p->rows.powers = columns.powers;
    p->rows.columns = columns.columns;
    clm_columns_destroy(&columns);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
}

void evaluate_problem_destroy(evaluate_problem *p)
{
    clm_buffer_destroy(p->chunk->ctx, &p->rows.table);
    clm_buffer_destroy(p->chunk->ctx, &p->rows.blocks);
    clm_buffer_destroy(p->chunk->ctx, &p->rows.sparse);
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
    for (size_t split = 4; split <= 16 && batch->points % split == 0; split *= 2) {
        words = clm_size_max(words,
                             clm_butterfly_scratch(ctx, &p->rows, batch, split, batch->primes));
        if (p->rows.powers > 0)
            words = clm_size_max(words,
                                 clm_sparse_scratch(ctx, &p->rows, batch, split, batch->primes));
    }
    return words;
}
