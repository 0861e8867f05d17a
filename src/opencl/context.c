/* Creates contexts on a chosen device or a caller's queue, initialises devices, begins and ends
 * calls, and lends contexts to other threads. */
#include "opencl/context.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/error.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "cost/cost.h"
#include "opencl/cache.h"
#include "opencl/devices.h"
#include "opencl/kernel.h"
#include "opencl/opencl_error.h"
#include "opencl/self_test.h"
#include "opencl/source.h"
#include "opencl/tables.h"
#include "opencl/tuning.h"
#include "portable/portable.h"

/* ---- device initialisation ---- */

static void describe_host(clmodp_device *out, size_t threads)
{
    *out = (clmodp_device){.size = sizeof *out, .platform = UINT32_MAX, .index = UINT32_MAX,
                           .kind = "host", .name = "host", .compute_units = (uint32_t)threads,
                           .vector_width = 1, .global_memory = clm_physical_memory()};
}

/* Applies the lower of the context's cap and the call's. */
static void cap_call(clm_call *call, const clmodp_context *ctx)
{
    const uint64_t most = ctx->cap > 0 ? ctx->cap : ctx->device.global_memory / 4 * 3;

    call->max_memory = call->cap > 0 && call->cap < most ? call->cap : most;
}

/* Sets the memory caps of active calls from their requests and the device's memory. */
static void cap_calls(clmodp_context *ctx)
{
    for (clm_call *call = ctx->call; call != NULL; call = call->outer)
        cap_call(call, ctx);
}

static clmodp_status settle_device(clmodp_context *ctx)
{
    clmodp_status st = CLMODP_OK;
    clmodp_calibration known;

    TRY(clm_kernel_directory(&ctx->error, &ctx->kernel_dir, ctx->wanted_kernels));
    ctx->tuning = clm_tuning_default(&ctx->device, ctx->cl_device);
    (void)clm_tuning_load(ctx);
    clm_inline_asm_load(ctx);
    ctx->part_alignment = clm_tables_alignment(ctx->cl_device);
    clm_calibration_apply(ctx, clm_calibration_load(ctx, &known) ? &known : NULL);
    cap_calls(ctx);
done:
    return st;
}

/* Replaces a queue of the library by one with profiling. */
static clmodp_status profile_queue(clmodp_context *ctx)
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
        return ctx->call->timed && ctx->pending->ours && !ctx->pending->profiled
                   ? profile_queue(ctx)
                   : CLMODP_OK;
    if (ctx->host_only)
        FAIL(error, CLMODP_NO_DEVICE,
             "this context uses the host only, but this request needs an OpenCL device: select "
             "another device (--device, CLMODP_DEVICE), or engine or algorithm HOST if there is a "
             "choice");
    if (ctx->device_init != NULL && ctx->device_init(ctx->device_init_user) != 0)
        FAIL(error, CLMODP_CANCELLED, "cancelled before a device was opened");
    TRY(clm_device_select(error, &entry, ctx->wanted_device, ctx->cache_dir));
    TRY_CL(error, clGetDeviceInfo, entry.id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL);
    properties[1] = (cl_context_properties)platform;
    NEW_CL(error, cl, clCreateContext, properties, 1, &entry.id, NULL, NULL);
    NEW_CL(error, queue, clCreateCommandQueue, cl, entry.id,
           ctx->call->timed ? CL_QUEUE_PROFILING_ENABLE : 0);
    ctx->device = entry.info;
    ctx->cl_device = entry.id;
    TRY(settle_device(ctx));
    ctx->cl = cl;
    ctx->queue = queue;
    ctx->pending->ours = true;
    ctx->pending->profiled = ctx->call->timed;
    cl = NULL;
    queue = NULL;
done:
    if (st != CLMODP_OK && !ctx->host_only) {
        describe_host(&ctx->device, ctx->threads);
        clm_costs_guess(&ctx->costs, CLM_MACHINE_POCL);
        ctx->tuning = clm_tuning_before_init();
        ctx->cl_device = NULL;
    }
    if (queue != NULL)
        clReleaseCommandQueue(queue);
    if (cl != NULL)
        clReleaseContext(cl);
    return st;
}

double clm_initialisation_cost(const clmodp_context *ctx)
{
    return ctx->queue != NULL || ctx->described
               ? 0.0
               : fmax(ctx->costs.ns[CLM_OP_DEVICE_INIT] - ctx->kept->missed, 0.0);
}

void clm_initialisation_missed(const clmodp_context *ctx, double nanoseconds)
{
    if (ctx->queue == NULL && !ctx->described)
        ctx->kept->missed += fmax(nanoseconds, 0.0);
}

void clm_initialisation_failed(const clmodp_context *ctx)
{
    ctx->kept->missed = 0.0;
}

double clm_device_units(const clmodp_context *ctx)
{
    return ctx->queue != NULL || ctx->described ? fmax((double)ctx->device.compute_units, 1.0)
                                                : (double)ctx->threads;
}

double clm_device_elapsed(const clmodp_context *ctx, const clm_amounts *amounts)
{
    return clm_elapsed(amounts, &ctx->costs, clm_device_units(ctx), 1.0);
}

/* ---- contexts ---- */

/* Initialises all fields common to both kinds of context, but no device. */
static clmodp_status set_up_context(clmodp_context *ctx, const clmodp_context_options *options)
{
    clmodp_status st = CLMODP_OK;

    ctx->call = &ctx->base;
    NEW(&ctx->error, ctx->kept, 1);
    NEW(&ctx->error, ctx->pending, 1);
    ctx->pending->label = CLM_NO_LABEL;
    ctx->cap = options->max_memory;
    ctx->threads = clm_thread_count(options->threads);
    describe_host(&ctx->device, ctx->threads);
    clm_costs_guess(&ctx->costs, CLM_MACHINE_POCL);
    ctx->tuning = clm_tuning_before_init();
    cap_calls(ctx);
    TRY(clm_copy_text(&ctx->error, &ctx->wanted_device, options->device));
    TRY(clm_copy_text(&ctx->error, &ctx->wanted_kernels, options->kernel_dir));
    TRY(clm_cache_directory(&ctx->error, &ctx->cache_dir, options->cache_dir));
done:
    return st;
}

/* Returns the finished context, or releases it and reports the error. */
static void return_context(clmodp_context **context, clmodp_context *ctx, clmodp_status st,
                           const clm_error *error, char *message, size_t message_size)
{
    const clm_error *reason = error->message[0] == '\0' && ctx != NULL ? &ctx->error : error;

    clm_error_tell(st == CLMODP_OK ? &(clm_error){.status = CLMODP_OK} : reason, message,
                   message_size);
    if (st != CLMODP_OK) {
        clmodp_context_destroy(ctx);
        ctx = NULL;
    }
    if (context != NULL)
        *context = ctx;
}

/* Returns the device named by the options or else by the environment; NULL: none. */
static const char *named_device(const clmodp_context_options *options)
{
    const char *name = options->device;

    if (name == NULL)
        name = clm_getenv_safe("CLMODP_DEVICE");
    return name != NULL && *name != '\0' ? name : NULL;
}

clmodp_status clmodp_context_create(clmodp_context **context,
                                    const clmodp_context_options *options, char *message,
                                    size_t message_size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {0};
    clmodp_context_options known;
    clmodp_context *ctx = NULL;

    REQUIRE(&error, context != NULL);
    clmodp_context_options_init(&known);
    TRY(clm_options_read(&error, "clmodp_context_options", &known, sizeof known, options));
    known.device = named_device(&known);
    NEW(&error, ctx, 1);
    TRY(set_up_context(ctx, &known));
    ctx->host_only = known.device != NULL && strcasecmp(known.device, "host") == 0;
    if (known.device != NULL && !ctx->host_only)
        TRY(clm_context_open(ctx));
done:
    return_context(context, ctx, st, &error, message, message_size);
    return st;
}

/* Retains the queue and its context, and describes its device. */
static clmodp_status adopt_queue(clmodp_context *ctx, cl_command_queue queue)
{
    clmodp_status st = CLMODP_OK;
    cl_command_queue_properties properties = 0;
    clm_device_entry *list = NULL;
    cl_context cl = NULL;
    size_t count = 0;

    TRY_CL(&ctx->error, clGetCommandQueueInfo, queue, CL_QUEUE_PROPERTIES, sizeof properties,
           &properties, NULL);
    if (properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE)
        FAIL(&ctx->error, CLMODP_INVALID,
             "the command queue is out-of-order; clmodp needs an in-order queue");
    TRY_CL(&ctx->error, clGetCommandQueueInfo, queue, CL_QUEUE_DEVICE, sizeof ctx->cl_device,
           &ctx->cl_device, NULL);
    TRY_CL(&ctx->error, clGetCommandQueueInfo, queue, CL_QUEUE_CONTEXT, sizeof cl, &cl, NULL);
    TRY_CL(&ctx->error, clRetainContext, cl);
    ctx->cl = cl;
    TRY_CL(&ctx->error, clRetainCommandQueue, queue);
    ctx->queue = queue;
    ctx->pending->profiled = (properties & CL_QUEUE_PROFILING_ENABLE) != 0;

    /* The device's position in the list of devices; a sub-device has none. */
    TRY(clm_devices_all(&ctx->error, &list, &count, NULL, true));
    TRY(clm_device_describe(&ctx->error, &ctx->device, ctx->cl_device, UINT32_MAX, UINT32_MAX));
    for (size_t i = 0; i < count; i++)
        if (list[i].id == ctx->cl_device)
            ctx->device = list[i].info;
    if (ctx->device.unusable[0] != '\0')
        FAIL(&ctx->error, CLMODP_NO_DEVICE, "the queue's device %s cannot be used: %s",
             ctx->device.name, ctx->device.unusable);
done:
    free(list);
    return st;
}

clmodp_status clmodp_context_create_from_queue(clmodp_context **context, cl_command_queue queue,
                                               const clmodp_context_options *options,
                                               char *message, size_t message_size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {0};
    clmodp_context_options known;
    clmodp_context *ctx = NULL;

    REQUIRE(&error, context != NULL);
    REQUIRE(&error, queue != NULL);
    clmodp_context_options_init(&known);
    TRY(clm_options_read(&error, "clmodp_context_options", &known, sizeof known, options));
    NEW(&error, ctx, 1);
    TRY(set_up_context(ctx, &known));
    TRY(adopt_queue(ctx, queue));
    TRY(settle_device(ctx));
done:
    return_context(context, ctx, st, &error, message, message_size);
    return st;
}

void clmodp_context_destroy(clmodp_context *context)
{
    if (context == NULL)
        return;
    if (context->pending != NULL)
        clm_queue_settle(context);
    if (context->kept != NULL) {
        clm_programs_destroy(context);
        clm_pool_clear(context);
    }
    free(context->kept);
    free(context->pending);
    if (context->queue != NULL)
        clReleaseCommandQueue(context->queue);
    if (context->cl != NULL)
        clReleaseContext(context->cl);
    free(context->wanted_device);
    free(context->wanted_kernels);
    free(context->kernel_dir);
    free(context->cache_dir);
    free(context);
}

const char *clmodp_context_message(const clmodp_context *context)
{
    return context->error.message;
}

const clmodp_device *clmodp_context_device(clmodp_context *context)
{
    if (!context->host_only && context->queue == NULL) {
        clm_error_clear(&context->error);
        (void)clm_context_open(context);
    }
    return &context->device;
}

void clmodp_context_set_progress(clmodp_context *context, clmodp_progress progress, void *user)
{
    context->base.progress = progress;
    context->base.progress_user = user;
}

void clmodp_context_set_device_init(clmodp_context *context, clmodp_device_init device_init,
                                    void *user)
{
    context->device_init = device_init;
    context->device_init_user = user;
}

void clmodp_context_set_log(clmodp_context *context, clmodp_log log, void *user)
{
    context->log = (clm_log){log, user};
}

/* ---- calls ---- */

void clm_call_begin(clm_call *call, clmodp_context *ctx, uint64_t max_memory, bool progress)
{
    clm_call *outer = ctx->call;

    *call = (clm_call){.outer = outer, .cap = max_memory, .memory_peak = ctx->memory_now,
                       .least_items = outer->least_items, .share = outer->share,
                       .progress = progress ? outer->progress : NULL,
                       .progress_user = outer->progress_user,
                       .tested_for = progress ? outer->tested_for : NULL};
    cap_call(call, ctx);
    clm_error_clear(&ctx->error);
    ctx->call = call;
    if (ctx->queue != NULL)
        clm_pool_make_room(ctx, 0); /* earlier calls may have had a higher cap */
}

clmodp_status clm_call_end(clmodp_context *ctx, const clm_call *call, clmodp_status st)
{
    clm_call *outer = call->outer;

    if (st != CLMODP_OK) {
        clm_queue_settle(ctx);
        clm_pool_clear(ctx); /* its contents may stem from failed launches */
    }
    if (call->memory_peak > outer->memory_peak)
        outer->memory_peak = call->memory_peak;
    ctx->call = outer;
    return st;
}

/* ---- lent contexts and subcontexts ---- */

void clm_context_lend(clmodp_context *out, const clmodp_context *ctx, uint64_t max_memory,
                      bool progress)
{
    clm_call call;

    *out = *ctx;
    clm_call_begin(&call, out, max_memory, progress);
    call.outer = NULL;
    out->base = call;
    out->call = &out->base;
}

clmodp_status clm_context_take_back(clmodp_context *ctx, const clmodp_context *lent,
                                    clmodp_status st)
{
    if (ctx->queue == NULL && lent->queue != NULL) {
        ctx->device = lent->device;
        ctx->cl_device = lent->cl_device;
        ctx->cl = lent->cl;
        ctx->tuning = lent->tuning;
        ctx->part_alignment = lent->part_alignment;
        ctx->costs = lent->costs;
        ctx->kernel_dir = lent->kernel_dir;
        cap_calls(ctx);
    }
    ctx->queue = lent->queue; /* new, or replaced by a queue with profiling */
    ctx->error = lent->error;
    ctx->memory_now = lent->memory_now;
    if (lent->base.memory_peak > ctx->call->memory_peak)
        ctx->call->memory_peak = lent->base.memory_peak;
    if (st != CLMODP_OK) {
        clm_queue_settle(ctx);
        clm_pool_clear(ctx);
    }
    return st;
}

void clm_context_beside(clmodp_context *out, clm_context_state *kept, const clmodp_context *ctx)
{
    *kept = *ctx->kept;
    kept->pool = (clm_pool){.count = 0};
    *out = *ctx;
    out->kept = kept;
    out->call = &out->base;
    out->threads = 1;
}

/* Records the tests that a subcontext has passed, unless it uses other kernels since. */
static void return_passed(clm_context_state *kept, const clm_context_state *from)
{
    for (size_t k = 0; k < from->passed_count && from->plain == kept->plain; k++)
        if (!clm_self_test_has_passed(kept, from->passed_tests[k]))
            clm_self_test_note_passed(kept, from->passed_tests[k]);
}

bool clm_subcontext_supported(const clmodp_context *ctx)
{
    return ctx->queue != NULL && ctx->pending->ours && !clm_driver_mixes_queues(&ctx->device);
}

clmodp_status clm_subcontext_create(clm_subcontext *out, clmodp_context *ctx, size_t parts)
{
    clmodp_status st = CLMODP_OK;
    cl_command_queue queue = NULL;

    *out = (clm_subcontext){.parent = ctx};
    NEW_CL(&ctx->error, queue, clCreateCommandQueue, ctx->cl, ctx->cl_device,
           CL_QUEUE_PROFILING_ENABLE);
    clm_pool_clear(ctx); /* subcontexts share all remaining memory */
    clm_context_lend(&out->context, ctx, ctx->call->cap, false);
    out->kept = *ctx->kept;
    out->kept.programs = NULL;
    out->kept.sources = NULL;
    out->context.kept = &out->kept;
    out->pending.label = CLM_NO_LABEL;
    out->pending.profiled = true;
    out->context.pending = &out->pending;
    out->context.queue = queue;
    out->context.memory_now = out->context.base.memory_peak = 0;
    out->context.cap = clm_memory_left(ctx) / parts;
    cap_calls(&out->context);
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
    clm_queue_settle(ctx); /* kernels of a failed call may still run */
    return_passed(subcontext->parent->kept, ctx->kept);
    clm_programs_return(subcontext->parent, ctx);
    clm_programs_destroy(ctx); /* and the kernel files read */
    clm_pool_clear(ctx);
    clReleaseCommandQueue(ctx->queue);
    *subcontext = (clm_subcontext){0};
}
