/* Tests the host engine against determinants, known resultants and the device. */
#include <string.h>

#include "opencl/context.h"
#include "ref/sylvester.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

static clmodp_resultant_options host(uint64_t seed)
{
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_HOST;
    options.seed = seed;
    return options;
}

static clmodp_resultant_report check(clmodp_context *context, const char *what,
                                     const clmodp_zxy *f, const clmodp_zxy *g,
                                     const clmodp_zx *expected, uint64_t seed)
{
    const clmodp_resultant_options options = host(seed);
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_zx *r = zx_new();

    if (clmodp_resultant(context, r, &report, f, g, &options) != CLMODP_OK)
        fail_msg("%s, seed %llu: %s", what, (unsigned long long)seed,
                 clmodp_context_message(context));
    if (!clmodp_zx_equal(r, expected))
        fail_msg("%s, seed %llu: wrong resultant", what, (unsigned long long)seed);
    assert_true(report.error_probability == 0);
    assert_true(report.evaluations >= report.necessary_evaluations);
    assert_int_equal(context->memory_now, 0);
    clmodp_zx_destroy(r);
    return report;
}

static void random_pairs_agree_with_the_reference(void **state)
{
    clm_random random = {1995};

    for (int shape = 0; shape < PAIR_SHAPES; shape++)
        for (uint64_t k = 0; k < random_cases(60); k++) {
            const size_t dy = 1 + clm_random_below(&random, 6);
            const size_t dx = clm_random_below(&random, 5);
            const size_t bits = 1 + clm_random_below(&random, k % 4 == 0 ? 600 : 40);
            const uint64_t seed = random.state;
            clmodp_zxy *f, *g;
            clmodp_zx *expected;

            random_pair(&f, &g, &random, (pair_shape)shape, dy, dx, bits);
            expected = ref_resultant(f, g);
            check(*state, pair_shape_name((pair_shape)shape), f, g, expected, seed);
            DESTROY(expected, g, f);
        }
}

static void check_known(clmodp_context *context, known_pair pair)
{
    clmodp_zx *expected = pair.resultant;

    if (expected == NULL) {
        expected = zx_new();
        assert_int_equal(clmodp_resultant(context, expected, NULL, pair.f, pair.g, NULL),
                         CLMODP_OK);
    }
    check(context, pair.name, pair.f, pair.g, expected, 1);
    if (pair.resultant == NULL)
        clmodp_zx_destroy(expected);
    known_pair_clear(&pair);
}

/* Also long coefficients, with several blocks of primes, and many points, in cosets. */
static void known_pairs_have_their_resultants(void **state)
{
    clm_random random = {7};

    check_known(*state, known_chebyshev(5, 3, 0, 3));
    check_known(*state, known_linear_factors(&random, 7, 8, 2, 60, 1));
    check_known(*state, known_linear_factors(&random, 3, 2, 1, 30000, 0));
    check_known(*state, known_linear_factors(&random, 2, 2, 700, 20, 0));
    check_known(*state, known_composed_sum(&random, 6, 19));
    check_known(*state, known_modular_2());
    check_known(*state, known_rose(5));
}

/* One pair of each size by both engines: polynomials made monic, rows evaluated by transforms,
 * threads. */
static void agrees_with_the_device(void **state)
{
    static const size_t sizes[][4] = {/* degrees in y, degree in x, bits */
                                      {60, 60, 1, 20}, {60, 3, 2, 20}, {2, 3, 900, 30},
                                      {20, 20, 20, 32}, {300, 1, 5, 8}};

    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        clmodp_zxy *f = random_dense(sizes[k][2], sizes[k][0], sizes[k][3], 2 * k);
        clmodp_zxy *g = random_dense(sizes[k][2], sizes[k][1], sizes[k][3], 2 * k + 1);
        clmodp_zx *expected = zx_new();

        assert_int_equal(clmodp_resultant(*state, expected, NULL, f, g, NULL), CLMODP_OK);
        check(*state, "dense", f, g, expected, k);
        DESTROY(expected, g, f);
    }
}

static void check_modulo(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g,
                         uint32_t p)
{
    clmodp_resultant_options of_host = host(p), of_device = of_host;
    clmodp_zx *r = zx_new(), *expected = zx_new();
    clmodp_zxy *s = zxy_new(), *also = zxy_new();
    clmodp_problem problem = {.size = sizeof problem, .modulus = p, .k = 1, .f = f, .g = g,
                              .r = expected, .s = also};

    of_device.engine = CLMODP_ENGINE_EUCLID;
    assert_int_equal(clmodp_compute(context, &problem, &of_device), CLMODP_OK);
    problem.r = r;
    if (clmodp_compute(context, &problem, &of_host) != CLMODP_OK)
        fail_msg("modulo %u: %s", p, clmodp_context_message(context));
    assert_true(clmodp_zx_equal(r, expected));
    if (clmodp_zxy_degree_y(f) > 0 && clmodp_zxy_degree_y(g) > 0 &&
        clmodp_zxy_degree_y(f) + clmodp_zxy_degree_y(g) > 2) {
        problem.operation = CLMODP_OPERATION_SUBRESULTANT;
        problem.r = expected;
        assert_int_equal(clmodp_compute(context, &problem, &of_device), CLMODP_OK);
        problem.r = r;
        problem.s = s;
        assert_int_equal(clmodp_compute(context, &problem, &of_host), CLMODP_OK);
        assert_true(clmodp_zx_equal(r, expected));
        assert_true(clmodp_zxy_equal(s, also));
    }
    assert_int_equal(context->memory_now, 0);
    DESTROY(also, s, expected, r);
}

/* R and S_1, modulo primes of every size and over Z. */
static void subresultants_and_moduli_agree_with_the_device(void **state)
{
    static const uint32_t primes[] = {0, 2, 3, 29, 101, 257, 65537, 998244353, 2147483647};
    clm_random random = {2026};

    for (size_t n = 0; n < sizeof primes / sizeof *primes; n++)
        for (int shape = 0; shape < PAIR_SHAPES; shape++) {
            clmodp_zxy *f, *g;

            random_pair(&f, &g, &random, (pair_shape)shape, 5, 4, 60);
            check_modulo(*state, f, g, primes[n]);
            DESTROY(g, f);
        }
}

/* A cap on memory leads to fewer primes at a time, or to a refusal. */
static void memory_is_counted(void **state)
{
    clmodp_context *context = *state;
    clmodp_resultant_options options = host(1);
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_zxy *f = random_dense(20, 12, 200, 1), *g = random_dense(20, 12, 200, 2);
    clmodp_zx *r = zx_new(), *expected = zx_new();

    assert_int_equal(clmodp_resultant(context, expected, &report, f, g, &options), CLMODP_OK);
    options.max_memory = report.memory_bytes - report.memory_bytes / 8;
    assert_int_equal(clmodp_resultant(context, r, &report, f, g, &options), CLMODP_OK);
    assert_true(report.memory_bytes <= options.max_memory);
    assert_true(report.chunks > 1);
    assert_true(clmodp_zx_equal(r, expected));
    options.max_memory = 20000;
    assert_int_equal(clmodp_resultant(context, r, NULL, f, g, &options), CLMODP_DEVICE_MEMORY);
    assert_int_equal(context->memory_now, 0);
    DESTROY(expected, r, g, f);
}

static int stop_after(void *user, double fraction)
{
    assert_true(fraction >= 0.0 && fraction <= 1.0);
    return --*(int *)user < 0;
}

static void can_be_cancelled(void **state)
{
    clmodp_context *context = *state;
    const clmodp_resultant_options options = host(1);
    clmodp_zxy *f = random_dense(24, 24, 300, 1), *g = random_dense(24, 24, 300, 2);
    clmodp_zx *r = zx_new();

    for (int questions = 0; questions < 12; questions += 3) {
        int left = questions;

        clmodp_context_set_progress(context, stop_after, &left);
        assert_int_equal(clmodp_resultant(context, r, NULL, f, g, &options), CLMODP_CANCELLED);
        assert_int_equal(context->memory_now, 0);
        assert_int_equal(clmodp_zx_degree(r), -1);
    }
    clmodp_context_set_progress(context, NULL, NULL);
    DESTROY(r, g, f);
}

/* Cancels at every progress call, during products, inversion and reconstruction; sanitizers detect
 * leaked memory. */
static void long_reconstructions_can_be_cancelled(void **state)
{
    clmodp_context *context = *state;
    const clmodp_resultant_options options = host(2);
    clmodp_zxy *f = zxy_parse("7^60000*x*y^2 + y + 3"), *g = zxy_parse("y^2 - x*y + 5");
    clmodp_zx *r = zx_new();
    clmodp_status st = CLMODP_CANCELLED;

    for (int questions = 0; st != CLMODP_OK; questions++) {
        int left = questions;

        clmodp_context_set_progress(context, stop_after, &left);
        st = clmodp_resultant(context, r, NULL, f, g, &options);
        assert_true(st == CLMODP_OK || st == CLMODP_CANCELLED);
        assert_int_equal(context->memory_now, 0);
    }
    clmodp_context_set_progress(context, NULL, NULL);
    DESTROY(r, g, f);
}

static int refuse_once(void *user, double fraction)
{
    (void)fraction;
    return --*(int *)user == 0;
}

/* A progress call that returns 1 cancels, even if it is the last and no other does: with packs,
 * and modulo a prime without roots of unity, which interpolates by Newton's formula. */
static void no_refusal_is_ignored(void **state)
{
    static const struct {
        size_t dx, dy;
        uint64_t modulus;
    } cases[] = {{20, 20, 0}, {60, 30, 2147483659}};
    clmodp_context *context = *state;

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const clmodp_resultant_options options = host(3);
        clmodp_zxy *f = random_dense(cases[k].dx, cases[k].dy, 100, 1);
        clmodp_zxy *g = random_dense(cases[k].dx, cases[k].dy, 100, 2);
        const clmodp_problem problem = {.size = sizeof problem, .f = f, .g = g, .r = zx_new(),
                                        .modulus = cases[k].modulus};

        for (int refused = 1, left = 0; left <= 0; refused++) {
            clmodp_status st;

            left = refused;
            clmodp_context_set_progress(context, refuse_once, &left);
            st = clmodp_compute(context, &problem, &options);
            assert_int_equal(st, left > 0 ? CLMODP_OK : CLMODP_CANCELLED);
        }
        clmodp_context_set_progress(context, NULL, NULL);
        DESTROY(problem.r, g, f);
    }
}

static void refuses_other_methods(void **state)
{
    clmodp_resultant_options options = host(1);
    clmodp_zxy *f = zxy_parse("x + y"), *g = zxy_parse("x*y - 1");
    clmodp_zx *r = zx_new();

    options.crt = CLMODP_CRT_POSITIONAL;
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, &options), CLMODP_UNSUPPORTED);
    options.crt = CLMODP_CRT_TREE;
    options.mode = CLMODP_MODE_PROBABLE; /* certified results are allowed */
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, &options), CLMODP_OK);
    assert_int_equal(clmodp_zx_degree(r), 2);
    DESTROY(r, g, f);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(random_pairs_agree_with_the_reference),
    cmocka_unit_test(known_pairs_have_their_resultants),
    cmocka_unit_test(agrees_with_the_device),
    cmocka_unit_test(subresultants_and_moduli_agree_with_the_device),
    cmocka_unit_test(memory_is_counted),
    cmocka_unit_test(can_be_cancelled),
    cmocka_unit_test(long_reconstructions_can_be_cancelled),
    cmocka_unit_test(no_refusal_is_ignored),
    cmocka_unit_test(refuses_other_methods));
