/* Look up programs, and build them on first use. */
#include "device/program.h"

#include <string.h>

#include "base/memory.h"
#include "device/program_files.h"
#include "device/source.h"

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
    clm_executable_release(ctx, &program->executable);
    free(program->file);
    free(program);
}

void clm_programs_destroy(clmodp_context *ctx)
{
    while (ctx->programs != NULL) {
        clm_program *program = ctx->programs;

        ctx->programs = program->next;
        program_destroy(ctx, program);
    }
}

clmodp_status clm_program_get(clmodp_context *ctx, clm_program **out, const char *file)
{
    clmodp_status st = CLMODP_OK;
    clm_program *program = NULL;
    char *source = NULL;
    size_t count = 0, name_size = strlen(file) + 1;
    const char *const *files = clm_program_files(file, &count);

    for (program = ctx->programs; program != NULL; program = program->next)
        if (files != NULL ? program->files == files : strcmp(program->file, file) == 0) {
            *out = program;
            return CLMODP_OK;
        }

    if (files != NULL)
        TRY(clm_source_load(&ctx->error, &source, ctx->kernel_dir, files, count));
    else
        TRY(clm_source_load(&ctx->error, &source, ctx->kernel_dir, &file, 1));
    NEW(&ctx->error, program, 1);
    NEW(&ctx->error, program->file, name_size);
    memcpy(program->file, file, name_size);
    program->files = files;
    TRY(clm_build(ctx, &program->executable, source));

    program->next = ctx->programs;
    ctx->programs = program;
    *out = program;
    program = NULL;
done:
    program_destroy(ctx, program);
    free(source);
    return st;
}
