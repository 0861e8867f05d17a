/* Tests clm_schoolbook_multiply against schoolbook products on the host, for all shapes of
 * launches. */
#include "support/schoolbook.h"

static u32 *coefficients(clm_random *random, size_t count, u32 p)
{
    u32 *out = device_need(count + 1, sizeof *out);

    schoolbook_fill(out, random, count, p);
    return out;
}

static u32 *product_of(const u32 *a, size_t n, const u32 *b, size_t m, u32 p)
{
    u32 *out = device_need(n + m, sizeof *out);

    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < m; j++)
            out[i + j] = (u32)((out[i + j] + (uint64_t)a[i] * b[j]) % p);
    return out;
}

static void check(clmodp_context *ctx, size_t n, size_t m, u32 p, clm_schoolbook_shape shape)
{
    clm_random random = {n * 10007 + m * 101 + shape.s};
    u32 *a = coefficients(&random, n, p), *b = coefficients(&random, m, p);
    u32 *expected = product_of(a, n, b, m, p);
    u32 *got = device_need(n + m, sizeof *got);
    clm_buffer of_a = device_words(ctx, a, n), of_b = device_words(ctx, b, m);
    clm_buffer out = device_words(ctx, NULL, n + m - 1);

    BATCH_OK(ctx, clm_schoolbook_multiply(ctx, &out, (clm_poly){&of_a, n}, (clm_poly){&of_b, m},
                                          clm_field(p), shape));
    BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, got, (n + m - 1) * sizeof *got));
    for (size_t i = 0; i + 1 < n + m; i++)
        if (got[i] != expected[i])
            fail_msg("%zu by %zu modulo %u, s = %zu, group %zu, span %zu: coefficient %zu is %u, "
                     "not %u",
                     n, m, p, shape.s, shape.group, shape.span, i, got[i], expected[i]);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &of_b);
    clm_buffer_destroy(ctx, &of_a);
    free(got);
    free(expected);
    free(b);
    free(a);
}

static void all_shapes_multiply(void **state)
{
    (void)state;
    schoolbook_check_shapes(check);
}

static void defaults_multiply(void **state)
{
    clmodp_context *ctx = context_open(NULL);

    (void)state;
    for (size_t k = 0; k < PRIMES && !small_tests(); k++)
        check(ctx, 3000 + 7 * k, 2500, primes[k], clm_multiply_default(ctx, 3000, 2500));
    check(ctx, 40, 30, primes[0], clm_multiply_default(ctx, 40, 30));
    clmodp_context_destroy(ctx);
}

/* With a cap on memory more passes give the same product; no memory remains allocated. */
static void passes_multiply(void **state)
{
    const clm_schoolbook_shape shape = {.s = 4, .group = 1, .span = 64};
    clmodp_context *ctx = context_open(NULL);
    const uint64_t most = ctx->call->max_memory;

    (void)state;
    for (size_t rows = small_tests() ? 30 : 1; rows < 40; rows += 1 + rows / 3) {
        ctx->call->max_memory = (rows * 128 + 600) * sizeof(u32);
        check(ctx, 120, 150, primes[rows % PRIMES], shape);
        assert_true(ctx->memory_now == 0);
    }
    ctx->call->max_memory = most;
    clmodp_context_destroy(ctx);
}

static void refuses_wrong_arguments(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    const u32 words[4] = {1, 2, 3, 4};
    clm_buffer a = device_words(ctx, words, 4), out = device_words(ctx, NULL, 7);
    const clm_poly poly = {&a, 4};
    const fp_field field = clm_field(5);
    const uint64_t most = ctx->call->max_memory;
    clm_schoolbook_shape shape = clm_multiply_default(ctx, 40, 30);
    u32 got;

    (void)state;
    assert_int_equal(clm_schoolbook_multiply(ctx, &a, poly, poly, field, shape), CLMODP_INVALID);
    assert_int_equal(clm_schoolbook_multiply(ctx, &out, (clm_poly){&a, 5}, poly, field, shape),
                     CLMODP_INVALID);
    assert_int_equal(
        clm_schoolbook_multiply(ctx, &out, (clm_poly){&a, (size_t)1 << 40}, poly, field, shape),
        CLMODP_LIMIT);
    for (size_t k = 0; k < 3; k++) {
        clm_schoolbook_shape none = shape;

        *(k == 0 ? &none.s : k == 1 ? &none.group : &none.span) = 0;
        assert_int_equal(clm_schoolbook_multiply(ctx, &out, poly, poly, field, none),
                         CLMODP_INVALID);
    }
    shape.s = (size_t)ctx->device.local_memory / sizeof(u32) / 2;
    assert_int_equal(clm_schoolbook_multiply(ctx, &out, poly, poly, field, shape), CLMODP_LIMIT);
    shape.s = 4;
    ctx->call->max_memory = ctx->memory_now;
    assert_int_equal(clm_schoolbook_multiply(ctx, &out, poly, poly, field, shape),
                     CLMODP_DEVICE_MEMORY);
    ctx->call->max_memory = most;
    BATCH_OK(ctx, clm_schoolbook_multiply(ctx, &out, poly, poly, field, shape));
    BATCH_OK(ctx, clm_schoolbook_multiply(ctx, &out, (clm_poly){&a, 0}, poly, field, shape));
    BATCH_OK(ctx, clm_buffer_read(ctx, &out, 6 * sizeof got, &got, sizeof got));
    assert_int_equal(got, 16 % 5);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &a);
    clmodp_context_destroy(ctx);
}

TESTS(cmocka_unit_test(all_shapes_multiply), cmocka_unit_test(defaults_multiply),
      cmocka_unit_test(passes_multiply), cmocka_unit_test(refuses_wrong_arguments));
