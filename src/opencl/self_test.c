/* Runs self-tests of devices unless the cache records that they passed; reports wrong results. */
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "opencl/buffer.h"
#include "opencl/cache.h"
#include "opencl/context.h"
#include "opencl/queue.h"
#include "opencl/self_test.h"

/* PoCL recompiles a kernel for launches of more than 65535 items. */
#define LONG_LAUNCH ((size_t)1 << 16)

/* Longest wait for a self-test by another process, in seconds; idle machines need only a few. */
#define LONGEST_WAIT 60.0

static bool is_stored(clmodp_context *ctx, const clm_self_test *test)
{
    if (clm_self_test_has_passed(ctx->kept, test))
        return true;
    if (!clm_property_load(ctx, test->property, test->files))
        return false;
    clm_self_test_note_passed(ctx->kept, test);
    return true;
}

bool clm_self_tests_passed(clmodp_context *ctx, const clm_self_test *const *needs, size_t count)
{
    for (size_t k = 0; k < count; k++)
        if (!is_stored(ctx, needs[k]))
            return false;
    return true;
}

/* Logs once per context that the cache cannot be written, unless caching is disabled. */
static void note_forgotten(clmodp_context *ctx)
{
    if (ctx->cache_dir != NULL && !ctx->kept->logged_no_cache)
        clm_log_line(&ctx->log, CLMODP_LOG_NOTE,
                     "the cache %s cannot be written, so every process tests its kernels again: "
                     "set CLMODP_CACHE_DIR to a writable folder", ctx->cache_dir);
    ctx->kept->logged_no_cache = true;
}

/* Runs one self-test in launches of at least least_items items. */
static clmodp_status run_test(clmodp_context *ctx, const clm_self_test *test, size_t least_items)
{
    clmodp_status st = CLMODP_OK;
    clm_call call;

    clm_call_begin(&call, ctx, 0, false);
    call.least_items = least_items;
    call.tested_for = call.outer->tested_for != NULL ? call.outer->tested_for : call.outer;
    clm_log_line(&ctx->log, CLMODP_LOG_TESTING, "compiling kernels once, for %s: %s",
                 ctx->device.name, test->property);
    st = test->check(ctx, test->subject);
    clm_log_line(&ctx->log, CLMODP_LOG_TESTED, "self-test: %s: %s", test->property,
                 clmodp_status_string(st));
    ctx->call = call.outer; /* its memory does not count for the caller */
    return st;
}

/* Runs one self-test, again without inline assembly if it fails with it; records success. */
static clmodp_status run_and_record(clmodp_context *ctx, const clm_self_test *test,
                                    size_t least_items)
{
    clmodp_status st = run_test(ctx, test, least_items);

    if (st == CLMODP_CORRUPT && clm_inline_asm_disable(ctx)) {
        st = run_test(ctx, test, least_items);
        clm_inline_asm_confirm(ctx, st);
    }
    TRY(st);
    if (clm_self_test_has_passed(ctx->kept, test))
        goto done;
    if (!clm_property_store(ctx, test->property, test->files))
        note_forgotten(ctx);
    clm_self_test_note_passed(ctx->kept, test);
done:
    return st;
}

/* Runs the self-tests not yet passed, or (again) all, then also in long launches. One process runs
 * a test while others wait, which callers may cancel. */
static clmodp_status run_self_tests_in_order(clmodp_context *ctx,
                                             const clm_self_test *const *needs, size_t count,
                                             bool again)
{
    clmodp_status st = CLMODP_OK;
    clm_progress_at now = {ctx, ctx->call->fraction};
    const clm_lock_poller watch = {clm_progress_poll, &now};
    clm_cache_lock held;
    bool plain = ctx->kept->plain;

    for (size_t k = 0; k < count; k++) {
        if (!again && is_stored(ctx, needs[k]))
            continue;
        TRY(clm_cache_lock_take(&held, ctx->cache_dir, LONGEST_WAIT, &watch));
        if (again || !is_stored(ctx, needs[k])) /* another process may have passed it */
            st = run_and_record(ctx, needs[k], 0);
        if (st == CLMODP_OK && again && needs[k]->extends)
            st = run_and_record(ctx, needs[k], LONG_LAUNCH);
        clm_cache_lock_release(&held);
        TRY(st);
        if (plain != ctx->kept->plain) { /* tests passed so far used assembly */
            plain = ctx->kept->plain;
            k = SIZE_MAX;
        }
    }
done:
    return st;
}

clmodp_status clm_self_tests_prepare(clmodp_context *ctx, const clm_self_test *const *needs,
                                     size_t count)
{
    return run_self_tests_in_order(ctx, needs, count, true);
}

clmodp_status clm_self_tests_ensure(clmodp_context *ctx, const clm_self_test *const *needs,
                                    size_t count)
{
    return run_self_tests_in_order(ctx, needs, count, false);
}

clmodp_status clm_self_test_fail(clmodp_context *ctx, const char *result, const char *object)
{
    return clm_fail(&ctx->error, CLMODP_CORRUPT,
                    "the device \"%s\" (driver %s) computes a wrong %s of %s: "
                    CLM_WRONG_VALUE, ctx->device.name, ctx->device.driver, result, object);
}

clmodp_status clm_self_test_compare(clmodp_context *ctx, const clm_buffer *buffer,
                                    const cl_uint *expected, size_t count, const char *result,
                                    const char *object)
{
    clmodp_status st = CLMODP_OK;
    cl_uint *found = NULL;

    NEW(&ctx->error, found, count);
    TRY(clm_buffer_read(ctx, buffer, 0, found, count * sizeof *found));
    if (memcmp(found, expected, count * sizeof *found) != 0)
        TRY(clm_self_test_fail(ctx, result, object));
done:
    free(found);
    return st;
}
