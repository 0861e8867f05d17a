/* clmodp_calibrate: all that is measured of a device, kept and used. */
#include <time.h>

#include <clmodp/tune.h>

#include "base/options.h"
#include "device/calibrated.h"
#include "model/calibration.h"
#include "tune/chase.h"
#include "tune/launch.h"
#include "tune/local.h"
#include "tune/pairs.h"
#include "tune/product.h"
#include "tune/stream.h"

static clmodp_status measure_memory(clmodp_context *ctx, clmodp_calibration *out)
{
    clmodp_status st = CLMODP_OK;
    const size_t words = clm_tune_words(ctx);
    clm_buffer to = {0}, from = {0};

    TRY(clm_buffer_create(ctx, &to, words, sizeof(cl_uint)));
    TRY(clm_buffer_create(ctx, &from, words, sizeof(cl_uint)));
    TRY(clm_buffer_fill(ctx, &from, 1, words));
    TRY(clm_tune_streams(ctx, out, &to, &from, words));
    TRY(clm_progress(ctx, 0.6));
    TRY(clm_tune_chases(ctx, out, &from, words));
done:
    clm_buffer_destroy(ctx, &from);
    clm_buffer_destroy(ctx, &to);
    return st;
}

/* *whole: in memory beyond caches. Fractions are about those of the time. */
static clmodp_status calibrate(clmodp_context *ctx, clmodp_calibration *out, bool *whole)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_context_open(ctx));
    TRY(clm_tune_launches(ctx, out));
    TRY(clm_progress(ctx, 0.1));
    TRY(clm_tune_products(ctx, out));
    TRY(clm_progress(ctx, 0.2));
    TRY(clm_tune_pairs(ctx, out));
    TRY(clm_progress(ctx, 0.3));
    TRY(clm_tune_local(ctx, out));
    TRY(clm_progress(ctx, 0.35));
    *whole = clm_tune_words_suffice(ctx);
    TRY(measure_memory(ctx, out));
    clm_calibration_derive(out);
    out->seconds = (uint64_t)time(NULL);
    if (!clm_calibration_sane(out))
        FAIL(&ctx->error, CLMODP_DEVICE,
             "the device \"%s\" takes no time for what was measured: the clock is wrong, or the "
             "driver does not wait for what it is told to", ctx->device.name);
    TRY(clm_progress(ctx, 1.0));
done:
    return st;
}

/* Keep it for other contexts, and choose by it in this one. */
static void apply(clmodp_context *ctx, const clmodp_calibration *calibration, bool whole)
{
    if (!whole) {
        clm_log_line(&ctx->log, CLMODP_LOG_NOTE,
                     "the calibration is not kept: with so little memory caches were measured");
        return;
    }
    if (!clm_calibration_remember(ctx, calibration))
        clm_log_line(&ctx->log, CLMODP_LOG_NOTE,
                     "the calibration cannot be kept: set CLMODP_CACHE_DIR to a folder that can "
                     "be written");
    clm_calibration_apply(ctx, calibration);
}

clmodp_status clmodp_calibrate(clmodp_context *context, clmodp_calibration *calibration)
{
    clmodp_status st = CLMODP_OK;
    clmodp_calibration found;
    clmodp_context call;
    bool whole = false;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, calibration != NULL);
    TRY(clm_report_check(&context->error, calibration));
    clmodp_calibration_init(&found);
    clm_context_begin(&call, context, 0, true);
    TRY(clm_context_end(context, &call, calibrate(&call, &found, &whole)));
    apply(context, &found, whole);
    clm_report_write(calibration, &found, sizeof found);
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_calibration_get(clmodp_context *context, clmodp_calibration *calibration)
{
    clmodp_status st = CLMODP_OK;
    clmodp_calibration found;
    clmodp_context call;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, calibration != NULL);
    TRY(clm_report_check(&context->error, calibration));
    clmodp_calibration_init(&found);
    clm_context_begin(&call, context, 0, true);
    TRY(clm_context_end(context, &call, clm_context_open(&call)));
    (void)clm_calibration_recall(context, &found);
    clm_report_write(calibration, &found, sizeof found);
done:
    return clm_error_complete(&context->error, st);
}
