/* Tests of resultants modulo primes of polynomials free of x, with the engine left open: images of
 * the results over Z, for all kinds of degrees lost modulo the prime. */
#include "resultant/univariate.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

static const uint64_t primes[] = {2, 3, 5, 65537, 998244353, 2147483647, 2147483659,
                                  1152921504606847009, 4611686018427387847};
#define PRIMES (sizeof primes / sizeof *primes)

/* Returns the resultant modulo p, and releases f and g after comparing with the one over Z. */
static uint64_t check(clmodp_context *context, clmodp_zxy *f, clmodp_zxy *g, uint64_t p)
{
    clmodp_resultant_options by_primes;
    clmodp_resultant_report report;
    clmodp_zx *r = zx_linear(3, 7), *expected = zx_new();
    mpz_t image;
    uint64_t value;

    clmodp_resultant_options_init(&by_primes);
    clmodp_resultant_report_init(&report);
    by_primes.engine = CLMODP_ENGINE_HOST;
    assert_int_equal(clmodp_resultant(context, expected, NULL, f, g, &by_primes), CLMODP_OK);
    assert_int_equal(clmodp_resultant_mod(context, r, &report, f, g, p, NULL), CLMODP_OK);
    assert_int_equal(report.engine, CLMODP_ENGINE_AUTO);
    assert_int_equal(report.degree_bound, 0);
    assert_int_equal(report.width_bound, 1);
    assert_true(zx_height_bits(r) <= report.height_bits);
    mpz_init(image);
    mpz_fdiv_r_ui(image, clmodp_zx_coeff(expected, 0), p);
    value = mpz_get_ui(image);
    mpz_clear(image);
    if (clmodp_zx_degree(r) > 0 || mpz_get_ui(clmodp_zx_coeff(r, 0)) != value)
        fail_msg("another result modulo %ju, of degrees %ld and %ld", (uintmax_t)p,
                 clmodp_zxy_degree_y(f), clmodp_zxy_degree_y(g));
    DESTROY(expected, r, g, f);
    return value;
}

/* Makes `count` leading coefficients multiples of p, but not 0, and others at random. */
static void vanish(clmodp_zxy *f, size_t count, uint64_t p, clm_random *random)
{
    const size_t terms = (size_t)clmodp_zxy_degree_y(f) + 1;
    mpz_t c;

    mpz_init(c);
    for (size_t k = 0; k < terms; k++) {
        size_t i, j;

        if (k >= clmodp_zxy_terms(f))
            break;
        mpz_set(c, clmodp_zxy_term(f, k, &i, &j));
        if (j + count < terms && clm_random_below(random, 8) > 0)
            continue;
        mpz_mul_ui(c, c, p);
        assert_int_equal(clmodp_zxy_set_coeff(f, c, 0, j), CLMODP_OK);
    }
    mpz_clear(c);
}

/* Both degrees, either order, with up to all of the leading coefficients lost. */
static void lost_degrees(void **state)
{
    static const size_t degrees[] = {0, 1, 2, 3, 6, 17, 80};
    const size_t count = sizeof degrees / sizeof *degrees;
    const uint64_t cases = random_cases(count * count * PRIMES * 8);
    clm_random random = {4};

    for (uint64_t k = 0; k < cases; k++) {
        const size_t n = degrees[clm_random_below(&random, count)];
        const size_t m = degrees[clm_random_below(&random, n == 0 ? count - 1 : count)] + (n == 0);
        const uint64_t p = primes[clm_random_below(&random, PRIMES)], seed = 3 * k;
        clmodp_zxy *f = random_dense(0, m, 1 + k % 3 * 70, seed);
        clmodp_zxy *g = random_dense(0, n, 1 + k % 5 * 40, seed + 1);

        if (k % 4 == 1 || k % 4 == 3)
            vanish(f, clm_random_below(&random, m + 2), p, &random);
        if (k % 4 >= 2)
            vanish(g, clm_random_below(&random, n + 2), p, &random);
        (void)check(*state, f, g, p);
    }
}

static void known_values(void **state)
{
    assert_int_equal(check(*state, zxy_parse("y - 3"), zxy_parse("y - 5"), 2147483659),
                     2147483657);
    assert_int_equal(check(*state, zxy_parse("7"), zxy_parse("y^3"), 2147483647), 343);
    assert_int_equal(check(*state, zxy_parse("y^3 - 1"), zxy_parse("(y - 1)*(y + 2)"), 3), 0);
    assert_int_equal(check(*state, zxy_parse("3*y^3 + 2"), zxy_parse("3*y^2 + 1"), 3), 0);
    /* gaps in the degrees of the sequence */
    (void)check(*state, zxy_parse("y^300 + y + 1"), zxy_parse("y^150 - 2"), 998244353);
    (void)check(*state, zxy_parse("y^40"), zxy_parse("y^39 + 2^3000"), 4611686018427387847);
}

static int refuse(void *user, double fraction)
{
    (void)fraction;
    ++*(int *)user;
    return 1;
}

/* Long work asks the progress callback; sparse polynomials are left to the engines. */
static void long_and_sparse(void **state)
{
    static const uint64_t of[] = {2147483647, 4611686018427387847};
    clmodp_zxy *f = random_dense(0, 4000, 70, 1), *g = random_dense(0, 3000, 70, 2);
    clmodp_zxy *sparse = zxy_parse("y^100000 + 1");
    clmodp_zx *r = zx_linear(3, 7), *before = zx_linear(3, 7);

    for (size_t k = 0; k < 2; k++) {
        int asked = 0;

        clmodp_context_set_progress(*state, refuse, &asked);
        assert_int_equal(clmodp_resultant_mod(*state, r, NULL, f, g, of[k], NULL),
                         CLMODP_CANCELLED);
        clmodp_context_set_progress(*state, NULL, NULL);
        assert_true(asked > 0 && clmodp_zx_equal(r, before));
    }
    assert_true(clm_univariate_applies(f, g));
    assert_false(clm_univariate_applies(f, sparse));
    DESTROY(before, r, sparse, g, f);
}

/* A discriminant is a resultant of the derivative, divided by the leading coefficient. */
static void discriminants(void **state)
{
    clmodp_zxy *f = zxy_parse("y^3 - 7*y + 10");
    clmodp_problem problem = {.size = sizeof problem, .f = f, .modulus = 4611686018427387847,
                              .operation = CLMODP_OPERATION_DISCRIMINANT, .r = zx_new()};

    assert_int_equal(clmodp_compute(*state, &problem, NULL), CLMODP_OK);
    /* -4 (-7)^3 - 27 10^2 = -1328 */
    assert_int_equal(mpz_get_ui(clmodp_zx_coeff(problem.r, 0)), 4611686018427387847 - 1328);
    DESTROY(problem.r, f);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(lost_degrees),
              cmocka_unit_test(known_values), cmocka_unit_test(long_and_sparse),
              cmocka_unit_test(discriminants));
