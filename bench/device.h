/* What benchmarks share that run kernels by themselves: contexts, primes, buffers. Where
 * anything fails the program ends with a message. */
#ifndef BENCH_DEVICE_H
#define BENCH_DEVICE_H

#include <stdlib.h>

#include "fpx/lanes.h"

/* A new context on the device that clmodp_context_options.device names; exits with 3 if there
 * is none. PoCL's threads are kept on different cores, unless POCL_AFFINITY says otherwise. */
clmodp_context *device_open(const char *device);

/* Exit with 1 and the context's message unless the call succeeded. */
void device_must(const clmodp_context *ctx, clmodp_status status);

/* New memory, all zero. Release with free. */
void *device_need(size_t count, size_t size);

/* The greatest primes that the pipeline takes with so many points. */
void device_primes(uint32_t *prime, size_t primes, size_t points);

/* A chunk of these primes. Its info is sent and also returned: release the buffer in *lanes with
 * clm_buffer_destroy and the host's copy with free. */
prime_info *device_chunk(clmodp_context *ctx, clm_lanes *lanes, size_t primes, size_t points);

/* A new buffer of so many words; `words` are sent unless they are NULL. */
clm_buffer device_words(clmodp_context *ctx, const u32 *words, size_t count);

#endif
