/* Creates chunks of primes, memory and buffers, or ends the program. */
#include "problems/chunk.h"

#include <stdio.h>

#include "arith/prime.h"
#include "core/random.h"
#include "core/size.h"

void device_must(const clmodp_context *ctx, clmodp_status status)
{
    if (status == CLMODP_OK)
        return;
    (void)fprintf(stderr, "%s: %s\n", clmodp_status_string(status),
                  clmodp_context_message(ctx));
    exit(1);
}

void *device_need(size_t count, size_t size)
{
    void *block = calloc(count, size);

    if (block == NULL && count > 0) {
        (void)fprintf(stderr, "no memory for %zu elements of %zu bytes\n", count, size);
        exit(1);
    }
    return block;
}

void device_primes(uint32_t *prime, size_t primes, size_t points, uint32_t below)
{
    if (clm_primes_below(prime, primes, below, (uint32_t)points) == primes)
        return;
    (void)fprintf(stderr, "there are no %zu primes with %zu points\n", primes, points);
    exit(1);
}

clm_buffer device_words(clmodp_context *ctx, const u32 *words, size_t count)
{
    clm_buffer buffer = {0};

    device_must(ctx, clm_buffer_create(ctx, &buffer, count, sizeof(u32)));
    if (words != NULL)
        device_must(ctx, clm_buffer_write(ctx, &buffer, 0, words, count * sizeof *words));
    return buffer;
}

device_chunk device_chunk_create(clmodp_context *ctx, size_t primes, size_t points, uint32_t below)
{
    device_chunk chunk = {.ctx = ctx, .info = device_need(primes, sizeof *chunk.info)};
    uint32_t *prime = device_need(primes, sizeof *prime);
    clm_random random = {points};

    device_primes(prime, primes, points, below);
    for (size_t n = 0; n < primes; n++) {
        u32 shift = 1 + (u32)clm_random_below(&random, prime[n] - 1);

        chunk.info[n] = clm_prime_info(prime[n], (u32)points, shift);
    }
    free(prime);
    chunk.batch = (clm_point_batch){.primes = primes, .points = points,
                          .lanes = clm_round_up(points, ctx->tuning.tile)};
    device_must(ctx, clm_buffer_load(ctx, &chunk.batch.info, chunk.info, primes,
                                     sizeof *chunk.info));
    return chunk;
}

void device_chunk_destroy(device_chunk *chunk)
{
    clm_buffer_destroy(chunk->ctx, &chunk->batch.info);
    free(chunk->info);
}
