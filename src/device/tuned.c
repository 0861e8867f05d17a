/* Measured parameters in the cache, as they lie in memory: who reads is of the version that wrote.
 * They are kept under the device, its driver and the parameters of the table. */
#include "device/tuned.h"

#include <stdlib.h>
#include <string.h>

#include "device/calibrated.h"
#include "device/identity.h"
#include "device/program.h"
#include "device/queue.h"
#include "device/shelf.h"
#include "device/spelling.h"
#include "device/tuning.h"

#define PURPOSE "parameters"
#define MOST_TILE 1024 /* far more than any warp has lanes */
#define LEAST_STRIPE ((size_t)1 << 16)

typedef struct parameters {
    uint32_t vector_width, tile, group;
    uint64_t stripe_bytes;
} parameters;

bool clm_tuned_sane(const clm_tuning *tuning, size_t most)
{
    const uint32_t w = tuning->vector_width;

    return (w == 1 || w == 2 || w == 4 || w == 8 || w == 16) && tuning->tile >= w &&
           tuning->tile <= MOST_TILE && tuning->tile % w == 0 && tuning->group > 0 &&
           tuning->group <= most && tuning->stripe_bytes >= LEAST_STRIPE;
}

/* The key of what is kept. False: no cache. */
static bool key_of(clm_cache_key *key, const clmodp_context *ctx)
{
    clmodp_context usual = *ctx;

    usual.tuning = clm_tuning_default(&ctx->device, ctx->cl_device);
    return ctx->cache_dir != NULL && clm_identity_key(&usual, key, PURPOSE, "");
}

void clm_tuned_recall(clmodp_context *ctx)
{
    clm_cache_key key = {0};
    clm_tuning tuning = ctx->tuning;
    parameters kept;
    unsigned char *data = NULL;
    size_t size = 0;

    if (key_of(&key, ctx))
        data = clm_cache_read(ctx->cache_dir, &key, &size);
    if (data != NULL && size == sizeof kept) {
        memcpy(&kept, data, size);
        tuning.vector_width = kept.vector_width;
        tuning.tile = kept.tile;
        tuning.group = kept.group;
        tuning.stripe_bytes = (size_t)kept.stripe_bytes;
        if (clm_tuned_sane(&tuning, ctx->device.max_work_group))
            ctx->tuning = tuning;
    }
    free(data);
    clm_cache_key_destroy(&key);
}

bool clm_tuned_remember(const clmodp_context *ctx, const clm_tuning *tuning)
{
    clm_cache_key key = {0};
    parameters kept;
    bool done;

    memset(&kept, 0, sizeof kept); /* what lies between its members, too */
    kept.vector_width = tuning->vector_width;
    kept.tile = tuning->tile;
    kept.group = tuning->group;
    kept.stripe_bytes = tuning->stripe_bytes;
    done = key_of(&key, ctx) && clm_cache_write(ctx->cache_dir, &key, &kept, sizeof kept);
    clm_cache_key_destroy(&key);
    return done;
}

void clm_tuned_switch(clmodp_context *ctx, const clm_tuning *tuning)
{
    clmodp_calibration known;

    clm_queue_settle(ctx);
    clm_shelf_clear(ctx);
    clm_programs_destroy(ctx);
    ctx->kept->trusts = 0;
    ctx->kept->plain = false;
    ctx->tuning = *tuning;
    clm_spelling_recall(ctx);
    clm_calibration_apply(ctx, clm_calibration_recall(ctx, &known) ? &known : NULL);
}
