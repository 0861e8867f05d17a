/* The parameters that a GPU gets, on whatever device there is. */
#ifndef TESTS_PROBLEMS_GPU_H
#define TESTS_PROBLEMS_GPU_H

#include <string.h>

#include "opencl/tuning.h"

/* Give the context, whose device is open, those of a GPU of a driver that nothing is known of:
 * W = 1, wide tiles, no assembly. */
static inline void gpu_tune(clmodp_context *ctx)
{
    const bool binaries = ctx->tuning.binaries;
    clmodp_device gpu = ctx->device;

    (void)strcpy(gpu.kind, "gpu");
    gpu.platform_name[0] = '\0';
    ctx->tuning = clm_tuning_default(&gpu, ctx->cl_device);
    ctx->tuning.binaries = binaries;
}

#endif
