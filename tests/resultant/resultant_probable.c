/* Tests of probable mode: results as in certified mode, with as few pairs as documented, and
 * rejection of wrong candidates. */
#include <stdbool.h>
#include <stdio.h>

#include "engines/euclid/engine.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "polynomials/zxy.h"

/* Returns the result for a mode and a seed, with its report. */
static clmodp_zx *compute(clmodp_context *context, clmodp_resultant_report *report,
                          const clmodp_zxy *f, const clmodp_zxy *g, clmodp_mode mode,
                          uint64_t seed)
{
    clmodp_resultant_options options;
    clmodp_zx *r = zx_new();

    *report = (clmodp_resultant_report){.size = sizeof *report};
    clmodp_resultant_options_init(&options);
    options.mode = mode;
    options.seed = seed;
    if (clmodp_resultant(context, r, report, f, g, &options) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    return r;
}

/* Checks that both modes agree, and the number of pairs; *certified, *probable: pairs. */
static void compare(clmodp_context *context, const char *name, const clmodp_zxy *f,
                    const clmodp_zxy *g, uint64_t *certified, uint64_t *probable)
{
    clmodp_resultant_report proved, likely;
    clmodp_zx *expected = compute(context, &proved, f, g, CLMODP_MODE_CERTIFIED, 0);
    clmodp_zx *r = compute(context, &likely, f, g, CLMODP_MODE_PROBABLE, 1);
    double most = 1.15 * (double)likely.necessary_evaluations + 2.0 * (double)likely.width_bound;

    if (!clmodp_zx_equal(r, expected))
        fail_msg("%s: the modes differ", name);
    assert_true(proved.error_probability == 0.0);
    if (likely.evaluations > 0)
        assert_true(likely.error_probability >= 0x1p-64 && likely.error_probability < 0x1p-40);
    assert_int_equal(likely.necessary_evaluations, proved.necessary_evaluations);
    assert_true(proved.evaluations >= proved.necessary_evaluations);
    if ((double)likely.evaluations > most)
        fail_msg("%s: %ju pairs, %ju necessary, width %ju", name, (uintmax_t)likely.evaluations,
                 (uintmax_t)likely.necessary_evaluations, (uintmax_t)likely.width_bound);
    *certified = proved.evaluations;
    *probable = likely.evaluations;
    DESTROY(r, expected);
}

static void fewer_pairs_on_roses(void **state)
{
    for (size_t k = 4; k <= 9; k++) {
        known_pair rose = known_rose(k);
        uint64_t certified, probable;

        compare(*state, rose.name, rose.f, rose.g, &certified, &probable);
        assert_true(probable < certified);
        known_pair_clear(&rose);
    }
}

/* Returns the product of n circles (x - a)^2 + (y - b)^2 - r^2, which intersect in real and
 * complex points. */
static clmodp_zxy *circles(size_t n)
{
    clmodp_zxy *f = NULL;
    clm_random random = {n};

    for (size_t k = 0; k < n; k++) {
        long a = (long)clm_random_below(&random, 9) - 4, b = (long)clm_random_below(&random, 9);
        long r = 1 + (long)clm_random_below(&random, 5);
        clmodp_zxy *circle = zxy_new(), *product;

        assert_int_equal(clmodp_zxy_set_coeff_si(circle, 1, 2, 0), CLMODP_OK);
        assert_int_equal(clmodp_zxy_set_coeff_si(circle, 1, 0, 2), CLMODP_OK);
        assert_int_equal(clmodp_zxy_set_coeff_si(circle, -2 * a, 1, 0), CLMODP_OK);
        assert_int_equal(clmodp_zxy_set_coeff_si(circle, -2 * b, 0, 1), CLMODP_OK);
        assert_int_equal(clmodp_zxy_set_coeff_si(circle, a * a + b * b - r * r, 0, 0), CLMODP_OK);
        product = f == NULL ? zxy_copy(circle) : zxy_mul(f, circle);
        DESTROY(circle, f);
        f = product;
    }
    return f;
}

static void fewer_pairs_on_circles(void **state)
{
    for (size_t n = 3; n <= 10; n++) {
        clmodp_zxy *f = circles(n), *g = zxy_derivative_y(f);
        uint64_t certified, probable;

        compare(*state, "circles", f, g, &certified, &probable);
        assert_true(probable < certified);
        DESTROY(g, f);
    }
}

static void any_shape(void **state)
{
    clm_random random = {77};
    uint64_t certified, probable;

    for (int round = 0; round < 12; round++)
        for (int shape = 0; shape < PAIR_SHAPES; shape++) {
            clmodp_zxy *f, *g;

            random_pair(&f, &g, &random, (pair_shape)shape, 1 + (size_t)round, 4,
                        1 + 40 * (size_t)round);
            compare(*state, pair_shape_name((pair_shape)shape), f, g, &certified, &probable);
            DESTROY(g, f);
        }
}

/* Many primes, so that batches have more than one. */
static void many_primes(void **state)
{
    clmodp_zxy *f = random_dense(2, 9, 900, 1), *g = random_dense(3, 8, 900, 2);
    uint64_t certified, probable;

    compare(*state, "900 bits", f, g, &certified, &probable);
    DESTROY(g, f);
}

/* f = y + c x^10 + x + 1 and g = y - 1 with 2 c slightly below the greatest prime: one prime
 * suffices, but not one of random size. 12 points for 11 coefficients leave no slack. */
static void a_height_near_the_greatest_prime(void **state)
{
    clmodp_zxy *f = zxy_new(), *g = zxy_new();
    uint64_t certified, probable;

    assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 0, 0), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 1, 0), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 850000000, 10, 0), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 0, 1), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(g, -1, 0, 0), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(g, 1, 0, 1), CLMODP_OK);
    compare(*state, "2 c < p", f, g, &certified, &probable);
    DESTROY(g, f);
}

/* f = y^161 + x and g = y - 2^900: too large for an estimate, so that each of the first primes
 * gives a candidate, which could pass by chance. */
static void many_candidates(void **state)
{
    clmodp_zxy *f = zxy_trinomial(1, 161, 0, 0, 1, 1), *g = zxy_new();
    uint64_t certified, probable;
    mpz_t c;

    mpz_init(c);
    mpz_setbit(c, 900);
    mpz_neg(c, c);
    assert_int_equal(clmodp_zxy_set_coeff(g, c, 0, 0), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(g, 1, 0, 1), CLMODP_OK);
    compare(*state, "y^161 + x", f, g, &certified, &probable);
    mpz_clear(c);
    DESTROY(g, f);
}

/* Checks that fractions do not fall. */
static int watch(void *user, double fraction)
{
    double *last = user;

    assert_true(fraction >= *last && fraction <= 1.0);
    *last = fraction;
    return 0;
}

static void progress_never_falls(void **state)
{
    clmodp_zxy *f = random_dense(3, 5, 300, 5), *g = random_dense(2, 6, 300, 6);
    clmodp_resultant_report report;
    double last = 0.0;

    clmodp_context_set_progress(*state, watch, &last);
    clmodp_zx_destroy(compute(*state, &report, f, g, CLMODP_MODE_PROBABLE, 0));
    clmodp_context_set_progress(*state, NULL, NULL);
    assert_true(last > 0.0);
    DESTROY(g, f);
}

/* Returns the probe's prime for this seed, and `width` coefficients from x^0 on. */
static uint32_t probe_prime(clmodp_context *ctx, uint64_t seed, uint64_t width)
{
    clm_bounds bounds = {.degree = width - 1, .height_bits = 1, .height_name = "rows"};
    clm_random random = {seed};
    const clm_engine_options options = {.method = CLM_EVALUATE_AUTO};
    clmodp_zxy *f = zxy_parse("y - x"), *g = zxy_parse("y + x"); /* any pair */
    clm_row_layout layout;
    const clm_request request = {.layout = &layout, .bounds = &bounds,
                                 .minors = CLM_MINORS_RESULTANT, .aim = CLM_PLAN_PROBE,
                                 .options = &options, .random = &random};
    clm_plan *plan = NULL;
    uint32_t prime;

    assert_int_equal(clm_row_layout_create(NULL, &layout, f, g, false), CLMODP_OK);
    assert_int_equal(clm_plan_create(ctx, &plan, &clm_euclid_engine, &request), CLMODP_OK);
    prime = (uint32_t)clm_prime_word(plan->prime, 0);
    clm_plan_destroy(plan);
    clm_row_layout_destroy(&layout);
    DESTROY(g, f);
    return prime;
}

/* Pairs whose resultants have 11 coefficients, some with a factor c, in place of %u. */
static const struct {
    const char *name, *f, *g;
} misleading[] = {
    {"first coefficient c^2", "y + x^5 + x^2 + %u", "y^2 - x"},
    {"last coefficient c^2", "y + %u*x^5 + x^2 + 3", "y^2 - x"},
    {"last coefficient c", "y - x - 2", "y + 3 + %u*x^10"},
    {"first and last coefficient", "y - x - 2", "y + %u*x^10 - x^4 + %u - 2"},
    {"all coefficients", "y - x - 2", "y - x - 2 + %u*(x^10 + 3*x + 1)"},
};

static clmodp_zxy *with_factor(const char *text, uint32_t c)
{
    char whole[256];

    assert_uint_in_range(snprintf(whole, sizeof whole, text, c, c), 1, sizeof whole - 1);
    return zxy_parse(whole);
}

/* Checks one such pair, in either order. */
static void check_misleading(clmodp_context *context, size_t k, uint32_t c, bool exchange,
                             bool misleads)
{
    const uint64_t seed = 5;
    clmodp_zxy *f = with_factor(misleading[k].f, c), *g = with_factor(misleading[k].g, c);
    clmodp_resultant_report likely, proved;
    clmodp_zx *r, *expected;

    if (exchange)
        clm_zxy_swap(f, g);
    r = compute(context, &likely, f, g, CLMODP_MODE_PROBABLE, seed);
    expected = compute(context, &proved, f, g, CLMODP_MODE_CERTIFIED, seed);
    if (!clmodp_zx_equal(r, expected) || (likely.error_probability == 0.0) != misleads ||
        (misleads && likely.evaluations <= proved.evaluations))
        fail_msg("%s: wrong below %g, %ju pairs", misleading[k].name, likely.error_probability,
                 (uintmax_t)likely.evaluations);
    assert_int_equal(likely.width_bound, 11);
    DESTROY(expected, r, g, f);
}

/* The probe's prime divides the coefficients at the ends of the window, or all: then the result is
 * proved. A factor with all possible primes of probes has this effect for every seed. */
static void a_probe_that_misleads(void **state)
{
    const uint32_t prime = probe_prime(*state, 5, 11);

    for (size_t k = 0; k < sizeof misleading / sizeof *misleading; k++)
        for (int exchange = 0; exchange <= 1; exchange++) {
            check_misleading(*state, k, 1000000007, exchange, false);
            check_misleading(*state, k, prime, exchange, true);
        }
}

/* Small problems are computed as in certified mode; large ones by a search. */
static void the_cheaper_method_is_taken(void **state)
{
    clmodp_context *context = context_open(NULL);
    const size_t sizes[] = {4, 40};

    (void)state;
    for (size_t k = 0; k < 2; k++) {
        known_pair rose = known_rose(sizes[k]);
        clmodp_resultant_report proved, report;
        clmodp_zx *expected, *r;

        expected = compute(context, &proved, rose.f, rose.g, CLMODP_MODE_CERTIFIED, 3);
        r = compute(context, &report, rose.f, rose.g, CLMODP_MODE_PROBABLE, 3);
        assert_true(clmodp_zx_equal(r, expected));
        if (sizes[k] == 4) {
            assert_true(report.error_probability == 0.0);
            assert_int_equal(report.evaluations, proved.evaluations);
        } else {
            assert_true(report.error_probability > 0.0);
            assert_true(report.evaluations < proved.evaluations / 10);
        }
        DESTROY(r, expected);
        known_pair_clear(&rose);
    }
    clmodp_context_destroy(context);
}

/* The bounds of dense pairs are tight, as the probe shows, so the result is proved. */
static void a_tight_window_is_proved(void **state)
{
    clmodp_context *context = context_open(NULL);
    clmodp_zxy *f = random_dense(40, 16, 100, 1), *g = random_dense(40, 15, 100, 2);
    clmodp_resultant_report proved, report;
    clmodp_zx *expected = compute(context, &proved, f, g, CLMODP_MODE_CERTIFIED, 0);
    clmodp_zx *r = compute(context, &report, f, g, CLMODP_MODE_PROBABLE, 0);

    (void)state;
    assert_true(clmodp_zx_equal(r, expected));
    assert_true(report.error_probability == 0.0);
    assert_uint_in_range(report.evaluations - proved.evaluations, proved.width_bound,
                    proved.width_bound + proved.width_bound / 8);
    DESTROY(r, expected, g, f);
    clmodp_context_destroy(context);
}

static void unknown_modes_are_refused(void **state)
{
    clmodp_zxy *f = random_dense(1, 2, 10, 3);
    clmodp_resultant_options options;
    clmodp_zx *r = zx_new();

    clmodp_resultant_options_init(&options);
    options.mode = (clmodp_mode)2;
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, f, &options), CLMODP_INVALID);
    DESTROY(r, f);
}

TESTS_BETWEEN(context_set_up_searching, context_tear_down,
    cmocka_unit_test(fewer_pairs_on_roses),
    cmocka_unit_test(fewer_pairs_on_circles),
    cmocka_unit_test(any_shape),
    cmocka_unit_test(many_primes),
    cmocka_unit_test(a_height_near_the_greatest_prime),
    cmocka_unit_test(many_candidates),
    cmocka_unit_test(progress_never_falls),
    cmocka_unit_test(a_probe_that_misleads),
    cmocka_unit_test(the_cheaper_method_is_taken),
    cmocka_unit_test(a_tight_window_is_proved),
    cmocka_unit_test(unknown_modes_are_refused));
