/* Measured parameters in the cache, as they lie in memory: who reads is of the version that wrote.
 * They are kept under the device, its driver and units, and the parameters of the table. */
#include "device/tuned.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "device/calibrated.h"
#include "device/identity.h"
#include "device/program.h"
#include "device/queue.h"
#include "device/shelf.h"
#include "device/spelling.h"
#include "device/tuning.h"

#define PURPOSE "parameters"
#define MOST_TILE 64 /* kernels with a tile in local memory have room for it everywhere */
#define LEAST_STRIPE ((size_t)1 << 16)

typedef struct parameters {
    uint32_t vector_width, tile, group;
    uint64_t stripe_bytes;
} parameters;

/* What they are kept under: the device as the table has it, whatever was found of assembly, and
 * what options of compilers do not tell. */
typedef struct place {
    clmodp_context usual;
    char text[64];
} place;

bool clm_tuned_sane(const clm_tuning *tuning, size_t most)
{
    const uint32_t w = tuning->vector_width;

    return (w == 1 || w == 2 || w == 4 || w == 8 || w == 16) && tuning->tile >= w &&
           tuning->tile <= MOST_TILE && tuning->tile % w == 0 && tuning->group > 0 &&
           tuning->group <= most && tuning->stripe_bytes >= LEAST_STRIPE;
}

static void find_place(place *at, const clmodp_context *ctx)
{
    at->usual = *ctx;
    at->usual.tuning = clm_tuning_default(&ctx->device, ctx->cl_device);
    at->usual.tuning.assembly = CLM_ASSEMBLY_NONE;
    (void)snprintf(at->text, sizeof at->text, "%zu bytes, %" PRIu32 " units",
                   at->usual.tuning.stripe_bytes, ctx->device.compute_units);
}

bool clm_tuned_recall(clmodp_context *ctx)
{
    clm_tuning tuning = ctx->tuning;
    parameters kept;
    place at;

    find_place(&at, ctx);
    if (!clm_identity_recall(&at.usual, PURPOSE, at.text, &kept, sizeof kept))
        return false;
    tuning.vector_width = kept.vector_width;
    tuning.tile = kept.tile;
    tuning.group = kept.group;
    tuning.stripe_bytes = (size_t)kept.stripe_bytes;
    if (!clm_tuned_sane(&tuning, ctx->device.max_work_group))
        return false;
    ctx->tuning = tuning;
    return true;
}

bool clm_tuned_remember(const clmodp_context *ctx, const clm_tuning *tuning)
{
    parameters kept;
    place at;

    memset(&kept, 0, sizeof kept); /* what lies between its members, too */
    kept.vector_width = tuning->vector_width;
    kept.tile = tuning->tile;
    kept.group = tuning->group;
    kept.stripe_bytes = tuning->stripe_bytes;
    find_place(&at, ctx);
    return clm_identity_remember(&at.usual, PURPOSE, at.text, &kept, sizeof kept);
}

/* Let go what was compiled, and shown of it. */
static void forget_programs(clmodp_context *ctx)
{
    clm_programs_destroy(ctx);
    ctx->kept->trusts = 0;
    ctx->kept->plain = false;
}

void clm_tuned_switch(clmodp_context *ctx, const clm_tuning *tuning)
{
    const clm_tuning *now = &ctx->tuning;
    const bool same_kernels = tuning->vector_width == now->vector_width &&
                              tuning->tile == now->tile && tuning->group == now->group &&
                              tuning->assembly == now->assembly;
    clmodp_calibration known;

    clm_queue_settle(ctx);
    clm_shelf_clear(ctx);
    if (!same_kernels)
        forget_programs(ctx);
    ctx->tuning = *tuning;
    clm_spelling_recall(ctx);
    clm_calibration_apply(ctx, clm_calibration_recall(ctx, &known) ? &known : NULL);
}
