/* Tests clm_fast_divide against long division, with quotients around twice a host inverse. */
#include "fpx/fast/divide.h"

#include "ref/euclid.h"
#include "support/batch.h"

static const u32 primes[] = {2, 3, 65537, 2013265921, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)

/* Returns a random polynomial, every fourth a power of x. */
static ref_poly random_poly(clm_random *random, size_t count, u32 p)
{
    const bool power = clm_random_below(random, 4) == 0;
    ref_poly a = ref_new(count);

    for (size_t i = 0; i < count && !power; i++)
        a.c[i] = (u32)clm_random_below(random, p);
    a.c[count - 1] = 1 + (u32)clm_random_below(random, p - 1);
    return a;
}

static void compare(ref_poly expected, const u32 *got, size_t count, const char *what,
                    const ref_poly *b, u32 p)
{
    for (size_t i = 0; i < count; i++)
        if (got[i] != (i < expected.count ? expected.c[i] : 0))
            fail_msg("%s of %zu coefficients, divisor of %zu, modulo %u: coefficient %zu is %u",
                     what, count, b->count, p, i, got[i]);
}

static void check(clmodp_context *ctx, size_t n, size_t m, u32 p)
{
    clm_random random = {n * 10007 + m};
    ref_poly a = random_poly(&random, n, p), b = random_poly(&random, m, p), quotient, rest;
    clm_buffer of_a = device_words(ctx, a.c, n), of_b = device_words(ctx, b.c, m);
    clm_buffer of_q = device_words(ctx, NULL, n - m + 1), of_r = device_words(ctx, NULL, m);
    u32 *got = device_need(n + 1, sizeof *got);

    ref_divide(&quotient, &rest, a, b, p);
    BATCH_OK(ctx, clm_fast_divide(ctx, &of_q, m > 1 ? &of_r : NULL, (clm_poly){&of_a, n},
                                  (clm_poly){&of_b, m}, p));
    BATCH_OK(ctx, clm_buffer_read(ctx, &of_q, 0, got, (n - m + 1) * sizeof *got));
    compare(quotient, got, n - m + 1, "quotient", &b, p);
    if (m > 1) {
        BATCH_OK(ctx, clm_buffer_read(ctx, &of_r, 0, got, (m - 1) * sizeof *got));
        compare(rest, got, m - 1, "remainder", &b, p);
    }
    free(got);
    clm_buffer_destroy(ctx, &of_r);
    clm_buffer_destroy(ctx, &of_q);
    clm_buffer_destroy(ctx, &of_b);
    clm_buffer_destroy(ctx, &of_a);
    ref_clear(&rest);
    ref_clear(&quotient);
    ref_clear(&b);
    ref_clear(&a);
}

static void test_divisions(void **state)
{
    static const size_t sizes[][2] = {{1, 1},    {2, 1},      {5, 5},     {9, 2},     {40, 17},
                                      {1024, 1}, {1025, 1},   {1025, 2},  {2100, 3},  {1500, 700},
                                      {2053, 1}, {1536, 513}, {2100, 20}, {700, 650}, {2600, 999}};

    (void)state;
    /* Vectors, and scalars as on a GPU: each radix is a program for each tuning. */
    for (size_t t = 2; t < 4; t++) {
        clmodp_context *ctx = batch_context(t);

        for (size_t p = 0; p < PRIMES; p++)
            for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
                if (batch_turn(p + k, 6)) {
                    check(ctx, sizes[k][0], sizes[k][1], primes[p]);
                    ctx = batch_again(ctx, t);
                }
        clmodp_context_destroy(ctx);
    }
}

static void test_wrong(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    const u32 words[8] = {0, 1, 2, 3, 4, 5, 6, 0};
    clm_buffer a = device_words(ctx, words, 8), one = device_words(ctx, words, 1);
    const clm_poly whole = {&a, 7};

    (void)state;
    assert_int_equal(clm_fast_divide(ctx, &a, NULL, (clm_poly){&a, 3}, (clm_poly){&a, 4}, 7),
                     CLMODP_INVALID);
    assert_int_equal(clm_fast_divide(ctx, &a, NULL, whole, (clm_poly){&a, 0}, 7),
                     CLMODP_INVALID);
    assert_int_equal(clm_fast_divide(ctx, &one, NULL, whole, (clm_poly){&a, 3}, 7),
                     CLMODP_INVALID);
    assert_int_equal(clm_fast_divide(ctx, &a, NULL, whole, (clm_poly){&one, 1}, 7),
                     CLMODP_INVALID); /* by 0 */
    assert_int_equal(clm_newton_inverse(ctx, &one, 2, (clm_poly){&a, 2}, 7), CLMODP_INVALID);
    assert_int_equal(ctx->memory_now, a.bytes + one.bytes);
    clm_buffer_destroy(ctx, &one);
    clm_buffer_destroy(ctx, &a);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(test_divisions),
    cmocka_unit_test(test_wrong));
