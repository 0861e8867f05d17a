/* The table for cl/multimodular/mixed_radix.cl, and its launch. */
#include "multimodular/mixed_radix.h"

#include "arith/field.h"
#include "core/parallel.h"
#include "core/size.h"
#include "cl/multimodular/mixed_radix_shape.h"
#include "cost/rates.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"

#define CHUNK ((size_t)MIXED_RADIX_CHUNK)

/* Words of the table before chunk c: chunks 0 ... c - 1 have CHUNK (c + 1) rows each. */
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
                                [CLM_OP_LIFT_DIGIT] = values * primes * primes / 2}};
}

typedef struct tabling {
    const uint32_t *primes;
    size_t count;
    u32 *table;
    mixed_radix_prime *out;
} tabling;

/* The part of one chunk. What is past the last prime repeats it. */
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
    clm_buffer_destroy(ctx, &mixed->table);
    clm_buffer_destroy(ctx, &mixed->primes);
    clm_tables_destroy(ctx, &mixed->tables);
    *mixed = (clm_mixed_radix){0};
}

clmodp_status clm_mixed_radix_digits(clmodp_context *ctx, const clm_buffer *digits,
                                     const clm_buffer *residues, const clm_mixed_radix *mixed,
                                     size_t columns)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;
    const size_t words = clm_size_times(mixed->count, columns);
    const size_t chunks = clm_div_up(mixed->count, CHUNK);

    REQUIRE(&ctx->error, columns % ctx->tuning.tile == 0);
    TRY(clm_kernel_get(ctx, &kernel, "multimodular/mixed_radix.cl", "mixed_radix_digits"));
    /* Work-items are few and long where each carries a vector: one a group. */
    TRY(clm_launch(ctx, kernel, columns / ctx->tuning.vector_width,
                   ctx->tuning.vector_width > 1 ? 1 : 0, ARG_INOUT(digits, words, u32),
                   ARG_IN(residues, words, u32), ARG_IN(&mixed->table, words_before(chunks), u32),
                   ARG_IN(&mixed->primes, chunks * CHUNK, mixed_radix_prime),
                   ARG_U32(mixed->count), ARG_U32(columns)));
done:
    return st;
}
