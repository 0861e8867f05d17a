/* Times single stages of the device for bench/costs. */
#ifndef BENCH_COSTS_DEVICE_H
#define BENCH_COSTS_DEVICE_H

#include "opencl/context.h"

/* Prints a line: nanoseconds as measured and in the table. */
void costs_print_one(const clmodp_context *context, clm_operation operation, double ns);

/* Prints lines for all cost coefficients measured here, medians of `runs` runs. */
void costs_of_device(clmodp_context *context, size_t runs);

#endif
