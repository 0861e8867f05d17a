/* Tests of subresultants against minors of the Sylvester matrix, and of their properties. */
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "ref/sylvester.h"
#include "support/context.h"
#include "support/polynomials.h"

#define CASES_A_SHAPE 50

typedef struct example {
    const char *f, *g, *resultant, *subresultant;
} example;

static const example examples[] = {
    /* a divisor of degree 1 */
    {"y^2 - x", "y - 3", "-x + 9", "y - 3"},
    {"2*y - x", "y^2 - 3", "x^2 - 12", "2*y - x"},
    {"y^4 + x", "2*y - x", "x^4 + 16*x", "8*y - 4*x"},
    {"3*y^2 + x*y + 1", "y^2 + 2*x", "2*x^3 + 36*x^2 - 12*x + 1", "-x*y + 6*x - 1"},
    /* gaps: a constant, and nothing */
    {"y^2 - x", "y^2 - 3", "x^2 - 6*x + 9", "x - 3"},
    {"y^4 - x", "y^2 - 3", "x^2 - 18*x + 81", "x - 9"},
    {"y^3 - x", "y^3 - 3", "x^3 - 9*x^2 + 27*x - 27", "0"},
    {"y^6 + x", "y^3 - x^2", "x^12 + 3*x^9 + 3*x^6 + x^3", "0"},
    {"x", "y^2", NULL, NULL},
    {"y + x", "3*y - 1", NULL, NULL},
    {"0", "y^2", NULL, NULL},
    {"y^2 + x", "7", NULL, NULL},
    /* common factors of degree 1 and 2 */
    {"(y - x)*(y + 1)", "(y - x)*(y - 2)", "0", "-3*y + 3*x"},
    {"(y^2 - x)*(y + 1)", "(y^2 - x)*(y - 2)", "0", "0"},
    {"x*y", "y^2", "0", "x*y"},
    /* bounds of R do not hold for S_1 */
    {"y^3 + x^5*y + 1", "y^2", "1", "x^5*y + 1"},
    {"y^3 + x^5*y", "y^2", "0", "x^5*y"},
    {"y^3 + 10^50*y + 1", "y^2", "1", "100000000000000000000000000000000000000000000000000*y + 1"},
    /* contents and leading coefficients that vanish */
    {"6*x^2*y^2 - 6*x^3", "10*x*y^2 - 20*x", "3600*x^8 - 14400*x^7 + 14400*x^6",
     "60*x^4 - 120*x^3"},
    {"x*y^2 + y + 1", "x*y^2 - y + 2", "x^2 + 6*x", "-2*x*y + x"},
    {"x^2 + y^2 - 1", "x*y - 1", "x^4 - x^2 + 1", "x*y - 1"},
};

static void gives_known_subresultants(void **state)
{
    for (size_t k = 0; k < sizeof examples / sizeof *examples; k++) {
        const example *e = &examples[k];
        clmodp_zxy *f = zxy_parse(e->f), *g = zxy_parse(e->g), *s = zxy_parse("5*x*y");
        clmodp_zx *r = zx_linear(4, 2);
        clmodp_status st = clmodp_subresultant(*state, s, r, NULL, 1, f, g, NULL);
        char *text[2] = {NULL, NULL};

        assert_int_equal(clmodp_zx_to_text(&text[0], r, "x", NULL), CLMODP_OK);
        assert_int_equal(clmodp_zxy_to_text(&text[1], s, "x", "y"), CLMODP_OK);
        if (e->subresultant == NULL) {
            assert_int_equal(st, CLMODP_DOMAIN);
            assert_true(strlen(clmodp_context_message(*state)) > 0);
            assert_string_equal(text[0], "4*x + 2");
            assert_string_equal(text[1], "5*x*y");
        } else {
            if (st != CLMODP_OK)
                fail_msg("%s ; %s: %s", e->f, e->g, clmodp_context_message(*state));
            if (strcmp(text[0], e->resultant) != 0 || strcmp(text[1], e->subresultant) != 0)
                fail_msg("%s ; %s gave %s and %s", e->f, e->g, text[0], text[1]);
        }
        free(text[1]);
        free(text[0]);
        DESTROY(r, s, g, f);
    }
}

static void refuses_null_arguments(void **state)
{
    clmodp_zxy *f = zxy_parse("y^2 - x"), *g = zxy_parse("y - x"), *s = zxy_new();
    clmodp_resultant_options wrong;

    clmodp_resultant_options_init(&wrong);
    wrong.mode = (clmodp_mode)7;
    assert_int_equal(clmodp_subresultant(NULL, s, NULL, NULL, 1, f, g, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_subresultant(*state, NULL, NULL, NULL, 1, f, g, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_subresultant(*state, s, NULL, NULL, 1, NULL, g, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_subresultant(*state, s, NULL, NULL, 1, f, NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_subresultant(*state, s, NULL, NULL, 1, f, g, &wrong), CLMODP_INVALID);
    assert_int_equal(clmodp_zxy_terms(s), 0);
    assert_int_equal(clmodp_subresultant(*state, s, NULL, NULL, 1, f, g, NULL), CLMODP_OK);
    assert_true(clmodp_zxy_equal(s, g));
    assert_int_equal(clmodp_subresultant(*state, f, NULL, NULL, 1, f, g, NULL), CLMODP_OK);
    assert_true(clmodp_zxy_equal(f, g)); /* in place, too */
    DESTROY(s, g, f);
}

static bool has_one(const clmodp_zxy *f, const clmodp_zxy *g)
{
    const long p = clmodp_zxy_degree_y(f), q = clmodp_zxy_degree_y(g);

    return p > 0 && q > 0 && p + q > 2;
}

/* Returns S_1, computed in this mode. */
static clmodp_zxy *subresultant(clmodp_context *context, clmodp_zx *r,
                                clmodp_resultant_report *report, const clmodp_zxy *f,
                                const clmodp_zxy *g, clmodp_mode mode, uint64_t seed)
{
    clmodp_resultant_options options;
    clmodp_zxy *s = zxy_new();

    clmodp_resultant_options_init(&options);
    options.mode = mode;
    options.seed = seed;
    report->size = sizeof *report;
    if (clmodp_subresultant(context, s, r, report, 1, f, g, &options) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    return s;
}

/* Returns the number of subresultants of these polynomials. */
static size_t chain_length(const clmodp_zxy *f, const clmodp_zxy *g)
{
    const long p = clmodp_zxy_degree_y(f), q = clmodp_zxy_degree_y(g);

    return (size_t)(p < q ? p : q) + (p != q);
}

/* Returns S_k by the reference. */
static clmodp_zxy *expected_subresultant(const clmodp_zxy *f, const clmodp_zxy *g, size_t k)
{
    clmodp_zxy *s = zxy_new();

    for (size_t j = 0; j <= k; j++) {
        clmodp_zx *minor = ref_subresultant(f, g, (long)k, (long)j);

        for (long i = 0; i <= clmodp_zx_degree(minor); i++)
            assert_int_equal(
                clmodp_zxy_set_coeff(s, clmodp_zx_coeff(minor, (size_t)i), (size_t)i, j),
                CLMODP_OK);
        clmodp_zx_destroy(minor);
    }
    return s;
}

static bool is_row(const clmodp_zx *c, const clmodp_zxy *s, size_t j)
{
    size_t terms = 0;

    for (long i = 0; i <= clmodp_zx_degree(c); i++)
        terms += mpz_sgn(clmodp_zx_coeff(c, (size_t)i)) != 0;
    for (size_t t = 0; t < clmodp_zxy_terms(s); t++) {
        size_t i, l;
        mpz_srcptr of_s = clmodp_zxy_term(s, t, &i, &l);

        if (l != j)
            continue;
        if ((long)i > clmodp_zx_degree(c) || mpz_cmp(of_s, clmodp_zx_coeff(c, i)) != 0)
            return false;
        terms--;
    }
    return terms == 0;
}

/* Checks the chain, its principal coefficients and each S_k against the reference. */
static void check_chain(clmodp_context *context, const char *name, uint64_t seed,
                        const clmodp_zxy *f, const clmodp_zxy *g, clmodp_mode mode)
{
    enum { MOST = 12 };
    const size_t count = chain_length(f, g);
    clmodp_zxy *chain[MOST], *s = zxy_new();
    clmodp_zx *principal[MOST], *r = zx_new();
    clmodp_resultant_options options;

    clmodp_resultant_options_init(&options);
    options.mode = mode;
    options.seed = seed;
    assert_true(count <= MOST);
    for (size_t k = 0; k < count; k++) {
        chain[k] = zxy_new();
        principal[k] = zx_new();
    }
    if (clmodp_subresultants(context, chain, count, NULL, f, g, &options) != CLMODP_OK ||
        clmodp_principal_subresultants(context, principal, count, NULL, f, g, &options) !=
            CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    for (size_t k = 0; k < count; k++) {
        clmodp_zxy *want = expected_subresultant(f, g, k);

        if (!clmodp_zxy_equal(chain[k], want) || !is_row(principal[k], want, k))
            fail_msg("%s, seed %" PRIu64 ", mode %d: S_%zu of a chain", name, seed, mode, k);
        if (clmodp_subresultant(context, s, k % 2 == 0 ? r : NULL, NULL, (unsigned)k, f, g,
                                &options) != CLMODP_OK)
            fail_msg("%s", clmodp_context_message(context));
        if (!clmodp_zxy_equal(s, want) || (k % 2 == 0 && !is_row(r, chain[0], 0)))
            fail_msg("%s, seed %" PRIu64 ", mode %d: S_%zu alone", name, seed, mode, k);
        clmodp_zxy_destroy(want);
    }
    assert_int_equal(clmodp_subresultant(context, s, NULL, NULL, (unsigned)count, f, g, NULL),
                     count > 0 ? CLMODP_DOMAIN : CLMODP_OK);
    for (size_t k = 0; k < count; k++)
        DESTROY(chain[k], principal[k]);
    DESTROY(r, s);
}

/* Checks both modes against the reference. */
static void check_pair(clmodp_context *context, const char *name, uint64_t seed,
                       const clmodp_zxy *f, const clmodp_zxy *g)
{
    clmodp_zx *minor[2] = {ref_subresultant(f, g, 1, 0), ref_subresultant(f, g, 1, 1)};
    clmodp_zx *expected = ref_resultant(f, g), *r = zx_new();
    clmodp_zxy *want = zxy_binomial(minor[0], minor[1], 1);

    for (int mode = CLMODP_MODE_CERTIFIED; mode <= CLMODP_MODE_PROBABLE; mode++) {
        clmodp_resultant_report report = {0};
        clmodp_zxy *s = subresultant(context, r, &report, f, g, (clmodp_mode)mode, seed);

        if (!clmodp_zxy_equal(s, want) || !clmodp_zx_equal(r, expected))
            fail_msg("%s, seed %" PRIu64 ", mode %d", name, seed, mode);
        assert_true((report.error_probability > 0) == (mode == CLMODP_MODE_PROBABLE));
        assert_true(report.evaluations >= report.necessary_evaluations);
        if (mode == CLMODP_MODE_PROBABLE)
            assert_true((double)report.evaluations <= 1.15 * (double)report.necessary_evaluations +
                                                    2.0 * (double)report.width_bound);
        clmodp_zxy_destroy(s);
    }
    DESTROY(want, r, expected, minor[1], minor[0]);
}

static void agrees_with_the_minors(void **state)
{
    clm_random random = {20120302};

    for (int shape = 0; shape < PAIR_SHAPES; shape++)
        for (int k = 0; k < CASES_A_SHAPE; k++) {
            size_t dy = 1 + clm_random_below(&random, 6), dx = clm_random_below(&random, 5);
            size_t bits = 1 + clm_random_below(&random, k % 8 == 0 ? 300 : 40);
            uint64_t seed = random.state;
            clmodp_zxy *f, *g;

            random_pair(&f, &g, &random, (pair_shape)shape, dy, dx, bits);
            if (has_one(f, g))
                check_pair(*state, pair_shape_name((pair_shape)shape), seed, f, g);
            if (k % 4 == 0 && chain_length(f, g) > 0 && clmodp_zxy_terms(f) > 0 &&
                clmodp_zxy_terms(g) > 0)
                check_chain(*state, pair_shape_name((pair_shape)shape), seed, f, g,
                            k % 8 == 0 ? CLMODP_MODE_CERTIFIED : CLMODP_MODE_PROBABLE);
            DESTROY(g, f);
        }
}

/* All combinations of small degrees. */
static void agrees_at_every_small_degree(void **state)
{
    for (size_t p = 1; p <= 5; p++)
        for (size_t q = p == 1 ? 2 : 1; q <= 5; q++) {
            clmodp_zxy *f = random_dense(2, p, 20, 10 * p + q), *g = random_dense(3, q, 20, p + q);

            check_pair(*state, "dense", 10 * p + q, f, g);
            check_chain(*state, "dense", 10 * p + q, f, g, CLMODP_MODE_CERTIFIED);
            DESTROY(g, f);
        }
}

/* Returns x^a f(x^m, x^h y^n) y^k; h may be negative if x^a keeps exponents nonnegative. */
static clmodp_zxy *slanted(const clmodp_zxy *f, size_t a, size_t m, long h, size_t n, size_t k)
{
    clmodp_zxy *result = zxy_new();

    for (size_t t = 0; t < clmodp_zxy_terms(f); t++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, t, &i, &j);

        assert_int_equal(clmodp_zxy_set_coeff(result, c, (size_t)((long)(a + m * i) + h * (long)j),
                                              n * j + k),
                         CLMODP_OK);
    }
    return result;
}

/* Extracted factors are restored, and unsuitable ones are not extracted. */
static void puts_factors_and_exponents_back(void **state)
{
    for (uint64_t seed = 1; seed <= 96; seed++) {
        clm_random random = {seed};
        size_t m = 1 + seed % 3, n = seed % 4 == 3 ? 2 : 1, k = seed % 5 == 2 ? 2 : 0;
        long h = (long)(seed / 3 % 5) - 2;
        clmodp_zxy *f, *g, *fs, *gs;

        random_pair(&f, &g, &random, seed % 2 == 0 ? PAIR_CONTENT : PAIR_DENSE, 3, 2, 30);
        fs = slanted(f, 8, m, h, n, k);
        gs = slanted(g, 9, m, h, n, seed % 7 == 0 ? 1 : 0);
        if (has_one(fs, gs))
            check_pair(*state, "slanted", seed, fs, gs);
        if (seed % 3 == 0)
            check_chain(*state, "slanted", seed, fs, gs, CLMODP_MODE_CERTIFIED);
        DESTROY(gs, fs, g, f);
    }
}

/* Common factors of each degree, wide gaps, and the vanishing of leading coefficients at all
 * points but few. */
static void agrees_in_degenerate_cases(void **state)
{
    static const char *const pairs[][2] = {
        {"(y^3 - x)*(y^2 + x*y + 1)", "(y^3 - x)*(y - 2)"},
        {"(y^2 - x)*(y^3 + 1)", "(y^2 - x)*(x*y^3 - y + 5)"},
        {"(x*y - 1)^3*(y + 2)", "(x*y - 1)^3*(y^2 - 3)"},
        {"y^7 + x", "y^4 - 2"},
        {"y^7 + x*y^6 + 1", "y^6 - x"},
        {"y^8 + y^2 + x", "3*y^8 + y^2 - x"},
        {"y^9 + x*y^3 + 1", "y^6 + 2"},
        {"y^6 - x^6", "y^6 + x^6"},
        {"y^6 + x*y^5", "y^6 + x*y^5 + 3"},
        {"(x^2 - 1)*y^5 + y + x", "(x^2 - 1)*y^4 + y^2 + 1"},
        {"x*y^5 + x*y^4 + y", "(x - 1)*y^5 + x*y^4 + 2"},
        {"(x^3 - x)*y^4 + 1", "x^2*y^6 + (x - 1)*y^3 + x"},
        {"y^5", "y^3"},
        {"x*y^5", "(x + 1)*y^5"},
        {"6*x*y^4 + 12*y", "10*x^2*y^3 - 15*x"},
        {"y^6 - 1", "y^4 - 1"},
        {"y^6 - 1", "2*y^6 - 2"},
        {"y^5 + 10^60*y + x", "10^40*x*y^3 - 7"},
        {"y^9 + x", "x*y + 1"},
        {"x*y - 1", "y^9 + x*y^4"},
        {"y^4 + 1", "7"},
        {"x + 1", "y^4"},
    };

    for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++)
        for (int swap = 0; swap < 2; swap++) {
            clmodp_zxy *f = zxy_parse(pairs[k][swap]), *g = zxy_parse(pairs[k][1 - swap]);

            check_chain(*state, pairs[k][0], k, f, g, CLMODP_MODE_CERTIFIED);
            check_chain(*state, pairs[k][0], k, f, g, CLMODP_MODE_PROBABLE);
            DESTROY(g, f);
        }
}

/* Returns (x - a) u + (y - b) v for random u, v: a curve through (a, b). */
static clmodp_zxy *through(clm_random *random, long a, long b, size_t dy)
{
    clmodp_zxy *result = zxy_new();
    mpz_t c, term, sum;

    mpz_inits(c, term, sum, NULL);
    for (size_t j = 0; j <= dy; j++)
        for (size_t i = 0; i <= 3; i++) {
            random_integer(c, random, 30);
            assert_int_equal(clmodp_zxy_set_coeff(result, c, i, j), CLMODP_OK);
            mpz_set_si(term, a);
            mpz_pow_ui(term, term, i);
            mpz_mul(c, c, term);
            mpz_set_si(term, b);
            mpz_pow_ui(term, term, j);
            mpz_addmul(sum, c, term);
        }
    clmodp_zxy_get_coeff(c, result, 0, 0);
    mpz_sub(c, c, sum);
    assert_int_equal(clmodp_zxy_set_coeff(result, c, 0, 0), CLMODP_OK);
    mpz_clears(c, term, sum, NULL);
    return result;
}

/* Sets value to f(a, b). */
static void evaluate(mpz_t value, const clmodp_zxy *f, long a, long b)
{
    mpz_t x, y;

    mpz_inits(x, y, NULL);
    mpz_set_ui(value, 0);
    for (size_t t = 0; t < clmodp_zxy_terms(f); t++) {
        size_t i, j;
        mpz_srcptr c = clmodp_zxy_term(f, t, &i, &j);

        mpz_set_si(x, a);
        mpz_pow_ui(x, x, i);
        mpz_set_si(y, b);
        mpz_pow_ui(y, y, j);
        mpz_mul(x, x, y);
        mpz_addmul(value, x, c);
    }
    mpz_clears(x, y, NULL);
}

/* Too large for the reference: S_1 vanishes at common zeros, but s_11 in general does not. */
static void vanishes_at_common_zeros(void **state)
{
    clm_random random = {9};

    for (int k = 0; k < 12; k++) {
        long a = (long)clm_random_below(&random, 41) - 20;
        long b = (long)clm_random_below(&random, 41) - 20;
        clmodp_zxy *f = through(&random, a, b, 10 + (size_t)k), *g = through(&random, a, b, 18);
        clmodp_resultant_report report = {0};
        clmodp_zx *r = zx_new();
        clmodp_zxy *s = subresultant(*state, r, &report, f, g, CLMODP_MODE_CERTIFIED, 0);
        clmodp_zxy *of_x = zxy_binomial(r, NULL, 1);
        mpz_t value;

        mpz_init(value);
        assert_true(clmodp_zx_degree(r) > 0 && clmodp_zxy_degree_y(s) == 1);
        evaluate(value, of_x, a, b);
        assert_int_equal(mpz_sgn(value), 0);
        evaluate(value, s, a, b);
        assert_int_equal(mpz_sgn(value), 0);
        evaluate(value, s, a, b + 1);
        assert_int_not_equal(mpz_sgn(value), 0);
        mpz_clear(value);
        DESTROY(of_x, s, r, g, f);
    }
}

/* All methods of reconstruction and caps on memory agree, and R agrees with the resultant. */
static void does_not_depend_on_options(void **state)
{
    clmodp_zxy *f = random_dense(5, 9, 200, 1), *g = random_dense(4, 7, 200, 2);
    clmodp_resultant_report report = {0}, capped = {.size = sizeof capped};
    clmodp_zx *r = zx_new(), *alone = zx_new();
    clmodp_zxy *s = subresultant(*state, r, &report, f, g, CLMODP_MODE_CERTIFIED, 0), *other;
    clmodp_resultant_options options;

    other = zxy_new();
    assert_int_equal(clmodp_resultant(*state, alone, NULL, f, g, NULL), CLMODP_OK);
    assert_true(clmodp_zx_equal(r, alone));
    for (int crt = CLMODP_CRT_AUTO; crt <= CLMODP_CRT_CONVOLUTION; crt++) {
        clmodp_resultant_options_init(&options);
        options.crt = (clmodp_crt_method)crt;
        options.seed = (uint64_t)crt;
        options.max_memory = report.memory_bytes / 3;
        if (clmodp_subresultant(*state, other, alone, &capped, 1, f, g, &options) != CLMODP_OK)
            fail_msg("%s", clmodp_context_message(*state));
        assert_true(clmodp_zxy_equal(s, other) && clmodp_zx_equal(r, alone));
        assert_true(capped.chunks > 1 && capped.memory_bytes <= options.max_memory);
    }
    DESTROY(other, s, alone, r, g, f);
}

TESTS_BETWEEN(context_set_up_searching, context_tear_down,
    cmocka_unit_test(gives_known_subresultants),
    cmocka_unit_test(refuses_null_arguments),
    cmocka_unit_test(agrees_with_the_minors),
    cmocka_unit_test(agrees_at_every_small_degree),
    cmocka_unit_test(agrees_in_degenerate_cases),
    cmocka_unit_test(puts_factors_and_exponents_back),
    cmocka_unit_test(vanishes_at_common_zeros),
    cmocka_unit_test(does_not_depend_on_options));
