/* Tests clm_schoolbook_gcd against the schoolbook Euclidean algorithm, for all shapes of launches.
 */
#include "fpx/schoolbook/schoolbook.h"

#include <string.h>

#include "ref/euclid.h"
#include "support/batch.h"

static const u32 primes[] = {3, 5, 65537, 469762049, 998244353, 2013265921, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)

static ref_poly random_poly(clm_random *random, size_t count, u32 p)
{
    const uint64_t kind = clm_random_below(random, 5);
    ref_poly a = ref_new(count);

    for (size_t i = 0; i < count; i++)
        switch (kind) {
        case 0: a.c[i] = clm_random_below(random, 50) == 0 ? 1 : 0; break;
        case 1: a.c[i] = i % 3 == count % 3 ? (u32)clm_random_below(random, p) : 0; break;
        default: a.c[i] = (u32)clm_random_below(random, p);
        }
    return a;
}

/* Compares the resultant from the trace, for polynomials without leading zeros. */
static void check_resultant(clmodp_context *ctx, const clm_gcd_trace *trace, ref_poly a,
                            ref_poly b, u32 p, const char *what)
{
    const uint32_t expected = a.count < b.count ? ref_euclid_resultant(b, a, p)
                                                : ref_euclid_resultant(a, b, p);
    u32 got;

    if (a.count == 0 || b.count == 0)
        return;
    BATCH_OK(ctx, clm_gcd_trace_resultant(ctx, trace, &got, clm_size_max(a.count, b.count) - 1,
                                          clm_size_min(a.count, b.count) - 1, clm_field(p)));
    if (got != expected)
        fail_msg("%s, %zu and %zu modulo %u: the resultant is %u, not %u", what, a.count, b.count,
                 p, got, expected);
}

/* Bytes of local memory that suffice for all shapes. */
#define LARGE_LOCAL (256 << 10)

/* Takes ownership of a and b. */
static void check(clmodp_context *ctx, ref_poly a, ref_poly b, u32 p, clm_schoolbook_shape shape,
                  const char *what)
{
    const size_t most = clm_size_max(a.count, b.count), n = a.count, m = b.count;
    clm_buffer of_a = device_words(ctx, a.c, n + 1), of_b = device_words(ctx, b.c, m + 1);
    clm_buffer out = device_words(ctx, NULL, most + 1);
    u32 *got = device_need(most + 1, sizeof *got);
    clm_gcd_trace trace = {0};
    size_t count = 12345;
    ref_poly expected = {0}, cofactor = {0};
    clmodp_status st;

    BATCH_OK(ctx, clm_gcd_trace_create(ctx, &trace, most));
    st = clm_schoolbook_gcd(ctx, &out, &count, (clm_poly){&of_a, n}, (clm_poly){&of_b, m},
                            clm_field(p), shape, n % 3 == 0 ? NULL : &trace);
    if (st == CLMODP_LIMIT && ctx->device.local_memory < LARGE_LOCAL && shape.s > 16)
        goto done; /* the device is too small for this shape */
    BATCH_OK(ctx, st);
    BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, got, (most + 1) * sizeof *got));
    ref_trim(&a);
    ref_trim(&b);
    ref_gcd(&expected, &cofactor, a, b, p);
    if (count != expected.count || memcmp(got, expected.c, count * sizeof *got) != 0)
        fail_msg("%s, %zu and %zu modulo %u, s = %zu, group %zu, span %zu: %zu coefficients, not "
                 "%zu, or others",
                 what, n, m, p, shape.s, shape.group, shape.span, count, expected.count);
    if (n % 3 != 0)
        check_resultant(ctx, &trace, a, b, p, what);
done:
    clm_error_clear(&ctx->error);
    ref_clear(&cofactor);
    ref_clear(&expected);
    ref_clear(&b);
    ref_clear(&a);
    free(got);
    clm_gcd_trace_destroy(ctx, &trace);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &of_b);
    clm_buffer_destroy(ctx, &of_a);
}

/* Checks random polynomials times a common factor of so many coefficients. */
static void check_planted(clmodp_context *ctx, size_t n, size_t m, size_t common, u32 p,
                          clm_schoolbook_shape shape)
{
    clm_random random = {n * 10007 + m * 101 + common + shape.s};
    ref_poly factor = random_poly(&random, common, p), a = random_poly(&random, n, p);
    ref_poly b = random_poly(&random, m, p);

    check(ctx, ref_product(a, factor, p), ref_product(b, factor, p), p, shape, "planted");
    ref_clear(&factor);
    ref_clear(&a);
    ref_clear(&b);
}

static const clm_schoolbook_shape shapes[] = {
    {1, 1, 1}, {2, 3, 64}, {3, 1, 64}, {4, 1, 256}, {7, 3, 100}, {16, 1, 128}, {64, 1, 1000},
    {100, 3, 64}, {200, 1, 512},
};
#define SHAPES (sizeof shapes / sizeof *shapes)

/* Sizes around vectors and sweeps; coprime pairs, common factors, equal degrees, one polynomial
 * much longer than the other, constants and zeros. */
static void all_shapes_divide(void **state)
{
    static const size_t sizes[] = {1, 2, 3, 15, 17, 33, 64, 130, 257};
    static const size_t common[] = {1, 2, 1, 30, 1, 65, 1, 0};
    const size_t count = sizeof sizes / sizeof *sizes;
    size_t number = 0;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = NULL;

        /* One tuning of vectors, one of scalars: the long program is compiled for each group. */
        if (!batch_few() && tuning != 2 && tuning != 3)
            continue;
        ctx = batch_context(tuning);
        for (size_t k = 0; k < SHAPES; k++)
            for (size_t i = 0; i < count * count; i++)
                if (number++ % 3 == 0 && batch_turn(number / 3, 40)) {
                    ctx = batch_again(ctx, tuning);
                    check_planted(ctx, sizes[i % count], sizes[i / count], common[number / 3 % 8],
                                  primes[number % PRIMES], shapes[k]);
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

            ref_poly a = ref_new(degrees[i][0] + 1), b = ref_new(degrees[i][1] + 1);
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
                      clm_gcd_default(ctx, 1500, 1500));
    clmodp_context_destroy(ctx);
}

/* Defaults fit the available local memory for every length. */
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

            BATCH_OK(ctx, clm_schoolbook_gcd(ctx, &a, &got, whole, whole, clm_field(5),
                                             clm_gcd_default(ctx, count, count), NULL));
            assert_int_equal(got, 4);
        }
    }
    clm_buffer_destroy(ctx, &a);
    clmodp_context_destroy(ctx);
}

static void refuses_wrong_arguments(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    const u32 words[4] = {1, 2, 3, 4};
    clm_buffer a = device_words(ctx, words, 4), out = device_words(ctx, NULL, 3);
    const clm_poly whole = {&a, 4};
    const fp_field field = clm_field(5);
    clm_schoolbook_shape shape = clm_gcd_default(ctx, 4, 4);
    size_t count;

    (void)state;
    assert_int_equal(clm_schoolbook_gcd(ctx, &out, &count, whole, whole, field, shape, NULL),
                     CLMODP_INVALID);
    assert_int_equal(
        clm_schoolbook_gcd(ctx, &a, &count, (clm_poly){&a, 5}, whole, field, shape, NULL),
        CLMODP_INVALID);
    assert_int_equal(clm_schoolbook_gcd(ctx, &a, &count, (clm_poly){&a, (size_t)1 << 40}, whole,
                                        field, shape, NULL),
                     CLMODP_LIMIT);
    if (!small_tests()) {
        BATCH_OK(ctx, clm_schoolbook_gcd(ctx, &a, &count, whole, whole, field, shape, NULL));
        assert_int_equal(count, 4);
    }
    BATCH_OK(ctx, clm_schoolbook_gcd(ctx, &a, &count, (clm_poly){&a, 0}, (clm_poly){&a, 0}, field,
                                     shape, NULL));
    assert_int_equal(count, 0);
    shape.s = (size_t)ctx->device.local_memory / sizeof(u32) / 16;
    assert_int_equal(clm_schoolbook_gcd(ctx, &a, &count, whole, whole, field, shape, NULL),
                     CLMODP_LIMIT);
    shape.s = 0;
    assert_int_equal(clm_schoolbook_gcd(ctx, &a, &count, whole, whole, field, shape, NULL),
                     CLMODP_INVALID);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &a);
    clmodp_context_destroy(ctx);
}

TESTS(cmocka_unit_test(all_shapes_divide), cmocka_unit_test(gaps_are_long),
      cmocka_unit_test(defaults_divide), cmocka_unit_test(defaults_fit),
      cmocka_unit_test(refuses_wrong_arguments));
