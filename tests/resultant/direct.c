/* Tests of resultants of low degree with long coefficients, computed as determinants of integers:
 * they equal results modulo primes, and products of differences of roots. */
#include "resultant/direct.h"


#include "opencl/context.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

/* Returns whether no primes were needed; the result must be that of the primes. */
static bool agrees(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_resultant_options by_primes;
    clmodp_zx *r = zx_new(), *expected = zx_new();

    clmodp_resultant_options_init(&by_primes);
    by_primes.engine = CLMODP_ENGINE_HOST;
    assert_int_equal(clmodp_resultant(context, r, &report, f, g, NULL), CLMODP_OK);
    assert_int_equal(clmodp_resultant(context, expected, NULL, f, g, &by_primes), CLMODP_OK);
    assert_true(clmodp_zx_equal(r, expected));
    assert_true(clmodp_zx_degree(r) <= (long)report.degree_bound);
    if (report.height_bits > 0 && zx_height_bits(r) > report.height_bits)
        fail_msg("%zu bits above the bound %ju", zx_height_bits(r), (uintmax_t)report.height_bits);
    DESTROY(r, expected);
    return report.primes == 0;
}

/* All degrees, both orders, zeros, common factors, and one coefficient much longer than others. */
static void equals_results_modulo_primes(void **state)
{
    clm_random random = {3};
    const size_t count = random_cases(3000);
    size_t done = 0;

    for (size_t k = 0; k < count; k++) {
        const size_t dy = 1 + clm_random_below(&random, 6), dx = clm_random_below(&random, 7);
        const size_t bits = 65 + clm_random_below(&random, k % 8 == 0 ? 9000 : 600);
        clmodp_zxy *f, *g;

        random_pair(&f, &g, &random, (pair_shape)(k % PAIR_SHAPES), dy, dx, bits);
        done += agrees(*state, f, g);
        DESTROY(f, g);
    }
    assert_true(done > count / 2 && done < count);
}

/* Long and short coefficients side by side, and exponents beyond this method. */
static void special_inputs(void **state)
{
    static const struct {
        const char *f, *g;
        bool direct;
    } cases[] = {
        {"2^3000*y - x", "y - 2", true},
        {"y - 2", "2^3000*y - x", true},
        {"(3^20000 + 1)*y - x", "x*y - 7^9000", true},
        {"x - 3^11000*y^2", "(2^16384 - 1)*y^2 + x^2 - 5^8000", true},
        {"(2^700 - x)*y^2", "y*(3^500*y - 1)", true}, /* 0 */
        {"(x^2 - 1)*y^3 + 2^900", "x*y^3 - 7^300", true},
        {"y^5 - 3^400*x", "y - x", true},
        {"y", "y^4 - 5^100*x^3 + 1", true},
        {"-2^64", "y^5 + x", false},
        {"y^6 - 2^64", "y^5 + x", false},
        {"2^64*y - x^1500", "y^2 - x", false},
    };

    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_zxy *f = zxy_parse(cases[k].f), *g = zxy_parse(cases[k].g);

        if (agrees(*state, f, g) != cases[k].direct)
            fail_msg("case %zu", k);
        DESTROY(f, g);
    }
}

/* Sets f to the product of y - root[k], k < n, without x. */
static clmodp_zxy *of_roots(mpz_t *root, size_t n)
{
    clmodp_zxy *f = zxy_new();
    mpz_t c[6];

    for (size_t j = 0; j <= n; j++)
        mpz_init_set_ui(c[j], j == 0);
    for (size_t k = 0; k < n; k++)
        for (size_t j = k + 2; j-- > 0;) {
            mpz_mul(c[j], c[j], root[k]);
            mpz_neg(c[j], c[j]);
            if (j > 0)
                mpz_add(c[j], c[j], c[j - 1]);
        }
    for (size_t j = 0; j <= n; j++) {
        assert_int_equal(clmodp_zxy_set_coeff(f, c[j], 0, j), CLMODP_OK);
        mpz_clear(c[j]);
    }
    return f;
}

static void equals_differences_of_roots(void **state)
{
    clm_random random = {4};
    mpz_t root[10], expected, difference;

    mpz_inits(expected, difference, NULL);
    for (size_t k = 0; k < 10; k++)
        mpz_init(root[k]);
    for (size_t p = 1; p <= 5; p++)
        for (size_t q = 1; q <= 5; q++) {
            clmodp_zxy *f, *g;
            clmodp_zx *r = zx_new();

            for (size_t k = 0; k < p + q; k++)
                random_integer(root[k], &random, 100 + 700 * k);
            f = of_roots(root, p);
            g = of_roots(root + p, q);
            mpz_set_ui(expected, 1);
            for (size_t k = 0; k < p * q; k++) {
                mpz_sub(difference, root[k / q], root[p + k % q]);
                mpz_mul(expected, expected, difference);
            }
            assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, NULL), CLMODP_OK);
            assert_int_equal(clmodp_zx_degree(r), 0);
            assert_int_equal(mpz_cmp(clmodp_zx_coeff(r, 0), expected), 0);
            DESTROY(r, f, g);
        }
    for (size_t k = 0; k < 10; k++)
        mpz_clear(root[k]);
    mpz_clears(expected, difference, NULL);
}

static int refuse(void *user, double fraction)
{
    (void)fraction;
    ++*(int *)user;
    return 1;
}

/* Long work asks the progress callback; a limit on the result leaves it to other methods. */
static void can_be_cancelled_and_refused(void **state)
{
    clmodp_zxy *f = random_dense(3, 4, 20000, 1), *g = random_dense(3, 4, 20000, 2);
    clmodp_zx *r = zx_new();
    clmodp_resultant_options options;
    int asked = 0;

    clmodp_context_set_progress(*state, refuse, &asked);
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, NULL), CLMODP_CANCELLED);
    assert_int_equal(asked, 1);
    clmodp_context_set_progress(*state, NULL, NULL);
    clmodp_resultant_options_init(&options);
    options.max_result = 20000;
    assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, &options), CLMODP_LIMIT);
    DESTROY(r, f, g);
}

static int set_up(void **state)
{
    (void)context_set_up_host(state);
    ((clmodp_context *)*state)->overrides.never_minors = true;
    return 0;
}

TESTS_BETWEEN(set_up, context_tear_down,
    cmocka_unit_test(equals_results_modulo_primes),
    cmocka_unit_test(special_inputs),
    cmocka_unit_test(equals_differences_of_roots),
    cmocka_unit_test(can_be_cancelled_and_refused));
