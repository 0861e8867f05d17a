/* Tests real roots against closed forms. */
#include <math.h>

#include <clmodp/roots.h>

#include "core/random.h"
#include "roots/sturm.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

/* Checks the roots' number, and releases them. */
static void check_count(clmodp_context *context, const clmodp_zx *f, size_t expected)
{
    clmodp_roots_destroy(sturm_roots(context, f, expected));
}

/* x^n */
static clmodp_zx *power_of_x(size_t n)
{
    clmodp_zx *f;
    mpz_t one;

    mpz_init_set_ui(one, 1);
    f = zx_monomial(one, n);
    mpz_clear(one);
    return f;
}

static double middle_of(const clmodp_roots *roots, size_t k)
{
    mpz_t low, high, den;
    double middle;

    mpz_inits(low, high, den, NULL);
    clmodp_roots_interval(low, high, den, roots, k);
    mpz_add(low, low, high);
    mpz_mul_2exp(den, den, 1);
    middle = mpz_get_d(low) / mpz_get_d(den);
    mpz_clears(low, high, den, NULL);
    return middle;
}

/* T_n = 2 x T_(n-1) - T_(n-2). */
static clmodp_zx *chebyshev(size_t n)
{
    clmodp_zx *a = zx_constant(1), *b = zx_linear(1, 0), *twice = zx_linear(2, 0);

    while (n-- > 0) {
        clmodp_zx *product = zx_mul(twice, b), *next = zx_sub(product, a);

        DESTROY(product, a);
        a = b;
        b = next;
    }
    DESTROY(b, twice);
    return a;
}

static void chebyshev_polynomials(void **state)
{
    static const size_t degrees[] = {1, 2, 3, 8, 33, 64, 150};

    for (size_t i = 0; i < sizeof degrees / sizeof *degrees - 2 * small_tests(); i++) {
        const size_t n = degrees[i];
        clmodp_zx *f = chebyshev(n);
        clmodp_roots *roots = sturm_roots(*state, f, n);

        for (size_t k = 0; k < n; k++) {
            const double expected = -cos((double)(2 * k + 1) * acos(-1.0) / (double)(2 * n));

            assert_int_equal(clmodp_roots_refine(*state, roots, k, 60), CLMODP_OK);
            if (fabs(middle_of(roots, k) - expected) > 1e-14)
                fail_msg("root %zu of T_%zu", k, n);
            assert_int_equal(clmodp_roots_multiplicity(roots, k), 1);
        }
        sturm_check_intervals(f, roots);
        clmodp_roots_destroy(roots);
        clmodp_zx_destroy(f);
    }
}

/* 2^n P_n = sum over k of (-1)^k C(n, k) C(2n - 2k, n) x^(n - 2k). */
static void legendre_polynomials(void **state)
{
    static const size_t degrees[] = {2, 5, 40, 121};
    mpz_t a, b;

    mpz_inits(a, b, NULL);
    for (size_t i = 0; i < sizeof degrees / sizeof *degrees; i++) {
        const size_t n = degrees[i];
        clmodp_zx *f = zx_new();

        for (size_t k = 0; 2 * k <= n; k++) {
            mpz_bin_uiui(a, n, k);
            mpz_bin_uiui(b, 2 * n - 2 * k, n);
            mpz_mul(a, a, b);
            if (k % 2 == 1)
                mpz_neg(a, a);
            assert_int_equal(clmodp_zx_set_coeff(f, a, n - 2 * k), CLMODP_OK);
        }
        check_count(*state, f, n);
        clmodp_zx_destroy(f);
    }
    mpz_clears(a, b, NULL);
}

/* (x - 1) ... (x - n), whose roots are found exactly or become so. */
static void wilkinson_polynomials(void **state)
{
    const size_t most = small_tests() ? 20 : 90;
    clmodp_zx *f = zx_constant(1);
    mpz_t n, one;

    mpz_init(n);
    mpz_init_set_ui(one, 1);
    for (size_t k = 1; k <= most; k++) {
        clmodp_zx *factor = zx_linear(1, -(long)k);

        zx_mul_by(&f, factor);
        clmodp_zx_destroy(factor);
        if (k == 1 || k == 20 || k == most) {
            clmodp_roots *roots = sturm_roots(*state, f, k);

            for (size_t j = 0; j < k; j++) {
                size_t below;
                int is_root;

                mpz_set_ui(n, j + 1);
                assert_int_equal(clmodp_roots_below(*state, &below, &is_root, roots, n, one),
                                 CLMODP_OK);
                assert_int_equal(below, j);
                assert_int_equal(is_root, 1);
            }
            sturm_check_intervals(f, roots);
            clmodp_roots_destroy(roots);
        }
    }
    mpz_clears(n, one, NULL);
    clmodp_zx_destroy(f);
}

/* x^n - 2 (a x - 1)^2 has two roots at a distance of about a^(-n / 2 - 1), around a dyadic number
 * if a is a power of 2. */
static void mignotte_polynomials(void **state)
{
    static const struct {
        size_t n;
        long a;
    } cases[] = {{3, 5}, {4, 100}, {17, 7}, {30, 1000}, {61, 50},
                 {50, 1L << 40}, {40, 1000000007}};

    for (size_t i = 0; i < sizeof cases / sizeof *cases - small_tests(); i++) {
        const size_t n = cases[i].n;
        clmodp_zx *power = power_of_x(n), *line = zx_linear(cases[i].a, -1);
        clmodp_zx *square = zx_pow(line, 2), *f;

        zx_mul_si_by(&square, 2);
        f = zx_sub(power, square);
        check_count(*state, f, n % 2 == 0 ? 4 : 3);
        DESTROY(f, square, line, power);
    }
}

/* x^n +- (10^k x - 3)^m has m roots very close to 3 / 10^k, some of them real. */
static void clusters(void **state)
{
    static const size_t powers[] = {3, 17, 60};
    mpz_t ten;

    mpz_init(ten);
    for (size_t i = 0; i < (small_tests() ? 1 : 3); i++)
        for (size_t m = 2; m <= 5; m++)
            for (size_t n = 8; n <= 13; n += 5) {
                clmodp_zx *high = power_of_x(n), *line = zx_linear(1, -3), *low, *f;
                clmodp_roots *roots;

                mpz_ui_pow_ui(ten, 10, powers[i]);
                assert_int_equal(clmodp_zx_set_coeff(line, ten, 1), CLMODP_OK);
                low = zx_pow(line, m);
                f = n == 8 ? zx_add(high, low) : zx_sub(high, low);
                roots = sturm_roots(*state, f, sturm_count(f));
                for (size_t k = 0; k < clmodp_roots_count(roots); k++)
                    assert_int_equal(clmodp_roots_refine(*state, roots, k, 2000), CLMODP_OK);
                sturm_check_intervals(f, roots);
                clmodp_roots_destroy(roots);
                DESTROY(f, low, line, high);
            }
    mpz_clear(ten);
}

/* Products of known linear factors with multiplicities, one of them x. */
static void linear_factors(void **state)
{
    static const struct {
        long p, q; /* the root p / q */
        size_t multiplicity;
    } factors[] = {{-7, 1, 3}, {-1, 3, 1}, {0, 1, 4}, {1, 1000, 2}, {3, 8, 1}, {5, 1, 7}};
    clmodp_zx *f = zx_constant(-6);
    clmodp_roots *roots;
    mpz_t num, den;

    mpz_inits(num, den, NULL);
    for (size_t k = 0; k < 6; k++) {
        clmodp_zx *factor = zx_linear(factors[k].q, -factors[k].p);
        clmodp_zx *power = zx_pow(factor, factors[k].multiplicity);

        zx_mul_by(&f, power);
        DESTROY(power, factor);
    }
    roots = sturm_roots(*state, f, 6);
    for (size_t k = 0; k < 6; k++) {
        size_t below;
        int is_root;

        assert_int_equal(clmodp_roots_multiplicity(roots, k), factors[k].multiplicity);
        mpz_set_si(num, 5 * factors[k].p);
        mpz_set_si(den, 5 * factors[k].q);
        assert_int_equal(clmodp_roots_below(*state, &below, &is_root, roots, num, den), CLMODP_OK);
        assert_true(below == k && is_root == 1);
        clmodp_roots_interval(num, den, den, roots, k); /* exact now */
        mpz_set_si(num, 10000 * factors[k].p + 1); /* a little more */
        mpz_set_si(den, 10000 * factors[k].q);
        assert_int_equal(clmodp_roots_below(*state, &below, &is_root, roots, num, den), CLMODP_OK);
        assert_true(below == k + 1 && is_root == 0);
    }
    sturm_check_intervals(f, roots);
    clmodp_roots_destroy(roots);
    clmodp_zx_destroy(f);
    mpz_clears(num, den, NULL);
}

/* Roots of very different sizes, and close ones. */
static void extreme_roots(void **state)
{
    mpz_t big, c;
    clmodp_zx *f, *g;
    clmodp_roots *roots;

    mpz_init(c);
    mpz_init(big);
    mpz_ui_pow_ui(big, 10, 200);
    f = zx_monomial(big, 1); /* (10^200 x - 1) (x + 10^200) (x^2 - 3) */
    g = zx_linear(1, 0);
    mpz_set_si(c, -1);
    assert_int_equal(clmodp_zx_set_coeff(f, c, 0), CLMODP_OK);
    assert_int_equal(clmodp_zx_set_coeff(g, big, 0), CLMODP_OK);
    zx_mul_by(&f, g);
    clmodp_zx_destroy(g);
    g = power_of_x(2);
    mpz_set_si(c, -3);
    assert_int_equal(clmodp_zx_set_coeff(g, c, 0), CLMODP_OK);
    zx_mul_by(&f, g);
    clmodp_zx_destroy(g);
    roots = sturm_roots(*state, f, 4);
    for (size_t k = 0; k < 4; k++)
        assert_int_equal(clmodp_roots_refine(*state, roots, k, 200), CLMODP_OK);
    sturm_check_intervals(f, roots);
    clmodp_roots_destroy(roots);
    clmodp_zx_destroy(f);

    /* (10^50 x - 10^50 - 1) (x - 1) (10^50 x^2 - 2 10^50 - 1) (x^2 - 2) */
    mpz_ui_pow_ui(big, 10, 50);
    f = zx_monomial(big, 1);
    mpz_add_ui(c, big, 1);
    mpz_neg(c, c);
    assert_int_equal(clmodp_zx_set_coeff(f, c, 0), CLMODP_OK);
    g = zx_linear(1, -1);
    zx_mul_by(&f, g);
    clmodp_zx_destroy(g);
    g = zx_monomial(big, 2);
    mpz_mul_si(c, big, -2);
    mpz_sub_ui(c, c, 1);
    assert_int_equal(clmodp_zx_set_coeff(g, c, 0), CLMODP_OK);
    zx_mul_by(&f, g);
    clmodp_zx_destroy(g);
    g = power_of_x(2);
    mpz_set_si(c, -2);
    assert_int_equal(clmodp_zx_set_coeff(g, c, 0), CLMODP_OK);
    zx_mul_by(&f, g);
    check_count(*state, f, 6);
    zx_mul_by(&f, g); /* with a double factor */
    check_count(*state, f, 6);
    DESTROY(g, f);
    mpz_clears(big, c, NULL);
}

/* The sum of (-m x)^k 2^(e k (n - k)) has roots so far apart that they are extremely close to
 * 2^j / m, for m = 1 to ends of the first intervals. */
static void roots_close_to_ends(void **state)
{
    const size_t n = small_tests() ? 12 : 40, e = 20;
    mpz_t c, power;

    mpz_inits(c, power, NULL);
    for (long m = 1; m <= 7; m += 2) {
        clmodp_zx *f = zx_new();
        clmodp_roots *roots;

        mpz_set_si(power, 1);
        for (size_t k = 0; k <= n; k++) {
            mpz_mul_2exp(c, power, e * k * (n - k));
            assert_int_equal(clmodp_zx_set_coeff(f, c, k), CLMODP_OK);
            mpz_mul_si(power, power, -m);
        }
        assert_int_equal(clmodp_roots_find(*state, &roots, f, NULL), CLMODP_OK);
        assert_int_equal(clmodp_roots_count(roots), n);
        sturm_check_intervals(f, roots);
        clmodp_roots_destroy(roots);
        clmodp_zx_destroy(f);
    }
    mpz_clears(c, power, NULL);
}

/* Products of c x - 2^b or 2^b x - c with b up to some thousands. */
static void roots_of_very_different_sizes(void **state)
{
    const size_t n = small_tests() ? 8 : 30, most = 3000;
    clm_random random = {5};

    for (int round = 0; round < 3; round++) {
        clmodp_zx *f = zx_constant(1);
        clmodp_roots *roots;
        mpz_t power;

        mpz_init(power);
        for (size_t k = 0; k < n; k++) {
            clmodp_zx *factor = zx_linear(0, 0);
            const size_t at = clm_random_below(&random, 2);

            mpz_set_si(power, -1 - 2 * (long)clm_random_below(&random, 50));
            assert_int_equal(clmodp_zx_set_coeff(factor, power, at), CLMODP_OK);
            mpz_set_ui(power, 1);
            mpz_mul_2exp(power, power, clm_random_below(&random, most));
            assert_int_equal(clmodp_zx_set_coeff(factor, power, 1 - at), CLMODP_OK);
            zx_mul_by(&f, factor);
            clmodp_zx_destroy(factor);
        }
        assert_int_equal(clmodp_roots_find(*state, &roots, f, NULL), CLMODP_OK);
        assert_int_equal(clmodp_roots_count(roots), n);
        sturm_check_intervals(f, roots);
        clmodp_roots_destroy(roots);
        clmodp_zx_destroy(f);
        mpz_clear(power);
    }
}

/* x^n - 2 ((2^b + 1) x - 1)^2 has two roots close to 2^-b - 2^(-2 b) + 2^(-3 b) - ..., a number
 * with long runs of 0 or 1: to ends of many intervals that contain both. */
static void clusters_close_to_ends(void **state)
{
    const size_t n = small_tests() ? 20 : 200, b = 128;
    clmodp_zx *power = power_of_x(n), *line = zx_linear(1, -1), *square, *f;
    clmodp_roots *roots;
    mpz_t a;

    mpz_init_set_ui(a, 1);
    mpz_setbit(a, b);
    assert_int_equal(clmodp_zx_set_coeff(line, a, 1), CLMODP_OK);
    square = zx_pow(line, 2);
    zx_mul_si_by(&square, 2);
    f = zx_sub(power, square);
    assert_int_equal(clmodp_roots_find(*state, &roots, f, NULL), CLMODP_OK);
    assert_int_equal(clmodp_roots_count(roots), 4);
    sturm_check_intervals(f, roots);
    clmodp_roots_destroy(roots);
    DESTROY(f, square, line, power);
    mpz_clear(a);
}

static void roots_of_unity(void **state)
{
    for (size_t n = 1; n <= 40; n++) {
        mpz_t one;
        clmodp_zx *f;

        mpz_init_set_si(one, -1);
        f = power_of_x(n);
        check_count(*state, f, 1);
        assert_int_equal(clmodp_zx_set_coeff(f, one, 0), CLMODP_OK);
        check_count(*state, f, n % 2 == 0 ? 2 : 1);
        mpz_set_si(one, 1);
        assert_int_equal(clmodp_zx_set_coeff(f, one, 0), CLMODP_OK);
        check_count(*state, f, n % 2);
        mpz_clear(one);
        clmodp_zx_destroy(f);
    }
}

static void trivial_polynomials(void **state)
{
    clmodp_zx *f = zx_constant(0);
    clmodp_roots *roots;

    assert_int_equal(clmodp_roots_find(*state, &roots, f, NULL), CLMODP_INVALID);
    assert_null(roots);
    assert_string_equal(clmodp_context_message(*state),
                        "every number is a root of the polynomial 0");
    assert_int_equal(clmodp_roots_find(*state, &roots, NULL, NULL), CLMODP_INVALID);
    clmodp_zx_destroy(f);
    f = zx_constant(-5);
    check_count(*state, f, 0);
    clmodp_zx_destroy(f);
    f = zx_linear(-7, 3);
    check_count(*state, f, 1);
    clmodp_zx_destroy(f);
    f = zx_linear(9, 0);
    check_count(*state, f, 1);
    clmodp_zx_destroy(f);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(chebyshev_polynomials),
              cmocka_unit_test(legendre_polynomials), cmocka_unit_test(wilkinson_polynomials),
              cmocka_unit_test(mignotte_polynomials), cmocka_unit_test(clusters),
              cmocka_unit_test(linear_factors),
              cmocka_unit_test(extreme_roots), cmocka_unit_test(roots_close_to_ends),
              cmocka_unit_test(roots_of_very_different_sizes),
              cmocka_unit_test(clusters_close_to_ends),
              cmocka_unit_test(roots_of_unity),
              cmocka_unit_test(trivial_polynomials));
