/* Tests the accounting of device memory and staging memory under the context's cap. */
#include <string.h>

#include "opencl/buffer.h"
#include "opencl/staging.h"
#include "support/context.h"

static void memory_is_capped(void **state)
{
    clmodp_context_options options;
    clmodp_context *ctx;
    clm_buffer a = {0}, b = {0};

    (void)state;
    clmodp_context_options_init(&options);
    options.max_memory = 1000;
    ctx = context_open(&options);
    assert_int_equal(clm_memory_left(ctx), 1000);
    assert_int_equal(clm_buffer_create(ctx, &a, 600, 1), CLMODP_OK);
    assert_int_equal(clm_memory_left(ctx), 400);
    assert_int_equal(clm_buffer_create(ctx, &b, 401, 1), CLMODP_DEVICE_MEMORY);
    assert_non_null(strstr(clmodp_context_message(ctx), "1000"));
    assert_null(b.mem);
    assert_int_equal(clm_buffer_create(ctx, &b, 400, 1), CLMODP_OK);
    assert_int_equal(clm_memory_left(ctx), 0);
    clm_buffer_destroy(ctx, &a);
    assert_int_equal(ctx->memory_now, 400);
    assert_int_equal(ctx->call->memory_peak, 1000);
    ctx->call->memory_peak = ctx->memory_now;
    assert_int_equal(ctx->call->memory_peak, 400);
    assert_int_equal(clm_buffer_create(ctx, &a, 0, 4), CLMODP_OK);
    assert_int_equal(a.bytes, 1);
    clm_buffer_destroy(ctx, &a);
    clm_buffer_destroy(ctx, &b);
    assert_int_equal(ctx->memory_now, 0);
    clmodp_context_destroy(ctx);
}

static void staging_counts_as_well(void **state)
{
    clmodp_context_options options;
    clmodp_context *ctx;
    clm_staging words = {0};
    clm_buffer a = {0};

    (void)state;
    clmodp_context_options_init(&options);
    options.max_memory = 1000;
    ctx = context_open(&options);
    assert_int_equal(clm_staging_create(ctx, &words, 100, 4), CLMODP_OK);
    assert_int_equal(clm_memory_left(ctx), 600);
    assert_int_equal(((uint32_t *)words.data)[99], 0);
    assert_int_equal(clm_buffer_create(ctx, &a, 601, 1), CLMODP_DEVICE_MEMORY);
    clm_staging_destroy(ctx, &words);
    clm_staging_destroy(ctx, &words);
    assert_int_equal(ctx->memory_now, 0);
    assert_int_equal(clm_staging_create(ctx, &words, 1001, 1), CLMODP_DEVICE_MEMORY);
    assert_int_equal(clm_staging_create(ctx, &words, SIZE_MAX, 2), CLMODP_LIMIT);
    assert_null(words.data);
    assert_int_equal(ctx->memory_now, 0);
    clmodp_context_destroy(ctx);
}

static int never(void *user, double fraction)
{
    (void)user;
    (void)fraction;
    return 1;
}

/* Each call has separate limits, progress and peak; the cap of a call does not apply to nested
 * calls. */
static void calls_have_limits_of_their_own(void **state)
{
    clmodp_context_options options;
    clmodp_context *ctx;
    clm_call call, within;

    (void)state;
    clmodp_context_options_init(&options);
    options.max_memory = 1000;
    ctx = context_open(&options);
    clmodp_context_set_progress(ctx, never, NULL);
    clm_call_begin(&call, ctx, 0, true);
    assert_int_equal(clm_memory_left(ctx), 1000);
    assert_int_equal(clm_call_end(ctx, &call, CLMODP_OK), CLMODP_OK);
    clm_call_begin(&call, ctx, 2000, true);
    assert_int_equal(clm_memory_left(ctx), 1000);
    assert_int_equal(clm_call_end(ctx, &call, CLMODP_OK), CLMODP_OK);
    clm_call_begin(&call, ctx, 10, true);
    assert_int_equal(clm_memory_left(ctx), 10);
    assert_int_equal(clm_progress(ctx, 0.5), CLMODP_CANCELLED);

    clm_call_begin(&within, ctx, 0, false);
    assert_string_equal(clmodp_context_message(ctx), "");
    assert_int_equal(clm_memory_left(ctx), 1000);
    assert_int_equal(clm_progress(ctx, 0.25), CLMODP_OK);
    assert_int_equal(clm_memory_take(ctx, 700), CLMODP_OK);
    clm_memory_give(ctx, 700);
    assert_int_equal(clm_memory_take(ctx, 1001), CLMODP_DEVICE_MEMORY);
    assert_int_equal(clm_call_end(ctx, &within, CLMODP_DEVICE_MEMORY), CLMODP_DEVICE_MEMORY);
    assert_string_not_equal(clmodp_context_message(ctx), "");
    assert_true(call.memory_peak == 700 && call.fraction == 0.5);
    assert_int_equal(clm_memory_left(ctx), 10);
    assert_int_equal(clm_call_end(ctx, &call, CLMODP_OK), CLMODP_OK);
    assert_int_equal(clm_memory_left(ctx), 1000);
    assert_int_equal(ctx->call->memory_peak, 700);
    assert_int_equal(ctx->memory_now, 0);
    clmodp_context_destroy(ctx);
}

/* A subcontext has separate messages, progress and limits, and returns its memory. */
static void lent_contexts_are_apart(void **state)
{
    clmodp_context_options options;
    clmodp_context *ctx, lent;

    (void)state;
    clmodp_context_options_init(&options);
    options.max_memory = 1000;
    ctx = context_open(&options);
    clmodp_context_set_progress(ctx, never, NULL);
    clm_context_lend(&lent, ctx, 500, true);
    assert_int_equal(clm_memory_left(&lent), 500);
    assert_int_equal(clm_memory_left(ctx), 1000);
    assert_int_equal(clm_progress(&lent, 0.5), CLMODP_CANCELLED);
    assert_string_equal(clmodp_context_message(ctx), "");
    assert_true(ctx->call->fraction == 0);
    assert_int_equal(clm_memory_take(&lent, 300), CLMODP_OK);
    assert_int_equal(clm_context_take_back(ctx, &lent, CLMODP_CANCELLED), CLMODP_CANCELLED);
    assert_string_equal(clmodp_context_message(ctx), clmodp_context_message(&lent));
    assert_true(ctx->memory_now == 300 && ctx->call->memory_peak == 300);
    clm_memory_give(ctx, 300);
    clmodp_context_destroy(ctx);
}

/* As on a GPU: pinned pages are reused with their contents, and counted. */
static void mapped_staging_is_kept(void **state)
{
    enum { WORDS = 1000 };
    clmodp_context_options options;
    clmodp_context *ctx;
    clm_staging words = {0}, others = {0};
    clm_buffer buffer = {0};
    uint32_t back[WORDS];
    const void *place;

    (void)state;
    clmodp_context_options_init(&options);
    options.max_memory = 40000;
    ctx = context_open(&options);
    ctx->tuning.vector_width = 1;
    assert_int_equal(clm_staging_create_mapped(ctx, &words, WORDS, 4), CLMODP_OK);
    assert_non_null(words.mem);
    assert_int_equal(ctx->memory_now, 4 * WORDS);
    for (uint32_t k = 0; k < WORDS; k++)
        ((uint32_t *)words.data)[k] = k;
    assert_int_equal(clm_buffer_create(ctx, &buffer, WORDS, 4), CLMODP_OK);
    assert_int_equal(clm_buffer_write(ctx, &buffer, 0, words.data, 4 * WORDS), CLMODP_OK);
    memset(words.data, 0, 4 * WORDS);
    assert_int_equal(clm_buffer_read(ctx, &buffer, 0, words.data, 4 * WORDS), CLMODP_OK);
    assert_int_equal(clm_buffer_read(ctx, &buffer, 0, back, sizeof back), CLMODP_OK);
    assert_memory_equal(words.data, back, sizeof back);
    for (uint32_t k = 0; k < WORDS; k++)
        assert_int_equal(back[k], k);
    place = words.data;

    clm_staging_destroy(ctx, &words);
    assert_null(words.data);
    assert_int_equal(ctx->memory_now, 4 * WORDS); /* the buffer */
    assert_int_equal(clm_staging_create_mapped(ctx, &others, WORDS - 1, 4), CLMODP_OK);
    assert_ptr_not_equal(others.data, place);
    assert_int_equal(clm_staging_create_mapped(ctx, &words, WORDS, 4), CLMODP_OK);
    assert_ptr_equal(words.data, place);
    clm_staging_destroy(ctx, &others);
    clm_staging_destroy(ctx, &words);

    /* Pooled memory is released if memory is needed. */
    assert_int_equal(clm_staging_create_mapped(ctx, &words, 36000, 1), CLMODP_OK);
    assert_int_equal(ctx->kept->pool.count, 0);
    assert_int_equal(clm_staging_create_mapped(ctx, &others, 1, 1), CLMODP_DEVICE_MEMORY);
    clm_staging_destroy(ctx, &words);
    clm_buffer_destroy(ctx, &buffer);
    assert_int_equal(ctx->memory_now, 0);
    assert_int_equal(clm_staging_create_mapped(ctx, &words, SIZE_MAX, 2), CLMODP_LIMIT);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(memory_is_capped),
    cmocka_unit_test(staging_counts_as_well),
    cmocka_unit_test(calls_have_limits_of_their_own),
    cmocka_unit_test(lent_contexts_are_apart),
    cmocka_unit_test(mapped_staging_is_kept));
