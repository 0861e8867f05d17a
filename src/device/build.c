/* Compile a program for the context's device. */
#include "device/build.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "device/opencl_error.h"

#define OPTIONS_SIZE 128

static void write_options(char options[OPTIONS_SIZE], const clmodp_context *ctx)
{
    (void)snprintf(options, OPTIONS_SIZE, "-cl-std=CL1.2 -DW=%u -DT=%u -DNT=%u -DCLM_CPU=%d",
                   (unsigned)ctx->tuning.lanes, (unsigned)ctx->tuning.tile,
                   (unsigned)ctx->tuning.group, strcmp(ctx->device.kind, "cpu") == 0);
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
static clmodp_status refused(clmodp_context *ctx, bool *silent, cl_program program,
                             const char *options)
{
    clmodp_status st = CLMODP_OK;
    char *log = NULL;

    *silent = false;
    TRY(read_log(ctx, &log, program));
    *silent = is_blank(log);
    FAIL(&ctx->error, CLMODP_BUILD, "%s (%s, driver %s) cannot build the kernels with %s:\n%s",
         ctx->device.name, ctx->device.platform_name, ctx->device.driver, options,
         *silent ? "(the compiler gave no reason)" : log);
done:
    free(log);
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
        TRY(refused(ctx, silent, program, options));
    if (code != CL_SUCCESS)
        TRY(clm_opencl_fail(&ctx->error, code, "clBuildProgram"));
    *out = program;
    program = NULL;
done:
    if (program != NULL)
        clReleaseProgram(program);
    return st;
}

clmodp_status clm_build(clmodp_context *ctx, cl_program *out, const char *source)
{
    char options[OPTIONS_SIZE];
    bool silent = false;
    clmodp_status st;

    *out = NULL;
    write_options(options, ctx);
    st = build_once(ctx, out, &silent, source, options);
    /* Processes that share a cold compiler cache of PoCL can trip over each other; the
     * compiler then fails without a word, and succeeds when asked again. */
    if (st == CLMODP_BUILD && silent)
        st = build_once(ctx, out, &silent, source, options);
    if (st == CLMODP_OK)
        ctx->builds++;
    return st;
}
