/* Public calls on the calibration that the cache has for a device. */
#include "opencl/context.h"
#include "opencl/tuning.h"

clmodp_status clmodp_calibration_get(clmodp_context *context, clmodp_calibration *calibration)
{
    clmodp_status st = CLMODP_OK;
    clmodp_calibration found;
    clm_call call;

    START(context, &context->error);
    REQUIRE(&context->error, calibration != NULL);
    TRY(clm_report_check(&context->error, calibration));
    clmodp_calibration_init(&found);
    clm_call_begin(&call, context, 0, true);
    TRY(clm_call_end(context, &call, clm_context_open(context)));
    (void)clm_calibration_load(context, &found);
    clm_report_write(calibration, &found, sizeof found);
done:
    return clm_error_complete(&context->error, st);
}

/* Replaces a stored calibration by an empty one, which is not loaded. */
static clmodp_status forget_calibration(clmodp_context *ctx)
{
    clmodp_status st = CLMODP_OK;
    clmodp_calibration kept;

    TRY(clm_context_open(ctx));
    if (!clm_calibration_load(ctx, &kept))
        goto done;
    clmodp_calibration_init(&kept);
    if (!clm_calibration_store(ctx, &kept))
        FAIL(&ctx->error, CLMODP_FILE, "the calibration of %s cannot be removed: the cache %s is "
             "not writable", ctx->device.name, ctx->cache_dir);
    clm_calibration_apply(ctx, NULL);
done:
    return st;
}

clmodp_status clmodp_calibration_forget(clmodp_context *context)
{
    clmodp_status st = CLMODP_OK;
    clm_call call;

    START(context, &context->error);
    clm_call_begin(&call, context, 0, true);
    TRY(clm_call_end(context, &call, forget_calibration(context)));
done:
    return clm_error_complete(&context->error, st);
}
