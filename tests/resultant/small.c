/* Tests of small problems computed in words: results agree with computations modulo primes, and
 * too large or invalid problems are left unchanged to other functions. */
#include "resultant/prepare.h"
#include "resultant/small.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

#define CASES 4000

typedef struct bench {
    clmodp_context *context;
    clmodp_resultant_options options;
    clm_small small;
} bench;

static int set_up(void **state)
{
    static bench b;
    const clmodp_context_options of_context = {.size = sizeof of_context, .device = "host"};

    assert_int_equal(clmodp_context_create(&b.context, &of_context, NULL, 0), CLMODP_OK);
    assert_int_equal(clm_task_read_options(NULL, &b.options, NULL), CLMODP_OK);
    b.small = (clm_small){.options = &b.options,
                          .prime = clm_mont64_of(clm_check_prime(b.context, 7))};
    *state = &b;
    return 0;
}

static int tear_down(void **state)
{
    bench *b = *state;

    clmodp_zx_destroy(b->small.r);
    clmodp_context_destroy(b->context);
    return 0;
}

/* Returns whether a problem is computed; checks all outputs, and releases f and g. */
static bool computes(bench *b, clmodp_zxy *f, clmodp_zxy *g, clmodp_operation operation)
{
    clmodp_resultant_report report = {.size = sizeof report, .points = 12345};
    clmodp_resultant_options by_primes = b->options;
    clmodp_zx *r = zx_linear(3, 7), *expected = zx_linear(3, 7);
    clmodp_problem problem = {.size = sizeof problem, .operation = operation, .f = f, .g = g,
                              .r = r, .report = &report};
    const bool done = clm_small_compute(&b->small, &problem, 11);

    by_primes.engine = CLMODP_ENGINE_HOST;
    problem.r = expected;
    problem.report = NULL;
    if (done) {
        assert_int_equal(clmodp_compute(b->context, &problem, &by_primes), CLMODP_OK);
        assert_int_equal(report.points, 0);
        assert_int_equal(report.engine, CLMODP_ENGINE_AUTO);
        assert_true(report.degree_bound + 1 == report.width_bound);
        assert_true(clmodp_zx_degree(expected) <= (long)report.degree_bound);
        assert_true(operation == CLMODP_OPERATION_DISCRIMINANT ||
                    zx_height_bits(expected) <= report.height_bits);
    } else {
        assert_int_equal(report.points, 12345);
    }
    if (!clmodp_zx_equal(r, expected))
        fail_msg("another result");
    DESTROY(expected, r, g, f);
    return done;
}

static bool solves_text(bench *b, const char *f, const char *g)
{
    return computes(b, zxy_parse(f), zxy_parse(g), CLMODP_OPERATION_RESULTANT);
}

/* All degrees up to five, in both orders. */
static void degrees_up_to_five(void **state)
{
    for (size_t p = 0; p <= 5; p++)
        for (size_t q = 0; q <= 5; q++)
            for (size_t dx = 0; dx < 4; dx++) {
                const bool small = p + q > 0;

                assert_int_equal(computes(*state, random_dense(dx, p, 6, 2 * dx),
                                        random_dense(dx, q, 6, 2 * dx + 1),
                                        CLMODP_OPERATION_RESULTANT), small);
                if (p > 0)
                    assert_true(computes(*state, random_dense(dx, p, 6, dx), NULL,
                                       CLMODP_OPERATION_DISCRIMINANT));
            }
}

static void pairs_of_all_shapes(void **state)
{
    clm_random random = {5};
    size_t done = 0, count = random_cases(CASES);

    for (size_t k = 0; k < count; k++) {
        const size_t dy = 1 + clm_random_below(&random, 6), dx = clm_random_below(&random, 7);
        clmodp_zxy *f, *g;

        random_pair(&f, &g, &random, (pair_shape)(k % PAIR_SHAPES), dy, dx,
                    1 + clm_random_below(&random, 30));
        done += computes(*state, f, g, k % 3 == 0 && clmodp_zxy_degree_y(f) > 0
                                           ? CLMODP_OPERATION_DISCRIMINANT
                                           : CLMODP_OPERATION_RESULTANT);
    }
    assert_true(done > count / 4 && done < count);
}

/* The longest accepted integers, and the first rejected ones; likewise for degrees. */
static void limits(void **state)
{
    assert_true(solves_text(*state, "(2^62 - 1)*y - 2^62 + 3", "(2^62 - 5)*y + 2^62 - 1"));
    assert_true(solves_text(*state, "(2^62 - 1)*y + 2^62 - 3", "(5 - 2^62)*y + 2^62 - 1"));
    assert_false(solves_text(*state, "2^63*y - 2^63*x + 3", "2^63*y + 2^63 - 1"));
    assert_true(solves_text(*state, "y - (2^64 - 1)*x", "y + 2^57"));
    assert_false(solves_text(*state, "y - 2^64*x", "y + 1"));
    assert_true(solves_text(*state, "2^63*y - 2^63 + 3", "2^63*y + 2^63 - 1"));
    assert_true(solves_text(*state, "(2^448 - 1)*y^5 - 3", "y^5 - 2^448 + 1"));
    assert_true(solves_text(*state, "2^300*y^3 + 2^299*y", "2^300*y^2 + 2^299")); /* 0 */
    assert_false(solves_text(*state, "2^448*y + 1", "y + 1"));
    assert_true(solves_text(*state, "y - x^63", "2*y + 1"));
    assert_false(solves_text(*state, "y - x^64", "2*y + 1"));
    assert_false(solves_text(*state, "y - x^63", "2*y + x"));
    assert_true(solves_text(*state, "y^5 - 1", "y^5 + x^12"));
    assert_false(solves_text(*state, "y^6 - 1", "y + x"));
    assert_true(solves_text(*state, "y^5 + y^2", "y^4 - y")); /* 0 */
    assert_true(solves_text(*state, "x", "y^5"));
    assert_false(solves_text(*state, "0", "y"));
}

/* Larger problems modulo few primes; half of them are free of x, which takes one point, and have
 * longer coefficients. */
static void modulo_few_primes(void **state)
{
    bench *b = *state;
    clm_random random = {6};
    size_t done = 0, count = random_cases(CASES);

    b->small.alone = true;
    for (size_t k = 0; k < count; k++) {
        const size_t dy = 1 + clm_random_below(&random, k % 2 == 0 ? 30 : 8);
        const size_t dx = k % 2 == 0 ? 0 : clm_random_below(&random, 9);
        clmodp_zxy *f, *g;

        random_pair(&f, &g, &random, (pair_shape)(k / 2 % PAIR_SHAPES), dy, dx,
                    1 + clm_random_below(&random, k % 4 == 0 ? 400 : 62));
        done += computes(b, f, g, k % 3 == 0 && clmodp_zxy_degree_y(f) > 0
                                      ? CLMODP_OPERATION_DISCRIMINANT
                                      : CLMODP_OPERATION_RESULTANT);
    }
    assert_true(done > count / 2 && done < count);
    assert_true(solves_text(b, "(2^59 + 5)*y^6 - 2^59*y + 1", "3*y^5 - (2^60 - 1)"));
    assert_true(solves_text(b, "y^7 - x^4*y + x", "x*y^6 - x^5 + 7"));
    assert_true(solves_text(b, "(y - 2*x)^3*(y + x^2)", "(y + x^2)*(x*y - 5)^4")); /* 0 */
    assert_true(solves_text(b, "(x - 1)*(x - 2)*(x + 3)*y^7 + 1", "x*(x + 1)*y^4 - y"));
    assert_true(solves_text(b, "2^61*y^6 + 1", "y^5 - 2^61"));
    assert_true(solves_text(b, "2^64*y^6 + y - 2^300", "y^5 - 2^129*y + 1"));
    assert_false(solves_text(b, "2^61*y^6 + x", "y^5 - 2^61"));
    assert_false(solves_text(b, "2^64*y^6 + x", "y^5 - 2"));
    assert_false(solves_text(b, "x^20*y^6 + 1", "y^5 - x^20"));
    b->small.alone = false;
}

/* Invalid problems and other operations are left to other functions. */
static void other_problems_are_left(void **state)
{
    bench *b = *state;
    clmodp_zxy *f = zxy_parse("y^2 - x"), *g = zxy_parse("y + 1"), *s = zxy_new();
    clmodp_zx *r = zx_linear(3, 7), *before = zx_linear(3, 7);
    const clmodp_problem wrong[] = {
        {.f = NULL, .g = g, .r = r},
        {.f = f, .g = NULL, .r = r},
        {.f = f, .g = g, .r = NULL},
        {.f = f, .g = g, .r = r, .modulus = 7},
        {.f = f, .g = g, .r = r, .modulus = 8},
        {.operation = CLMODP_OPERATION_SUBRESULTANT, .k = 1, .f = f, .g = g, .r = r, .s = s},
    };
    clmodp_resultant_options other = b->options;

    for (size_t k = 0; k < sizeof wrong / sizeof *wrong; k++)
        assert_false(clm_small_compute(&b->small, &wrong[k], 3));
    assert_true(clmodp_zx_equal(r, before));
    assert_true(clm_task_is_open(b->context, &other));
    other.engine = CLMODP_ENGINE_HOST;
    assert_false(clm_task_is_open(b->context, &other));
    other = b->options;
    other.max_result = 100;
    assert_false(clm_task_is_open(b->context, &other));
    other = b->options;
    other.crt = CLMODP_CRT_TREE;
    assert_false(clm_task_is_open(b->context, &other));
    DESTROY(before, r, s, g, f);
}

/* Returns whether a solver with these options computes the problem of y^degree + x and y + 1, and
 * checks the result. */
static int answer_of_solver(bench *b, const clmodp_resultant_options *options, size_t degree)
{
    clmodp_small_solver *solver;
    clmodp_zxy *f = zxy_parse("x"), *g = zxy_parse("y + 1");
    clmodp_zx *r = zx_linear(3, 7), *before = zx_linear(3, 7);
    const clmodp_problem problem = {.size = sizeof problem, .f = f, .g = g, .r = r};
    clmodp_problem wrong = problem;
    int done;

    wrong.size = 8;
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 0, degree), CLMODP_OK);
    assert_int_equal(clmodp_small_solver_create(&solver, b->context, options), CLMODP_OK);
    assert_int_equal(clmodp_small_solver_compute(solver, &wrong), 0);
    assert_true(clmodp_zx_equal(r, before));
    done = clmodp_small_solver_compute(solver, &problem);
    if (done)
        assert_int_equal(clmodp_resultant(b->context, before, NULL, f, g, options), CLMODP_OK);
    assert_true(clmodp_zx_equal(r, before));
    clmodp_small_solver_destroy(solver);
    DESTROY(before, r, g, f);
    return done;
}

static void solvers_compute_small_problems_only(void **state)
{
    bench *b = *state;
    clmodp_resultant_options options;
    clmodp_small_solver *solver = NULL;

    for (size_t degree = 1; degree <= 5; degree++)
        assert_int_equal(answer_of_solver(b, NULL, degree), 1);
    assert_int_equal(answer_of_solver(b, NULL, 2000), 0);
    clmodp_resultant_options_init(&options);
    options.engine = CLMODP_ENGINE_HOST;
    assert_int_equal(answer_of_solver(b, &options, 2), 0);
    options.size = 0;
    assert_int_equal(clmodp_small_solver_create(&solver, b->context, &options), CLMODP_INVALID);
    assert_null(solver);
    assert_int_equal(clmodp_small_solver_create(&solver, NULL, NULL), CLMODP_INVALID);
    clmodp_small_solver_destroy(NULL);
}

TESTS_BETWEEN(set_up, tear_down,
    cmocka_unit_test(degrees_up_to_five),
    cmocka_unit_test(pairs_of_all_shapes),
    cmocka_unit_test(limits),
    cmocka_unit_test(modulo_few_primes),
    cmocka_unit_test(other_problems_are_left),
    cmocka_unit_test(solvers_compute_small_problems_only));
