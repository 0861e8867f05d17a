/* clm_plain_gcd against Euclid's algorithm as it is taught, for all shapes of launches. */
#include "fpx/plain/gcd.h"

#include <string.h>

#include "arith/mod64.h"
#include "support/batch.h"

static const u32 primes[] = {3, 5, 65537, 469762049, 998244353, 2013265921, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)

/* A polynomial on the host. */
typedef struct poly {
    u32 *c;
    size_t count;
} poly;

static poly poly_new(size_t count)
{
    return (poly){device_need(count + 1, sizeof(u32)), count};
}

static poly poly_random(clm_random *random, size_t count, u32 p)
{
    const uint64_t kind = clm_random_below(random, 5);
    poly a = poly_new(count);

    for (size_t i = 0; i < count; i++)
        switch (kind) {
        case 0: a.c[i] = clm_random_below(random, 50) == 0 ? 1 : 0; break;
        case 1: a.c[i] = i % 3 == count % 3 ? (u32)clm_random_below(random, p) : 0; break;
        default: a.c[i] = (u32)clm_random_below(random, p);
        }
    return a;
}

static poly poly_times(poly a, poly b, u32 p)
{
    poly product = poly_new(a.count > 0 && b.count > 0 ? a.count + b.count - 1 : 0);

    for (size_t i = 0; i < a.count; i++)
        for (size_t j = 0; j < b.count; j++)
            product.c[i + j] = (u32)((product.c[i + j] + (uint64_t)a.c[i] * b.c[j]) % p);
    return product;
}

static void poly_trim(poly *a)
{
    while (a->count > 0 && a->c[a->count - 1] == 0)
        a->count--;
}

static void poly_scale(poly *a, uint64_t factor, u32 p)
{
    for (size_t i = 0; i < a->count; i++)
        a->c[i] = (u32)(a->c[i] * factor % p);
}

/* The monic gcd; a and b are used up. */
static poly poly_gcd(poly a, poly b, u32 p)
{
    poly_trim(&a);
    poly_trim(&b);
    while (b.count > 0) {
        const poly other = a;

        poly_scale(&b, clm_powmod64(b.c[b.count - 1], p - 2, p), p);
        while (a.count >= b.count) {
            const uint64_t lead = p - a.c[a.count - 1];

            for (size_t i = 0; i < b.count; i++)
                a.c[a.count - b.count + i] =
                    (u32)((a.c[a.count - b.count + i] + lead * b.c[i]) % p);
            poly_trim(&a);
        }
        a = b;
        b = (poly){other.c, other.count};
        poly_trim(&b);
    }
    if (a.count > 0)
        poly_scale(&a, clm_powmod64(a.c[a.count - 1], p - 2, p), p);
    free(b.c);
    return a;
}

static void check(clmodp_context *ctx, poly a, poly b, u32 p, clm_plain_shape shape,
                  const char *what)
{
    const size_t most = clm_size_max(a.count, b.count), n = a.count, m = b.count;
    clm_buffer of_a = device_words(ctx, a.c, n + 1), of_b = device_words(ctx, b.c, m + 1);
    clm_buffer out = device_words(ctx, NULL, most + 1);
    u32 *got = device_need(most + 1, sizeof *got);
    size_t count = 12345;
    poly expected;

    BATCH_OK(ctx, clm_plain_gcd(ctx, &out, &count, (clm_poly){&of_a, n}, (clm_poly){&of_b, m},
                                clm_field(p), shape));
    BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, got, (most + 1) * sizeof *got));
    expected = poly_gcd(a, b, p);
    if (count != expected.count || memcmp(got, expected.c, count * sizeof *got) != 0)
        fail_msg("%s, %zu and %zu modulo %u, s = %zu, group %zu, span %zu: %zu coefficients, not "
                 "%zu, or others", what, n, m, p, shape.s, shape.group, shape.span, count,
                 expected.count);
    free(expected.c);
    free(got);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &of_b);
    clm_buffer_destroy(ctx, &of_a);
}

/* Random ones times a common factor of so many coefficients. */
static void check_planted(clmodp_context *ctx, size_t n, size_t m, size_t common, u32 p,
                          clm_plain_shape shape)
{
    clm_random random = {n * 10007 + m * 101 + common + shape.s};
    const poly factor = poly_random(&random, common, p), a = poly_random(&random, n, p);
    const poly b = poly_random(&random, m, p);

    check(ctx, poly_times(a, factor, p), poly_times(b, factor, p), p, shape, "planted");
    free(factor.c);
    free(a.c);
    free(b.c);
}

static const clm_plain_shape shapes[] = {
    {1, 1, 1}, {2, 3, 64}, {3, 1, 64}, {4, 1, 256}, {7, 3, 100}, {16, 1, 128}, {64, 1, 1000},
    {100, 3, 64}, {200, 1, 512},
};
#define SHAPES (sizeof shapes / sizeof *shapes)

/* Around the sizes of vectors and sweeps; coprime, with common factors, equal degrees, one much
 * longer than the other, constants and zeros. */
static void all_shapes_divide(void **state)
{
    static const size_t sizes[] = {1, 2, 3, 15, 17, 33, 64, 130, 257};
    static const size_t common[] = {1, 2, 30, 65, 0};
    const size_t count = sizeof sizes / sizeof *sizes;
    size_t number = 0;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = NULL;

        /* One of vectors and one of scalars: the program is long, and is one for each group. */
        if (!batch_few() && tuning != 2 && tuning != 3)
            continue;
        ctx = batch_context(tuning);
        for (size_t k = 0; k < SHAPES; k++)
            for (size_t i = 0; i < count * count; i++)
                if (number++ % 3 == 0 && batch_turn(number / 3, 40)) {
                    ctx = batch_again(ctx, tuning);
                    check_planted(ctx, sizes[i % count], sizes[i / count],
                                  common[number / 3 % 5], primes[number % PRIMES], shapes[k]);
                }
        clmodp_context_destroy(ctx);
    }
}

/* x^n - 1 and x^m - 1 have the gcd x^gcd(n, m) - 1, and quotients of all degrees. */
static void gaps_are_long(void **state)
{
    static const size_t degrees[][2] = {{300, 200}, {300, 7}, {144, 89}, {500, 1}, {256, 255}};
    const size_t tuning = batch_first();
    clmodp_context *ctx = batch_context(tuning);

    (void)state;
    for (size_t k = 0; k < SHAPES; k++)
        for (size_t i = 0; i < 5; i++) {
            if (!batch_turn(5 * k + i, 15))
                continue;
            ctx = batch_again(ctx, tuning);

            poly a = poly_new(degrees[i][0] + 1), b = poly_new(degrees[i][1] + 1);
            const u32 p = primes[(i + k) % PRIMES];

            a.c[0] = b.c[0] = p - 1;
            a.c[degrees[i][0]] = b.c[degrees[i][1]] = 1;
            if (k % 2 == 0)
                check(ctx, a, b, p, shapes[k], "gaps");
            else
                check(ctx, b, a, p, shapes[k], "gaps");
        }
    assert_true(ctx->memory_now == 0);
    clmodp_context_destroy(ctx);
}

static void defaults_divide(void **state)
{
    clmodp_context *ctx = context_open(NULL);

    (void)state;
    for (size_t k = 0; k < PRIMES && !small_tests(); k++)
        check_planted(ctx, 1500, 1400 + 30 * k, k % 2 == 0 ? 1 : 200, primes[k],
                      clm_gcd_default(ctx, 1500));
    clmodp_context_destroy(ctx);
}

/* Defaults keep to the local memory that there is, whatever the length. */
static void defaults_fit(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    const u32 words[4] = {1, 2, 3, 4};
    const uint64_t had = ctx->device.local_memory;
    clm_buffer a = device_words(ctx, words, 4);
    const clm_poly whole = {&a, 4};

    (void)state;
    for (uint64_t bytes = 32 << 10; bytes <= had && bytes <= 1 << 20; bytes *= 2) {
        ctx->device.local_memory = bytes;
        for (size_t count = 4; count < (size_t)1 << 26 && !small_tests(); count *= 16) {
            size_t got;

            BATCH_OK(ctx, clm_plain_gcd(ctx, &a, &got, whole, whole, clm_field(5),
                                        clm_gcd_default(ctx, count)));
            assert_int_equal(got, 4);
        }
    }
    clm_buffer_destroy(ctx, &a);
    clmodp_context_destroy(ctx);
}

static void refuses_what_is_wrong(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    const u32 words[4] = {1, 2, 3, 4};
    clm_buffer a = device_words(ctx, words, 4), out = device_words(ctx, NULL, 3);
    const clm_poly whole = {&a, 4};
    const fp_field field = clm_field(5);
    clm_plain_shape shape = clm_gcd_default(ctx, 4);
    size_t count;

    (void)state;
    assert_int_equal(clm_plain_gcd(ctx, &out, &count, whole, whole, field, shape), CLMODP_INVALID);
    assert_int_equal(clm_plain_gcd(ctx, &a, &count, (clm_poly){&a, 5}, whole, field, shape),
                     CLMODP_INVALID);
    assert_int_equal(clm_plain_gcd(ctx, &a, &count, (clm_poly){&a, (size_t)1 << 40}, whole, field,
                                   shape), CLMODP_LIMIT);
    if (!small_tests()) {
        BATCH_OK(ctx, clm_plain_gcd(ctx, &a, &count, whole, whole, field, shape));
        assert_int_equal(count, 4);
    }
    BATCH_OK(ctx, clm_plain_gcd(ctx, &a, &count, (clm_poly){&a, 0}, (clm_poly){&a, 0}, field,
                                shape));
    assert_int_equal(count, 0);
    shape.s = (size_t)ctx->device.local_memory / sizeof(u32) / 16;
    assert_int_equal(clm_plain_gcd(ctx, &a, &count, whole, whole, field, shape), CLMODP_LIMIT);
    shape.s = 0;
    assert_int_equal(clm_plain_gcd(ctx, &a, &count, whole, whole, field, shape), CLMODP_INVALID);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &a);
    clmodp_context_destroy(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_shapes_divide),
        cmocka_unit_test(gaps_are_long),
        cmocka_unit_test(defaults_divide),
        cmocka_unit_test(defaults_fit),
        cmocka_unit_test(refuses_what_is_wrong),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
