/* Tests the decimal notation of roots. */
#include <stdlib.h>
#include <string.h>

#include <clmodp/roots.h>

#include "support/context.h"
#include "support/polynomials.h"

static const struct {
    const char *polynomial;
    size_t k, bits, digits;
    const char *expected;
} cases[] = {
    {"x", 0, 0, 5, "0"},
    {"x - 3", 0, 40, 5, "3"},
    {"x + 1234567", 0, 40, 3, "-1.23e6"},
    {"x - 100000", 0, 40, 9, "100000"},
    {"x - 10^25", 0, 100, 3, "1e25"},
    {"2*x + 1", 0, 40, 30, "-0.5"},
    {"1024*x - 1", 0, 40, 20, "0.0009765625"},
    {"1024*x - 1", 0, 40, 3, "0.000977"},
    {"x^2 - 2", 0, 60, 9, "-1.41421356"},
    {"x^2 - 2", 1, 40, 9, "1.41421356"},
    {"x^2 - 2", 1, 40, 1, "1"},
    {"x^2 - 2*10^400", 1, 40, 4, "1.414e200"},
    {"10^400*x^2 - 2", 0, 40, 4, "-1.414e-200"},
    {"(10^200*x + 1)*(x^2 + 1)", 0, 0, 10, "-1e-200"},
    {"3*x - 2", 0, 200, 6, "0.666667"},
    {"3*x - 2", 0, 200, 1, "0.7"},
    {"999999*x^3 - 1000000*x^3 + 10^300", 0, 40, 3, "1e100"},
    {"x^2 - 10^200 - 1", 1, 40, 3, "1.00e100"},
    {"(10^9*x - 999999999)*(x^2 + 1)", 0, 40, 6, "1.00000"},
    {"(10^9*x - 999999999)*(x^2 + 1)", 0, 60, 14, "0.999999999"},
    {"100000*x - 3", 0, 40, 3, "0.00003"},
    {"1000000*x - 3", 0, 40, 3, "3e-6"},
};

static void writes_decimals(void **state)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        clmodp_zx *f = zx_parse(cases[i].polynomial);
        clmodp_roots *roots;
        char *text;

        assert_int_equal(clmodp_roots_find(*state, &roots, f, NULL), CLMODP_OK);
        assert_int_equal(clmodp_roots_refine(*state, roots, cases[i].k, cases[i].bits), CLMODP_OK);
        assert_int_equal(clmodp_roots_to_text(&text, roots, cases[i].k, cases[i].digits),
                         CLMODP_OK);
        if (strcmp(text, cases[i].expected) != 0)
            fail_msg("%s, root %zu: %s instead of %s", cases[i].polynomial, cases[i].k, text,
                     cases[i].expected);
        free(text);
        assert_int_equal(clmodp_roots_to_text(&text, roots, clmodp_roots_count(roots), 3),
                         CLMODP_INVALID);
        assert_null(text);
        clmodp_roots_destroy(roots);
        clmodp_zx_destroy(f);
    }
}

/* An interval without a certain digit is written as such. */
static void writes_wide_intervals(void **state)
{
    clmodp_zx *f = zx_parse("(10^9*x + 1)*(x^2 + 1)");
    clmodp_roots *roots;
    char *text;

    assert_int_equal(clmodp_roots_find(*state, &roots, f, NULL), CLMODP_OK);
    assert_int_equal(clmodp_roots_count(roots), 1);
    assert_int_equal(clmodp_roots_to_text(&text, roots, 0, 10), CLMODP_OK);
    assert_true(strncmp(text, "(-1/", 4) == 0 && strstr(text, ", 0)") != NULL);
    free(text);
    clmodp_roots_destroy(roots);
    clmodp_zx_destroy(f);
}

TESTS_BETWEEN(context_set_up_host, context_tear_down, cmocka_unit_test(writes_decimals),
              cmocka_unit_test(writes_wide_intervals));
