/* Tests of resultants and discriminants by minors: closed forms, the engines' results for pairs of
 * every shape, limits, and the choice between both. */
#include <stdio.h>
#include <string.h>

#include <clmodp/elimination.h>

#include "opencl/context.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

/* Computes by engines, by minors, or by the cheaper way. */
typedef enum way { BY_CHOICE, BY_MINORS, BY_ENGINES } way;

static void take(clmodp_context *context, way by)
{
    context->overrides.always_minors = by == BY_MINORS;
    context->overrides.never_minors = by == BY_ENGINES;
}

/* ---- closed forms ---- */

/* Returns c_0 + c_1 y + ... of a degree, as variables first, first + 1, ...; y is the last. */
static clmodp_mpoly *generic(size_t variables, size_t first, size_t degree)
{
    clmodp_mpoly *f = NULL;
    mpz_t c[CLMODP_MOST_VARIABLES];
    size_t e[CLMODP_MOST_VARIABLES * CLMODP_MOST_VARIABLES] = {0};

    assert_int_equal(clmodp_mpoly_create(&f, variables), CLMODP_OK);
    for (size_t k = 0; k <= degree; k++) {
        mpz_init_set_ui(c[k], 1);
        e[k * variables + first + k] = 1;
        e[k * variables + variables - 1] = k;
    }
    assert_int_equal(clmodp_mpoly_set_terms(f, c[0], e, degree + 1), CLMODP_OK);
    for (size_t k = 0; k <= degree; k++)
        mpz_clear(c[k]);
    return f;
}

/* Returns the sum of the coefficients. */
static void sum_of(mpz_t sum, const clmodp_mpoly *f)
{
    mpz_t one[CLMODP_MOST_VARIABLES];

    for (size_t k = 0; k < CLMODP_MOST_VARIABLES; k++)
        mpz_init_set_ui(one[k], 1);
    assert_int_equal(clmodp_mpoly_evaluate(sum, f, one[0]), CLMODP_OK);
    for (size_t k = 0; k < CLMODP_MOST_VARIABLES; k++)
        mpz_clear(one[k]);
}

/* The discriminant of 1 + y + ... + y^n is (-1)^(n(n-1)/2) (n+1)^(n-1), the one of all roots of
 * unity but 1. */
static void generic_discriminants(void **state)
{
    static const size_t terms[] = {0, 1, 2, 5, 16, 59, 246, 1103};

    for (size_t n = 2; n <= 7; n++) {
        clmodp_mpoly *f = generic(n + 2, 0, n), *d[3];
        mpz_t sum, expected;

        mpz_inits(sum, expected, NULL);
        for (int by = BY_CHOICE; by <= (n < 6 ? BY_ENGINES : BY_MINORS); by++) {
            take(*state, (way)by);
            assert_int_equal(clmodp_mpoly_create(&d[by], n + 2), CLMODP_OK);
            assert_int_equal(clmodp_mpoly_discriminant(*state, d[by], NULL, f, n + 1, 0, NULL),
                             CLMODP_OK);
            assert_int_equal(clmodp_mpoly_terms(d[by]), terms[n]);
            assert_int_equal(clmodp_mpoly_total_degree(d[by]), 2 * n - 2);
            assert_true(clmodp_mpoly_equal(d[by], d[0]));
            if (by > 0)
                clmodp_mpoly_destroy(d[by]);
        }
        sum_of(sum, d[0]);
        mpz_ui_pow_ui(expected, n + 1, n - 1);
        if (n % 4 >= 2)
            mpz_neg(expected, expected);
        assert_int_equal(mpz_cmp(sum, expected), 0);
        mpz_clears(expected, sum, NULL);
        DESTROY(d[0], f);
    }
}

/* Numbers of terms of generic resultants. */
static void generic_resultants(void **state)
{
    static const struct {
        size_t p, q, terms;
    } cases[] = {{1, 1, 2}, {2, 1, 3}, {1, 2, 3}, {2, 2, 7}, {3, 2, 13}, {2, 3, 13}, {3, 3, 34},
                 {4, 1, 5}, {4, 2, 22}, {4, 3, 76}, {3, 4, 76}, {4, 4, 219}};

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const size_t n = cases[k].p + cases[k].q + 3;
        clmodp_mpoly *f = generic(n, 0, cases[k].p);
        clmodp_mpoly *g = generic(n, cases[k].p + 1, cases[k].q), *r[2];
        clmodp_resultant_report report = {.size = sizeof report};

        for (size_t by = 0; by < 2; by++) {
            take(*state, by == 0 ? BY_MINORS : cases[k].terms < 50 ? BY_ENGINES : BY_CHOICE);
            assert_int_equal(clmodp_mpoly_create(&r[by], n), CLMODP_OK);
            assert_int_equal(
                clmodp_mpoly_resultant(*state, r[by], &report, f, g, n - 1, 0, NULL), CLMODP_OK);
            assert_int_equal(clmodp_mpoly_terms(r[by]), cases[k].terms);
        }
        assert_true(clmodp_mpoly_equal(r[0], r[1]));
        for (size_t i = 0; i < 4; i++)
            clmodp_mpoly_destroy((clmodp_mpoly *[]){f, g, r[0], r[1]}[i]);
    }
}

/* ---- all shapes ---- */

/* Compares both ways; counts results by minors. */
static bool agrees(clmodp_context *context, size_t *by_minors, const clmodp_problem *given)
{
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_problem problem = *given;
    clmodp_zx *r = zx_new(), *expected = zx_new();
    clmodp_status st;

    problem.r = r;
    problem.report = &report;
    take(context, BY_MINORS);
    st = clmodp_compute(context, &problem, NULL);
    problem.r = expected;
    problem.report = NULL;
    take(context, BY_ENGINES);
    assert_int_equal(clmodp_compute(context, &problem, NULL), st);
    if (!clmodp_zx_equal(r, expected))
        return false;
    if (st == CLMODP_OK && report.engine == CLMODP_ENGINE_AUTO && report.width_bound > 0) {
        assert_true(clmodp_zx_degree(r) <= (long)report.degree_bound);
        assert_true(problem.operation == CLMODP_OPERATION_DISCRIMINANT ||
                    clmodp_zx_degree(r) < 0 || zx_valuation(r) >= (long)report.valuation_bound);
        assert_true(report.necessary_evaluations <= report.width_bound);
        ++*by_minors;
    }
    DESTROY(expected, r);
    return true;
}

/* Lengths of coefficients of all kinds, gaps between exponents, both orders, any modulus. */
static void equals_engines(void **state)
{
    static const uint64_t moduli[] = {0, 0, 0, 2, 3, 6, 65537, ((uint64_t)1 << 61) - 1,
                                      UINT64_MAX};
    clm_random random = {3};
    const size_t count = long_tests() ? 60000 : random_cases(3000);
    size_t by_minors = 0;

    for (size_t k = 0; k < count; k++) {
        const uint64_t before = random.state;
        const size_t dy = 1 + clm_random_below(&random, k % 9 == 0 ? 9 : 5);
        const size_t dx = clm_random_below(&random, 5);
        const size_t bits = 1 + clm_random_below(&random, k % 8 == 0 ? 200 : 20);
        clmodp_problem problem;
        clmodp_zxy *f, *g;

        clmodp_problem_init(&problem);
        random_pair(&f, &g, &random, (pair_shape)(k % PAIR_SHAPES), dy, dx, bits);
        problem.f = f;
        problem.g = g;
        problem.modulus = moduli[clm_random_below(&random, sizeof moduli / sizeof *moduli)];
        if (k % 3 == 0 && clmodp_zxy_degree_y(f) > 0)
            problem.operation = CLMODP_OPERATION_DISCRIMINANT;
        if (!agrees(*state, &by_minors, &problem))
            fail_msg("case %zu, random state %ju", k, (uintmax_t)before);
        DESTROY(f, g);
    }
    print_message("# %zu of %zu by minors\n", by_minors, count);
    assert_true(by_minors > count / 2);
}

/* Exponents and degrees at the limits. */
static void special_inputs(void **state)
{
    static const char *const cases[][2] = {
        {"x^2147483647*y - 1", "y - 3"},
        {"y^12 - x*y + 1", "y^12 + x^1000"},
        {"y^13 - x", "y - x"},
        {"y^13 + y + x", NULL},
        {"y^2 + x*y", NULL},
        {"x*y^12 + x^5000", NULL},
        {"y^2 - 2*x*y + x^2", NULL},
        {"(2^600*x - 1)*y^2 + 3^200*y - x^100", "2^500*y^2 - 7^100*x^200"},
        {"x^100000*y^3 + y + x^50000", "y^2*x^70000 - y - 1"},
        {"0", "y"},
        {"y", "7"},
        {"x^50*y^3 - y + 1", "7*x^2000 - x^31 - 2"},
        {"3*x^500 + x - 1", "y^12 + x*y"},
        {"5*x^70", "x*y^11 - 3"},
    };

    size_t by_minors = 0;

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_zxy *f = zxy_parse(cases[k][0]);
        clmodp_zxy *g = zxy_parse(cases[k][1] != NULL ? cases[k][1] : "0");
        clmodp_problem problem;

        clmodp_problem_init(&problem);
        problem.operation = cases[k][1] != NULL ? CLMODP_OPERATION_RESULTANT
                                                : CLMODP_OPERATION_DISCRIMINANT;
        problem.f = f;
        problem.g = g;
        for (problem.modulus = 0; problem.modulus < 8; problem.modulus += 7)
            if (!agrees(*state, &by_minors, &problem))
                fail_msg("case %zu", k);
        DESTROY(g, f);
    }
}

/* ---- limits ---- */

static int refuse(void *user, double fraction)
{
    (void)fraction;
    ++*(int *)user;
    return 1;
}

/* Returns a polynomial of degree 4 in y with so many terms in each row, far apart. */
static clmodp_zxy *scattered(clm_random *random, size_t terms)
{
    clmodp_zxy *f = zxy_new();
    mpz_t c;

    mpz_init_set_ui(c, 3);
    for (size_t k = 0; k < 5 * terms; k++)
        assert_int_equal(clmodp_zxy_set_coeff(f, c, (size_t)clm_random_below(random, 1 << 17),
                                              k % 5), CLMODP_OK);
    mpz_clear(c);
    return f;
}

/* Long work asks the progress callback; small caps on memory or results lead to other ways. */
static void can_be_cancelled_and_refused(void **state)
{
    clm_random random = {9};
    clmodp_zxy *f = scattered(&random, 4), *g = scattered(&random, 4);
    clmodp_zx *r = zx_new();
    const clmodp_resultant_options few = {.size = sizeof few, .max_memory = 1 << 16};
    const clmodp_resultant_options small = {.size = sizeof small, .max_result = 1 << 18};
    clmodp_resultant_report report = {.size = sizeof report};
    int asked = 0;

    take(*state, BY_MINORS);
    clmodp_context_set_progress(*state, refuse, &asked);
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, NULL), CLMODP_CANCELLED);
    assert_int_equal(asked, 1);
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, &few), CLMODP_CANCELLED);
    assert_true(asked > 1); /* by an engine */
    clmodp_context_set_progress(*state, NULL, NULL);
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, &small), CLMODP_LIMIT);
    assert_int_equal(clmodp_zx_degree(r), -1);
    assert_int_equal(clmodp_resultant(*state, r, &report, f, g, NULL), CLMODP_OK);
    assert_int_equal(report.engine, CLMODP_ENGINE_AUTO);
    assert_true(clmodp_zx_degree(r) > 1 << 17);
    DESTROY(r, g, f);
}

/* The discriminant of a linear polynomial is 1, however high its degree in x. */
static void linear_discriminants(void **state)
{
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_zxy *f = zxy_parse("(x^2000000000 - 3)*y - x^1999999999 + 7");
    clmodp_zx *d = zx_new();
    clmodp_problem problem;

    clmodp_problem_init(&problem);
    problem.operation = CLMODP_OPERATION_DISCRIMINANT;
    problem.f = f;
    problem.r = d;
    problem.report = &report;
    for (problem.modulus = 0; problem.modulus < 12; problem.modulus += 4) {
        assert_int_equal(clmodp_compute(*state, &problem, NULL), CLMODP_OK);
        assert_int_equal(clmodp_zx_degree(d), 0);
        assert_int_equal(mpz_cmp_ui(clmodp_zx_coeff(d, 0), 1), 0);
        assert_int_equal(report.primes, 0);
    }
    problem.modulus = 7;
    assert_int_equal(clmodp_compute(*state, &problem, NULL), CLMODP_OK);
    assert_int_equal(clmodp_zx_degree(d), 0);
    DESTROY(d, f);
}

/* An array of a high degree takes long, even if it has one coefficient to compute. */
static void chooses_terms_for_high_degrees(void **state)
{
    static const char *const names[] = {"a", "b", "d", "e", "f", "y"};
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_mpoly *f = mpoly_parse("b^2*y^4 + 4*a*y^3 + 2*e*y^2 + 2*d^2*y + 2*f", names, 6);
    clmodp_mpoly *g = mpoly_parse("(b^17 + 3)*f^3*y + 9*b^100*d^3", names, 6), *r = mpoly_new(6);

    take(*state, BY_CHOICE);
    assert_int_equal(clmodp_mpoly_resultant(*state, r, &report, f, g, 5, 2, NULL), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_degree(r, 1), 402);
    assert_int_equal(report.engine, CLMODP_ENGINE_AUTO);
    assert_int_equal(report.primes, 0);
    DESTROY(g, r, f);
}

/* Dense polynomials are left to engines, sparse ones are not, also if one is free of y. */
static void chooses_by_cost(void **state)
{
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_zxy *f = random_dense(8, 8, 16, 1), *g = random_dense(8, 8, 16, 2);
    clmodp_zxy *u = zxy_parse("y^4 - x^7000*y + x^123 - 5"), *v = zxy_parse("x^999*y^3 - y - 7");
    clmodp_zxy *w = zxy_parse("5*x^900000 - x^7 + 2");
    clmodp_zx *r = zx_new();

    take(*state, BY_CHOICE);
    assert_int_equal(clmodp_resultant(*state, r, &report, f, g, NULL), CLMODP_OK);
    assert_int_equal(report.engine, CLMODP_ENGINE_HOST);
    assert_int_equal(clmodp_resultant(*state, r, &report, u, v, NULL), CLMODP_OK);
    assert_int_equal(report.engine, CLMODP_ENGINE_AUTO);
    assert_int_equal(report.primes, 0);
    assert_int_equal(clmodp_resultant(*state, r, &report, v, w, NULL), CLMODP_OK);
    assert_int_equal(report.primes, 0);
    assert_int_equal(clmodp_zx_degree(r), 2700000);
    DESTROY(r, w, v, u, g, f);
}

/* A polynomial of low degree leaves most minors 0, and so does one with few powers of y. */
static void chooses_minors_for_low_degrees(void **state)
{
    static const char *const names[] = {"a", "b", "c", "y"};
    static const char *const low[] = {"(a + 1)*y + b*c + 2", "a*y^2 - b*c*y + b + 2",
                                      "(a + 1)*y^3 + b*y^2 + c*y + 3"};
    static const size_t most[] = {63, 33, 19};

    for (size_t k = 0; k < 3; k++)
        for (size_t degree = 12; degree <= most[k]; degree += degree < 60 ? 7 : 1) {
            clmodp_resultant_report report = {.size = sizeof report};
            clmodp_mpoly *f[2] = {mpoly_parse(low[k], names, 4), NULL};
            clmodp_mpoly *r[2] = {mpoly_new(4), mpoly_new(4)};
            char text[40];

            snprintf(text, sizeof text, "y^%zu - 2*y - 1", degree);
            f[1] = mpoly_parse(text, names, 4);
            for (int by = BY_CHOICE; by <= BY_ENGINES; by += BY_ENGINES) {
                take(*state, (way)by);
                assert_int_equal(clmodp_mpoly_resultant(*state, r[by / 2], &report, f[degree % 2],
                                                        f[1 - degree % 2], 3, 0, NULL),
                                 CLMODP_OK);
                assert_int_equal(report.primes == 0, by == BY_CHOICE);
            }
            assert_true(clmodp_mpoly_equal(r[0], r[1]));
            DESTROY(r[1], r[0], f[1], f[0]);
        }
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(generic_discriminants),
              cmocka_unit_test(generic_resultants), cmocka_unit_test(equals_engines),
              cmocka_unit_test(special_inputs), cmocka_unit_test(can_be_cancelled_and_refused),
              cmocka_unit_test(linear_discriminants),
              cmocka_unit_test(chooses_terms_for_high_degrees),
              cmocka_unit_test(chooses_by_cost),
              cmocka_unit_test(chooses_minors_for_low_degrees));
