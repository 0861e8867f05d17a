/* Programs: looked up, compiled for the device on first use, or loaded from the cache. */
#include "opencl/program.h"

#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/statvfs.h>

#include "core/memory.h"
#include "opencl/cache.h"
#include "opencl/identity.h"
#include "opencl/opencl_error.h"
#include "opencl/source.h"
#include "portable/portable.h"

/* PoCL 3.1 writes 2 MiB for the kernels of one program. */
#define LITTLE_SPACE ((uint64_t)8 << 20)

#define FOLDER_SIZE 1024

/* statvfs of the folder or, where it does not exist yet, of the nearest one above it. */
static bool look_above(struct statvfs *status, const char *folder)
{
    char above[FOLDER_SIZE];

    (void)snprintf(above, sizeof above, "%s", folder);
    while (statvfs(above, status) != 0) {
        char *end = strrchr(above, '/');

        if (errno != ENOENT || end == NULL || end == above)
            return false;
        *end = '\0';
    }
    return true;
}

/* Append a line about a folder if there is little space. */
static void look_at_disk(char *out, size_t size, size_t *used, const char *folder,
                         const char *remedy)
{
    struct statvfs status;
    uint64_t left;
    int length;

    if (!look_above(&status, folder))
        return;
    left = (uint64_t)status.f_bavail * status.f_frsize;
    if (left >= LITTLE_SPACE && (status.f_files == 0 || status.f_favail > 0))
        return;
    length = snprintf(out + *used, size - *used,
                      "\nthe disk of %.300s, where the compiler may write, is nearly full: "
                      "%llu KiB are left%s; free some space, or set %s to another folder",
                      folder, (unsigned long long)left >> 10,
                      status.f_files > 0 && status.f_favail == 0 ? ", and no files" : "",
                      remedy);
    if (length > 0)
        *used += (size_t)length < size - *used ? (size_t)length : size - *used - 1;
}

/* Append a line about the length that this process's files may have, if that is little. */
static void look_at_file_limit(char *out, size_t size, size_t *used)
{
    struct rlimit limit;
    int length;

    if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY ||
        limit.rlim_cur >= LITTLE_SPACE)
        return;
    length = snprintf(out + *used, size - *used,
                      "\nfiles of this process may have %llu bytes at most (ulimit -f), which is "
                      "little for a compiler",
                      (unsigned long long)limit.rlim_cur);
    if (length > 0)
        *used += (size_t)length < size - *used ? (size_t)length : size - *used - 1;
}

static void explain_disks(char *out, size_t size)
{
    static const struct {
        const char *variable, *below, *otherwise;
        const char *remedy; /* the variable that names another folder instead */
        bool last;          /* no others are looked at if this one is set */
    } places[] = {
        {"TMPDIR", "", "/tmp", "TMPDIR", false},
        {"POCL_CACHE_DIR", "", NULL, "POCL_CACHE_DIR", true},
        {"XDG_CACHE_HOME", "", NULL, "XDG_CACHE_HOME", true},
        {"HOME", "/.cache", NULL, "XDG_CACHE_HOME", true},
    };
    char folder[FOLDER_SIZE];
    size_t used = 0;
    bool done = false;

    *out = '\0';
    look_at_file_limit(out, size, &used);
    for (size_t i = 0; i < sizeof places / sizeof *places && !done; i++) {
        const char *value = clm_environment(places[i].variable);
        const bool set = value != NULL && *value != '\0';

        if (!set)
            value = places[i].otherwise;
        if (value == NULL ||
            snprintf(folder, sizeof folder, "%s%s", value, places[i].below) >= (int)sizeof folder)
            continue;
        look_at_disk(out, size, &used, folder, places[i].remedy);
        done = set && places[i].last;
    }
}

/* The compiler's log, "" when there is none; released with free(). */
static clmodp_status read_log(clmodp_context *ctx, char **out, cl_program program)
{
    clmodp_status st = CLMODP_OK;
    size_t size = 0;

    TRY_CL(&ctx->error, clGetProgramBuildInfo, program, ctx->cl_device, CL_PROGRAM_BUILD_LOG, 0,
           NULL, &size);
    NEW(&ctx->error, *out, size + 1);
    TRY_CL(&ctx->error, clGetProgramBuildInfo, program, ctx->cl_device, CL_PROGRAM_BUILD_LOG,
           size, *out, NULL);
done:
    return st;
}

static bool is_blank(const char *text)
{
    while (isspace((unsigned char)*text))
        text++;
    return *text == '\0';
}

/* Report a refused build. *silent tells that the compiler gave no reason. */
static clmodp_status report_refusal(clmodp_context *ctx, bool *silent, cl_program program,
                                    const char *source, const char *options)
{
    clmodp_status st = CLMODP_OK;
    char *said = NULL, *log = NULL, disks[800];

    *silent = false;
    TRY(read_log(ctx, &said, program));
    TRY(clm_source_log(&ctx->error, &log, source, said));
    *silent = is_blank(log);
    explain_disks(disks, sizeof disks);
    FAIL(&ctx->error, CLMODP_BUILD, "%s (%s, driver %s) cannot build the kernels with %s:%s\n%s",
         ctx->device.name, ctx->device.platform_name, ctx->device.driver, options, disks,
         *silent ? "(the compiler gave no reason)" : log);
done:
    free(log);
    free(said);
    return st;
}

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
        TRY(report_refusal(ctx, silent, program, source, options));
    if (code != CL_SUCCESS)
        TRY(clm_opencl_fail(&ctx->error, code, "clBuildProgram"));
    *out = program;
    program = NULL;
done:
    if (program != NULL)
        clReleaseProgram(program);
    return st;
}

/* The program from its cached binary; NULL if there is none that the driver takes. */
static cl_program load_binary(clmodp_context *ctx, const clm_cache_key *key,
                              const char *options)
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

/* Keep the program's binary, if it can be had. */
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

/* Processes that share a cold compiler cache of PoCL can trip over each other; the compiler then
 * fails without a word, and succeeds when asked again. */
static clmodp_status build_from_source(clmodp_context *ctx, cl_program *out, const char *source,
                                       const char *options)
{
    bool silent = false;
    clmodp_status st = build_once(ctx, out, &silent, source, options);

    if (st == CLMODP_BUILD && silent)
        st = build_once(ctx, out, &silent, source, options);
    return st;
}

/* With the context's options, or from the cache. */
static clmodp_status build_or_load(clmodp_context *ctx, clm_executable *out, const char *source)
{
    char options[CLM_BUILD_OPTIONS_SIZE];
    clmodp_status st = CLMODP_OK;

    *out = (clm_executable){0};
    clm_build_options(options, ctx);
    if (ctx->tuning.binaries && ctx->cache_dir != NULL &&
        clm_identity_key(ctx, &out->key, "program", source)) {
        out->cl = load_binary(ctx, &out->key, options);
        out->save = out->cl == NULL;
    }
    if (out->cl == NULL) {
        clm_log_line(&ctx->log, CLMODP_LOG_BUILDING, "building kernels for %s", ctx->device.name);
        st = build_from_source(ctx, &out->cl, source, options);
        clm_log_line(&ctx->log, CLMODP_LOG_BUILT, "built kernels for %s: %s", ctx->device.name,
                     clmodp_status_string(st));
    }
    if (st != CLMODP_OK)
        clm_cache_key_destroy(&out->key);
    return st;
}

static clmodp_status build_program(clmodp_context *ctx, clm_executable *out, const char *source)
{
    clmodp_status st = build_or_load(ctx, out, source);

    if (st == CLMODP_BUILD && clm_inline_asm_drop(ctx)) {
        st = build_or_load(ctx, out, source);
        clm_inline_asm_judge(ctx, st);
    }
    if (st == CLMODP_OK)
        ctx->kept->builds++;
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

static void program_destroy(const clmodp_context *ctx, clm_program *program)
{
    if (program == NULL)
        return;
    while (program->kernels != NULL) {
        clm_kernel *kernel = program->kernels;

        program->kernels = kernel->next;
        if (kernel->cl != NULL)
            clReleaseKernel(kernel->cl);
        free(kernel->name);
        free(kernel);
    }
    release_executable(ctx, &program->executable);
    free(program->definitions);
    free(program->file);
    free(program);
}

static clmodp_status copy_text(clm_error *error, char **out, const char *text)
{
    clmodp_status st = CLMODP_OK;
    const size_t size = strlen(text) + 1;

    NEW(error, *out, size);
    memcpy(*out, text, size);
done:
    return st;
}

void clm_programs_destroy(clmodp_context *ctx)
{
    while (ctx->kept->programs != NULL) {
        clm_program *program = ctx->kept->programs;

        ctx->kept->programs = program->next;
        program_destroy(ctx, program);
    }
}

/* The files that are compiled with this one; NULL if it is compiled alone. */
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

clmodp_status clm_program_get(clmodp_context *ctx, clm_program **out, const char *file,
                              const char *definitions)
{
    clmodp_status st = CLMODP_OK;
    clm_program *program = NULL;
    char *source = NULL;
    const clm_kernel_files *files = files_with(ctx, file, definitions);

    for (program = ctx->kept->programs; program != NULL; program = program->next)
        if (program_holds(program, files, file, definitions, ctx->kept->plain)) {
            *out = program;
            return CLMODP_OK;
        }

    TRY(clm_source_load(&ctx->error, &source, definitions, ctx->kernel_dir,
                        files != NULL ? files->names : &file,
                        files != NULL ? files->count : 1));
    NEW(&ctx->error, program, 1);
    TRY(copy_text(&ctx->error, &program->file, file));
    TRY(copy_text(&ctx->error, &program->definitions, definitions));
    program->files = files;
    TRY(build_program(ctx, &program->executable, source));
    program->plain = ctx->kept->plain; /* by now */

    program->next = ctx->kept->programs;
    ctx->kept->programs = program;
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
        TRY(copy_text(&ctx->error, &copy->file, p->file));
        TRY(copy_text(&ctx->error, &copy->definitions, p->definitions));
        copy->files = p->files;
        copy->plain = p->plain;
        TRY_CL(&ctx->error, clRetainProgram, p->executable.cl);
        copy->executable.cl = p->executable.cl; /* whoever built it saves it */
        copy->next = ctx->kept->programs;
        ctx->kept->programs = copy;
        copy = NULL;
    }
done:
    program_destroy(ctx, copy);
    return st;
}
