/* Programs, compiled on first use or loaded from the cache; their kernels and launches. */
#include "opencl/kernel.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "cost/cost.h"
#include "opencl/build_failure.h"
#include "opencl/op_counters.h"
#include "opencl/opencl_error.h"
#include "opencl/source.h"

static clmodp_status build_once(clmodp_context *ctx, cl_program *out, bool *silent,
                                const char *source, const char *options)
{
    clmodp_status st = CLMODP_OK;
    cl_program program = NULL;
    cl_int code;

    NEW_CL(&ctx->error, program, clCreateProgramWithSource, ctx->cl, 1, (const char *[]){source},
           NULL);
    code = clBuildProgram(program, 1, &ctx->cl_device, options, NULL, NULL);
    if (code == CL_BUILD_PROGRAM_FAILURE)
        TRY(clm_build_fail(ctx, silent, program, source, options));
    if (code != CL_SUCCESS)
        TRY(clm_opencl_fail(&ctx->error, code, "clBuildProgram"));
    *out = program;
    program = NULL;
done:
    if (program != NULL)
        clReleaseProgram(program);
    return st;
}

/* Loads the program from its cached binary; NULL if the driver accepts none. */
static cl_program load_binary(clmodp_context *ctx, const clm_cache_key *key, const char *options)
{
    size_t size = 0;
    unsigned char *binary = clm_cache_read(ctx->cache_dir, key, &size);
    cl_program program = NULL;
    cl_int taken = CL_SUCCESS, code = CL_SUCCESS;

    if (binary == NULL)
        return NULL;
    program = clCreateProgramWithBinary(ctx->cl, 1, &ctx->cl_device, &size,
                                        (const unsigned char *[]){binary}, &taken, &code);
    free(binary);
    if (program != NULL &&
        (code != CL_SUCCESS || taken != CL_SUCCESS ||
         clBuildProgram(program, 1, &ctx->cl_device, options, NULL, NULL) != CL_SUCCESS)) {
        clReleaseProgram(program);
        program = NULL;
    }
    return program;
}

/* Caches the program's binary if the driver provides it. */
static void save_binary(const clmodp_context *ctx, const clm_executable *executable)
{
    unsigned char *binary = NULL;
    size_t size = 0;

    if (clGetProgramInfo(executable->cl, CL_PROGRAM_BINARY_SIZES, sizeof size, &size, NULL) !=
            CL_SUCCESS ||
        size == 0)
        return;
    binary = clm_allocate(size, 1);
    if (binary != NULL && clGetProgramInfo(executable->cl, CL_PROGRAM_BINARIES, sizeof binary,
                                           &binary, NULL) == CL_SUCCESS)
        (void)clm_cache_write(ctx->cache_dir, &executable->key, binary, size);
    free(binary);
}

/* Builds a program, with a second attempt after a failure without a log: processes that share an
 * empty compiler cache of PoCL can make the compiler fail silently once. */
static clmodp_status build_from_source(clmodp_context *ctx, cl_program *out, const char *source,
                                       const char *options)
{
    bool silent = false;
    clmodp_status st = build_once(ctx, out, &silent, source, options);

    if (st == CLMODP_BUILD && silent)
        st = build_once(ctx, out, &silent, source, options);
    return st;
}

/* Loads the program from the cache, if it is there. */
static void load_executable(clmodp_context *ctx, clm_executable *out, const char *source)
{
    char options[CLM_BUILD_OPTIONS_SIZE];

    *out = (clm_executable){0};
    clm_build_options(options, ctx);
    if (ctx->tuning.binaries && ctx->cache_dir != NULL &&
        clm_device_key(ctx, &out->key, "program", source)) {
        out->cl = load_binary(ctx, &out->key, options);
        out->save = out->cl == NULL;
    }
}

/* Builds a program with the context's options, unless it is built. */
static clmodp_status build_executable(clmodp_context *ctx, clm_executable *out, const char *source)
{
    char options[CLM_BUILD_OPTIONS_SIZE];
    clmodp_status st;

    if (out->cl != NULL)
        return CLMODP_OK;
    clm_build_options(options, ctx);
    clm_log_line(&ctx->log, CLMODP_LOG_BUILDING, "building kernels for %s", ctx->device.name);
    st = build_from_source(ctx, &out->cl, source, options);
    clm_log_line(&ctx->log, CLMODP_LOG_BUILT, "built kernels for %s: %s", ctx->device.name,
                 clmodp_status_string(st));
    return st;
}

/* Builds a program; without assembly if building fails with it. */
static clmodp_status build_program(clmodp_context *ctx, clm_executable *out, const char *source)
{
    clmodp_status st = build_executable(ctx, out, source);

    if (st == CLMODP_BUILD && clm_inline_asm_disable(ctx)) {
        clm_cache_key_destroy(&out->key);
        load_executable(ctx, out, source);
        st = build_executable(ctx, out, source);
        clm_inline_asm_confirm(ctx, st);
    }
    return st;
}

static void release_executable(const clmodp_context *ctx, clm_executable *executable)
{
    if (executable->cl != NULL && executable->save)
        save_binary(ctx, executable);
    if (executable->cl != NULL)
        clReleaseProgram(executable->cl);
    clm_cache_key_destroy(&executable->key);
    *executable = (clm_executable){0};
}

static void kernel_destroy(clm_kernel *kernel)
{
    if (kernel == NULL)
        return;
    if (kernel->cl != NULL)
        clReleaseKernel(kernel->cl);
    free(kernel->name);
    free(kernel);
}

static void program_destroy(const clmodp_context *ctx, clm_program *program)
{
    if (program == NULL)
        return;
    while (program->kernels != NULL) {
        clm_kernel *kernel = program->kernels;

        program->kernels = kernel->next;
        kernel_destroy(kernel);
    }
    release_executable(ctx, &program->executable);
    free(program->definitions);
    free(program->file);
    free(program);
}

/* Removes and returns the first program; NULL if there is none. */
static clm_program *take_program(clm_context_state *kept)
{
    clm_program *program = kept->programs;

    if (program != NULL)
        kept->programs = program->next;
    return program;
}

void clm_programs_destroy(clmodp_context *ctx)
{
    for (clm_program *p; (p = take_program(ctx->kept)) != NULL;)
        program_destroy(ctx, p);
    clm_source_files_destroy(&ctx->kept->sources);
}

/* Returns the files compiled together with this one; NULL if it is compiled alone. */
static const clm_kernel_files *files_with(const clmodp_context *ctx, const char *file,
                                          const char *definitions)
{
    const clm_kernel_files *together = *definitions == '\0' ? ctx->kept->together : NULL;

    for (size_t i = 0; together != NULL && i < together->count; i++)
        if (strcmp(together->names[i], file) == 0)
            return together;
    return NULL;
}

static bool program_holds(const clm_program *program, const clm_kernel_files *files,
                          const char *file, const char *definitions, bool plain)
{
    return program->plain == plain && program->files == files &&
           (files != NULL || strcmp(program->file, file) == 0) &&
           strcmp(program->definitions, definitions) == 0;
}

/* Returns the context's program; NULL if it has none. */
static clm_program *find_program(const clmodp_context *ctx, const clm_kernel_files *files,
                                 const char *file, const char *definitions, bool plain)
{
    for (clm_program *p = ctx->kept->programs; p != NULL; p = p->next)
        if (program_holds(p, files, file, definitions, plain))
            return p;
    return NULL;
}

/* Creates a program with its source, from the cache or not built yet. On failure the caller
 * releases what was created. Errors: HOST_MEMORY, NO_KERNEL */
static clmodp_status program_create(clmodp_context *ctx, clm_program **out, char **source,
                                    const clm_kernel_files *files, const char *file,
                                    const char *definitions)
{
    clmodp_status st = CLMODP_OK;

    TRY(clm_source_load(&ctx->error, source, definitions, ctx->kernel_dir,
                        files != NULL ? files->names : &file,
                        files != NULL ? files->count : 1, &ctx->kept->sources));
    NEW(&ctx->error, *out, 1);
    TRY(clm_copy_text(&ctx->error, &(*out)->file, file));
    TRY(clm_copy_text(&ctx->error, &(*out)->definitions, definitions));
    (*out)->files = files;
    load_executable(ctx, &(*out)->executable, *source);
done:
    return st;
}

static void keep_program(clmodp_context *ctx, clm_program *program)
{
    program->plain = ctx->kept->plain; /* as changed by build_program */
    program->next = ctx->kept->programs;
    ctx->kept->programs = program;
    ctx->kept->builds++;
}

/* Programs to be built at the same time. */
typedef struct parallel_builds {
    const clmodp_context *ctx;
    char options[CLM_BUILD_OPTIONS_SIZE];
    struct {
        clm_program *program;
        char *source;
    } *of;
} parallel_builds;

static clmodp_status build_one(void *argument, size_t k, size_t thread)
{
    const parallel_builds *all = argument;
    cl_program *cl = &all->of[k].program->executable.cl;
    cl_int code = CL_SUCCESS;

    (void)thread;
    if (*cl != NULL)
        return CLMODP_OK;
    *cl = clCreateProgramWithSource(all->ctx->cl, 1, (const char *[]){all->of[k].source}, NULL,
                                    &code);
    if (*cl != NULL && clBuildProgram(*cl, 1, &all->ctx->cl_device, all->options, NULL, NULL) !=
                           CL_SUCCESS) {
        clReleaseProgram(*cl);
        *cl = NULL;
    }
    return CLMODP_OK;
}

/* Builds a program and the missing programs of `files` on the context's threads. Those that cannot
 * be built are built again, and their failure explained, when they are needed.
 * Errors: HOST_MEMORY, NO_KERNEL */
static clmodp_status build_together(clmodp_context *ctx, const clm_kernel_files *files,
                                    clm_program *needed, char *source)
{
    clmodp_status st = CLMODP_OK;
    parallel_builds all = {.ctx = ctx};
    size_t count = 1;

    clm_build_options(all.options, ctx);
    NEW(&ctx->error, all.of, files->count + 1);
    all.of[0].program = needed;
    all.of[0].source = source;
    for (size_t k = 0; k < files->count; k++)
        if (strcmp(files->names[k], needed->file) != 0 &&
            find_program(ctx, NULL, files->names[k], "", ctx->kept->plain) == NULL) {
            TRY(program_create(ctx, &all.of[count].program, &all.of[count].source, NULL,
                               files->names[k], ""));
            count++;
        }
    clm_log_line(&ctx->log, CLMODP_LOG_BUILDING, "building kernels for %s", ctx->device.name);
    (void)clm_parallel_for(count, ctx->threads, build_one, &all);
    clm_log_line(&ctx->log, CLMODP_LOG_BUILT, "built kernels for %s", ctx->device.name);
done:
    for (size_t k = 1; all.of != NULL && k <= files->count; k++) {
        if (st == CLMODP_OK && k < count && all.of[k].program->executable.cl != NULL)
            keep_program(ctx, all.of[k].program);
        else
            program_destroy(ctx, all.of[k].program);
        free(all.of[k].source);
    }
    free(all.of);
    return st;
}

/* Returns the program of `file` with these definitions, built on first use. Errors: as
 * clm_kernel_of */
static clmodp_status get_program(clmodp_context *ctx, clm_program **out, const char *file,
                                 const char *definitions)
{
    clmodp_status st = CLMODP_OK;
    clm_program *program = NULL;
    char *source = NULL;
    const clm_kernel_files *together = files_with(ctx, file, definitions);
    const clm_kernel_files *files = ctx->tuning.parallel_builds ? NULL : together;

    *out = find_program(ctx, files, file, definitions, ctx->kept->plain);
    if (*out != NULL)
        goto done;
    TRY(program_create(ctx, &program, &source, files, file, definitions));
    if (program->executable.cl == NULL && together != files)
        TRY(build_together(ctx, together, program, source));
    TRY(build_program(ctx, &program->executable, source));
    keep_program(ctx, program);
    *out = program;
    program = NULL;
done:
    program_destroy(ctx, program);
    free(source);
    return st;
}

clmodp_status clm_programs_share(clmodp_context *ctx, const clmodp_context *other)
{
    clmodp_status st = CLMODP_OK;
    clm_program *copy = NULL;

    ctx->kept->plain = other->kept->plain;
    for (const clm_program *p = other->kept->programs; p != NULL; p = p->next) {
        NEW(&ctx->error, copy, 1);
        TRY(clm_copy_text(&ctx->error, &copy->file, p->file));
        TRY(clm_copy_text(&ctx->error, &copy->definitions, p->definitions));
        copy->files = p->files;
        copy->plain = p->plain;
        TRY_CL(&ctx->error, clRetainProgram, p->executable.cl);
        copy->executable.cl = p->executable.cl; /* its first owner caches it */
        copy->next = ctx->kept->programs;
        ctx->kept->programs = copy;
        copy = NULL;
    }
done:
    program_destroy(ctx, copy);
    return st;
}

void clm_programs_return(clmodp_context *ctx, clmodp_context *from)
{
    for (clm_program *p; (p = take_program(from->kept)) != NULL;) {
        if (find_program(ctx, p->files, p->file, p->definitions, p->plain) != NULL) {
            program_destroy(from, p);
            continue;
        }
        p->next = ctx->kept->programs;
        ctx->kept->programs = p;
    }
}

/* Almost every launch has as many work-items, which must make two groups per compute unit. */
#define FREE_ITEMS 128

/* Local memory that NVIDIA's driver reports for kernels without any; see opencl/devices.c. */
#define PLACEHOLDER 1

/* ---- kernels ---- */

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
    cl_int code = CL_SUCCESS;

    NEW(&ctx->error, kernel, 1);
    TRY(clm_copy_text(&ctx->error, &kernel->name, name));
    kernel->cl = clCreateKernel(program, name, &code);
    if (code == CL_INVALID_KERNEL_NAME)
        FAIL(&ctx->error, CLMODP_NO_KERNEL,
             "%s/%s has no kernel %s; the kernel files are from another version of clmodp",
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

clmodp_status clm_kernel_of(clmodp_context *ctx, const clm_kernel **out, clm_kernel_key key)
{
    clmodp_status st = CLMODP_OK;
    clm_program *program = NULL;
    clm_kernel *kernel;

    *out = NULL;
    if (key.length < 0 || (size_t)key.length >= sizeof key.definitions)
        FAIL(&ctx->error, CLMODP_INVALID, "the definitions for %s/%s are too long: %d bytes",
             ctx->kernel_dir, key.file, key.length);
    TRY(get_program(ctx, &program, key.file, key.definitions));
    for (kernel = program->kernels; kernel != NULL; kernel = kernel->next)
        if (strcmp(kernel->name, key.name) == 0)
            break;
    if (kernel == NULL) {
        TRY(kernel_create(ctx, &kernel, program->executable.cl, key.file, key.name));
        kernel->next = program->kernels;
        program->kernels = kernel;
    }
    *out = kernel;
done:
    return st;
}

clm_kernel_key clm_kernel_with(const char *file, const char *name, const char *format, ...)
{
    clm_kernel_key key = KERNEL(file, name);
    va_list arguments;

    va_start(arguments, format);
    key.length = vsnprintf(key.definitions, sizeof key.definitions, format, arguments);
    va_end(arguments);
    return key;
}

size_t clm_kernel_most_items(const clmodp_context *ctx, const clm_kernel *kernel)
{
    return clm_size_min(kernel->max_group, ctx->device.max_work_group);
}

size_t clm_independent_group_size(const clmodp_context *ctx)
{
    const size_t units = clm_size_max(ctx->device.compute_units, 1);

    if (ctx->tuning.vector_width == 1)
        return ctx->tuning.group;
    return clm_size_max(clm_size_min(ctx->tuning.group, FREE_ITEMS / (2 * units)), 1);
}

size_t clm_vector_parts(const clmodp_context *ctx, size_t vectors, size_t most)
{
    /* Wide vectors imply few, strong cores; other devices hide memory latency by many items. */
    const size_t each = ctx->tuning.vector_width > 1 ? 8 : 16;
    const size_t wanted = each * ctx->device.compute_units * clm_independent_group_size(ctx);

    return clm_size_max(1, clm_size_min(most, clm_div_up(wanted, clm_size_max(vectors, 1))));
}

/* ---- launches ---- */

/* Checks the lengths of buffers and the total of local memory. */
static clmodp_status check_arguments(clmodp_context *ctx, const clm_kernel *kernel,
                                     const clm_arg *args, size_t count)
{
    clmodp_status st = CLMODP_OK;
    uint64_t local = kernel->local_bytes;
    const size_t own =
        ctx->overrides.op_counts != NULL ? 1 : 0; /* the hidden argument for counters */

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
             "%s needs %llu bytes of local memory, but %s has %llu", kernel->name,
             (unsigned long long)local, ctx->device.name,
             (unsigned long long)ctx->device.local_memory);
done:
    return st;
}

/* Checks the shape of a launch: for a wrong one PoCL aborts the process. */
static clmodp_status check_launch(clmodp_context *ctx, const clm_kernel *kernel, size_t items,
                                  size_t group, const clm_arg *args, size_t count)
{
    clmodp_status st = CLMODP_OK;

    if (group > clm_kernel_most_items(ctx, kernel))
        FAIL(&ctx->error, CLMODP_LIMIT,
             "%s: a work-group of %zu items, but %s runs at most %zu of this kernel",
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
    if (ctx->overrides.op_counts != NULL) {
        TRY(clm_counters_begin(ctx, &counters, global));
        TRY_CL(&ctx->error, clSetKernelArg, kernel->cl, (cl_uint)count, sizeof counters.mem,
               &counters.mem);
    }
    TRY(clm_queue_room(ctx));
    TRY_CL(&ctx->error, clEnqueueNDRangeKernel, ctx->queue, kernel->cl, 1, NULL, &global,
           &local, 0, NULL, &event);
    clm_queue_add(ctx, event, kernel->name);
    TRY(clm_queue_test_launch(ctx));
    if (ctx->overrides.op_counts != NULL)
        TRY(clm_counters_end(ctx, &counters, global, local));
done:
    clm_buffer_destroy(ctx, &counters);
    return st;
}

clmodp_status clm_run_array(clmodp_context *ctx, clm_kernel_key key, size_t items, size_t group,
                            const clm_arg *args, size_t count)
{
    clmodp_status st = CLMODP_OK;
    const clm_kernel *kernel;

    TRY(clm_kernel_of(ctx, &kernel, key));
    TRY(clm_launch_array(ctx, kernel, items, group, args, count));
done:
    return st;
}
