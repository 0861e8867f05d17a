/* What opening a device costs, and what was missed without. */
#include "device/opening.h"

#include <math.h>

double clm_opening_counts(const clmodp_context *ctx)
{
    return ctx->queue != NULL || ctx->described
               ? 0.0
               : fmax(ctx->rates.ns[CLM_OP_OPEN] - ctx->kept->missed, 0.0);
}

void clm_opening_missed(const clmodp_context *ctx, double nanoseconds)
{
    if (ctx->queue == NULL && !ctx->described)
        ctx->kept->missed += fmax(nanoseconds, 0.0);
}

void clm_opening_failed(const clmodp_context *ctx)
{
    ctx->kept->missed = 0.0;
}

double clm_opening_units(const clmodp_context *ctx)
{
    return ctx->queue != NULL || ctx->described ? fmax((double)ctx->device.compute_units, 1.0)
                                                : (double)ctx->threads;
}

double clm_opening_elapsed(const clmodp_context *ctx, const clm_amounts *amounts)
{
    return clm_elapsed(amounts, &ctx->rates, clm_opening_units(ctx), 1.0);
}
