/* Known-answer tests, and what remembers them. */
#include "device/trust.h"

#include "device/identity.h"

/* What the context knows itself. */
static bool is_kept(const clm_kept *kept, const clm_trust *trust)
{
    for (size_t k = 0; k < kept->trusts; k++)
        if (kept->trusted[k] == trust)
            return true;
    return false;
}

/* What does not fit is asked for again. */
static void keep(clm_kept *kept, const clm_trust *trust)
{
    if (kept->trusts < CLM_MOST_TRUSTED)
        kept->trusted[kept->trusts++] = trust;
}

static bool is_known(clmodp_context *ctx, const clm_trust *trust)
{
    if (is_kept(ctx->kept, trust))
        return true;
    if (!clm_fact_recall(ctx, trust->fact, trust->files))
        return false;
    keep(ctx->kept, trust);
    return true;
}

bool clm_trust_known(clmodp_context *ctx, const clm_trust *const *needs, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!is_known(ctx, needs[k]))
            return false;
    return true;
}

clmodp_status clm_trust_ensure(clmodp_context *ctx, const clm_trust *const *needs, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context test;

    for (size_t k = 0; k < count; k++) {
        if (is_known(ctx, needs[k]))
            continue;
        clm_context_begin(&test, ctx, 0, false);
        st = needs[k]->check(&test, needs[k]->subject);
        ctx->error = test.error; /* its memory is not the caller's */
        TRY(st);
        clm_fact_remember(ctx, needs[k]->fact, needs[k]->files);
        keep(ctx->kept, needs[k]);
    }
done:
    return st;
}
