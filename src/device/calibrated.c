/* Calibrations in the cache, as they lie in memory: who reads is of the version that wrote. */
#include "device/calibrated.h"

#include <stdlib.h>
#include <string.h>

#include "device/identity.h"
#include "model/calibration.h"

#define PURPOSE "calibration"

bool clm_calibration_recall(const clmodp_context *ctx, clmodp_calibration *out)
{
    clm_cache_key key = {0};
    clmodp_calibration kept;
    unsigned char *data = NULL;
    size_t size = 0;
    bool known;

    if (ctx->cache_dir != NULL && clm_identity_key(ctx, &key, PURPOSE, ""))
        data = clm_cache_read(ctx->cache_dir, &key, &size);
    known = data != NULL && size == sizeof kept;
    if (known) {
        memcpy(&kept, data, size);
        known = kept.size == sizeof kept && clm_calibration_sane(&kept);
    }
    if (known)
        *out = kept;
    free(data);
    clm_cache_key_destroy(&key);
    return known;
}

void clm_calibration_apply(clmodp_context *ctx, const clmodp_calibration *calibration)
{
    const clm_machine machine =
        clm_machine_of(ctx->device.kind, ctx->device.platform_name, ctx->device.vendor);

    clm_rates_set(&ctx->rates, machine);
    if (calibration != NULL)
        clm_calibration_rates(&ctx->rates, calibration, machine,
                              (double)ctx->device.compute_units);
}

bool clm_calibration_remember(const clmodp_context *ctx, const clmodp_calibration *calibration)
{
    clm_cache_key key = {0};
    const bool kept = ctx->cache_dir != NULL && clm_identity_key(ctx, &key, PURPOSE, "") &&
                      clm_cache_write(ctx->cache_dir, &key, calibration, sizeof *calibration);

    clm_cache_key_destroy(&key);
    return kept;
}
