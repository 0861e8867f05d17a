/* Tests real roots of random polynomials against Sturm's theorem; refinement, comparisons with
 * rational numbers, signs of other polynomials, options and cancellation. */
#include <string.h>

#include <clmodp/roots.h>

#include "roots/sturm.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

/* Returns a product of random polynomials, some of them sparse, repeated, even or in x^3. */
static clmodp_zx *random_product(clm_random *random)
{
    clmodp_zx *f = zx_constant(clm_random_below(random, 2) == 0 ? -1 : 3);

    for (uint64_t factors = 1 + clm_random_below(random, 3); factors-- > 0;) {
        const size_t degree = (size_t)clm_random_below(random, 5);
        clmodp_zx *factor = random_zx(random, degree, 1 + (size_t)clm_random_below(random, 40));
        clmodp_zx *inner = random_zx(random, 1 + (size_t)clm_random_below(random, 2), 4);
        clmodp_zx *composed;

        if (clmodp_zx_degree(inner) < 1) {
            clmodp_zx_destroy(inner);
            inner = zx_linear(2, 1);
        }
        composed = zx_compose(factor, inner);
        if (clmodp_zx_degree(composed) >= 0)
            zx_mul_by(&f, composed);
        if (clmodp_zx_degree(composed) > 0 && clm_random_below(random, 4) == 0)
            zx_mul_by(&f, composed);
        DESTROY(composed, inner, factor);
    }
    return f;
}

static void random_polynomials(void **state)
{
    clm_random random = {1};
    const int cases = small_tests() ? 30 : 600;

    for (int k = 0; k < cases; k++) {
        clmodp_zx *f = random_product(&random);
        const size_t expected = sturm_count(f);
        clmodp_roots *roots = sturm_roots(*state, f, expected);

        for (size_t i = 0; i < expected; i++)
            assert_int_equal(clmodp_roots_refine(*state, roots, i, 1 + 37 * (size_t)(k % 5)),
                             CLMODP_OK);
        sturm_check_intervals(f, roots);
        clmodp_roots_destroy(roots);
        clmodp_zx_destroy(f);
    }
}

/* Polynomials of a higher degree, for the threads and more planes. */
static void random_long_polynomials(void **state)
{
    clm_random random = {2};
    const size_t degrees[] = {70, 113, 160};

    for (size_t k = 0; k < sizeof degrees / sizeof *degrees - 2 * small_tests(); k++) {
        clmodp_zx *f = random_zx(&random, degrees[k], 100);
        clmodp_zx *line = zx_linear(1000, -999);

        zx_mul_by(&f, line);
        clmodp_roots_destroy(sturm_roots(*state, f, sturm_count(f)));
        DESTROY(line, f);
    }
}

/* Returns whether the width of root k's interval is at most 2^-bits times the lesser end. */
static bool is_narrow(const clmodp_roots *roots, size_t k, size_t bits)
{
    mpz_t low, high, den;
    bool narrow;

    mpz_inits(low, high, den, NULL);
    clmodp_roots_interval(low, high, den, roots, k);
    mpz_sub(den, high, low);
    mpz_mul_2exp(den, den, bits);
    narrow = mpz_cmpabs(den, low) <= 0 && mpz_cmpabs(den, high) <= 0;
    mpz_clears(low, high, den, NULL);
    return narrow;
}

/* Returns f(x^m). */
static clmodp_zx *inflated(const clmodp_zx *f, size_t m)
{
    clmodp_zx *result = zx_new();

    for (long j = clmodp_zx_degree(f); j >= 0; j--)
        assert_int_equal(clmodp_zx_set_coeff(result, clmodp_zx_coeff(f, (size_t)j), (size_t)j * m),
                         CLMODP_OK);
    return result;
}

static clmodp_roots *find_roots(clmodp_context *context, const clmodp_zx *f, uint64_t bits)
{
    clmodp_roots_options options;
    clmodp_roots *roots;

    clmodp_roots_options_init(&options);
    options.precision = bits;
    assert_int_equal(clmodp_roots_find(context, &roots, f, &options), CLMODP_OK);
    return roots;
}

/* Checks the roots of f(x^m), to some precision, whose number is that of f(x) or f(x^2). */
static void check_inflated(clmodp_context *context, const clmodp_zx *f, size_t m, uint64_t bits)
{
    clmodp_zx *power = inflated(f, m), *few = inflated(f, 2 - m % 2);
    clmodp_roots *roots = find_roots(context, power, bits);

    assert_int_equal(clmodp_roots_count(roots), sturm_count(few));
    sturm_check_intervals(power, roots);
    for (size_t k = 0; k < clmodp_roots_count(roots); k++) {
        assert_true(is_narrow(roots, k, bits));
        assert_int_equal(clmodp_roots_refine(context, roots, k, 2 * bits + 9), CLMODP_OK);
    }
    sturm_check_intervals(power, roots);
    clmodp_roots_destroy(roots);
    DESTROY(few, power);
}

static void powers_of_the_variable(void **state)
{
    static const char *const close[] = {
        "(x^2 - 2)*(2^400*x^2 - 2^401 - 1)*(x - 1)", /* roots 2^-402 apart */
        "(x^2 - 2)*(2^400*x^2 - 2^401 + 1)*(x^2 + x - 1)",
        "(2^300*x - 2^300 - 1)*(x - 1)*(x - 3)",     /* 1 and one root beside it */
        "(x + 2^60)*(x - 2^60)*(x^3 - x + 7)",       /* rational after square and cube roots */
        "(3^12*x - 2^24)*(x^2 + x + 2^70)*(x^2 - 2^90)",
        "x^9 - 2*(10^20*x - 1)^2",
    };
    clm_random random = {3};
    const int cases = small_tests() ? 30 : 300;

    for (int k = 0; k < cases; k++) {
        clmodp_zx *f = random_product(&random);

        check_inflated(*state, f, 2 + (size_t)clm_random_below(&random, 8),
                       clm_random_below(&random, 300));
        clmodp_zx_destroy(f);
    }
    for (size_t k = 0; k < sizeof close / sizeof *close; k++)
        for (size_t m = 2; m <= 12; m += 1 + 4 * small_tests()) {
            clmodp_zx *f = zx_parse(close[k]);

            check_inflated(*state, f, m, 100 * (m % 3));
            clmodp_zx_destroy(f);
        }
}

/* A degree that isolation of the polynomial itself does not reach in a minute. */
static void high_powers_of_the_variable(void **state)
{
    clmodp_zx *f = zx_parse("x^20000 - 3*x^10000 + 1");
    clmodp_roots *roots = find_roots(*state, f, 0);

    assert_int_equal(clmodp_roots_count(roots), 4);
    for (size_t k = 0; k < 4; k++) {
        assert_int_equal(clmodp_roots_refine(*state, roots, k, 200), CLMODP_OK);
        assert_true(is_narrow(roots, k, 200));
    }
    clmodp_roots_destroy(roots);
    clmodp_zx_destroy(f);
}

static void refines_to_any_precision(void **state)
{
    const size_t bits[] = {1, 10, 100, 113, 1000, 30000};
    clmodp_zx *f = zx_new();
    clmodp_roots *roots;

    assert_int_equal(clmodp_zx_set_dense_si(f, (const long[]){-2, 0, 1}, 3), CLMODP_OK);
    roots = sturm_roots(*state, f, 2);
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++)
        for (size_t k = 0; k < 2; k++) {
            assert_int_equal(clmodp_roots_refine(*state, roots, k, bits[i]), CLMODP_OK);
            assert_true(is_narrow(roots, k, bits[i]));
        }
    sturm_check_intervals(f, roots);
    assert_int_equal(clmodp_roots_refine(*state, roots, 2, 1), CLMODP_INVALID);
    assert_string_equal(clmodp_context_message(*state), "there is no root number 2: there are 2");
    assert_int_equal(clmodp_roots_refine(*state, roots, 0, (uint64_t)1 << 28), CLMODP_LIMIT);
    clmodp_roots_destroy(roots);
    clmodp_zx_destroy(f);
}

/* Signs at roots against the sign of a product's other factors: g has the root r, or is near. */
static void signs_of_other_polynomials(void **state)
{
    /* +-sqrt 2, +-sqrt 3, (3 +- sqrt 5) / 2 */
    static const long squares[][3] = {{-2, 0, 1}, {-3, 0, 1}, {1, -3, 1}};
    clmodp_zx *f = zx_constant(1), *g, *h, *zero = zx_constant(0);
    clmodp_roots *roots;
    int sign;

    for (size_t k = 0; k < 3; k++) {
        g = zx_new();
        assert_int_equal(clmodp_zx_set_dense_si(g, squares[k], 3), CLMODP_OK);
        zx_mul_by(&f, g);
        clmodp_zx_destroy(g);
    }
    roots = sturm_roots(*state, f, 6);
    g = zx_new(); /* x (x^2 - 3): zero at roots 0 and 4 */
    assert_int_equal(clmodp_zx_set_dense_si(g, (const long[]){0, -3, 0, 1}, 4), CLMODP_OK);
    for (size_t k = 0; k < 6; k++) {
        static const int expected[] = {0, 1, -1, -1, 0, 1};

        assert_int_equal(clmodp_roots_sign(*state, &sign, roots, k, g), CLMODP_OK);
        assert_int_equal(sign, expected[k]);
        assert_int_equal(clmodp_roots_sign(*state, &sign, roots, k, f), CLMODP_OK);
        assert_int_equal(sign, 0);
        assert_int_equal(clmodp_roots_sign(*state, &sign, roots, k, zero), CLMODP_OK);
        assert_int_equal(sign, 0);
    }
    h = zx_new(); /* 10^8 x - 141421356: positive at root 3 = sqrt 2, by 0.24 */
    assert_int_equal(clmodp_zx_set_dense_si(h, (const long[]){-141421356, 100000000}, 2),
                     CLMODP_OK);
    assert_int_equal(clmodp_roots_sign(*state, &sign, roots, 3, h), CLMODP_OK);
    assert_int_equal(sign, 1);
    assert_int_equal(clmodp_zx_set_dense_si(h, (const long[]){-141421357, 100000000}, 2),
                     CLMODP_OK);
    assert_int_equal(clmodp_roots_sign(*state, &sign, roots, 3, h), CLMODP_OK);
    assert_int_equal(sign, -1);
    clmodp_roots_destroy(roots);
    DESTROY(h, g, zero, f);
}

/* Signs at exact roots, 0 among them, and at random ones against values at a close number. */
static void signs_at_random(void **state)
{
    clm_random random = {3};

    for (int k = 0; k < (small_tests() ? 5 : 80); k++) {
        clmodp_zx *f = random_product(&random), *g = random_product(&random), *both, *x;
        clmodp_roots *roots;
        mpz_t low, high, den;

        x = zx_linear(1, 0);
        if (k % 3 == 0)
            zx_mul_by(&f, x);
        if (k % 5 == 0)
            zx_mul_by(&g, x);
        both = zx_mul(f, g);
        mpz_inits(low, high, den, NULL);
        roots = sturm_roots(*state, f, sturm_count(f));
        for (size_t i = 0; i < clmodp_roots_count(roots); i++) {
            int of_g, of_both;

            assert_int_equal(clmodp_roots_sign(*state, &of_g, roots, i, g), CLMODP_OK);
            assert_int_equal(clmodp_roots_sign(*state, &of_both, roots, i, both), CLMODP_OK);
            assert_int_equal(of_both, 0);
            assert_int_equal(clmodp_roots_refine(*state, roots, i, 300), CLMODP_OK);
            clmodp_roots_interval(low, high, den, roots, i);
            if (of_g != 0 && (sturm_sign(g, low, den) != of_g || sturm_sign(g, high, den) != of_g))
                fail_msg("case %d: wrong sign %d at root %zu", k, of_g, i);
            if (of_g == 0 && mpz_cmp(low, high) != 0 &&
                sturm_sign(g, low, den) * sturm_sign(g, high, den) > 0) {
                clmodp_zx *d = sturm_derivative(g); /* a multiple root, or no zero */

                assert_int_equal(clmodp_roots_sign(*state, &of_g, roots, i, d), CLMODP_OK);
                assert_int_equal(of_g, 0);
                clmodp_zx_destroy(d);
            }
        }
        mpz_clears(low, high, den, NULL);
        clmodp_roots_destroy(roots);
        DESTROY(x, both, g, f);
    }
}

static void options_are_checked(void **state)
{
    clmodp_zx *f = zx_linear(3, 1);
    clmodp_roots_options options;
    clmodp_roots *roots;
    size_t below;
    mpz_t one, zero;

    mpz_init_set_ui(one, 1);
    mpz_init(zero);
    clmodp_roots_options_init(&options);
    options.precision = 100;
    assert_int_equal(clmodp_roots_find(*state, &roots, f, &options), CLMODP_OK);
    assert_true(is_narrow(roots, 0, 100));
    assert_int_equal(clmodp_roots_below(*state, &below, NULL, roots, one, zero), CLMODP_INVALID);
    assert_int_equal(clmodp_roots_below(*state, &below, NULL, roots, zero, one), CLMODP_OK);
    assert_int_equal(below, 1);
    clmodp_roots_destroy(roots);
    options.precision = (uint64_t)1 << 40;
    assert_int_equal(clmodp_roots_find(*state, &roots, f, &options), CLMODP_LIMIT);
    options.precision = 0;
    options.max_degree = 1;
    zx_mul_by(&f, f);
    assert_int_equal(clmodp_roots_find(*state, &roots, f, &options), CLMODP_LIMIT);
    assert_string_equal(clmodp_context_message(*state),
                        "the degree is 2, above the limit of 1 (max_degree)");
    options.max_degree = 2;
    clmodp_zx_destroy(f);
    f = zx_parse("x^3*(x^40 - 3*x^20 + 1)");
    assert_int_equal(clmodp_roots_find(*state, &roots, f, &options), CLMODP_OK);
    assert_int_equal(clmodp_roots_count(roots), 5);
    clmodp_roots_destroy(roots);
    options.size = 0;
    assert_int_equal(clmodp_roots_find(*state, &roots, f, &options), CLMODP_INVALID);
    clmodp_roots_destroy(NULL);
    clmodp_zx_destroy(f);
    mpz_clears(one, zero, NULL);
}

static int stop_soon(void *user, double fraction)
{
    int *calls = user;

    assert_true(fraction >= 0 && fraction <= 1);
    return ++*calls > 2;
}

static void can_be_cancelled(void **state)
{
    clm_random random = {4};
    clmodp_zx *f = random_zx(&random, small_tests() ? 300 : 1500, 3000);
    clmodp_roots *roots = NULL;
    int calls = 0;
    clmodp_status st;

    clmodp_context_set_progress(*state, stop_soon, &calls);
    st = clmodp_roots_find(*state, &roots, f, NULL);
    clmodp_context_set_progress(*state, NULL, NULL);
    assert_true(st == CLMODP_CANCELLED ? roots == NULL : st == CLMODP_OK && calls <= 2);
    clmodp_roots_destroy(roots);
    clmodp_zx_destroy(f);
}

static int stop_at_once(void *user, double fraction)
{
    (void)user;
    (void)fraction;
    return 1;
}

/* Cancelled questions leave roots in order: x^65 - 2 (10^9 x - 1)^2 has two close ones. */
static void questions_can_be_cancelled(void **state)
{
    clmodp_zx *f = zx_parse("x^65 - 2*(10^9*x - 1)^2"), *g = zx_linear(1000000000, -1);
    clmodp_roots *roots;
    mpz_t number, power;
    size_t below;
    int sign;

    roots = sturm_roots(*state, f, 3);
    mpz_init(power);
    mpz_init_set_ui(number, 1);
    mpz_ui_pow_ui(power, 10, 9);
    clmodp_context_set_progress(*state, stop_at_once, NULL);
    assert_int_equal(clmodp_roots_refine(*state, roots, 0, 1 << 22), CLMODP_CANCELLED);
    assert_int_equal(clmodp_roots_sign(*state, &sign, roots, 1, g), CLMODP_CANCELLED);
    assert_int_equal(clmodp_roots_below(*state, &below, NULL, roots, number, power),
                     CLMODP_CANCELLED);
    clmodp_context_set_progress(*state, NULL, NULL);
    sturm_check_intervals(f, roots);
    assert_int_equal(clmodp_roots_refine(*state, roots, 0, 3000), CLMODP_OK);
    assert_int_equal(clmodp_roots_sign(*state, &sign, roots, 1, g), CLMODP_OK);
    assert_int_equal(sign, 1);
    assert_int_equal(clmodp_roots_below(*state, &below, NULL, roots, number, power), CLMODP_OK);
    assert_int_equal(below, 1);
    sturm_check_intervals(f, roots);
    mpz_clears(number, power, NULL);
    clmodp_roots_destroy(roots);
    DESTROY(g, f);
}

/* Long coefficients make the gcd of the coefficients of a low degree take long. */
static void long_coefficients_can_be_cancelled(void **state)
{
    clm_random random = {9};
    clmodp_zx *f = random_zx(&random, 6, 1 << 20);
    clmodp_roots *roots;

    clmodp_context_set_progress(*state, stop_at_once, NULL);
    assert_int_equal(clmodp_roots_find(*state, &roots, f, NULL), CLMODP_CANCELLED);
    clmodp_context_set_progress(*state, NULL, NULL);
    clmodp_zx_destroy(f);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(random_polynomials),
              cmocka_unit_test(random_long_polynomials),
              cmocka_unit_test(powers_of_the_variable),
              cmocka_unit_test(high_powers_of_the_variable),
              cmocka_unit_test(refines_to_any_precision),
              cmocka_unit_test(signs_of_other_polynomials), cmocka_unit_test(signs_at_random),
              cmocka_unit_test(options_are_checked), cmocka_unit_test(can_be_cancelled),
              cmocka_unit_test(questions_can_be_cancelled),
              cmocka_unit_test(long_coefficients_can_be_cancelled));
