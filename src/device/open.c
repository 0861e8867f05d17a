/* Open OpenCL for a context, when it is first needed. */
#include <string.h>

#include "base/options.h"
#include "device/calibrated.h"
#include "device/context.h"
#include "device/devices.h"
#include "device/directories.h"
#include "device/opencl_error.h"
#include "device/spelling.h"
#include "device/tables.h"
#include "device/tuned.h"
#include "device/tuning.h"
#include "portable/portable.h"

void clm_context_host(clmodp_device *out, size_t threads)
{
    *out = (clmodp_device){.size = sizeof *out, .platform = UINT32_MAX, .index = UINT32_MAX,
                           .kind = "host", .name = "host", .compute_units = (uint32_t)threads,
                           .vector_width = 1, .global_memory = clm_physical_memory()};
}

clmodp_status clm_context_settle(clmodp_context *ctx)
{
    clmodp_status st = CLMODP_OK;
    clmodp_calibration known;

    TRY(clm_kernel_directory(&ctx->error, &ctx->kernel_dir, ctx->wanted_kernels));
    ctx->tuning = clm_tuning_default(&ctx->device, ctx->cl_device);
    (void)clm_tuned_recall(ctx);
    clm_spelling_recall(ctx);
    ctx->part_alignment = clm_tables_alignment(ctx->cl_device);
    clm_calibration_apply(ctx, clm_calibration_recall(ctx, &known) ? &known : NULL);
    clm_context_cap(ctx);
done:
    return st;
}

/* A queue of ours that tells times in the place of one that does not. */
static clmodp_status profile(clmodp_context *ctx)
{
    clmodp_status st = CLMODP_OK;
    cl_command_queue queue = NULL;

    TRY(clm_finish(ctx));
    NEW_CL(&ctx->error, queue, clCreateCommandQueue, ctx->cl, ctx->cl_device,
           CL_QUEUE_PROFILING_ENABLE);
    clReleaseCommandQueue(ctx->queue);
    ctx->queue = queue;
    ctx->pending->profiled = true;
done:
    return st;
}

clmodp_status clm_context_open(clmodp_context *ctx)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &ctx->error;
    clm_device_entry entry;
    cl_platform_id platform = NULL;
    cl_context_properties properties[3] = {CL_CONTEXT_PLATFORM};
    cl_context cl = NULL;
    cl_command_queue queue = NULL;

    if (ctx->queue != NULL)
        return ctx->call->timed && ctx->pending->ours && !ctx->pending->profiled ? profile(ctx)
                                                                          : CLMODP_OK;
    if (ctx->host_only)
        FAIL(error, CLMODP_NO_DEVICE,
             "this context is for the host alone, and what is asked for needs an OpenCL device: "
             "choose engine or algorithm HOST, or a device");
    if (ctx->opening != NULL && ctx->opening(ctx->opening_user) != 0)
        FAIL(error, CLMODP_CANCELLED, "cancelled before a device was opened");
    TRY(clm_device_select(error, &entry, ctx->wanted_device));
    TRY_CL(error, clGetDeviceInfo, entry.id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    properties[1] = (cl_context_properties)platform;
    NEW_CL(error, cl, clCreateContext, properties, 1, &entry.id, NULL, NULL);
    NEW_CL(error, queue, clCreateCommandQueue, cl, entry.id,
           ctx->call->timed ? CL_QUEUE_PROFILING_ENABLE : 0);
    ctx->device = entry.info;
    ctx->cl_device = entry.id;
    TRY(clm_context_settle(ctx));
    ctx->cl = cl;
    ctx->queue = queue;
    ctx->pending->ours = true;
    ctx->pending->profiled = ctx->call->timed;
    cl = NULL;
    queue = NULL;
done:
    if (st != CLMODP_OK && !ctx->host_only) {
        clm_context_host(&ctx->device, ctx->threads);
        clm_rates_set(&ctx->rates, CLM_MACHINE_POCL);
        ctx->tuning = clm_tuning_presumed();
        ctx->cl_device = NULL;
    }
    if (queue != NULL)
        clReleaseCommandQueue(queue);
    if (cl != NULL)
        clReleaseContext(cl);
    return st;
}

clmodp_status clmodp_calibration_get(clmodp_context *context, clmodp_calibration *calibration)
{
    clmodp_status st = CLMODP_OK;
    clmodp_calibration found;
    clm_call call;

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    REQUIRE(&context->error, calibration != NULL);
    TRY(clm_report_check(&context->error, calibration));
    clmodp_calibration_init(&found);
    clm_call_begin(&call, context, 0, true);
    TRY(clm_call_end(context, &call, clm_context_open(context)));
    (void)clm_calibration_recall(context, &found);
    clm_report_write(calibration, &found, sizeof found);
done:
    return clm_error_complete(&context->error, st);
}
