/* Opens devices for benchmarks, or ends the program with a message. */
#include "bench/device.h"

#include <stdio.h>

#include <clmodp/resultant.h>

#include "core/size.h"
#include "engines/euclid/engine.h"
#include "opencl/kernel.h"

clmodp_context *device_open(const char *device)
{
    clmodp_context_options options;
    clmodp_context *ctx = NULL;
    char message[512] = "";

    /* Linux may keep PoCL's threads on one core for a tenth of a second after other work. */
    (void)setenv("POCL_AFFINITY", "1", 0);
    clmodp_context_options_init(&options);
    options.device = device;
    if (clmodp_context_create(&ctx, &options, message, sizeof message) != CLMODP_OK) {
        (void)fprintf(stderr, "%s\n", message);
        exit(3);
    }
    device_must(ctx, clm_context_open(ctx));
    ctx->overrides.engine = CLMODP_ENGINE_EUCLID; /* forces the device engine */
    clm_euclid_programs_declare(ctx);
    return ctx;
}

void device_tune(clmodp_context *ctx, size_t lanes, size_t tile, size_t group)
{
    if (lanes != ctx->tuning.vector_width)
        ctx->tuning.assembly = CLM_ASSEMBLY_NONE;
    ctx->tuning.vector_width = (uint32_t)lanes;
    ctx->tuning.tile = (uint32_t)tile;
    ctx->tuning.group = (uint32_t)group;
}

void device_copy_words(clmodp_context *ctx, const clm_buffer *out, const clm_buffer *in,
                       size_t words)
{
    enum { RUN = 16 }; /* of the kernel */
    const size_t width = ctx->tuning.vector_width, vectors = words / width;
    const size_t group = width > 1 ? ctx->tuning.group : clm_size_min(ctx->device.max_work_group,
                                                                      256);
    const clm_kernel *kernel;

    device_must(ctx, clm_kernel_get(ctx, &kernel, "tuning/memory.cl", "memory_copy_runs"));
    device_must(ctx, clm_launch(ctx, kernel, clm_div_up(vectors, group * RUN) * group, group,
                                ARG_OUT(out, words, u32), ARG_IN(in, words, u32),
                                ARG_U64(vectors)));
    device_must(ctx, clm_finish(ctx));
}
