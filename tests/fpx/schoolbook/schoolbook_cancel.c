/* Tests that schoolbook arithmetic reports progress between launches, and can be cancelled. */
#include "arith/prime.h"
#include "core/random.h"
#include "fpx/schoolbook/schoolbook.h"
#include "opencl/buffer.h"
#include "support/batch.h"

#define PRIME 998244353
enum { MOST = 60000 };

static int cancel(void *user, double fraction)
{
    (void)fraction;
    ++*(int *)user;
    return 1;
}

typedef struct work {
    clmodp_context *ctx;
    clm_buffer a, b, out;
} work;

static clm_buffer random_words(clmodp_context *ctx, uint64_t seed)
{
    clm_random random = {seed};
    u32 *words = calloc(MOST, sizeof *words);
    clm_buffer buffer;

    assert_non_null(words);
    for (size_t k = 0; k < MOST; k++)
        words[k] = 1 + (u32)clm_random_below(&random, PRIME - 1);
    buffer = batch_buffer(ctx, words, MOST);
    free(words);
    return buffer;
}

static clmodp_status multiply(work *w)
{
    return clm_schoolbook_multiply(w->ctx, &w->out, (clm_poly){&w->a, MOST},
                                   (clm_poly){&w->b, MOST}, clm_field(PRIME),
                                   clm_multiply_default(w->ctx, MOST, MOST));
}

static clmodp_status divide(work *w)
{
    const size_t m = MOST / 2;

    return clm_schoolbook_divide(w->ctx, &w->out, (clm_poly){&w->a, MOST}, (clm_poly){&w->b, m},
                                 clm_field(PRIME), clm_divide_default(w->ctx, MOST, m));
}

static clmodp_status gcd(work *w)
{
    size_t count;

    return clm_schoolbook_gcd(w->ctx, &w->out, &count, (clm_poly){&w->a, MOST},
                              (clm_poly){&w->b, MOST}, clm_field(PRIME),
                              clm_gcd_default(w->ctx, MOST, MOST), NULL);
}

static void test_cancel(void **state)
{
    static clmodp_status (*const all[])(work *w) = {multiply, divide, gcd};
    clmodp_context *ctx = context_open(NULL);
    work w = {ctx, random_words(ctx, 1), random_words(ctx, 2), {0}};
    int asked;

    (void)state;
    ctx->tuning.stripe_bytes = 1 << 20; /* so that no device takes one launch only, */
    ctx->device.compute_units = 1;      /* or is assumed too fast for progress calls */
    BATCH_OK(ctx, clm_buffer_create(ctx, &w.out, 2 * MOST, sizeof(u32)));
    clmodp_context_set_progress(ctx, cancel, &asked);
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        const size_t held = ctx->memory_now;

        asked = 0;
        if (all[k](&w) != CLMODP_CANCELLED)
            fail_msg("operation %zu was not cancelled: %s", k, clmodp_context_message(ctx));
        assert_int_equal(asked, 1);
        assert_int_equal(ctx->memory_now, held);
        BATCH_OK(ctx, clm_finish(ctx));
    }
    clm_buffer_destroy(ctx, &w.out);
    clm_buffer_destroy(ctx, &w.b);
    clm_buffer_destroy(ctx, &w.a);
    clmodp_context_destroy(ctx);
}

TESTS(cmocka_unit_test(test_cancel));
