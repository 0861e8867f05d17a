/* Launches counted together until they are a unit of work. */
#include "fpx/schoolbook/pace.h"

#include "device/pace.h"

double clm_plain_seconds(const clmodp_context *ctx, clm_operation operation, double count)
{
    return 1e-9 * count * ctx->rates.ns[operation] / (double)ctx->device.compute_units;
}

clmodp_status clm_plain_next(clmodp_context *ctx, clm_plain_pace *pace, clm_operation operation,
                             double count)
{
    clmodp_status st = CLMODP_OK;

    pace->seconds += clm_plain_seconds(ctx, operation, count);
    if (pace->seconds >= CLM_PLAIN_UNIT_SECONDS) {
        TRY(clm_pace_unit(ctx, pace->seconds, ctx->fraction));
        pace->seconds = 0;
    }
done:
    return st;
}
