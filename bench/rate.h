/* How fast the device multiplies: the floor under what is counted in multiplications. */
#ifndef BENCH_RATE_H
#define BENCH_RATE_H

#include <stddef.h>

#include "device/context.h"

/* Products of two words a second, by the best of `runs` runs of a kernel that does nothing
 * else: by the clock, and by the processor time of all threads (if the device is a CPU, that
 * is the rate of one of its cores, and other processes do not disturb it). */
clmodp_status rate_measure(clmodp_context *ctx, size_t runs, double *wall, double *cpu);

/* The rate of the whole device, undisturbed as far as possible. */
clmodp_status rate_of_device(clmodp_context *ctx, double *rate);

#endif
