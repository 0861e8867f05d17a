/* Look up kernels and launch them. */
#include "opencl/kernel.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "cl/arith/tally.h"
#include "cost/amounts.h"
#include "opencl/opencl_error.h"
#include "opencl/program.h"

/* Contexts with overrides.tally have their kernels counted, for tests: programs are built with
 * CLM_TALLY, in an OpenCL C that has variables of programs, and a launch has counters for each of
 * its work-items, is waited for, and adds them up. There only kernels that take counters can be
 * launched. */

/* Counters for so many work-items, all 0. */
static clmodp_status begin_counting(clmodp_context *ctx, clm_buffer *counters, size_t items)
{
    clmodp_status st = CLMODP_OK;
    const size_t words = items * TALLY_KINDS * (sizeof(cl_ulong) / sizeof(cl_uint));

    TRY(clm_buffer_create(ctx, counters, words, sizeof(cl_uint)));
    TRY(clm_buffer_fill(ctx, counters, 0, words));
done:
    return st;
}

/* Adds what they have come to, for a launch of so many work-items in groups. Synchronous. */
static clmodp_status end_counting(clmodp_context *ctx, const clm_buffer *counters, size_t items,
                                  size_t group)
{
    clmodp_status st = CLMODP_OK;
    cl_ulong *of = NULL;
    double sums[TALLY_KINDS] = {0};

    NEW(&ctx->error, of, items * TALLY_KINDS);
    TRY(clm_buffer_read(ctx, counters, 0, of, items * TALLY_KINDS * sizeof *of));
    for (size_t k = 0; k < items * TALLY_KINDS; k++)
        sums[k % TALLY_KINDS] += (double)of[k];
    clm_tally_add(ctx->overrides.tally,
                  &(clm_tally){.read = sums[TALLY_READ], .written = sums[TALLY_WRITTEN],
                               .products = sums[TALLY_PRODUCTS],
                               .additions = sums[TALLY_ADDITIONS], .digits = sums[TALLY_DIGITS],
                               .launches = 1.0, .groups = (double)(items / group)},
                  1.0);
done:
    free(of);
    return st;
}

/* Work-items of a launch that have to do for all compute units: most stripes have them. */
#define FREE_ITEMS 128

/* What NVIDIA's driver tells of kernels that declare no local memory; the device's has room for it
 * (opencl/devices.c). */
#define PLACEHOLDER 1

static void kernel_destroy(clm_kernel *kernel)
{
    if (kernel == NULL)
        return;
    if (kernel->cl != NULL)
        clReleaseKernel(kernel->cl);
    free(kernel->name);
    free(kernel);
}

/* Ask for what launches must respect. */
static clmodp_status ask_limits(clmodp_context *ctx, clm_kernel *kernel)
{
    clmodp_status st = CLMODP_OK;
    cl_ulong local = 0;

    TRY_CL(&ctx->error, clGetKernelWorkGroupInfo, kernel->cl, ctx->cl_device,
           CL_KERNEL_WORK_GROUP_SIZE, sizeof kernel->max_group, &kernel->max_group, NULL);
    TRY_CL(&ctx->error, clGetKernelWorkGroupInfo, kernel->cl, ctx->cl_device,
           CL_KERNEL_LOCAL_MEM_SIZE, sizeof local, &local, NULL);
    TRY_CL(&ctx->error, clGetKernelInfo, kernel->cl, CL_KERNEL_NUM_ARGS,
           sizeof kernel->arguments, &kernel->arguments, NULL);
    kernel->local_bytes = local > PLACEHOLDER ? local : 0;
done:
    return st;
}

static clmodp_status kernel_create(clmodp_context *ctx, clm_kernel **out, cl_program program,
                                   const char *file, const char *name)
{
    clmodp_status st = CLMODP_OK;
    clm_kernel *kernel = NULL;
    const size_t name_size = strlen(name) + 1;
    cl_int code = CL_SUCCESS;

    NEW(&ctx->error, kernel, 1);
    NEW(&ctx->error, kernel->name, name_size);
    memcpy(kernel->name, name, name_size);
    kernel->cl = clCreateKernel(program, name, &code);
    if (code == CL_INVALID_KERNEL_NAME)
        FAIL(&ctx->error, CLMODP_NO_KERNEL,
             "%s/%s has no kernel %s; the files there do not belong to this version of clmodp",
             ctx->kernel_dir, file, name);
    if (code != CL_SUCCESS)
        TRY(clm_opencl_fail(&ctx->error, code, "clCreateKernel"));
    TRY(ask_limits(ctx, kernel));
    *out = kernel;
    kernel = NULL;
done:
    kernel_destroy(kernel);
    return st;
}

static clmodp_status get_kernel(clmodp_context *ctx, const clm_kernel **out, const char *file,
                                const char *name, const char *definitions)
{
    clmodp_status st = CLMODP_OK;
    clm_program *program = NULL;
    clm_kernel *kernel;

    *out = NULL;
    TRY(clm_program_get(ctx, &program, file, definitions));
    for (kernel = program->kernels; kernel != NULL; kernel = kernel->next)
        if (strcmp(kernel->name, name) == 0)
            break;
    if (kernel == NULL) {
        TRY(kernel_create(ctx, &kernel, program->executable.cl, file, name));
        kernel->next = program->kernels;
        program->kernels = kernel;
    }
    *out = kernel;
done:
    return st;
}

clmodp_status clm_kernel_get(clmodp_context *ctx, const clm_kernel **out, const char *file,
                             const char *name)
{
    return get_kernel(ctx, out, file, name, "");
}

clmodp_status clm_kernel_get_with(clmodp_context *ctx, const clm_kernel **out, const char *file,
                                  const char *name, const char *format, ...)
{
    clmodp_status st = CLMODP_OK;
    char definitions[CLM_DEFINITIONS_SIZE];
    va_list arguments;
    int length;

    *out = NULL;
    va_start(arguments, format);
    length = vsnprintf(definitions, sizeof definitions, format, arguments);
    va_end(arguments);
    if (length < 0 || (size_t)length >= sizeof definitions)
        FAIL(&ctx->error, CLMODP_INVALID, "the definitions for %s/%s are too long: %d bytes",
             ctx->kernel_dir, file, length);
    TRY(get_kernel(ctx, out, file, name, definitions));
done:
    return st;
}

size_t clm_kernel_most_items(const clmodp_context *ctx, const clm_kernel *kernel)
{
    return clm_size_min(kernel->max_group, ctx->device.max_work_group);
}

size_t clm_free_group(const clmodp_context *ctx)
{
    const size_t units = clm_size_max(ctx->device.compute_units, 1);

    if (ctx->tuning.vector_width == 1)
        return ctx->tuning.group;
    return clm_size_max(clm_size_min(ctx->tuning.group, FREE_ITEMS / (2 * units)), 1);
}

/* Buffers as long as the kernel takes them for, and all local memory there. */
static clmodp_status check_arguments(clmodp_context *ctx, const clm_kernel *kernel,
                                     const clm_arg *args, size_t count)
{
    clmodp_status st = CLMODP_OK;
    uint64_t local = kernel->local_bytes;
    const size_t own = ctx->overrides.tally != NULL ? 1 : 0; /* that callers do not know of */

    if (count + own != kernel->arguments)
        FAIL(&ctx->error, CLMODP_INVALID, "%s takes %u argument%s, not %zu", kernel->name,
             (unsigned)kernel->arguments, CLM_S(kernel->arguments), count + own);
    for (size_t i = 0; i < count; i++) {
        const clm_arg *a = &args[i];

        if (a->value == NULL)
            local += a->size;
        if (a->buffer != NULL && !clm_buffer_holds(a->buffer, a->count, a->element))
            FAIL(&ctx->error, CLMODP_INVALID,
                 "%s %s %zu element%s of %zu byte%s of the buffer %s, which has %zu byte%s",
                 kernel->name, a->use, a->count, CLM_S(a->count), a->element, CLM_S(a->element),
                 a->name, a->buffer->bytes, CLM_S(a->buffer->bytes));
    }
    if (local > ctx->device.local_memory)
        FAIL(&ctx->error, CLMODP_LIMIT,
             "%s: %llu bytes of local memory, but %s has %llu", kernel->name,
             (unsigned long long)local, ctx->device.name,
             (unsigned long long)ctx->device.local_memory);
done:
    return st;
}

/* Check the shape of a launch: PoCL ends the process where other drivers report. */
static clmodp_status check_launch(clmodp_context *ctx, const clm_kernel *kernel, size_t items,
                                  size_t group, const clm_arg *args, size_t count)
{
    clmodp_status st = CLMODP_OK;

    if (group > clm_kernel_most_items(ctx, kernel))
        FAIL(&ctx->error, CLMODP_LIMIT,
             "%s: work-groups of %zu items, but %s runs at most %zu of this kernel",
             kernel->name, group, ctx->device.name, clm_kernel_most_items(ctx, kernel));
    if (items > UINT32_MAX - group)
        FAIL(&ctx->error, CLMODP_LIMIT,
             "%s: a launch of %zu work-items does not fit 32 bits; use smaller chunks",
             kernel->name, items);
    TRY(check_arguments(ctx, kernel, args, count));
done:
    return st;
}

clmodp_status clm_launch_array(clmodp_context *ctx, const clm_kernel *kernel, size_t items,
                               size_t group, const clm_arg *args, size_t count)
{
    clmodp_status st = CLMODP_OK;
    size_t global, local = group > 0 ? group : ctx->tuning.group;
    cl_event event = NULL;
    clm_buffer counters = {0};

    if (items == 0)
        return CLMODP_OK;
    TRY(check_launch(ctx, kernel, items, local, args, count));
    global = clm_round_up(clm_size_max(items, ctx->call->least_items), local);
    for (size_t i = 0; i < count; i++)
        TRY_CL(&ctx->error, clSetKernelArg, kernel->cl, (cl_uint)i, args[i].size,
               args[i].value);
    if (ctx->overrides.tally != NULL) {
        TRY(begin_counting(ctx, &counters, global));
        TRY_CL(&ctx->error, clSetKernelArg, kernel->cl, (cl_uint)count, sizeof counters.mem,
               &counters.mem);
    }
    TRY(clm_queue_room(ctx));
    TRY_CL(&ctx->error, clEnqueueNDRangeKernel, ctx->queue, kernel->cl, 1, NULL, &global,
           &local, 0, NULL, &event);
    clm_queue_add(ctx, event, kernel->name);
    if (ctx->overrides.tally != NULL)
        TRY(end_counting(ctx, &counters, global, local));
done:
    clm_buffer_destroy(ctx, &counters);
    return st;
}

clmodp_status clm_run_array(clmodp_context *ctx, clm_kernel_key key, size_t items, size_t group,
                            const clm_arg *args, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;

    if (key.nt != 0)
        TRY(clm_kernel_get_with(ctx, &kernel, key.file, key.name, CLM_DEFINE_NT, key.nt));
    else
        TRY(get_kernel(ctx, &kernel, key.file, key.name,
                       key.definitions != NULL ? key.definitions : ""));
    TRY(clm_launch_array(ctx, kernel, items, group, args, count));
done:
    return st;
}
