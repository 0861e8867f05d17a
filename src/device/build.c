/* Compile a program for the context's device. */
#include "device/build.h"

#include <ctype.h>

#include "base/memory.h"
#include "device/cache.h"
#include "device/disk.h"
#include "device/identity.h"
#include "device/opencl_error.h"
#include "device/source.h"
#include "device/spelling.h"

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
static clmodp_status refused(clmodp_context *ctx, bool *silent, cl_program program,
                             const char *source, const char *options)
{
    clmodp_status st = CLMODP_OK;
    char *said = NULL, *log = NULL, disks[800];

    *silent = false;
    TRY(read_log(ctx, &said, program));
    TRY(clm_source_log(&ctx->error, &log, source, said));
    *silent = is_blank(log);
    clm_disk_explain(disks, sizeof disks);
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
        TRY(refused(ctx, silent, program, source, options));
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

clmodp_status clm_build(clmodp_context *ctx, clm_executable *out, const char *source)
{
    clmodp_status st = build_or_load(ctx, out, source);

    if (st == CLMODP_BUILD && clm_spelling_drop(ctx)) {
        st = build_or_load(ctx, out, source);
        clm_spelling_judge(ctx, st);
    }
    if (st == CLMODP_OK)
        ctx->kept->builds++;
    return st;
}

void clm_executable_release(const clmodp_context *ctx, clm_executable *executable)
{
    if (executable->cl != NULL && executable->save)
        save_binary(ctx, executable);
    if (executable->cl != NULL)
        clReleaseProgram(executable->cl);
    clm_cache_key_destroy(&executable->key);
    *executable = (clm_executable){0};
}
