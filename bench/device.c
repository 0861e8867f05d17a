/* Opens devices for benchmarks, or ends the program with a message. */
#include "bench/device.h"

#include <stdio.h>

#include <clmodp/resultant.h>

#include "engines/euclid/engine.h"

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
