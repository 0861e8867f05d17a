/* Queues beside a context's own. */
#include "device/branch.h"

#include "device/memory.h"
#include "device/opencl_error.h"
#include "device/pocl.h"
#include "device/program.h"
#include "device/shelf.h"

bool clm_branch_serves(const clmodp_context *ctx)
{
    return ctx->queue != NULL && ctx->pending->ours && !clm_pocl_confuses_queues(&ctx->device);
}

clmodp_status clm_branch_create(clm_branch *out, clmodp_context *ctx, size_t parts)
{
    clmodp_status st = CLMODP_OK;
    cl_command_queue queue = NULL;

    *out = (clm_branch){0};
    NEW_CL(&ctx->error, queue, clCreateCommandQueue, ctx->cl, ctx->cl_device,
           CL_QUEUE_PROFILING_ENABLE);
    clm_shelf_clear(ctx); /* branches share all that is left */
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
        clm_branch_destroy(out);
    return st;
}

void clm_branch_destroy(clm_branch *branch)
{
    clmodp_context *ctx = &branch->context;

    if (ctx->queue == NULL)
        return;
    clm_queue_settle(ctx); /* kernels of a call that failed may still run */
    clm_programs_destroy(ctx);
    clm_shelf_clear(ctx);
    clReleaseCommandQueue(ctx->queue);
    *branch = (clm_branch){0};
}
