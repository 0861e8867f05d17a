/* Tests of resultants of any size with known values or degrees. */
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

static void check(clmodp_context *context, known_pair pair)
{
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_zx *r = zx_new();

    if (clmodp_resultant(context, r, &report, pair.f, pair.g, NULL) != CLMODP_OK)
        fail_msg("%s: %s", pair.name, clmodp_context_message(context));
    if (pair.resultant != NULL && !clmodp_zx_equal(r, pair.resultant))
        fail_msg("%s: wrong resultant", pair.name);
    if (clmodp_zx_degree(r) != pair.degree)
        fail_msg("%s: degree %ld, not %ld", pair.name, clmodp_zx_degree(r), pair.degree);
    assert_true(zx_height_bits(r) <= report.height_bits);
    assert_true(pair.degree < 0 || (uint64_t)pair.degree <= report.degree_bound);
    clmodp_zx_destroy(r);
    known_pair_clear(&pair);
}

static void chebyshev_polynomials(void **state)
{
    static const size_t degrees[][2] = {{1, 2}, {2, 1}, {2, 3}, {5, 3},
                                        {8, 7}, {16, 15}, {31, 24}, {50, 49}};

    for (size_t k = 0; k < sizeof degrees / sizeof *degrees; k++) {
        check(*state, known_chebyshev(degrees[k][0], degrees[k][1], 0, 3));
        check(*state, known_chebyshev(degrees[k][0], degrees[k][1], 2, -1));
    }
}

static void linear_factors(void **state)
{
    clm_random random = {7};

    for (size_t p = 1; p <= 25; p += 4)
        for (size_t q = 1; q <= 17; q += 5) {
            check(*state, known_linear_factors(&random, p, q, 1, 20, 1));
            check(*state, known_linear_factors(&random, p, q, 2, 30, 0));
        }
    check(*state, known_linear_factors(&random, 3, 2, 1, 10000, 0)); /* huge coefficients */
    if (!small_tests())
        check(*state, known_linear_factors(&random, 2, 2, 1, 300000, 0)); /* reduced by blocks */
}

static void composed_sums(void **state)
{
    clm_random random = {8};

    for (size_t p = 1; p <= 16; p += 5)
        check(*state, known_composed_sum(&random, p, 3 * p + 1));
}

static void trinomials(void **state)
{
    clmodp_zx *a = zx_linear(2, -3), *b = zx_linear(-1, 5);

    for (size_t n = 2; n <= 40; n += 7)
        for (size_t k = 1; k < n; k += 3)
            check(*state, known_trinomial(n, k, a, b));
    DESTROY(b, a);
}

static void curves(void **state)
{
    check(*state, known_modular_2());
    for (size_t k = 4; k <= 9; k++)
        check(*state, known_rose(k));
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(chebyshev_polynomials),
    cmocka_unit_test(linear_factors),
    cmocka_unit_test(composed_sums),
    cmocka_unit_test(trinomials),
    cmocka_unit_test(curves));
