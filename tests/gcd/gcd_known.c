/* Tests greatest common divisors with known results: zeros, constants, contents, monomials, gaps,
 * absent variables, bad and unlucky primes and points, long coefficients, and refusals. */
#include <clmodp/gcd.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arith/prime.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

#define VARIABLES 4
static const char *const names[VARIABLES] = {"x", "y", "z", "w"};

static clmodp_context *context;

static int set_up(void **state)
{
    const clmodp_context_options host = {.size = sizeof host, .device = "host"};

    (void)state;
    return clmodp_context_create(&context, &host, NULL, 0) == CLMODP_OK ? 0 : -1;
}

static int tear_down(void **state)
{
    (void)state;
    clmodp_context_destroy(context);
    return 0;
}

static clmodp_mpoly *read(const char *text)
{
    return mpoly_parse(text, names, VARIABLES);
}

static void assert_reads(const clmodp_mpoly *f, const char *text)
{
    clmodp_mpoly *expected = read(text);

    if (!clmodp_mpoly_equal(f, expected)) {
        char *found;

        assert_int_equal(clmodp_mpoly_to_text(&found, f, names, NULL), CLMODP_OK);
        fail_msg("%.200s instead of %.200s", found, text);
    }
    clmodp_mpoly_destroy(expected);
}

/* Checks gcd(f, g) = h, with cofactors, in both orders; in turns 2 and 3 with another factor of f,
 * whose long coefficient prevents a gcd of integers. */
static void check_turns(const char *f_text, const char *g_text, const char *h_text, int turns)
{
    for (int turn = 0; turn < turns; turn++) {
        clmodp_mpoly *f = read(turn % 2 == 0 ? f_text : g_text);
        clmodp_mpoly *g = read(turn % 2 == 0 ? g_text : f_text), *h = read("7*w"), *a = read("1");
        clmodp_mpoly *b = read("x"), *factor = read("2^15400*w + 3");
        clmodp_status st;

        if (turn >= 2 && clmodp_mpoly_terms(g) > 0)
            assert_int_equal(clmodp_mpoly_mul(f, f, factor), CLMODP_OK);
        clmodp_mpoly_destroy(factor);
        st = clmodp_mpoly_gcd(context, h, a, b, f, g);
        if (st != CLMODP_OK)
            fail_msg("%s: gcd(%.80s, %.80s)", clmodp_context_message(context), f_text, g_text);
        assert_reads(h, h_text);
        assert_int_equal(clmodp_mpoly_mul(a, a, h), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_mul(b, b, h), CLMODP_OK);
        assert_true(clmodp_mpoly_equal(a, f) && clmodp_mpoly_equal(b, g));
        assert_int_equal(clmodp_mpoly_gcd(context, f, g, NULL, f, g), CLMODP_OK); /* in place */
        assert_true(clmodp_mpoly_equal(f, h));
        DESTROY(b, a, h, g, f);
    }
}

static void check(const char *f, const char *g, const char *h)
{
    check_turns(f, g, h, 4);
}

static void ugly_inputs(void **state)
{
    (void)state;
    check("0", "0", "0");
    check("0", "-3", "3");
    check("0", "-2*x + 4*y", "2*x - 4*y");
    check("6", "-4", "2");
    check("6", "4*x*y - 10", "2");
    check("x", "y", "1");
    check("-x", "-x", "x");
    check("x^3*y*w^2*6", "x*y^5*w*4", "2*x*y*w");
    check("4*x + 4", "6*x^2 - 6", "2*x + 2");
    check("x - y", "y - x", "x - y");
    check("y - x", "y^2 - x^2", "x - y");
    check("x*y + y", "x^2 - 1", "x + 1");
    check("(x + y)*z", "(x + y)*w", "x + y");
    check("(x + y)*(z + w)", "(z + w)^2", "z + w");
    check("(x^2 + y)*z^5", "(x^2 + y)^3*z^2*w", "(x^2 + y)*z^2");
    check("x*y*z*w - 1", "x*y*z*w + 1", "1");
    check("2*x + 2*y", "3*x + 3*y", "x + y");
    check("(6*y + 3)*(x + 1)", "(4*y + 2)*(x + 2)", "2*y + 1");
    check("x^2*y^2 - 1", "x^3*y^3 - 1", "x*y - 1");
    check("-x^2 - x*y - y^2 - z", "-(x^2 + x*y + y^2 + z)*(x - w)", "x^2 + x*y + y^2 + z");
}

/* Cofactors that vanish, or have a common factor, where some variables are powers of another. In
 * the last line, degrees cannot be bounded modulo 2^31 - 1. */
static void cofactors_on_curves(void **state)
{
    (void)state;
    check("(x + y + z + 1)*(x - 3*z)", "(x + y + z + 1)*(z^2 - y)", "x + y + z + 1");
    check("(x + y + z + 1)*(x - 3*y)", "(x + y + z + 1)*(y^2 - z)", "x + y + z + 1");
    check("(x + y*z + 1)^2*(x - 3*z)", "(x + y*z + 1)*(z^2 - y)", "x + y*z + 1");
    check("(x + y + z + w)*(x - z^4)", "(x + y + z + w)*(w^2 - z)*(z^2 - y)", "x + y + z + w");
    check("(x + y + z + 1)*(x + z^2)", "(x + y + z + 1)*(x + y)", "x + y + z + 1");
    check("(x + y + z + 1)*(x + y^2)", "(x + y + z + 1)*(x + z)", "x + y + z + 1");
    check("(2147483647*x + y^3 + z^3 + 1)*(2147483647*x + z^4)",
          "(2147483647*x + y^3 + z^3 + 1)*(2147483647*x + y)", "2147483647*x + y^3 + z^3 + 1");
    check("(2147483647*x + y^3 + z^3 + 1)*(2147483647*x + y^4)",
          "(2147483647*x + y^3 + z^3 + 1)*(2147483647*x + z)", "2147483647*x + y^3 + z^3 + 1");
}

static void gaps_and_powers(void **state)
{
    (void)state;
    check("x^2000000000 - 1", "x^1600000000 - 1", "x^400000000 - 1");
    check("x^1000 - 1", "x^999 - 1", "x - 1");
    check("x^100 - y^100", "x^60 - y^60", "x^20 - y^20");
    check("(x^1000 + 2)*y", "(x^1000 + 2)*(x + y)", "x^1000 + 2");
    check("(x + 1)^40*(x - 1)", "(x + 1)^30*(x - 2)", "(x + 1)^30");
    check("(x + y + 1)^10*(x - y)", "(x + y + 1)^9*(x + y)", "(x + y + 1)^9");
    check("(x*y*z*w + x + y + z + w + 1)^2", "(x*y*z*w + x + y + z + w + 1)*(x - w)",
          "x*y*z*w + x + y + z + w + 1");
    check("(x^1000000 + y)*(z + 1)", "(x^1000000 + y)*(z - 1)", "x^1000000 + y");
    /* too many points for dense images, but one divides the other */
    check("(x^1000*y^999 - z^998*w^997 + 2)*(3*w^900*y^7 + x^5 - z^800)",
          "2*z^800 - 6*w^900*y^7 - 2*x^5", "3*w^900*y^7 + x^5 - z^800");
}

/* Binomials x^d + 1 and x^d - 1 in one variable, whose exponents have the gcd; and remainders
 * modulo them. */
static void binomials(void **state)
{
    (void)state;
    check_turns("x^10001 - 1", "x^9999 - 1", "x - 1", 2);
    check_turns("x^9999 - 1", "x^7000 + 1", "1", 2);
    check_turns("x^9999 + 1", "x^7001 + 1", "x + 1", 2);
    check_turns("x^9999 + 1", "x^7000 - 1", "x + 1", 2);
    check_turns("x^6006 + 1", "x^4030 + 1", "x^26 + 1", 2);
    check_turns("x^6006 + 1", "x^4004 + 1", "1", 2);
    check_turns("1 - x^1001", "x^3003 + 5*x^1001 + 5*x^8 - 11*x^3", "x - 1", 2);
    check("x^2 + 1", "(x^9 + y*x^4 - z)*(x^2 + 1)", "x^2 + 1");
    check("y^3 - 1", "(x^9 + y^8*x^4 - z)*(y^2 + y + 1)", "y^2 + y + 1");
    check("y^3 - 1", "(x^9*y + y^8*x^4 - z*y^4)^2", "1");
    check("x^6 - y", "x^9 - y^2", "1");
    check("x^6 - y^6", "x^9 - y^9", "x^3 - y^3");
    check("x^6*y^6 - 1", "x^9*y^9 - 1", "x^3*y^3 - 1");
    check("2*x^600 - 2", "3*x^999 - 3", "x^3 - 1");
}

/* Few terms, whose number of dense values is large: contents in y, leading coefficients that the
 * gcd has in part, the largest exponents, and powers. */
static void few_terms(void **state)
{
    (void)state;
    check("(x^1000*y^999 - z^998*w^997 + 2)*(3*w^900*y^7 + x^5 - z^800)",
          "(x^1000*y^999 - z^998*w^997 + 2)*(w^90*y^80 - x^5 + z^8)",
          "x^1000*y^999 - z^998*w^997 + 2");
    check("((x + z^50)*y^60 - w^70 + 1)*((x - z^3)*y^9 + w^20)",
          "((x + z^50)*y^60 - w^70 + 1)*((x - z^3)*(w + 2)*y^8 + x)*(x + z^50)",
          "(x + z^50)*y^60 - w^70 + 1");
    check("(x^30 + z*w^40)*(y^50*x + z^20 - 6)*(y^20 + w)",
          "(x^30 + z*w^40)*(y^50*x + z^20 - 6)*(z^90 - y*w)",
          "(x^30 + z*w^40)*(y^50*x + z^20 - 6)");
    check("(x^20*y^20 + z^20*w^20 - 7*x^3*w^9)^3*(y - z^30)",
          "(x^20*y^20 + z^20*w^20 - 7*x^3*w^9)^2*(x + w^40*y)",
          "(x^20*y^20 + z^20*w^20 - 7*x^3*w^9)^2");
    check("(x^40000*y - 3*z^50000 + w)*(x*y + z)",
          "(x^40000*y - 3*z^50000 + w)*(x*w - z*y + 2)", "x^40000*y - 3*z^50000 + w");
    check("(x^20*y^15*z^12*w^9 + 1)*(x + y)", "(x^21*y^14*z^13*w^8 + 1)*(z + w)", "1");
}

/* The cofactors y and y + m, m a product of primes, have a common zero modulo each; then they are
 * multiplied by m y + 1, whose degree falls. */
static void bad_primes(void **state)
{
    const size_t count = small_tests() ? 5 : 40;
    uint32_t primes[40];
    mpz_t m;
    char *digits, text[6][2000];

    (void)state;
    mpz_init_set_ui(m, 1);
    assert_int_equal(clm_primes_below(primes, count, UINT32_C(1) << 31, 1), count);
    for (size_t k = 0; k < count; k++)
        mpz_mul_ui(m, m, primes[k]);
    digits = mpz_get_str(NULL, 10, m);
    (void)snprintf(text[0], sizeof *text, "y*(y^2 - 3*y + 7)");
    (void)snprintf(text[1], sizeof *text, "(y + %s)*(y^2 - 3*y + 7)", digits);
    check(text[0], text[1], "y^2 - 3*y + 7");
    (void)snprintf(text[2], sizeof *text, "(%s*y + 1)*(y - 1)", digits);
    (void)snprintf(text[3], sizeof *text, "(%s*y + 1)*(y + 1)", digits);
    (void)snprintf(text[4], sizeof *text, "%s*y + 1", digits);
    check(text[2], text[3], text[4]);
    (void)snprintf(text[2], sizeof *text, "(%s*y + x)*(y - z)", digits);
    (void)snprintf(text[3], sizeof *text, "(%s*y + x)*(y + %s*x - z)", digits, digits);
    (void)snprintf(text[4], sizeof *text, "%s*y + x", digits);
    check(text[2], text[3], text[4]);
    free(digits);
    mpz_clear(m);
}

/* The first prime that tells a support divides a coefficient, or the cofactors agree modulo it. */
static void bad_supports(void **state)
{
    uint32_t primes[2];
    char h[3][100], f[400], g[400];

    (void)state;
    assert_int_equal(clm_primes_below(primes, 2, UINT32_C(1) << 31, UINT32_C(1) << 25), 2);
    for (int both = 0; both < 2; both++) {
        const unsigned long m = (unsigned long)primes[0] * (both ? primes[1] : 1);

        (void)snprintf(h[0], sizeof *h, "%lu*x^9*y^8 + z^7*w^9 - 5*x*w^3 + y^9", m);
        (void)snprintf(h[1], sizeof *h, "x^9*z + y^9*w^8 + z^9*w - %lu", m);
        (void)snprintf(h[2], sizeof *h, "x^7 + y^8 - z^9*w");
        for (int k = 0; k < 3; k++) {
            (void)snprintf(f, sizeof f, "(%s)*(x^5*y + z^6 + w)", h[k]);
            (void)snprintf(g, sizeof g, "(%s)*(x^5*y + z^6 + %lu*w^3*z + w)", h[k], m);
            check(f, g, h[k]);
        }
    }
}

/* The cofactors y - 1 and y - x^n meet where x is a root of unity, a likely point; z - x^n, the
 * leading coefficient, vanishes there for z = 1. */
static void bad_points(void **state)
{
    (void)state;
    for (int n = 1; n <= (small_tests() ? 12 : 100); n += n < 12 ? 1 : 11) {
        char f[400], g[400], h[200];

        (void)snprintf(f, sizeof f, "(x^5 + y^4 + 2)*(y - 1)");
        (void)snprintf(g, sizeof g, "(x^5 + y^4 + 2)*(y - x^%d)", n);
        check(f, g, "x^5 + y^4 + 2");
        (void)snprintf(h, sizeof h, "(z - x^%d)*y^2 + x + 1", n);
        (void)snprintf(f, sizeof f, "(%s)*(y + z)", h);
        (void)snprintf(g, sizeof g, "(%s)*(y^2 - x)", h);
        (void)snprintf(h, sizeof h, "(x^%d - z)*y^2 - x - 1", n);
        check(f, g, h);
    }
}

static void long_coefficients(void **state)
{
    const char *h = "(3^2000*x^3 - 7^1500*x*y + 2^5000 + 1)";
    char f[400], g[400], expected[400];

    (void)state;
    (void)snprintf(f, sizeof f, "%s*(x - 5^900*y)", h);
    (void)snprintf(g, sizeof g, "-6^400*%s*(11^500*x*y + 1)", h);
    check(f, g, h);
    (void)snprintf(f, sizeof f, "%s*10^300", h);
    (void)snprintf(g, sizeof g, "-6^400*%s", h);
    (void)snprintf(expected, sizeof expected, "2^300*%s", h);
    check(f, g, expected);
}

static void refusals(void **state)
{
    clmodp_mpoly *f = read("x"), *g, *h = read("y");

    (void)state;
    assert_int_equal(clmodp_mpoly_create(&g, 2), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_gcd(context, h, NULL, NULL, f, g), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_gcd(context, h, h, NULL, f, f), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_gcd(context, h, g, g, f, f), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_gcd(context, NULL, NULL, NULL, f, f), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_gcd(NULL, h, NULL, NULL, f, f), CLMODP_INVALID);
    DESTROY(f, g);
    f = read("x^200000000 + x + 1");
    g = read("x^200000001 - x - 1");
    assert_int_equal(clmodp_mpoly_gcd(context, h, NULL, NULL, f, g), CLMODP_LIMIT);
    assert_non_null(strstr(clmodp_context_message(context), "degree"));
    assert_reads(h, "y");
    DESTROY(f, g, h);
}

TESTS_BETWEEN(set_up, tear_down, cmocka_unit_test(ugly_inputs),
              cmocka_unit_test(cofactors_on_curves), cmocka_unit_test(gaps_and_powers),
              cmocka_unit_test(few_terms), cmocka_unit_test(binomials),
              cmocka_unit_test(bad_primes),
              cmocka_unit_test(bad_supports), cmocka_unit_test(bad_points),
              cmocka_unit_test(long_coefficients), cmocka_unit_test(refusals));
