/* Tests clm_schoolbook_divide by a = q b + r with deg r < deg b, for all shapes of launches. */
#include "support/schoolbook.h"

/* Subtracts q, of q_count coefficients, times b from a. */
static void subtract(u32 *a, const u32 *q, size_t q_count, const u32 *b, size_t m, u32 p)
{
    for (size_t i = 0; i < q_count; i++)
        for (size_t j = 0; j < m; j++)
            a[i + j] = (u32)((a[i + j] + (uint64_t)(p - q[i]) * b[j]) % p);
}

/* exact: the remainder is known to be 0. */
static void check(clmodp_context *ctx, size_t n, size_t m, u32 p, clm_schoolbook_shape shape,
                  bool exact)
{
    const size_t quotient_count = n >= m ? n - m + 1 : 0;
    clm_random random = {n * 10007 + m * 101 + shape.s};
    u32 *a = device_need(n + 1, sizeof *a), *b = device_need(m, sizeof *b);
    u32 *q = device_need(n + 1, sizeof *q), *r = device_need(n + 1, sizeof *r);
    clm_buffer of_a, of_b, of_q;

    schoolbook_fill(b, &random, m, p);
    b[m - 1] = 1 + (u32)clm_random_below(&random, p - 1);
    schoolbook_fill(exact ? q : a, &random, exact ? quotient_count : n, p);
    if (exact) {
        subtract(a, q, quotient_count, b, m, p);
        for (size_t i = 0; i < n; i++)
            a[i] = a[i] == 0 ? 0 : p - a[i];
    }
    of_a = device_words(ctx, a, n);
    of_b = device_words(ctx, b, m);
    of_q = device_words(ctx, NULL, quotient_count + 1);
    BATCH_OK(ctx, clm_schoolbook_divide(ctx, &of_q, (clm_poly){&of_a, n}, (clm_poly){&of_b, m},
                                        clm_field(p), shape));
    if (quotient_count > 0)
        BATCH_OK(ctx, clm_buffer_read(ctx, &of_q, 0, q, quotient_count * sizeof *q));
    BATCH_OK(ctx, clm_buffer_read(ctx, &of_a, 0, r, n * sizeof *r));
    subtract(a, q, quotient_count, b, m, p);
    for (size_t i = 0; i < n; i++) {
        const u32 expected = n < m || i < m - 1 ? r[i] : 0;

        if (a[i] != expected || a[i] >= p || (exact && a[i] != 0))
            fail_msg("%zu by %zu modulo %u, s = %zu, group %zu, span %zu: coefficient %zu of "
                     "a - q b is %u, not %u",
                     n, m, p, shape.s, shape.group, shape.span, i, a[i], expected);
    }
    clm_buffer_destroy(ctx, &of_q);
    clm_buffer_destroy(ctx, &of_b);
    clm_buffer_destroy(ctx, &of_a);
    free(r);
    free(q);
    free(b);
    free(a);
}

static void check_either(clmodp_context *ctx, size_t n, size_t m, u32 p,
                         clm_schoolbook_shape shape)
{
    check(ctx, n, m, p, shape, (n + m + shape.s) % 3 == 0);
}

static void all_shapes_divide(void **state)
{
    (void)state;
    schoolbook_check_shapes(check_either);
}

static void defaults_divide(void **state)
{
    clmodp_context *ctx = context_open(NULL);

    (void)state;
    for (size_t k = 0; k < PRIMES && !small_tests(); k++) {
        check(ctx, 3000 + 7 * k, 1500, primes[k], clm_divide_default(ctx, 3000, 1500), k % 2 == 0);
        check(ctx, 1500, 3, primes[k], clm_divide_default(ctx, 1500, 3), k % 2 == 0);
    }
    check(ctx, 40, 30, primes[0], clm_divide_default(ctx, 40, 30), false);
    assert_true(ctx->memory_now == 0);
    clmodp_context_destroy(ctx);
}

static void refuses_wrong_arguments(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    const u32 words[4] = {1, 2, 3, 4};
    clm_buffer a = device_words(ctx, words, 4), q = device_words(ctx, words, 3);
    const clm_poly poly = {&a, 4}, divisor = {&q, 2};
    const fp_field field = clm_field(5);
    const clm_schoolbook_shape shape = clm_divide_default(ctx, 40, 2);
    clm_schoolbook_shape large = shape;

    (void)state;
    assert_int_equal(clm_schoolbook_divide(ctx, &q, poly, (clm_poly){&q, 0}, field, shape),
                     CLMODP_INVALID);
    assert_int_equal(clm_schoolbook_divide(ctx, &q, poly, (clm_poly){&q, 1}, field, shape),
                     CLMODP_INVALID);
    assert_int_equal(
        clm_schoolbook_divide(ctx, &q, (clm_poly){&a, 5}, (clm_poly){&q, 3}, field, shape),
        CLMODP_INVALID);
    assert_int_equal(
        clm_schoolbook_divide(ctx, &q, (clm_poly){&a, (size_t)1 << 40}, divisor, field, shape),
        CLMODP_LIMIT);
    large.s = (size_t)ctx->device.local_memory / sizeof(u32) / 4;
    assert_int_equal(clm_schoolbook_divide(ctx, &q, poly, divisor, field, large), CLMODP_LIMIT);
    large.s = 0;
    assert_int_equal(clm_schoolbook_divide(ctx, &q, poly, divisor, field, large), CLMODP_INVALID);
    clm_buffer_destroy(ctx, &q);
    clm_buffer_destroy(ctx, &a);
    clmodp_context_destroy(ctx);
}

TESTS(cmocka_unit_test(all_shapes_divide), cmocka_unit_test(defaults_divide),
      cmocka_unit_test(refuses_wrong_arguments));
