/* Tests the buffer pool of a context, and its limit under the cap on memory. */
#include "opencl/buffer.h"

#include "support/context.h"

#define KEY 7u
#define KIB ((size_t)1024)

/* Opens a context with so many KiB of memory. */
static clmodp_context *capped(size_t kib)
{
    clmodp_context_options options;

    clmodp_context_options_init(&options);
    options.max_memory = kib * KIB;
    return context_open(&options);
}

static clm_buffer make(clmodp_context *ctx, size_t bytes)
{
    clm_buffer buffer;

    assert_int_equal(clm_scratch_create(ctx, &buffer, bytes, 1), CLMODP_OK);
    return buffer;
}

/* Returns whether the pool has such a buffer, which stays there. */
static bool has(clmodp_context *ctx, uint64_t key, size_t bytes)
{
    clm_buffer buffer;

    if (!clm_pool_take(ctx, &buffer, key, bytes))
        return false;
    clm_pool_give(ctx, &buffer, key);
    return true;
}

static void test_keys(void **state)
{
    clmodp_context *ctx = capped(4096);
    clm_buffer buffer = make(ctx, 8 * KIB), again;
    const cl_mem mem = buffer.mem;

    (void)state;
    assert_false(has(ctx, KEY, 1));
    clm_pool_give(ctx, &buffer, KEY);
    assert_null(buffer.mem);
    assert_int_equal(ctx->memory_now, 0);
    assert_false(has(ctx, KEY + 1, 1));
    assert_false(has(ctx, CLM_POOL_SCRATCH, 8 * KIB));
    assert_false(has(ctx, KEY, 8 * KIB + 1));
    assert_true(clm_pool_take(ctx, &again, KEY, 1)); /* any smaller size */
    assert_true(again.mem == mem && again.bytes == 8 * KIB);
    assert_int_equal(ctx->memory_now, 8 * KIB);
    assert_false(has(ctx, KEY, 1)); /* taken from the pool */
    clm_scratch_destroy(ctx, &again);
    assert_false(has(ctx, CLM_POOL_SCRATCH, 4 * KIB - 1)); /* would waste half of it */
    again = make(ctx, 4 * KIB);
    assert_true(again.mem == mem);
    clm_scratch_destroy(ctx, &again);
    clm_pool_clear(ctx);
    assert_false(has(ctx, CLM_POOL_SCRATCH, 4 * KIB));
    clmodp_context_destroy(ctx);
}

/* The pool holds at most a part of the memory, and releases buffers if memory is needed. */
static void test_cap(void **state)
{
    clmodp_context *ctx = capped(64);
    clm_buffer some[4], large;

    (void)state;
    for (size_t k = 0; k < 4; k++)
        some[k] = make(ctx, 6 * KIB);
    for (size_t k = 0; k < 4; k++)
        clm_pool_give(ctx, &some[k], KEY + k);
    assert_true(has(ctx, KEY + 3, 6 * KIB) && has(ctx, KEY + 2, 6 * KIB));
    assert_false(has(ctx, KEY + 1, 6 * KIB) || has(ctx, KEY, 6 * KIB)); /* at most 16 KiB */
    assert_int_equal(clm_buffer_create(ctx, &large, 58 * KIB, 1), CLMODP_OK);
    assert_true(has(ctx, KEY + 2, 6 * KIB)); /* most recently used */
    assert_false(has(ctx, KEY + 3, 6 * KIB));
    assert_int_equal(clm_buffer_create(ctx, &some[0], 7 * KIB, 1), CLMODP_DEVICE_MEMORY);
    clm_buffer_destroy(ctx, &large);
    large = make(ctx, 17 * KIB);
    clm_scratch_destroy(ctx, &large); /* exceeds the pool's part */
    assert_false(has(ctx, CLM_POOL_SCRATCH, 17 * KIB));
    assert_int_equal(ctx->memory_now, 0);
    large = make(ctx, 15 * KIB);
    clm_scratch_destroy(ctx, &large);
    ctx->call->max_memory = 14 * KIB; /* the cap of a call */
    assert_false(clm_pool_take(ctx, &large, CLM_POOL_SCRATCH, 10 * KIB));
    clmodp_context_destroy(ctx);
}

/* A full pool keeps the latest buffers. */
static void test_many(void **state)
{
    clmodp_context *ctx = capped(4096);

    (void)state;
    for (size_t k = 0; k <= CLM_POOL_MOST; k++) {
        clm_buffer buffer;

        assert_int_equal(clm_buffer_create(ctx, &buffer, 16, 1), CLMODP_OK);
        clm_pool_give(ctx, &buffer, KEY + k);
    }
    assert_false(has(ctx, KEY, 16));
    for (size_t k = 1; k <= CLM_POOL_MOST; k++)
        assert_true(has(ctx, KEY + k, 16));
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(test_keys),
    cmocka_unit_test(test_cap),
    cmocka_unit_test(test_many));
