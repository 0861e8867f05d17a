/* Opens contexts for benchmarks that run single kernels; problems/chunk.h has primes and buffers.
 * On any failure the program ends with a message. */
#ifndef BENCH_DEVICE_H
#define BENCH_DEVICE_H

#include "cl/fpx/batch/euclid_shape.h"
#include "problems/chunk.h"

/* Exclusive limit of the primes used by the pipeline. */
#define DEVICE_BELOW (EUCLID_PRIME_MAX + 1)

/* Returns a new context on the device named by clmodp_context_options.device; exits with 3 if
 * there is none. Pins PoCL's threads to different cores, unless POCL_AFFINITY is set. */
clmodp_context *device_open(const char *device);

/* Copies words by a kernel as fast as a device can, and waits: a yardstick for kernels that move
 * words. Words beyond the last full vector are left out. */
void device_copy_words(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *in,
                       size_t words);

/* Sets the parameters of kernels. Inline assembly has one number of lanes. */
void device_tune(clmodp_context *ctx, size_t lanes, size_t tile, size_t group);

#endif
