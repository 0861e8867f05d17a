/* Look up programs, and build them on first use. */
#include "device/program.h"

#include <stdbool.h>
#include <string.h>

#include "base/memory.h"
#include "device/opencl_error.h"
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

static bool holds(const clm_program *program, const clm_kernel_files *files, const char *file,
                  const char *definitions, bool plain)
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
        if (holds(program, files, file, definitions, ctx->kept->plain)) {
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
    TRY(clm_build(ctx, &program->executable, source));
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
