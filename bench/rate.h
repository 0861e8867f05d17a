/* How fast the device multiplies: the floor under what is counted in multiplications. */
#ifndef BENCH_RATE_H
#define BENCH_RATE_H

#include <stddef.h>

#include "opencl/kernel.h"

/* A launch and how many operations it makes. */
typedef struct rate_launch {
    const clm_kernel *kernel;
    size_t items, group; /* group 0: the tuned one */
    double operations;
    const clm_arg *args;
    size_t count;
} rate_launch;

/* Operations a second, by the best of `runs` runs: by the clock, and by the processor time of all
 * threads (if the device is a CPU, that is the rate of one of its cores, and other processes do
 * not disturb it). */
clmodp_status rate_of_launch(clmodp_context *ctx, const rate_launch *launch, size_t runs,
                             double *wall, double *cpu);

/* Products of two words, of a kernel that does nothing else. */
clmodp_status rate_measure(clmodp_context *ctx, size_t runs, double *wall, double *cpu);

/* Of these two, the one of the whole device, undisturbed as far as possible. */
double rate_whole(const clmodp_context *ctx, double wall, double cpu);

/* That rate of products of two words. */
clmodp_status rate_of_device(clmodp_context *ctx, double *rate);

/* That rate of multiplications with additions in `type`, "float" or "double". Errors: CORRUPT */
clmodp_status rate_of_reals(clmodp_context *ctx, const char *type, double *rate);

#endif
