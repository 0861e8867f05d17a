/* Tests of resultants of polynomials free of x, of low degrees and with coefficients of one word:
 * against engine HOST and products of differences of roots. */
#include <stdio.h>

#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

enum { DEGREE = 6 };

/* Compares the results with the engine left open and by primes, and releases f and g. */
static void check(clmodp_context *context, clmodp_zxy *f, clmodp_zxy *g)
{
    clmodp_resultant_options by_primes;
    clmodp_resultant_report report;
    clmodp_zx *r = zx_linear(3, 7), *expected = zx_new();

    clmodp_resultant_options_init(&by_primes);
    clmodp_resultant_report_init(&report);
    by_primes.engine = CLMODP_ENGINE_HOST;
    assert_int_equal(clmodp_resultant(context, expected, NULL, f, g, &by_primes), CLMODP_OK);
    assert_int_equal(clmodp_resultant(context, r, &report, f, g, NULL), CLMODP_OK);
    if (!clmodp_zx_equal(r, expected))
        fail_msg("another result of degrees %ld and %ld", clmodp_zxy_degree_y(f),
                 clmodp_zxy_degree_y(g));
    assert_int_equal(report.engine, CLMODP_ENGINE_AUTO);
    assert_int_equal(report.width_bound, 1);
    assert_true(zx_height_bits(r) <= report.height_bits);
    DESTROY(expected, r, g, f);
}

/* Returns a polynomial with coefficients of up to so many bits: random ones, or of these alone the
 * largest with random signs, and zeros for one in `gaps`. The leading one is not 0. */
static clmodp_zxy *random_words(size_t degree, unsigned bits, uint64_t gaps, clm_random *random)
{
    clmodp_zxy *f = zxy_new();
    mpz_t c;

    mpz_init(c);
    for (size_t j = 0; j <= degree; j++) {
        const uint64_t most = UINT64_MAX >> (64 - bits);

        if (j < degree && gaps > 0 && clm_random_below(random, gaps) == 0)
            continue;
        mpz_set_ui(c, gaps % 2 == 0 ? most : 1 + clm_random_below(random, most));
        if (clm_random_below(random, 2) == 0)
            mpz_neg(c, c);
        assert_int_equal(clmodp_zxy_set_coeff(f, c, 0, j), CLMODP_OK);
    }
    mpz_clear(c);
    return f;
}

/* All pairs of degrees, with sizes of coefficients around the limits of each width. */
static void all_degrees(void **state)
{
    static const unsigned bits[] = {1, 16, 28, 29, 30, 31, 32, 33, 60, 61, 62, 63, 64};
    const size_t sizes = sizeof bits / sizeof *bits;
    const uint64_t cases = random_cases((DEGREE + 1) * (DEGREE + 1) * sizes * 12);
    clm_random random = {11};

    for (uint64_t k = 0; k < cases; k++) {
        const size_t p = k % (DEGREE + 1), q = k / (DEGREE + 1) % (DEGREE + 1) + (p == 0);
        const uint64_t gaps = clm_random_below(&random, 5);

        check(*state, random_words(p, bits[clm_random_below(&random, sizes)], gaps, &random),
              random_words(q, bits[clm_random_below(&random, sizes)], gaps, &random));
    }
}

/* The longest products: coefficients 2^64 - 1 of all signs. */
static void all_signs(void **state)
{
    clm_random random = {12};

    for (uint64_t k = random_cases(3000); k-- > 0;)
        check(*state, random_words(DEGREE, 64, 0, &random), random_words(DEGREE, 64, 8, &random));
}

/* Returns the product of y - (first + k * step), k < count. */
static clmodp_zxy *with_roots(size_t count, int first, int step)
{
    char text[200];
    size_t length = 0;

    for (size_t k = 0; k < count; k++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s(y - %d)",
                                   k > 0 ? "*" : "", first + (int)k * step);
    return zxy_parse(text);
}

/* res_y(prod (y - a), prod (y - b)) = prod (a - b), 0 if there is a common root. */
static void known_roots(void **state)
{
    clmodp_zx *r = zx_new();
    mpz_t expected;

    mpz_init(expected);
    for (size_t n = 1; n <= DEGREE; n++)
        for (int start = 0; start < 200; start += 51) { /* 102 is a root of both */
            clmodp_zxy *f = with_roots(n, 100, 1), *g = with_roots(DEGREE, start, 9);

            mpz_set_ui(expected, 1);
            for (long a = 100; a < 100 + (long)n; a++)
                for (long b = start; b < start + 9 * DEGREE; b += 9)
                    mpz_mul_si(expected, expected, a - b);
            assert_int_equal(clmodp_resultant(*state, r, NULL, f, g, NULL), CLMODP_OK);
            assert_int_equal(mpz_cmp(clmodp_zx_coeff(r, 0), expected), 0);
            DESTROY(g, f);
        }
    mpz_clear(expected);
    clmodp_zx_destroy(r);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(all_degrees),
              cmocka_unit_test(all_signs), cmocka_unit_test(known_roots));
