/* What benchmarks share that run kernels by themselves: contexts; problems/chunk.h has primes and
 * buffers. Where anything fails the program ends with a message. */
#ifndef BENCH_DEVICE_H
#define BENCH_DEVICE_H

#include "cl/fpx/batch/euclid_shape.h"
#include "problems/chunk.h"

/* Primes as the pipeline takes them are below this. */
#define DEVICE_BELOW (EUCLID_PRIME_MAX + 1)

/* A new context on the device that clmodp_context_options.device names; exits with 3 if there
 * is none. PoCL's threads are kept on different cores, unless POCL_AFFINITY says otherwise. */
clmodp_context *device_open(const char *device);

#endif
