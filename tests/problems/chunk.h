/* The basis of problems for single kernels: chunks of primes, memory and buffers. Tests and
 * benchmarks share problems; if one cannot be created, the program ends with a message. */
#ifndef TESTS_PROBLEMS_CHUNK_H
#define TESTS_PROBLEMS_CHUNK_H

#include <stdlib.h>

#include "fpx/batch/batch.h"

/* Exits with 1 and the context's message unless the call succeeded. */
void device_must(const clmodp_context *ctx, clmodp_status status);

/* Allocates zeroed memory. Release with free. */
void *device_need(size_t count, size_t size);

/* Sets the greatest primes below `below` that are 1 modulo `points`. */
void device_primes(uint32_t *prime, size_t primes, size_t points, uint32_t below);

/* Creates a buffer of so many words, filled with `words` unless they are NULL. */
clm_buffer device_words(clmodp_context *ctx, const u32 *words, size_t count);

/* A chunk of primes on a device. */
typedef struct device_chunk {
    clmodp_context *ctx;
    prime_info *info; /* on the host */
    clm_point_batch batch;
} device_chunk;

/* Creates a chunk with the primes of device_primes, each with points from a random shift on;
 * release with device_chunk_destroy. */
device_chunk device_chunk_create(clmodp_context *ctx, size_t primes, size_t points,
                                 uint32_t below);
void device_chunk_destroy(device_chunk *chunk);

#endif
