/* Tests of denominators of results, for arguments with denominators, against multiples. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <clmodp/resultant.h>

#include "support/assertions.h"
#include "support/polynomials.h"

#define OK(call) assert_int_equal((call), CLMODP_OK)

/* res(a f, b g) = d res(f, g) is equivalent to res(f / a, g / b) = res(f, g) / d. */
static const struct {
    const char *f, *g;
    unsigned long a, b;
} pairs[] = {
    {"x*y^3 - 2*y + 5", "3*x^2*y^2 + x*y - 7", 6, 35},
    {"y^2 - x", "y^5 + x*y - 1", 10, 1},
    {"y^2 - x", "y^5 + x*y - 1", 1, 3},
    {"x + 1", "y^4 - x", 2, 9},
    {"y^4 - x", "x + 1", 2, 9},
    {"x + 1", "x - 1", 5, 7},
    {"y - x", "y + x", 5, 7},
    {"0", "y^3", 5, 7},
    {"y^3", "0", 5, 7},
};

enum { PAIRS = sizeof pairs / sizeof *pairs };

static clmodp_context *host(void)
{
    clmodp_context_options options;
    clmodp_context *context = NULL;

    clmodp_context_options_init(&options);
    options.device = "host";
    OK(clmodp_context_create(&context, &options, NULL, 0));
    return context;
}

static clmodp_zxy *multiple(const clmodp_zxy *f, const mpz_t a)
{
    clmodp_zxy *g = zxy_new();
    mpz_t c;

    mpz_init(c);
    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, j;

        mpz_mul(c, clmodp_zxy_term(f, k, &i, &j), a);
        OK(clmodp_zxy_set_coeff(g, c, i, j));
    }
    mpz_clear(c);
    return g;
}

/* Returns r * d, modulo P unless P is 0. */
static clmodp_zx *product(const clmodp_zx *r, const mpz_t d, uint32_t modulus)
{
    clmodp_zx *s = zx_new();
    mpz_t c;

    mpz_init(c);
    for (size_t i = 0; (long)i <= clmodp_zx_degree(r); i++) {
        mpz_mul(c, clmodp_zx_coeff(r, i), d);
        if (modulus != 0)
            mpz_fdiv_r_ui(c, c, modulus);
        OK(clmodp_zx_set_coeff(s, c, i));
    }
    mpz_clear(c);
    return s;
}

/* Returns the coefficient of y^j. */
static clmodp_zx *row(const clmodp_zxy *f, size_t j)
{
    clmodp_zx *r = zx_new();

    for (size_t k = 0; k < clmodp_zxy_terms(f); k++) {
        size_t i, at;
        mpz_srcptr c = clmodp_zxy_term(f, k, &i, &at);

        if (at == j)
            OK(clmodp_zx_set_coeff(r, c, i));
    }
    return r;
}

/* Checks scaled = plain * d, and destroys both. */
static void check(clmodp_zx *scaled, clmodp_zx *plain, const mpz_t d, uint32_t modulus,
                  const char *what)
{
    clmodp_zx *expected = product(plain, d, modulus);

    if (!clmodp_zx_equal(scaled, expected))
        fail_msg("%s modulo %u", what, (unsigned)modulus);
    DESTROY(expected, plain, scaled);
}

/* Checks a problem of a f and b g against the same problem of f and g and its denominator. */
static void check_problem(clmodp_context *context, size_t n, clmodp_operation operation,
                          uint32_t index, uint32_t modulus)
{
    const bool subresultant = operation == CLMODP_OPERATION_SUBRESULTANT;
    clmodp_zxy *f[2] = {zxy_parse(pairs[n].f)}, *g[2] = {zxy_parse(pairs[n].g)}, *s[2];
    const long p = clmodp_zxy_degree_y(f[0]), q = clmodp_zxy_degree_y(g[0]);
    clmodp_problem problem = {.size = sizeof problem, .operation = operation, .modulus = modulus,
                              .k = index, .f = f[0], .g = g[0]};
    clmodp_zx *r[2];
    clmodp_status st;
    mpz_t a, b, d;

    mpz_init_set_ui(a, pairs[n].a);
    mpz_init_set_ui(b, pairs[n].b);
    mpz_init(d);
    f[1] = multiple(f[0], a);
    g[1] = multiple(g[0], b);
    st = clmodp_problem_denominator(d, &problem, a, b, 0);
    if (operation == CLMODP_OPERATION_DISCRIMINANT)
        assert_int_equal(st, p >= 1 ? CLMODP_OK : CLMODP_DOMAIN);
    else if (subresultant)
        assert_int_equal(st, p >= index && q >= index && p + q > 2 * index ? CLMODP_OK
                                                                           : CLMODP_DOMAIN);
    else
        assert_int_equal(st, CLMODP_OK);
    for (int k = 0; k < 2; k++) {
        r[k] = problem.r = zx_new();
        s[k] = problem.s = zxy_new();
        problem.f = f[k];
        problem.g = g[k];
        assert_int_equal(clmodp_compute(context, &problem, NULL), st);
    }
    for (size_t j = 0; j <= index && subresultant; j++)
        check(row(s[1], j), row(s[0], j), d, modulus, pairs[n].f);
    if (!subresultant)
        check(r[1], r[0], d, modulus, pairs[n].f);
    for (int k = 0; k < 2; k++) {
        if (subresultant)
            clmodp_zx_destroy(r[k]);
        DESTROY(s[k], g[k], f[k]);
    }
    mpz_clears(d, b, a, NULL);
}

static void multiples_have_multiples(void **state)
{
    clmodp_context *context = host();

    (void)state;
    for (size_t n = 0; n < PAIRS; n++)
        for (int operation = 0; operation <= CLMODP_OPERATION_DISCRIMINANT; operation++) {
            check_problem(context, n, (clmodp_operation)operation, 1, 0);
            check_problem(context, n, (clmodp_operation)operation, 2, 10007);
        }
    clmodp_context_destroy(context);
}

/* Known powers, and invalid arguments, which leave d unchanged. */
static void denominators_have_limits(void **state)
{
    clmodp_zxy *f = zxy_parse("y^3 + x"), *g = zxy_parse("y^2000000000 + 1");
    clmodp_problem resultant = {.size = sizeof resultant, .f = f, .g = g};
    clmodp_problem modulo = {.size = sizeof modulo, .f = f, .g = g, .modulus = 7};
    clmodp_problem discriminant = {.size = sizeof discriminant, .f = f,
                                   .operation = CLMODP_OPERATION_DISCRIMINANT};
    clmodp_problem subresultant = {.size = sizeof subresultant, .f = f, .g = g, .k = 1,
                                   .operation = CLMODP_OPERATION_SUBRESULTANT};
    mpz_t a, d, one, wrong;

    (void)state;
    mpz_init_set_ui(a, 7);
    mpz_init_set_ui(d, 2);
    mpz_init_set_ui(one, 1);
    mpz_init(wrong);
    OK(clmodp_problem_denominator(d, &resultant, one, d, 0)); /* in place */
    assert_int_equal(mpz_get_si(d), 8);
    assert_int_equal(clmodp_problem_denominator(d, &resultant, a, one, 0), CLMODP_LIMIT);
    assert_int_equal(clmodp_problem_denominator(d, &subresultant, a, one, 0), CLMODP_LIMIT);
    assert_int_equal(clmodp_problem_denominator(d, &resultant, one, wrong, 0), CLMODP_INVALID);
    mpz_set_si(wrong, -3);
    assert_int_equal(clmodp_problem_denominator(d, &discriminant, wrong, one, 0),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_problem_denominator(d, &modulo, a, one, 0), CLMODP_DOMAIN);
    assert_int_equal(clmodp_problem_denominator(d, &modulo, one, a, 0), CLMODP_DOMAIN);
    modulo.modulus = 21; /* not coprime to 7 */
    assert_int_equal(clmodp_problem_denominator(d, &modulo, a, one, 0), CLMODP_DOMAIN);
    modulo.modulus = 1;
    assert_int_equal(clmodp_problem_denominator(d, &modulo, one, one, 0), CLMODP_INVALID);
    subresultant.k = 4;
    assert_int_equal(clmodp_problem_denominator(d, &subresultant, one, one, 0), CLMODP_DOMAIN);
    subresultant.operation = CLMODP_OPERATION_SUBRESULTANTS;
    assert_int_equal(clmodp_problem_denominator(d, &subresultant, one, one, 0), CLMODP_INVALID);
    subresultant.count = 2;
    assert_int_equal(clmodp_problem_denominator(d, &subresultant, one, one, 0),
                     CLMODP_UNSUPPORTED);
    assert_int_equal(mpz_get_si(d), 8);
    modulo.modulus = 101; /* 7^100 = 1 modulo 101, and 100 divides 2 000 000 000 */
    OK(clmodp_problem_denominator(d, &modulo, a, one, 1));
    assert_int_equal(mpz_get_si(d), 1);
    OK(clmodp_problem_denominator(d, &discriminant, a, wrong, 2)); /* bytes: 7^4 has 12 bits */
    assert_int_equal(mpz_get_si(d), 7 * 7 * 7 * 7);
    assert_int_equal(clmodp_problem_denominator(d, &discriminant, a, wrong, 1), CLMODP_LIMIT);
    mpz_clears(wrong, one, d, a, NULL);
    DESTROY(g, f);
}

static void quotients_have_lowest_terms(void **state)
{
    static const struct {
        const char *f;
        long d;
        const char *lowest;
        long left;
    } cases[] = {
        {"12*x^5 - 18", 30, "2*x^5 - 3", 5}, {"12*x^5 - 18", 7, "12*x^5 - 18", 7},
        {"4*x", 4, "x", 1},                  {"0", 12, "0", 1},
        {"5", 1, "5", 1},                    {"-6", 4, "-3", 2},
    };

    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_zxy *f = zxy_parse(cases[k].f), *expected = zxy_parse(cases[k].lowest);
        clmodp_zx *r = row(f, 0), *lowest = row(expected, 0);
        mpz_t d;

        mpz_init_set_si(d, cases[k].d);
        OK(clmodp_zx_lowest_terms(r, d));
        assert_true(clmodp_zx_equal(r, lowest));
        assert_int_equal(mpz_get_si(d), cases[k].left);
        mpz_set_si(d, cases[k].d);
        OK(clmodp_zxy_lowest_terms(f, d));
        assert_true(clmodp_zxy_equal(f, expected));
        assert_int_equal(mpz_get_si(d), cases[k].left);
        mpz_set_si(d, -2 * (long)(k % 2));
        assert_int_equal(clmodp_zx_lowest_terms(r, d), CLMODP_INVALID);
        assert_int_equal(clmodp_zxy_lowest_terms(f, d), CLMODP_INVALID);
        assert_true(clmodp_zx_equal(r, lowest));
        mpz_clear(d);
        DESTROY(lowest, r, expected, f);
    }
}

TESTS(
    cmocka_unit_test(multiples_have_multiples),
    cmocka_unit_test(denominators_have_limits),
    cmocka_unit_test(quotients_have_lowest_terms));
