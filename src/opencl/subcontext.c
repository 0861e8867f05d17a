/* Contexts made of another one: queues beside its own, what is lent, and what choices and
 * predictions look at, as a machine's description has it. */
#include "opencl/subcontext.h"

#include <stdio.h>
#include <string.h>

#include "core/options.h"
#include "cost/calibration.h"
#include "opencl/buffer.h"
#include "opencl/devices.h"
#include "opencl/opencl_error.h"
#include "opencl/program.h"
#include "opencl/tuning.h"

bool clm_subcontext_serves(const clmodp_context *ctx)
{
    return ctx->queue != NULL && ctx->pending->ours && !clm_pocl_confuses_queues(&ctx->device);
}

clmodp_status clm_subcontext_create(clm_subcontext *out, clmodp_context *ctx, size_t parts)
{
    clmodp_status st = CLMODP_OK;
    cl_command_queue queue = NULL;

    *out = (clm_subcontext){0};
    NEW_CL(&ctx->error, queue, clCreateCommandQueue, ctx->cl, ctx->cl_device,
           CL_QUEUE_PROFILING_ENABLE);
    clm_pool_clear(ctx); /* subcontexts share all that is left */
    clm_context_lend(&out->context, ctx, ctx->call->cap, false);
    out->kept = *ctx->kept;
    out->kept.programs = NULL;
    out->context.kept = &out->kept;
    out->pending.label = CLM_NO_LABEL;
    out->pending.profiled = true;
    out->context.pending = &out->pending;
    out->context.queue = queue;
    out->context.memory_now = out->context.base.memory_peak = 0;
    out->context.cap = clm_memory_left(ctx) / parts;
    clm_context_cap(&out->context);
    out->context.threads = 1;
    out->context.log = (clm_log){0};
    st = clm_programs_share(&out->context, ctx);
    if (st != CLMODP_OK)
        ctx->error = out->context.error;
done:
    if (st != CLMODP_OK)
        clm_subcontext_destroy(out);
    return st;
}

void clm_subcontext_destroy(clm_subcontext *subcontext)
{
    clmodp_context *ctx = &subcontext->context;

    if (ctx->queue == NULL)
        return;
    clm_queue_settle(ctx); /* kernels of a call that failed may still run */
    clm_programs_destroy(ctx);
    clm_pool_clear(ctx);
    clReleaseCommandQueue(ctx->queue);
    *subcontext = (clm_subcontext){0};
}

/* Errors: INVALID */
static clmodp_status check_kind(clm_error *error, const char *kind)
{
    static const char *const kinds[] = {"cpu", "gpu", "accelerator", "other"};
    clmodp_status st = CLMODP_OK;

    REQUIRE(error, kind != NULL);
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        if (strcmp(kind, kinds[k]) == 0)
            return CLMODP_OK;
    FAIL(error, CLMODP_INVALID, "a machine's kind is cpu, gpu, accelerator or other, not %.16s",
         kind);
done:
    return st;
}

clmodp_status clm_context_describe(clmodp_context *lent, const clmodp_machine *machine)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &lent->error;
    clmodp_device *d = &lent->device;
    clmodp_machine known;
    clmodp_calibration measured;

    clmodp_machine_init(&known);
    clmodp_calibration_init(&measured);
    TRY(clm_options_read(error, "clmodp_machine", &known, sizeof known, machine));
    TRY(check_kind(error, known.kind));
    REQUIRE(error, known.platform_name != NULL && known.vendor != NULL && known.family != NULL);
    REQUIRE(error, known.compute_units > 0 && known.threads > 0);
    if (known.calibration != NULL)
        TRY(clm_options_read(error, "clmodp_calibration", &measured, sizeof measured,
                             known.calibration));
    if (known.calibration != NULL && !clm_calibration_sane(&measured))
        FAIL(error, CLMODP_INVALID, "the calibration of the machine has figures that cannot be "
             "measured: all are above 0 and finite, and no spread is negative");
    (void)snprintf(d->kind, sizeof d->kind, "%s", known.kind);
    (void)snprintf(d->platform_name, sizeof d->platform_name, "%.127s", known.platform_name);
    (void)snprintf(d->vendor, sizeof d->vendor, "%.127s", known.vendor);
    (void)snprintf(d->family, sizeof d->family, "%.23s", known.family);
    d->compute_units = known.compute_units;
    d->vector_width = known.vector_width;
    lent->threads = known.threads;
    lent->tuning = clm_tuning_described(d);
    clm_calibration_apply(lent, known.calibration != NULL ? &measured : NULL);
    lent->host_only = false;
    lent->described = true;
done:
    return st;
}
