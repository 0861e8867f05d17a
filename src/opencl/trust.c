/* Known-answer tests, and what remembers them. */
#include "opencl/trust.h"

#include <string.h>

#include "core/memory.h"
#include "opencl/cache.h"
#include "opencl/identity.h"

/* PoCL compiles a kernel once more for launches of more than 65535 items. */
#define LONG_LAUNCH ((size_t)1 << 16)

/* Seconds for another process to test one fact, which takes some on an idle machine. */
#define LONGEST_WAIT 60.0

/* What the context knows itself. */
static bool has_passed(const clm_kept *kept, const clm_trust *trust)
{
    for (size_t k = 0; k < kept->trusts; k++)
        if (kept->trusted[k] == trust)
            return true;
    return false;
}

/* What does not fit is asked for again. */
static void note_passed(clm_kept *kept, const clm_trust *trust)
{
    if (kept->trusts < CLM_MOST_TRUSTED)
        kept->trusted[kept->trusts++] = trust;
}

static bool is_remembered(clmodp_context *ctx, const clm_trust *trust)
{
    if (has_passed(ctx->kept, trust))
        return true;
    if (!clm_fact_recall(ctx, trust->fact, trust->files))
        return false;
    note_passed(ctx->kept, trust);
    return true;
}

bool clm_trust_known(clmodp_context *ctx, const clm_trust *const *needs, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!is_remembered(ctx, needs[k]))
            return false;
    return true;
}

/* Once a context, unless it is to keep nothing. */
static void note_forgotten(clmodp_context *ctx)
{
    if (ctx->cache_dir != NULL && !ctx->kept->forgets)
        clm_log_line(&ctx->log, CLMODP_LOG_NOTE,
                     "nothing can be kept in %s, so that kernels are tested in every process: set "
                     "CLMODP_CACHE_DIR to a folder that can be written", ctx->cache_dir);
    ctx->kept->forgets = true;
}

/* Run the test of one fact, in launches of at least so many items. */
static clmodp_status run_test(clmodp_context *ctx, const clm_trust *trust, size_t least_items)
{
    clmodp_status st = CLMODP_OK;
    clm_call call;

    clm_call_begin(&call, ctx, 0, false);
    call.least_items = least_items;
    clm_log_line(&ctx->log, CLMODP_LOG_TESTING, "compiling kernels once, for %s: %s",
                 ctx->device.name, trust->fact);
    st = trust->check(ctx, trust->subject);
    clm_log_line(&ctx->log, CLMODP_LOG_TESTED, "tested whether %s: %s", trust->fact,
                 clmodp_status_string(st));
    ctx->call = call.outer; /* its memory is not the caller's */
    return st;
}

/* The same, of kernels without assembly if they answer wrongly with it; and remember that it
 * passed. */
static clmodp_status test_fact(clmodp_context *ctx, const clm_trust *trust, size_t least_items)
{
    clmodp_status st = run_test(ctx, trust, least_items);

    if (st == CLMODP_CORRUPT && clm_inline_asm_drop(ctx)) {
        st = run_test(ctx, trust, least_items);
        clm_inline_asm_judge(ctx, st);
    }
    TRY(st);
    if (has_passed(ctx->kept, trust))
        goto done;
    if (!clm_fact_remember(ctx, trust->fact, trust->files))
        note_forgotten(ctx);
    note_passed(ctx->kept, trust);
done:
    return st;
}

static clmodp_status ask_progress(void *user)
{
    clmodp_context *ctx = user;

    return clm_progress(ctx, ctx->call->fraction);
}

/* One process tests a fact, the others wait for it, and may be told not to. */
static clmodp_status lock_cache(clmodp_context *ctx, clm_cache_lock *out)
{
    return clm_cache_lock_take(out, ctx->cache_dir, LONGEST_WAIT,
                               &(clm_lock_watch){ask_progress, ctx});
}

clmodp_status clm_trust_prepare(clmodp_context *ctx, const clm_trust *const *needs, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_cache_lock held;
    bool plain = ctx->kept->plain;

    for (size_t k = 0; k < count; k++) {
        TRY(lock_cache(ctx, &held));
        st = test_fact(ctx, needs[k], 0);
        if (st == CLMODP_OK && needs[k]->extends)
            st = test_fact(ctx, needs[k], LONG_LAUNCH);
        clm_cache_lock_release(&held);
        TRY(st);
        if (plain != ctx->kept->plain) { /* what was shown was so with assembly */
            plain = ctx->kept->plain;
            k = SIZE_MAX;
        }
    }
done:
    return st;
}

clmodp_status clm_trust_ensure(clmodp_context *ctx, const clm_trust *const *needs, size_t count)
{
    clmodp_status st = CLMODP_OK;
    clm_cache_lock held;
    bool plain = ctx->kept->plain;

    for (size_t k = 0; k < count; k++) {
        if (is_remembered(ctx, needs[k]))
            continue;
        TRY(lock_cache(ctx, &held));
        if (!is_remembered(ctx, needs[k])) /* nor shown by another process meanwhile */
            st = test_fact(ctx, needs[k], 0);
        clm_cache_lock_release(&held);
        TRY(st);
        if (plain != ctx->kept->plain) { /* what was shown was so with assembly */
            plain = ctx->kept->plain;
            k = SIZE_MAX;
        }
    }
done:
    return st;
}

clmodp_status clm_trust_wrong(clmodp_context *ctx, const char *what, const char *whom)
{
    return clm_fail(&ctx->error, CLMODP_CORRUPT,
                    "the device \"%s\" (driver %s) computes a known %s of %s wrongly: "
                    CLM_WRONG_VALUE, ctx->device.name, ctx->device.driver, what, whom);
}

clmodp_status clm_trust_compare(clmodp_context *ctx, const clm_buffer *buffer,
                                const cl_uint *expected, size_t count, const char *what,
                                const char *whom)
{
    clmodp_status st = CLMODP_OK;
    cl_uint *found = NULL;

    NEW(&ctx->error, found, count);
    TRY(clm_buffer_read(ctx, buffer, 0, found, count * sizeof *found));
    if (memcmp(found, expected, count * sizeof *found) != 0)
        TRY(clm_trust_wrong(ctx, what, whom));
done:
    free(found);
    return st;
}
