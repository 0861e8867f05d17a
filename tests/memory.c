/* The count of device memory and staging under the context's cap. */
#include <string.h>

#include "device/buffer.h"
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
    assert_int_equal(ctx->memory_peak, 1000);
    clm_memory_reset_peak(ctx);
    assert_int_equal(ctx->memory_peak, 400);
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

static void calls_may_have_lower_caps(void **state)
{
    clmodp_context_options options;
    clmodp_context *ctx;

    (void)state;
    clmodp_context_options_init(&options);
    options.max_memory = 1000;
    ctx = context_open(&options);
    assert_int_equal(clm_memory_lower_cap(ctx, 0), 1000);
    assert_int_equal(clm_memory_left(ctx), 1000);
    assert_int_equal(clm_memory_lower_cap(ctx, 2000), 1000);
    assert_int_equal(clm_memory_left(ctx), 1000);
    assert_int_equal(clm_memory_lower_cap(ctx, 10), 1000);
    assert_int_equal(clm_memory_left(ctx), 10);
    clmodp_context_destroy(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(memory_is_capped),
        cmocka_unit_test(staging_counts_as_well),
        cmocka_unit_test(calls_may_have_lower_caps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
