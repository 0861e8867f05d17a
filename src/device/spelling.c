/* Whether kernels have assembly. */
#include "device/spelling.h"

#include "device/identity.h"

/* Where the assembly is; another text of it may work. */
static const char *const names[] = {"arith/lazy.h"};
static const clm_kernel_files files = {names, 1};

#define FAILS "kernels fail with assembly"

clm_assembly clm_spelling(const clmodp_context *ctx)
{
    return ctx->kept != NULL && ctx->kept->plain ? CLM_ASSEMBLY_NONE : ctx->tuning.assembly;
}

void clm_spelling_recall(clmodp_context *ctx)
{
    if (clm_spelling(ctx) != CLM_ASSEMBLY_NONE && clm_fact_recall(ctx, FAILS, &files))
        ctx->kept->plain = true;
}

bool clm_spelling_drop(clmodp_context *ctx)
{
    if (clm_spelling(ctx) == CLM_ASSEMBLY_NONE)
        return false;
    ctx->kept->plain = true;
    ctx->kept->trusts = 0;
    return true;
}

void clm_spelling_judge(clmodp_context *ctx, clmodp_status plain)
{
    ctx->kept->plain = false; /* the verdict is about kernels with assembly */
    ctx->kept->trusts = 0;
    if (plain != CLMODP_OK)
        return;
    clm_log_line(&ctx->log, CLMODP_LOG_NOTE, "%s (driver %s) fails at assembly in kernels, which "
                 "are slower without", ctx->device.name, ctx->device.driver);
    (void)clm_fact_remember(ctx, FAILS, &files);
    ctx->kept->plain = true;
}
