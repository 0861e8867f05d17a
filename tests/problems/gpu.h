/* The parameters of a GPU for the context of any device. */
#ifndef TESTS_PROBLEMS_GPU_H
#define TESTS_PROBLEMS_GPU_H

#include <string.h>

#include "opencl/tuning.h"

/* Gives the context, whose device must be open, the parameters of a GPU with an unknown driver:
 * W = 1, wide tiles, no inline assembly. */
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
