/* Calibrations in the cache, as they lie in memory: who reads is of the version that wrote. */
#include "device/calibrated.h"

#include "cost/calibration.h"
#include "device/identity.h"

#define PURPOSE "calibration"

bool clm_calibration_recall(const clmodp_context *ctx, clmodp_calibration *out)
{
    clmodp_calibration kept;
    const bool known = clm_identity_recall(ctx, PURPOSE, "", &kept, sizeof kept) &&
                       kept.size == sizeof kept && clm_calibration_sane(&kept);

    if (known)
        *out = kept;
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
    return clm_identity_remember(ctx, PURPOSE, "", calibration, sizeof *calibration);
}
