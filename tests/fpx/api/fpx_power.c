/* Tests clmodp_fpx_powmod against schoolbook repeated squaring, and a law of exponents. */
#include "support/fpx.h"

static const uint32_t primes[] = {2, 3, 65537, 2013265921, 2147483647};
#define PRIMES (sizeof primes / sizeof *primes)
static const clmodp_fpx_algorithm algorithms[] = {CLMODP_FPX_HOST, CLMODP_FPX_SCHOOLBOOK,
                                                  CLMODP_FPX_FAST, CLMODP_FPX_AUTO};
#define ALGORITHMS (sizeof algorithms / sizeof *algorithms)

static ref_poly power_of(ref_poly a, uint64_t e, ref_poly m, uint32_t p)
{
    ref_poly one = ref_new(1), power = ref_new(1), square = ref_copy(a);

    one.c[0] = power.c[0] = 1;
    ref_multiply_modulo(&power, one, m, p);
    for (; e > 0; e /= 2) {
        if (e % 2 == 1)
            ref_multiply_modulo(&power, square, m, p);
        ref_multiply_modulo(&square, square, m, p);
    }
    ref_clear(&square);
    ref_clear(&one);
    return power;
}

static void check(clm_random *random, size_t degree, size_t count, uint64_t e, uint32_t p)
{
    ref_poly m = ref_random(random, degree + 1, p), a = ref_random(random, count, p);
    ref_poly expected = power_of(a, e, m, p);
    clmodp_fpx *f = fpx_of(a, p), *g = fpx_of(m, p), *out;
    clmodp_fpx_options options;
    mpz_t exponent;

    clmodp_fpx_options_init(&options);
    mpz_init(exponent);
    mpz_import(exponent, 1, 1, sizeof e, 0, 0, &e);
    OK(clmodp_fpx_create(context, &out, p));
    for (size_t k = 0; k < ALGORITHMS; k++) {
        options.algorithm = algorithms[k];
        if (p == 2 && algorithms[k] == CLMODP_FPX_SCHOOLBOOK)
            continue;
        OK(clmodp_fpx_powmod(out, NULL, f, exponent, g, &options));
        assert_is(out, expected, "a power");
    }
    OK(clmodp_fpx_powmod(f, NULL, f, exponent, g, &options));
    assert_is(f, expected, "a power in the place of its base");
    mpz_clear(exponent);
    clmodp_fpx_destroy(out);
    clmodp_fpx_destroy(g);
    clmodp_fpx_destroy(f);
    ref_clear(&expected);
    ref_clear(&a);
    ref_clear(&m);
}

static void test_small(void **state)
{
    static const size_t degrees[] = {0, 1, 2, 3, 4, 15, 16, 17, 40, 130};
    static const uint64_t exponents[] = {0, 1, 2, 3, 6, 31, 1000, 2147483647};
    clm_random random = {3};

    (void)state;
    for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++)
        for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
            const uint32_t p = primes[(i + k) % PRIMES];

            check(&random, degrees[i], 1 + clm_random_below(&random, 2 * degrees[i] + 2),
                  exponents[k], p);
        }
    check(&random, 16, 0, 5, 65537);
    check(&random, 700, 900, 37, 2147483647);
}

/* Powers of which no product, one, or a few are reduced, the last by short or long quotients. */
static void test_few_divisions(void **state)
{
    static const size_t degrees[] = {40, 128, 129, 300};
    static const uint64_t exponents[] = {2, 3, 5, 12};
    clm_random random = {5};

    (void)state;
    for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++)
        for (size_t k = 0; k < sizeof exponents / sizeof *exponents; k++) {
            const size_t whole = degrees[i], part = whole / exponents[k];

            check(&random, whole, 2, exponents[k], primes[2 + (i + k) % 3]);
            check(&random, whole, part, exponents[k], primes[2 + k % 3]);
            check(&random, whole, part + 2, exponents[k], primes[2 + (k + 1) % 3]);
            check(&random, whole, whole / 2 + 7, exponents[k], primes[(i + k) % PRIMES]);
        }
}

/* a^(2^100 + 12345) = a^(2^100) a^12345. */
static void test_long(void **state)
{
    const uint32_t p = 2013265921;
    clm_random random = {4};
    ref_poly a = ref_random(&random, 5000, p), m = ref_random(&random, 5001, p);
    clmodp_fpx *f = fpx_of(a, p), *g = fpx_of(m, p), *out[3];
    mpz_t e;

    (void)state;
    mpz_init(e);
    for (int k = 0; k < 3; k++) {
        OK(clmodp_fpx_create(context, &out[k], p));
        mpz_set_ui(e, 1);
        mpz_mul_2exp(e, e, 100);
        if (k == 1)
            mpz_set_ui(e, 12345);
        else
            mpz_add_ui(e, e, k == 0 ? 0 : 12345);
        OK(clmodp_fpx_powmod(out[k], NULL, f, e, g, NULL));
    }
    OK(clmodp_fpx_mul(out[0], NULL, out[0], out[1], NULL));
    OK(clmodp_fpx_divrem(NULL, out[0], NULL, out[0], g, NULL));
    a = (ref_clear(&a), ref_new(clmodp_fpx_count(out[2])));
    OK(clmodp_fpx_download(out[2], a.c, a.count));
    assert_is(out[0], a, "a product of powers");
    mpz_clear(e);
    for (int k = 0; k < 3; k++)
        clmodp_fpx_destroy(out[k]);
    clmodp_fpx_destroy(g);
    clmodp_fpx_destroy(f);
    ref_clear(&m);
    ref_clear(&a);
}

TESTS_BETWEEN(fpx_set_up, context_tear_down,
    cmocka_unit_test(test_small),
    cmocka_unit_test(test_few_divisions),
    cmocka_unit_test(test_long));
