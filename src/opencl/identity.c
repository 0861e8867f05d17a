/* Keys for what depends on the device, facts kept under them, and
 * whether kernels have assembly. */
#include "opencl/identity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/core.h>

#include "opencl/source.h"

/* CL_DEVICE_MAX_GLOBAL_VARIABLE_SIZE, of OpenCL 2.0: 0 where programs have no variables. */
#define MOST_VARIABLE_BYTES ((cl_device_info)0x104D)

/* OpenCL C 2.0 has them; of devices for OpenCL 3.0 those that say so have them in OpenCL C 3.0,
 * and need not know 2.0. PoCL 3.1 does not say so, and has them in 2.0. */
static const char *tally_options(const clmodp_context *ctx)
{
    size_t most = 0;
    const bool told = clGetDeviceInfo(ctx->cl_device, MOST_VARIABLE_BYTES, sizeof most, &most,
                                      NULL) == CL_SUCCESS;

    return told && most > 0 && strncmp(ctx->device.version, "OpenCL 3", 8) == 0
               ? "CL3.0 -DCLM_TALLY"
               : "CL2.0 -DCLM_TALLY";
}

void clm_build_options(char options[CLM_BUILD_OPTIONS_SIZE], const clmodp_context *ctx)
{
    static const char *const assembly[] = {
        [CLM_ASSEMBLY_NONE] = "",
        [CLM_ASSEMBLY_X86] = " -DLANES_ASSEMBLY_X86",
        [CLM_ASSEMBLY_PTX] = " -DLANES_ASSEMBLY_PTX",
        [CLM_ASSEMBLY_GCN] = " -DLANES_ASSEMBLY_GCN",
    };

    (void)snprintf(options, CLM_BUILD_OPTIONS_SIZE,
                   "-cl-std=%s -DW=%u -DT=%u -DNT=%u%s",
                   ctx->overrides.tally != NULL ? tally_options(ctx) : "CL1.2",
                   (unsigned)ctx->tuning.vector_width, (unsigned)ctx->tuning.tile,
                   (unsigned)ctx->tuning.group,
                   assembly[clm_inline_asm(ctx)]);
}

bool clm_identity_key(const clmodp_context *ctx, clm_cache_key *out, const char *purpose,
                      const char *text)
{
    const clmodp_device *d = &ctx->device;
    char options[CLM_BUILD_OPTIONS_SIZE];
    char platform_version[256] = "";
    cl_platform_id platform = NULL;

    clm_build_options(options, ctx);
    if (clGetDeviceInfo(ctx->cl_device, CL_DEVICE_PLATFORM, sizeof platform, &platform,
                        NULL) != CL_SUCCESS ||
        clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof platform_version,
                          platform_version, NULL) != CL_SUCCESS)
        return false;

    const char *const texts[] = {
        purpose,         CLMODP_VERSION_STRING, d->platform_name, platform_version, d->name,
        d->vendor,       d->version,            d->driver,        options,          text,
    };
    return clm_cache_key_make(out, texts, sizeof texts / sizeof *texts);
}

bool clm_identity_recall(const clmodp_context *ctx, const char *purpose, const char *text,
                         void *out, size_t size)
{
    clm_cache_key key = {0};
    unsigned char *data = NULL;
    size_t found = 0;
    bool fits;

    if (ctx->cache_dir != NULL && clm_identity_key(ctx, &key, purpose, text))
        data = clm_cache_read(ctx->cache_dir, &key, &found);
    fits = data != NULL && found == size;
    if (fits)
        memcpy(out, data, size);
    free(data);
    clm_cache_key_destroy(&key);
    return fits;
}

bool clm_identity_remember(const clmodp_context *ctx, const char *purpose, const char *text,
                           const void *data, size_t size)
{
    clm_cache_key key = {0};
    const bool kept = ctx->cache_dir != NULL && clm_identity_key(ctx, &key, purpose, text) &&
                      clm_cache_write(ctx->cache_dir, &key, data, size);

    clm_cache_key_destroy(&key);
    return kept;
}

/* The key of a fact: it holds for the kernel sources as they are now. */
static bool fact_key(clmodp_context *ctx, clm_cache_key *out, const char *fact,
                     const clm_kernel_files *files)
{
    clm_error unreported;
    char *source = NULL;
    bool made = false;

    if (ctx->cache_dir != NULL &&
        clm_source_load(&unreported, &source, "", ctx->kernel_dir, files->names,
                        files->count) == CLMODP_OK &&
        source != NULL)
        made = clm_identity_key(ctx, out, fact, source);
    free(source);
    return made;
}

bool clm_fact_recall(clmodp_context *ctx, const char *fact, const clm_kernel_files *files)
{
    clm_cache_key key = {0};
    unsigned char *data = NULL;
    size_t size = 0;

    if (fact_key(ctx, &key, fact, files))
        data = clm_cache_read(ctx->cache_dir, &key, &size);
    clm_cache_key_destroy(&key);
    free(data);
    return data != NULL;
}

bool clm_fact_remember(clmodp_context *ctx, const char *fact, const clm_kernel_files *files)
{
    clm_cache_key key = {0};
    const bool kept = fact_key(ctx, &key, fact, files) &&
                      clm_cache_write(ctx->cache_dir, &key, fact, strlen(fact));

    clm_cache_key_destroy(&key);
    return kept;
}

/* Where the assembly is; another text of it may work. */
static const char *const assembly_names[] = {"arith/lazy.h"};
static const clm_kernel_files assembly_files = {assembly_names, 1};

#define ASSEMBLY_FAILS "kernels fail with assembly"

clm_assembly clm_inline_asm(const clmodp_context *ctx)
{
    return ctx->kept != NULL && ctx->kept->plain ? CLM_ASSEMBLY_NONE : ctx->tuning.assembly;
}

void clm_inline_asm_recall(clmodp_context *ctx)
{
    if (clm_inline_asm(ctx) != CLM_ASSEMBLY_NONE &&
        clm_fact_recall(ctx, ASSEMBLY_FAILS, &assembly_files))
        ctx->kept->plain = true;
}

bool clm_inline_asm_drop(clmodp_context *ctx)
{
    if (clm_inline_asm(ctx) == CLM_ASSEMBLY_NONE)
        return false;
    ctx->kept->plain = true;
    ctx->kept->trusts = 0;
    return true;
}

void clm_inline_asm_judge(clmodp_context *ctx, clmodp_status plain)
{
    ctx->kept->plain = false; /* the verdict is about kernels with assembly */
    ctx->kept->trusts = 0;
    if (plain != CLMODP_OK)
        return;
    clm_log_line(&ctx->log, CLMODP_LOG_NOTE, "%s (driver %s) fails at assembly in kernels, which "
                 "are slower without", ctx->device.name, ctx->device.driver);
    (void)clm_fact_remember(ctx, ASSEMBLY_FAILS, &assembly_files);
    ctx->kept->plain = true;
}
