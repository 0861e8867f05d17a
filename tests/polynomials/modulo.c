/* Tests of polynomials over F_p on the host, against products over Z. */
#include "polynomials/modulo.h"

#include <stdint.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

static const uint32_t primes[] = {2, 3, 7, 65537, 1717986953u, 2147483647u};
#define PRIMES (sizeof primes / sizeof *primes)

#define OK(call) assert_int_equal((call), CLMODP_OK)

/* Returns the image modulo p, with coefficients in [0, p). */
static clmodp_zx *image(const clmodp_zx *a, uint32_t p)
{
    clmodp_zx *out = zx_new();

    OK(clm_zx_modulo(NULL, out, a, p));
    return out;
}

static void expect_image(const clmodp_zx *a, const clmodp_zx *over_z, uint32_t p)
{
    clmodp_zx *expected = image(over_z, p);

    for (long i = 0; i <= clmodp_zx_degree(a); i++) {
        mpz_t c;

        mpz_init(c);
        clmodp_zx_get_coeff(c, a, (size_t)i);
        assert_true(mpz_sgn(c) >= 0 && mpz_cmp_ui(c, p) < 0);
        mpz_clear(c);
    }
    assert_true(clmodp_zx_equal(a, expected));
    clmodp_zx_destroy(expected);
}

static void reduces(void **state)
{
    (void)state;
    for (size_t k = 0; k < PRIMES; k++) {
        clmodp_zxy *f = random_dense(3, 4, 100, k), *g = zxy_copy(f);
        clmodp_zx *row = zx_new();
        mpz_t c, d;

        mpz_inits(c, d, NULL);
        OK(clm_zxy_modulo(NULL, g, g, primes[k])); /* in place */
        for (size_t j = 0; j <= 5; j++) {
            OK(clm_zxy_row(NULL, row, f, j));
            for (size_t i = 0; i <= 4; i++) {
                clmodp_zxy_get_coeff(c, f, i, j);
                clmodp_zx_get_coeff(d, row, i);
                assert_int_equal(mpz_cmp(c, d), 0);
                mpz_fdiv_r_ui(c, c, primes[k]);
                clmodp_zxy_get_coeff(d, g, i, j);
                assert_int_equal(mpz_cmp(c, d), 0);
            }
        }
        mpz_clears(c, d, NULL);
        DESTROY(row, g, f);
    }
}

/* Balanced residues have least absolute values, modulo 2 with both signs. */
static void balances(void **state)
{
    (void)state;
    for (size_t n = 0; n < PRIMES; n++) {
        clmodp_zxy *f = random_dense(20, 20, 100, n), *g = zxy_new();
        size_t signs[2] = {0, 0};

        OK(clm_zxy_modulo(NULL, f, f, primes[n]));
        OK(clmodp_zxy_set(g, f));
        clm_zxy_balance(g, primes[n]);
        for (size_t k = 0; k < clmodp_zxy_terms(g); k++) {
            size_t i, j;
            mpz_srcptr c = clmodp_zxy_term(g, k, &i, &j);

            assert_true(mpz_cmpabs_ui(c, primes[n] / 2) <= 0);
            signs[mpz_sgn(c) > 0]++;
        }
        assert_true(signs[0] > 50 && signs[1] > 50);
        OK(clm_zxy_modulo(NULL, g, g, primes[n]));
        assert_true(clmodp_zxy_equal(f, g));
        DESTROY(g, f);
    }
}

/* *a := x^low a(x^step) */
static void spread(clmodp_zx **a, size_t low, size_t step)
{
    clmodp_zx *out = zx_new();
    mpz_t c;

    mpz_init(c);
    for (long i = clmodp_zx_degree(*a); i >= 0; i--) {
        clmodp_zx_get_coeff(c, *a, (size_t)i);
        OK(clmodp_zx_set_coeff(out, c, low + (size_t)i * step));
    }
    mpz_clear(c);
    clmodp_zx_destroy(*a);
    *a = out;
}

static void multiplies_powers(void **state)
{
    clm_random random = {7};

    (void)state;
    for (uint64_t n = 0; n < random_cases(400); n++) {
        uint32_t p = primes[n % PRIMES];
        clmodp_zx *of_a = random_zx(&random, clm_random_below(&random, 9), 60);
        clmodp_zx *of_b = random_zx(&random, clm_random_below(&random, 4), 60);
        clmodp_zx *a = image(of_a, p), *b = image(of_b, p), *expected, *power;
        uint64_t e = clm_random_below(&random, 8), k = clm_random_below(&random, 20);

        if (n % 4 == 1) {
            spread(&a, clm_random_below(&random, 5), 6);
            spread(&b, clm_random_below(&random, 5), 4);
        }
        expected = zx_pow(a, (size_t)e);
        power = zx_pow(b, (size_t)k);
        zx_mul_by(&expected, power);
        OK(clm_zx_multiply_powers_modulo(NULL, n % 3 ? a : b, a, e, b, k, p));
        expect_image(n % 3 ? a : b, expected, p);
        DESTROY(power, expected, b, a, of_b, of_a);
    }
}

/* The greatest coefficients, with sums of products that fill two words. */
static void multiplies_the_greatest(void **state)
{
    const uint32_t p = 2147483647u;
    clmodp_zx *a = zx_new(), *expected;
    mpz_t c;

    (void)state;
    mpz_init_set_ui(c, p - 1);
    for (size_t i = 3000; i-- > 0;)
        OK(clmodp_zx_set_coeff(a, c, i));
    expected = zx_mul(a, a);
    OK(clm_zx_multiply_powers_modulo(NULL, a, a, 2, a, 0, p));
    expect_image(a, expected, p);
    mpz_clear(c);
    DESTROY(expected, a);
}

/* Checks that a division of a b + 1 by b, of positive degree, fails and leaves it unchanged. */
static void refuses_a_remainder(const clmodp_zx *product, const clmodp_zx *b, uint32_t p)
{
    clmodp_zx *one = zx_constant(1), *wrong = zx_add(product, one), *kept = image(wrong, p);

    assert_int_equal(clm_zx_divide_modulo(NULL, kept, b, p), CLMODP_CORRUPT);
    expect_image(kept, wrong, p);
    DESTROY(kept, wrong, one);
}

static void divides(void **state)
{
    clm_random random = {9};

    (void)state;
    for (uint64_t n = 0; n < random_cases(300); n++) {
        uint32_t p = primes[n % PRIMES];
        clmodp_zx *of_a = random_zx(&random, clm_random_below(&random, 12), 60);
        clmodp_zx *of_b = random_zx(&random, 1 + clm_random_below(&random, 6), 60);
        clmodp_zx *a = image(of_a, p), *b = image(of_b, p);
        clmodp_zx *product = zx_new(), *minus = zx_sub(product, a);

        OK(clm_zx_multiply_powers_modulo(NULL, product, a, 1, b, 1, p));
        if (clmodp_zx_degree(b) > 0)
            refuses_a_remainder(product, b, p);
        if (clmodp_zx_degree(b) >= 0) {
            OK(clm_zx_divide_modulo(NULL, product, b, p));
            assert_true(clmodp_zx_equal(product, a));
        }
        OK(clm_zx_negate_modulo(NULL, a, p));
        expect_image(a, minus, p);
        DESTROY(minus, product, b, a, of_b, of_a);
    }
}

static void refuses_products_that_are_too_long(void **state)
{
    clmodp_zx *a = zx_linear(1, 1), *b = zx_linear(1, 2);
    clmodp_zx *c = zx_constant(3), *three = zx_constant(3), *zero = zx_new();
    clm_error error = {0};

    (void)state;
    assert_int_equal(clm_zx_multiply_powers_modulo(&error, a, a, CLMODP_ZX_MOST_TERMS, b, 0, 7),
                     CLMODP_LIMIT);
    assert_int_equal(clm_zx_multiply_powers_modulo(&error, a, a, UINT64_MAX, b, 2, 7),
                     CLMODP_LIMIT);
    assert_true(error.message[0] != '\0');
    assert_int_equal(clmodp_zx_degree(a), 1);
    /* 3 has order 6. */
    OK(clm_zx_multiply_powers_modulo(&error, c, c, UINT64_C(6000000000000001), b, 0, 7));
    assert_int_equal(clmodp_zx_degree(c), 0);
    expect_image(c, three, 7);
    /* 0 is never too long. */
    OK(clm_zx_multiply_powers_modulo(NULL, three, zero, 1, b, UINT64_MAX, 7));
    assert_int_equal(clmodp_zx_degree(three), -1);
    assert_int_equal(clm_zx_multiply_powers_modulo(NULL, three, zero, 0, b, UINT64_MAX, 7),
                     CLMODP_LIMIT);
    DESTROY(zero, three, c, b, a);
}

TESTS(
    cmocka_unit_test(reduces),
    cmocka_unit_test(balances),
    cmocka_unit_test(multiplies_powers),
    cmocka_unit_test(multiplies_the_greatest),
    cmocka_unit_test(divides),
    cmocka_unit_test(refuses_products_that_are_too_long));
