/* Tests long rows with few coefficients, as of several variables packed into x, and results with
 * many zeros, against the host engine. */
#include "fpx/batch/evaluate.h"
#include "multimodular/rows.h"
#include "opencl/context.h"
#include "polynomials/zxy.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

#define CASES 24

/* Makes a polynomial of total degree `degree` in y and `digits` variables packed into x, with one
 * of `gap` terms. */
static clmodp_zxy *packed(clm_random *random, size_t degree, size_t digits, size_t radix,
                          uint64_t gap, size_t bits)
{
    clmodp_zxy *f = zxy_new();
    size_t e[3] = {0};
    mpz_t c;

    mpz_init(c);
    for (size_t j = 0; j <= degree; j++)
        for (e[0] = 0; e[0] + j <= degree; e[0]++)
            for (e[1] = 0; e[0] + e[1] + j <= degree; e[1]++)
                for (e[2] = 0; e[2] == 0 || (digits > 2 && e[0] + e[1] + e[2] + j <= degree);
                     e[2]++) {
                    if (e[0] + e[1] + e[2] > 0 && clm_random_below(random, gap) != 0)
                        continue;
                    do
                        random_integer(c, random, bits);
                    while (mpz_sgn(c) == 0);
                    assert_int_equal(
                        clmodp_zxy_set_coeff(f, c, e[0] + radix * (e[1] + radix * e[2]), j),
                        CLMODP_OK);
                }
    mpz_clear(c);
    return f;
}

static void check(clmodp_context *context, clmodp_operation operation, const clmodp_zxy *f,
                  const clmodp_zxy *g, uint64_t modulus, clmodp_resultant_options options,
                  size_t turn)
{
    clmodp_zx *r = zx_new(), *expected = zx_new();
    clmodp_zxy *s = zxy_new(), *expected_s = zxy_new();
    clmodp_problem problem = {.size = sizeof problem, .operation = operation, .k = 1, .f = f,
                              .g = g, .r = expected, .s = expected_s, .modulus = modulus};
    clmodp_resultant_options host;

    clmodp_resultant_options_init(&host);
    host.engine = CLMODP_ENGINE_HOST;
    assert_int_equal(clmodp_compute(context, &problem, &host), CLMODP_OK);
    problem.r = r;
    problem.s = s;
    context->overrides.cosets = 1 + turn % 2;
    if (clmodp_compute(context, &problem, &options) != CLMODP_OK)
        fail_msg("turn %zu: %s", turn, clmodp_context_message(context));
    context->overrides.cosets = 0;
    if (!clmodp_zx_equal(r, expected) || !clmodp_zxy_equal(s, expected_s))
        fail_msg("turn %zu, operation %d: wrong", turn, operation);
    DESTROY(expected_s, s, expected, r);
}

/* Makes other methods of evaluation expensive. Returns whether sums over columns are cheapest. */
static bool prefer_sparse(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g,
                          size_t points)
{
    clm_row_layout layout;
    clm_rows rows;
    const clm_point_batch batch = {.primes = 1, .points = points, .lanes = 1024};
    bool sparse;

    assert_int_equal(clm_context_open(context), CLMODP_OK);
    context->costs.ns[CLM_OP_SUM_PRODUCT] = 1e3;
    context->costs.ns[CLM_OP_FETCH_WORD] = 1e9;
    assert_int_equal(clm_row_layout_create(NULL, &layout, f, g, false), CLMODP_OK);
    rows = clm_row_layout_shape(&layout);
    sparse = clm_evaluate_plan(context, &rows, &batch, CLM_EVALUATE_AUTO).method ==
             CLM_METHOD_SPARSE;
    clm_row_layout_destroy(&layout);
    return sparse;
}

/* Over Z in both modes and in one or two cosets, modulo primes with and without roots of unity,
 * one of them above those that the engine chooses. */
static void agrees_with_the_host(void **state)
{
    static const uint64_t modulus[] = {0, 0, 0, 998244353, 2013265921, 1000000007};
    static const clmodp_operation operations[] = {CLMODP_OPERATION_RESULTANT,
                                                  CLMODP_OPERATION_SUBRESULTANT,
                                                  CLMODP_OPERATION_DISCRIMINANT};
    clm_random random = {8};
    size_t sparse = 0;

    for (size_t turn = 0; turn < random_cases(CASES); turn++) {
        const size_t digits = 2 + turn % 2, degree = 2 + turn % (digits == 2 ? 4 : 2);
        const size_t radix = degree * degree + 1 + turn % 7;
        const uint64_t gap = turn % 4 == 3 ? 4 : 1;
        clmodp_zxy *f = packed(&random, degree, digits, radix, gap, 1 + 20 * (turn % 5));
        clmodp_zxy *g = packed(&random, degree + turn % 2, digits, radix, gap, 30);
        clmodp_resultant_options options;

        sparse += prefer_sparse(*state, f, g, 960);
        clmodp_resultant_options_init(&options);
        options.engine = CLMODP_ENGINE_EUCLID;
        options.mode = turn % 5 == 4 ? CLMODP_MODE_PROBABLE : CLMODP_MODE_CERTIFIED;
        options.seed = turn;
        check(*state, operations[turn / 2 % 3], f, g, modulus[turn % 6], options, turn);
        DESTROY(g, f);
    }
    assert_true(2 * sparse >= random_cases(CASES));
}

/* With as much memory as one prime takes, and parts of it. */
static void caps_change_nothing(void **state)
{
    clm_random random = {9};
    clmodp_zxy *f = packed(&random, 5, 2, 26, 1, 60), *g = packed(&random, 5, 2, 26, 1, 60);
    clmodp_resultant_options options;
    clmodp_resultant_report report;
    clmodp_zx *r = zx_new();

    assert_true(prefer_sparse(*state, f, g, 960));
    clmodp_resultant_options_init(&options);
    clmodp_resultant_report_init(&report);
    options.engine = CLMODP_ENGINE_EUCLID;
    assert_int_equal(clmodp_resultant(*state, r, &report, f, g, &options), CLMODP_OK);
    for (uint64_t part = 2; part <= 8; part *= 2) {
        options.max_memory = report.memory_bytes / part;
        if (clmodp_resultant(*state, r, NULL, f, g, &options) == CLMODP_OK)
            check(*state, CLMODP_OPERATION_RESULTANT, f, g, 0, options, 0);
    }
    DESTROY(r, g, f);
}

TESTS_BETWEEN(context_set_up_searching, context_tear_down,
    cmocka_unit_test(agrees_with_the_host),
    cmocka_unit_test(caps_change_nothing));
