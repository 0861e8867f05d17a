/* Tests clm_fast_multiply against schoolbook products, and longer products by their values. */
#include "fpx/fast/spectra.h"

#include <math.h>

#include "ref/euclid.h"
#include "support/batch.h"

/* Without roots of unity, with few, with many. */
static const u32 primes[] = {2, 3, 5, 257, 65537, 469762049, 998244353, 2013265921, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)

static ref_poly random_poly(clm_random *random, size_t count, u32 p)
{
    const bool greatest = clm_random_below(random, 3) == 0;
    ref_poly a = ref_new(count);

    for (size_t i = 0; i < count; i++)
        a.c[i] = greatest ? p - 1 : (u32)clm_random_below(random, p);
    return a;
}

/* Computes the product of a and b, or of a and a. */
static ref_poly product_of(clmodp_context *ctx, ref_poly a, ref_poly b, u32 p, bool square)
{
    ref_poly product = ref_new(a.count + b.count - 1);
    clm_buffer of_a = device_words(ctx, a.c, a.count), of_b = device_words(ctx, b.c, b.count);
    clm_buffer out = device_words(ctx, NULL, product.count);
    const clm_poly left = {&of_a, a.count}, right = {&of_b, b.count};

    BATCH_OK(ctx, clm_fast_multiply(ctx, &out, left, square ? left : right, p));
    BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, product.c, product.count * sizeof *product.c));
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &of_b);
    clm_buffer_destroy(ctx, &of_a);
    return product;
}

static void check(clmodp_context *ctx, size_t n, size_t m, u32 p)
{
    clm_random random = {n * 10007 + m};
    ref_poly a = random_poly(&random, n, p), b = random_poly(&random, m, p);
    const bool square = n == m;
    ref_poly expected = ref_product(a, square ? a : b, p);
    ref_poly got = product_of(ctx, a, b, p, square);

    for (size_t i = 0; i < expected.count; i++)
        if (got.c[i] != expected.c[i])
            fail_msg("%zu by %zu modulo %u, W = %u, T = %u: coefficient %zu is %u, not %u", n, m,
                     p, ctx->tuning.vector_width, ctx->tuning.tile, i, got.c[i], expected.c[i]);
    ref_clear(&got);
    ref_clear(&expected);
    ref_clear(&b);
    ref_clear(&a);
}

static void test_products(void **state)
{
    static const size_t sizes[][2] = {{1, 1},   {2, 1},   {7, 9},   {8, 9},    {15, 17}, {16, 1},
                                      {16, 17}, {33, 32}, {64, 64}, {65, 100}, {1, 300}, {511, 2},
                                      {200, 313}};

    (void)state;
    /* Vectors, and scalars as on a GPU: each radix is a program for each tuning. */
    for (size_t t = small_tests() ? 1 : 2; t < 4; t += small_tests() ? 2 : 1) {
        clmodp_context *ctx = batch_context(t);

        for (size_t p = 0; p < PRIMES; p++)
            for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++)
                if (batch_turn(p + k, 13)) {
                    check(ctx, sizes[k][0], sizes[k][1], primes[p]);
                    ctx = batch_again(ctx, t);
                }
        clmodp_context_destroy(ctx);
    }
}

static u32 value(ref_poly a, u32 x, u32 p)
{
    u32 v = 0;

    for (size_t i = a.count; i-- > 0;)
        v = (u32)(((uint64_t)v * x + a.c[i]) % p);
    return v;
}

/* Long products, unless kernels are interpreted: (a b)(x) = a(x) b(x) at random points. */
static void test_values(void **state)
{
    static const size_t sizes[][2] = {{5000, 3000}, {65536, 65537}, {100000, 20}};
    clmodp_context *ctx = context_open(NULL);
    clm_random random = {5};

    (void)state;
    for (size_t k = 0; k < (small_tests() ? 0 : sizeof sizes / sizeof *sizes); k++)
        for (size_t n = 0; n < PRIMES; n++) {
            const u32 p = primes[n];
            ref_poly a = random_poly(&random, sizes[k][0], p);
            ref_poly b = random_poly(&random, sizes[k][1], p);
            ref_poly product = product_of(ctx, a, b, p, false);

            for (int points = 0; points < 3; points++) {
                const u32 x = (u32)clm_random_below(&random, p);

                assert_int_equal(value(product, x, p),
                                 (uint64_t)value(a, x, p) * value(b, x, p) % p);
            }
            ref_clear(&product);
            ref_clear(&b);
            ref_clear(&a);
        }
    clmodp_context_destroy(ctx);
}

static void test_wrong(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    clm_buffer words = device_words(ctx, NULL, 8), one = device_words(ctx, NULL, 1);
    const clm_ring_plan plan = clm_ring_plan_for(ctx, (size_t)1 << 40, 1e9, 2147483647);
    clm_amounts cost;

    (void)state;
    assert_int_equal(clm_fast_multiply(ctx, &one, (clm_poly){&words, 8}, (clm_poly){&words, 3},
                                       7), CLMODP_INVALID);
    assert_int_equal(clm_fast_multiply(ctx, &one, (clm_poly){&words, 9}, (clm_poly){&words, 3},
                                       7), CLMODP_INVALID);
    assert_int_equal(clm_fast_multiply(ctx, &one, (clm_poly){NULL, 0}, (clm_poly){&words, 3}, 7),
                     CLMODP_INVALID);
    assert_int_equal(clm_fast_multiply(ctx, &one, (clm_poly){&words, (size_t)1 << 30},
                                       (clm_poly){&words, (size_t)1 << 30}, 7), CLMODP_LIMIT);
    /* no transform is so long, with any tile */
    assert_int_equal(plan.length, 0);
    assert_int_equal(clm_ring_passes(&plan).passes, 0);
    cost = clm_ring_cost(ctx, &plan, 2.0, 1.0, 1.0);
    assert_true(isinf(clm_nanoseconds(&cost, &ctx->costs)));
    BATCH_OK(ctx, clm_fast_multiply(ctx, &one, (clm_poly){&words, 0}, (clm_poly){&words, 3}, 7));
    assert_int_equal(ctx->memory_now, words.bytes + one.bytes);
    clm_buffer_destroy(ctx, &one);
    clm_buffer_destroy(ctx, &words);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(test_products),
    cmocka_unit_test(test_values),
    cmocka_unit_test(test_wrong));
