/* Tests of equations of rational curves, by their closed forms, and of the texts of rational
 * functions that they need. */
#include <stdlib.h>

#include <clmodp/elimination.h>

#include "support/context.h"
#include "support/polynomials.h"

enum { A, T, X, Y, VARIABLES };

static const char *const names[] = {"a", "t", "x", "y"};

/* ---- texts ---- */

static const struct {
    const char *text, *numerator, *denominator;
} quotients[] = {
    {"0", "0", "1"},
    {"0/(a - t)", "0", "1"},
    {"6/4", "3", "2"},
    {"-1/2 - -1", "1", "2"},
    {"1.5e1*t", "15*t", "1"},
    {"a/t - t/a", "a^2 - t^2", "a*t"},
    {"(a^2 - t^2)/(t - a)", "-a - t", "1"},
    {"((a - t)/(a + t))^3", "a^3 - 3*a^2*t + 3*a*t^2 - t^3", "a^3 + 3*a^2*t + 3*a*t^2 + t^3"},
    {"(2*a*t)/(-4*t)", "-a", "2"},
    {"1/(1 + 1/(1 + 1/a))", "a + 1", "2*a + 1"},
    {"(t + 1)^0*x^(2*3)", "x^6", "1"},
    {"(t^5 - 1)/(t - 1)/2", "t^4 + t^3 + t^2 + t + 1", "2"},
    {"((t - 1)*t^(2^31))^0/(a/2 + t/3)", "6", "3*a + 2*t"},
    {"1/(a*t) + 1/a/t - 1/(2*t*a)", "3", "2*a*t"},
    {"0/(a + t)*(1/t - 1/a)", "0", "1"},
    {"a/(t - 1) + t/(t - 1)^2 - a/(t - 1)", "t", "t^2 - 2*t + 1"},
    {"a*b", NULL, NULL},
    {"a = t", NULL, NULL},
    {"1/(a - a)", NULL, NULL},
    {"", NULL, NULL},
    {"a ** ", NULL, NULL},
    {"(a))", NULL, NULL},
};

static void functions_are_read(void **state)
{
    clmodp_mpoly *n = mpoly_new(VARIABLES), *d = mpoly_new(VARIABLES);

    (void)state;
    for (size_t k = 0; k < sizeof quotients / sizeof *quotients; k++) {
        clmodp_text_error error = {0};
        const clmodp_status st = clmodp_mpoly_quotient_from_text(
            n, d, quotients[k].text, CLMODP_STRING, names, &error);

        if (quotients[k].numerator == NULL) {
            assert_int_equal(st, CLMODP_PARSE);
            assert_true(error.message[0] != '\0' && error.line == 1);
            continue;
        }
        assert_int_equal(st, CLMODP_OK);
        assert_mpoly_text(n, names, NULL, quotients[k].numerator);
        assert_mpoly_text(d, names, NULL, quotients[k].denominator);
    }
    assert_int_equal(clmodp_mpoly_quotient_from_text(n, d, NULL, 1, names, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_quotient_from_text(n, d, "1/(t + 1)^(10^9)", CLMODP_STRING,
                                                     names, NULL), CLMODP_LIMIT);
    DESTROY(d, n);
}

/* ---- equations ---- */

static const struct {
    const char *x, *y, *equation;
} curves[] = {
    {"3*t/(1 + t^3)", "3*t^2/(1 + t^3)", "x^3 - 3*x*y + y^3"},
    {"(1 - t^2)/(1 + t^2)", "2*t/(1 + t^2)", "x^2 + y^2 - 1"},
    {"t^4", "t^6", "x^3 - y^2"},
    {"t^12", "t^12 + 1", "x - y + 1"},
    {"(t^2 + a)^3/7", "(t^2 + a)^2", "49*x^2 - y^3"},
    {"7", "t^5 - a", "x - 7"},
    {"1/t^3", "a/2", "a - 2*y"},
    {"a*t", "a*t^2", "a*y - x^2"},
    {"a^2*(t - 1)/(a*t)", "a/t", "a - x - y"},
    {"t^100", "t^150", "x^3 - y^2"},
};

static clmodp_status find(clmodp_context *context, clmodp_mpoly *f, const char *x, const char *y,
                          size_t at_x, size_t at_y)
{
    clmodp_mpoly *part[4];
    clmodp_status st;

    for (size_t k = 0; k < 4; k++)
        part[k] = mpoly_new(VARIABLES);
    for (size_t k = 0; k < 2; k++)
        assert_int_equal(clmodp_mpoly_quotient_from_text(part[2 * k], part[2 * k + 1],
                                                         k == 0 ? x : y, CLMODP_STRING, names,
                                                         NULL), CLMODP_OK);
    st = clmodp_implicit(context, f, NULL, part[0], part[1], part[2], part[3], T, at_x, at_y,
                         NULL);
    for (size_t k = 0; k < 4; k++)
        clmodp_mpoly_destroy(part[k]);
    return st;
}

static void equations_are_known(void **state)
{
    clmodp_mpoly *f = mpoly_new(VARIABLES);

    for (size_t k = 0; k < sizeof curves / sizeof *curves; k++) {
        if (find(*state, f, curves[k].x, curves[k].y, X, Y) != CLMODP_OK)
            fail_msg("%s, %s: %s", curves[k].x, curves[k].y, clmodp_context_message(*state));
        assert_mpoly_text(f, names, NULL, curves[k].equation);
    }
    assert_int_equal(find(*state, f, "t^2 + 1", "t^3", Y, A), CLMODP_OK);
    assert_mpoly_text(f, names, NULL, "a^2 - y^3 + 3*y^2 - 3*y + 1");
    assert_int_equal(find(*state, f, "y*t^2", "t^3", X, A), CLMODP_OK);
    assert_mpoly_text(f, names, NULL, "a^2*y^3 - x^3");
    clmodp_mpoly_destroy(f);
}

static void wrong_arguments_are_refused(void **state)
{
    clmodp_mpoly *f = mpoly_new(VARIABLES), *zero = mpoly_new(VARIABLES);

    assert_int_equal(find(*state, f, "a", "3", X, Y), CLMODP_DOMAIN);
    assert_non_null(strstr(clmodp_context_message(*state), "point"));
    assert_int_equal(find(*state, f, "x*t", "t", X, Y), CLMODP_INVALID);
    assert_int_equal(find(*state, f, "a", "t", X, X), CLMODP_INVALID);
    assert_int_equal(find(*state, f, "a", "t", T, Y), CLMODP_INVALID);
    assert_int_equal(find(*state, f, "a", "t", X, VARIABLES), CLMODP_INVALID);
    assert_int_equal(find(*state, f, "t", "t", X, Y), CLMODP_OK);
    assert_int_equal(clmodp_implicit(*state, f, NULL, f, f, zero, zero, T, A, T, NULL),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_implicit(*state, zero, NULL, zero, zero, zero, zero, T, X, Y, NULL),
                     CLMODP_DOMAIN);
    assert_mpoly_text(f, names, NULL, "x - y");
    DESTROY(zero, f);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(functions_are_read),
              cmocka_unit_test(equations_are_known),
              cmocka_unit_test(wrong_arguments_are_refused));
