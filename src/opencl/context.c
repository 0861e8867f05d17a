/* Creates contexts on a chosen device or a caller's queue, initialises devices, begins and ends
 * calls, lends contexts to other threads, and runs the self-tests of devices. */
#include "opencl/context.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/error.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "cost/cost.h"
#include "opencl/buffer.h"
#include "opencl/cache.h"
#include "opencl/devices.h"
#include "opencl/kernel.h"
#include "opencl/opencl_error.h"
#include "opencl/source.h"
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

    if (context == NULL)
        return CLMODP_INVALID;
    clm_error_clear(&context->error);
    clm_call_begin(&call, context, 0, true);
    TRY(clm_call_end(context, &call, forget_calibration(context)));
done:
    return clm_error_complete(&context->error, st);
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

static bool has_passed(const clm_context_state *kept, const clm_self_test *test)
{
    for (size_t k = 0; k < kept->passed_count; k++)
        if (kept->passed_tests[k] == test)
            return true;
    return false;
}

/* Records a passed test; beyond the list's capacity it is looked up in the cache again. */
static void note_passed(clm_context_state *kept, const clm_self_test *test)
{
    if (kept->passed_count < CLM_MOST_PASSED_TESTS)
        kept->passed_tests[kept->passed_count++] = test;
}

/* Records the tests that a subcontext has passed, unless it uses other kernels since. */
static void return_passed(clm_context_state *kept, const clm_context_state *from)
{
    for (size_t k = 0; k < from->passed_count && from->plain == kept->plain; k++)
        if (!has_passed(kept, from->passed_tests[k]))
            note_passed(kept, from->passed_tests[k]);
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

/* ---- described machines ---- */

/* Errors: INVALID (an unknown kind) */
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
    if (known.calibration != NULL && !clm_calibration_is_valid(&measured))
        FAIL(error, CLMODP_INVALID, "the calibration of the machine has invalid figures: all must "
             "be finite and above 0, and no spread may be negative");
    (void)snprintf(d->kind, sizeof d->kind, "%s", known.kind);
    (void)snprintf(d->platform_name, sizeof d->platform_name, "%.127s", known.platform_name);
    (void)snprintf(d->vendor, sizeof d->vendor, "%.127s", known.vendor);
    (void)snprintf(d->family, sizeof d->family, "%.23s", known.family);
    d->compute_units = known.compute_units;
    d->vector_width = known.vector_width;
    lent->threads = known.threads;
    lent->tuning = clm_tuning_of_model(d);
    if (known.calibration != NULL)
        clm_calibration_apply(lent, &measured);
    else /* vectors there are unknown */
        clm_costs_of_machine(&lent->costs, clm_machine_of(d->kind, d->platform_name, d->vendor));
    lent->host_only = false;
    lent->described = true;
done:
    return st;
}

/* PoCL recompiles a kernel for launches of more than 65535 items. */
#define LONG_LAUNCH ((size_t)1 << 16)

/* Longest wait for a self-test by another process, in seconds; idle machines need only a few. */
#define LONGEST_WAIT 60.0

/* ---- self-tests ---- */

static bool is_stored(clmodp_context *ctx, const clm_self_test *test)
{
    if (has_passed(ctx->kept, test))
        return true;
    if (!clm_property_load(ctx, test->property, test->files))
        return false;
    note_passed(ctx->kept, test);
    return true;
}

bool clm_self_tests_passed(clmodp_context *ctx, const clm_self_test *const *needs, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!is_stored(ctx, needs[k]))
            return false;
    return true;
}

/* Logs once per context that the cache cannot be written, unless caching is disabled. */
static void note_forgotten(clmodp_context *ctx)
{
    if (ctx->cache_dir != NULL && !ctx->kept->logged_no_cache)
        clm_log_line(&ctx->log, CLMODP_LOG_NOTE,
                     "the cache %s cannot be written, so every process tests its kernels again: "
                     "set CLMODP_CACHE_DIR to a writable folder", ctx->cache_dir);
    ctx->kept->logged_no_cache = true;
}

/* Runs one self-test in launches of at least least_items items. */
static clmodp_status run_test(clmodp_context *ctx, const clm_self_test *test, size_t least_items)
{
    clmodp_status st = CLMODP_OK;
    clm_call call;

    clm_call_begin(&call, ctx, 0, false);
    call.least_items = least_items;
    call.tested_for = call.outer->tested_for != NULL ? call.outer->tested_for : call.outer;
    clm_log_line(&ctx->log, CLMODP_LOG_TESTING, "compiling kernels once, for %s: %s",
                 ctx->device.name, test->property);
    st = test->check(ctx, test->subject);
    clm_log_line(&ctx->log, CLMODP_LOG_TESTED, "self-test: %s: %s", test->property,
                 clmodp_status_string(st));
    ctx->call = call.outer; /* its memory does not count for the caller */
    return st;
}

/* Runs one self-test, again without inline assembly if it fails with it; records success. */
static clmodp_status run_and_record(clmodp_context *ctx, const clm_self_test *test,
                                    size_t least_items)
{
    clmodp_status st = run_test(ctx, test, least_items);

    if (st == CLMODP_CORRUPT && clm_inline_asm_disable(ctx)) {
        st = run_test(ctx, test, least_items);
        clm_inline_asm_confirm(ctx, st);
    }
    TRY(st);
    if (has_passed(ctx->kept, test))
        goto done;
    if (!clm_property_store(ctx, test->property, test->files))
        note_forgotten(ctx);
    note_passed(ctx->kept, test);
done:
    return st;
}

/* Runs the self-tests not yet passed, or (again) all, then also in long launches. One process runs
 * a test while others wait, which callers may cancel. */
static clmodp_status run_self_tests_in_order(clmodp_context *ctx,
                                             const clm_self_test *const *needs, size_t count,
                                             bool again)
{
    clmodp_status st = CLMODP_OK;
    clm_progress_at now = {ctx, ctx->call->fraction};
    const clm_lock_poller watch = {clm_progress_poll, &now};
    clm_cache_lock held;
    bool plain = ctx->kept->plain;

    for (size_t k = 0; k < count; k++) {
        if (!again && is_stored(ctx, needs[k]))
            continue;
        TRY(clm_cache_lock_take(&held, ctx->cache_dir, LONGEST_WAIT, &watch));
        if (again || !is_stored(ctx, needs[k])) /* another process may have passed it */
            st = run_and_record(ctx, needs[k], 0);
        if (st == CLMODP_OK && again && needs[k]->extends)
            st = run_and_record(ctx, needs[k], LONG_LAUNCH);
        clm_cache_lock_release(&held);
        TRY(st);
        if (plain != ctx->kept->plain) { /* tests passed so far used assembly */
            plain = ctx->kept->plain;
            k = SIZE_MAX;
        }
    }
done:
    return st;
}

clmodp_status clm_self_tests_prepare(clmodp_context *ctx, const clm_self_test *const *needs,
                                     size_t count)
{
    return run_self_tests_in_order(ctx, needs, count, true);
}

clmodp_status clm_self_tests_ensure(clmodp_context *ctx, const clm_self_test *const *needs,
                                    size_t count)
{
    return run_self_tests_in_order(ctx, needs, count, false);
}

clmodp_status clm_self_test_fail(clmodp_context *ctx, const char *result, const char *object)
{
    return clm_fail(&ctx->error, CLMODP_CORRUPT,
                    "the device \"%s\" (driver %s) computes a wrong %s of %s: "
                    CLM_WRONG_VALUE, ctx->device.name, ctx->device.driver, result, object);
}

clmodp_status clm_self_test_compare(clmodp_context *ctx, const clm_buffer *buffer,
                                    const cl_uint *expected, size_t count, const char *result,
                                    const char *object)
{
    clmodp_status st = CLMODP_OK;
    cl_uint *found = NULL;

    NEW(&ctx->error, found, count);
    TRY(clm_buffer_read(ctx, buffer, 0, found, count * sizeof *found));
    if (memcmp(found, expected, count * sizeof *found) != 0)
        TRY(clm_self_test_fail(ctx, result, object));
done:
    free(found);
    return st;
}
