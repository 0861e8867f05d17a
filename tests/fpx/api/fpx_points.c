/* Tests clmodp_fpx_evaluate_points and clmodp_fpx_interpolate against values by Horner's rule. */
#include "support/fpx.h"

static const clmodp_fpx_algorithm algorithms[] = {CLMODP_FPX_HOST, CLMODP_FPX_FAST,
                                                  CLMODP_FPX_AUTO};
#define ALGORITHMS (sizeof algorithms / sizeof *algorithms)

static uint32_t horner(ref_poly a, uint32_t x, uint32_t p)
{
    uint64_t value = 0;

    for (size_t k = a.count; k-- > 0;)
        value = (value * x + a.c[k]) % p;
    return (uint32_t)value;
}

static clmodp_fpx_options options_of(clmodp_fpx_algorithm algorithm)
{
    clmodp_fpx_options options;

    clmodp_fpx_options_init(&options);
    options.algorithm = algorithm;
    return options;
}

/* Some points may coincide. */
static void check_values(clm_random *random, size_t n, size_t count, uint32_t p,
                         clmodp_fpx_algorithm algorithm)
{
    const clmodp_fpx_options options = options_of(algorithm);
    ref_poly a = ref_random(random, n, p), points = ref_new(count), values = ref_new(count);
    clmodp_fpx *f = fpx_of(a, p);

    for (size_t k = 0; k < count; k++)
        points.c[k] = (uint32_t)clm_random_below(random, p);
    OK(clmodp_fpx_evaluate_points(values.c, NULL, f, points.c, count, &options));
    for (size_t k = 0; k < count; k++)
        if (values.c[k] != horner(a, points.c[k], p))
            fail_msg("%zu coefficients, %zu points modulo %u: value %zu is %u, not %u", n, count,
                     p, k, values.c[k], horner(a, points.c[k], p));
    clmodp_fpx_destroy(f);
    ref_clear(&values);
    ref_clear(&points);
    ref_clear(&a);
}

/* Points are from all of [0, p), also 0, in no order: consecutive multiples of `step` modulo p. */
static void check_back(clm_random *random, size_t count, uint32_t p,
                       clmodp_fpx_algorithm algorithm)
{
    const clmodp_fpx_options options = options_of(algorithm);
    const uint64_t step = 1 + clm_random_below(random, p - 1);
    ref_poly a = ref_random(random, count, p), points = ref_new(count), values = ref_new(count);
    clmodp_fpx *f = fpx_of(a, p);

    for (size_t k = 0; k < count; k++) {
        points.c[k] = (uint32_t)((k + p - count / 2) % p * step % p);
        values.c[k] = horner(a, points.c[k], p);
    }
    OK(clmodp_fpx_interpolate(f, NULL, points.c, values.c, count, &options));
    assert_is(f, a, "a polynomial from its values");
    if (count > 1) {
        points.c[count - 1] = points.c[count / 3];
        assert_int_equal(clmodp_fpx_interpolate(f, NULL, points.c, values.c, count, &options),
                         CLMODP_DOMAIN);
        assert_non_null(strstr(clmodp_context_message(context), "is repeated"));
        assert_is(f, a, "unchanged by that");
    }
    clmodp_fpx_destroy(f);
    ref_clear(&values);
    ref_clear(&points);
    ref_clear(&a);
}

static void test_sizes(void **state)
{
    static const uint32_t primes[] = {2, 3, 101, 65537, 998244353, 2147483647};
    static const size_t counts[] = {0, 1, 2, 3, 7, 9, 64, 65, 100, 300, 1000};
    clm_random random = {5};

    (void)state;
    for (size_t i = 0; i < sizeof primes / sizeof *primes; i++)
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
            for (size_t t = 0; t < ALGORITHMS; t++) {
                const size_t count = counts[k];

                if (primes[i] == 2 && algorithms[t] == CLMODP_FPX_FAST)
                    continue;
                check_values(&random, count, counts[(k + i) % 10], primes[i], algorithms[t]);
                check_values(&random, count / 2, count, primes[i], algorithms[t]);
                if (count <= primes[i])
                    check_back(&random, count, primes[i], algorithms[t]);
            }
}

/* A value modulo 2 at the point 1 alone. A word before it would give another polynomial. */
static void test_one(void **state)
{
    const uint32_t point = 1, words[] = {0, 1};
    clmodp_fpx *f;

    (void)state;
    OK(clmodp_fpx_create(context, &f, 2));
    OK(clmodp_fpx_interpolate(f, NULL, &point, &words[1], 1, NULL));
    assert_int_equal(clmodp_fpx_count(f), 1);
    clmodp_fpx_destroy(f);
}

/* All points of a prime field, and as many of a large one. */
static void test_many(void **state)
{
    clm_random random = {6};

    (void)state;
    check_back(&random, 12289, 12289, CLMODP_FPX_FAST);
    check_back(&random, 9000, 2147483647, CLMODP_FPX_AUTO);
    check_values(&random, 5000, 9999, 2013265921, CLMODP_FPX_AUTO);
}

/* Cancels from the fourth call on. */
static int refuse(void *user, double fraction)
{
    size_t *asked = user;

    (void)fraction;
    return ++*asked >= 4;
}

/* Values computed before the host is cancelled do not reach the caller. */
static void test_cancelled(void **state)
{
    enum { COUNT = 1 << 19 };
    const uint32_t p = 2147483647;
    const clmodp_fpx_options options = options_of(CLMODP_FPX_HOST);
    clm_random random = {9};
    ref_poly a = ref_random(&random, COUNT, p), values = ref_new(COUNT);
    clmodp_fpx *f = fpx_of(a, p);
    size_t asked = 0;

    (void)state;
    clmodp_context_set_progress(context, refuse, &asked);
    assert_int_equal(clmodp_fpx_evaluate_points(values.c, NULL, f, a.c, COUNT, &options),
                     CLMODP_CANCELLED);
    clmodp_context_set_progress(context, NULL, NULL);
    assert_true(asked >= 4);
    for (size_t k = 0; k < COUNT; k++)
        assert_int_equal(values.c[k], 0);
    clmodp_fpx_destroy(f);
    ref_clear(&values);
    ref_clear(&a);
}

static void test_wrong(void **state)
{
    clmodp_fpx_options options = options_of(CLMODP_FPX_SCHOOLBOOK);
    const uint32_t points[] = {1, 2, 7};
    uint32_t values[] = {3, 4, 5};
    clmodp_fpx *f, *two;

    (void)state;
    OK(clmodp_fpx_create(context, &f, 7));
    OK(clmodp_fpx_upload(f, points, 2));
    OK(clmodp_fpx_create(context, &two, 2));
    OK(clmodp_fpx_upload(two, points, 1));
    assert_int_equal(clmodp_fpx_evaluate_points(values, NULL, NULL, points, 2, NULL),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_evaluate_points(NULL, NULL, f, points, 2, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_evaluate_points(values, NULL, f, NULL, 2, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_evaluate_points(values, NULL, f, points, 3, NULL), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(context), "point 2 is 7"));
    assert_int_equal(clmodp_fpx_evaluate_points(values, NULL, f, points, SIZE_MAX, NULL),
                     CLMODP_LIMIT);
    assert_int_equal(clmodp_fpx_evaluate_points(values, NULL, f, points, 2, &options),
                     CLMODP_UNSUPPORTED);
    assert_int_equal(clmodp_fpx_interpolate(f, NULL, points, values, 2, &options),
                     CLMODP_UNSUPPORTED);
    assert_int_equal(clmodp_fpx_interpolate(NULL, NULL, points, values, 2, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_interpolate(f, NULL, points, NULL, 2, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_interpolate(f, NULL, values, points, 3, NULL), CLMODP_INVALID);
    assert_non_null(strstr(clmodp_context_message(context), "value 2 is 7"));
    options.algorithm = CLMODP_FPX_FAST;
    assert_int_equal(clmodp_fpx_evaluate_points(values, NULL, two, points, 1, &options),
                     CLMODP_INVALID);
    assert_int_equal(values[0], 3);
    clmodp_fpx_destroy(two);
    clmodp_fpx_destroy(f);
}

TESTS_BETWEEN(fpx_set_up, context_tear_down,
    cmocka_unit_test(test_sizes),
    cmocka_unit_test(test_one),
    cmocka_unit_test(test_many),
    cmocka_unit_test(test_cancelled),
    cmocka_unit_test(test_wrong));
