/* Measures how fast the device multiplies, a lower bound on times of counted multiplications. */
#ifndef BENCH_RATE_H
#define BENCH_RATE_H

#include <stddef.h>

#include "opencl/kernel.h"

/* A launch and its number of operations. */
typedef struct rate_launch {
    const clm_kernel *kernel;
    size_t items, group; /* group 0: the tuned size */
    double operations;
    const clm_arg *args;
    size_t count;
} rate_launch;

/* Measures operations a second, by the best of `runs` runs: by the clock, and by processor time of
 * all threads. For a CPU device the latter is the rate of one core, undisturbed by others. */
clmodp_status rate_of_launch(clmodp_context *ctx, const rate_launch *launch, size_t runs,
                             double *wall, double *cpu);

/* Measures products of two words, by a kernel that only multiplies. */
clmodp_status rate_measure(clmodp_context *ctx, size_t runs, double *wall, double *cpu);

/* Selects from these two the rate of the whole device, disturbed as little as possible. */
double rate_whole(const clmodp_context *ctx, double wall, double cpu);

/* Measures that rate for products of two words. */
clmodp_status rate_of_device(clmodp_context *ctx, double *rate);

/* Measures that rate for multiply-adds in `type`, "float" or "double". Errors: CORRUPT */
clmodp_status rate_of_reals(clmodp_context *ctx, const char *type, double *rate);

#endif
