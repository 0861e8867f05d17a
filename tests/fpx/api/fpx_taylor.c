/* Tests clmodp_fpx_taylor_shift against Horner's rule, for degrees around p and its powers. */
#include "support/fpx.h"

/* a(x + c) = a[0] + (x + c) (a[1] + (x + c) (...)). */
static ref_poly shifted(ref_poly a, uint32_t c, uint32_t p)
{
    ref_poly sum = ref_new(a.count);

    for (size_t i = a.count; i-- > 0;) {
        for (size_t k = a.count - i; k-- > 0;)
            sum.c[k] = (uint32_t)(((uint64_t)c * sum.c[k] + (k > 0 ? sum.c[k - 1] : a.c[i])) % p);
    }
    return sum;
}

static void check(clm_random *random, size_t count, uint32_t p, clmodp_fpx_algorithm algorithm)
{
    const uint32_t cs[] = {0, 1, p - 1, (uint32_t)clm_random_below(random, p)};
    ref_poly a = ref_random(random, count, p);
    clmodp_fpx_options options;
    clmodp_fpx *f;

    for (size_t k = 0; k < count && count % 2 == 0; k++)
        a.c[k] = p - 1;
    f = fpx_of(a, p);
    clmodp_fpx_options_init(&options);
    options.algorithm = algorithm;
    for (size_t k = 0; k < sizeof cs / sizeof *cs; k++) {
        ref_poly expected = shifted(a, cs[k], p);
        clmodp_fpx *out;

        OK(clmodp_fpx_create(context, &out, p));
        OK(clmodp_fpx_taylor_shift(out, NULL, f, cs[k], &options));
        assert_is(out, expected, "a shift");
        clmodp_fpx_destroy(out);
        ref_clear(&expected);
    }
    clmodp_fpx_destroy(f);
    ref_clear(&a);
}

static void test_degrees(void **state)
{
    static const uint32_t primes[] = {2, 3, 5, 29, 101, 131, 257, 65537, 2147483647};
    static const size_t counts[] = {0,  1,   2,   3,   4,   5,   8,   9,   10,  27,  28,
                                    29, 30,  101, 128, 129, 131, 132, 257, 258, 300, 700};
    clm_random random = {7};

    (void)state;
    for (size_t p = 0; p < sizeof primes / sizeof *primes; p++)
        for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
            check(&random, counts[k], primes[p], CLMODP_FPX_HOST);
    check(&random, 700, 257, CLMODP_FPX_FAST);
    check(&random, 900, 998244353, CLMODP_FPX_FAST);
    check(&random, 900, 998244353, CLMODP_FPX_AUTO);
}

/* A shift and its inverse, in place. */
static void test_back(void **state)
{
    const uint32_t p = 2013265921;
    clm_random random = {8};
    ref_poly a = ref_random(&random, 20000, p);
    clmodp_fpx *f = fpx_of(a, p);
    uint64_t value, expected;

    (void)state;
    OK(clmodp_fpx_evaluate(&expected, f, 123456789 + 987654321));
    OK(clmodp_fpx_taylor_shift(f, NULL, f, 987654321, NULL));
    OK(clmodp_fpx_evaluate(&value, f, 123456789));
    assert_int_equal(value, expected);
    OK(clmodp_fpx_taylor_shift(f, NULL, f, p - 987654321, NULL));
    assert_is(f, a, "a shift back");
    assert_int_equal(clmodp_fpx_taylor_shift(f, NULL, f, p, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_taylor_shift(f, NULL, NULL, 1, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_fpx_taylor_shift(NULL, NULL, f, 1, NULL), CLMODP_INVALID);
    assert_is(f, a, "what failures leave");
    clmodp_fpx_destroy(f);
    ref_clear(&a);
}

TESTS_BETWEEN(fpx_set_up, context_tear_down,
    cmocka_unit_test(test_degrees),
    cmocka_unit_test(test_back));
