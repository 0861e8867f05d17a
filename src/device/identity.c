/* Keys for what depends on the device, and facts kept under them. */
#include "device/identity.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/version.h>

#include "device/source.h"
#include "device/spelling.h"
#include "device/tally.h"

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
                   ctx->overrides.tally != NULL ? clm_tally_options(ctx) : "CL1.2",
                   (unsigned)ctx->tuning.vector_width, (unsigned)ctx->tuning.tile,
                   (unsigned)ctx->tuning.group,
                   assembly[clm_spelling(ctx)]);
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
