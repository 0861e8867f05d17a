/* Tests of Z[x] from text, of zero-terminated strings, and of missing texts. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/polynomials.h>

#include "support/assertions.h"
#include "support/polynomials.h"

/* Texts are read, and written back. */
static void texts_have_their_values(void **state)
{
    static const struct {
        const char *text, *expected;
        long denominator;
    } cases[] = {
        {"0", "0", 1},
        {"-7", "-7", 1},
        {"t", "t", 1},
        {"t - t", "0", 1},
        {"(t + 1)^3", "t^3 + 3*t^2 + 3*t + 1", 1},
        {"1 + t^20000 - 3*t", "t^20000 - 3*t + 1", 1},
        {"t/6 - t^2/4", "-3*t^2 + 2*t", 12},
        {"3^100*t", "515377520732011331036461129765621272702107522001*t", 1},
    };
    clmodp_zx *f = zx_new();
    mpz_t d;

    (void)state;
    mpz_init(d);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *text = cases[k].text;
        clmodp_text_error error = {0};
        char *written;

        if (clmodp_zx_from_text(f, d, text, CLMODP_STRING, "t", NULL, &error) != CLMODP_OK)
            fail_msg("%s: %s", text, error.message);
        assert_int_equal(mpz_get_si(d), cases[k].denominator);
        assert_int_equal(clmodp_zx_to_text(&written, f, "t", NULL), CLMODP_OK);
        assert_string_equal(written, cases[k].expected);
        free(written);
    }
    assert_int_equal(clmodp_zx_from_text(f, NULL, "t^2 + @", 3, "t", NULL, NULL), CLMODP_OK);
    assert_int_equal(clmodp_zx_degree(f), 2);
    mpz_clear(d);
    clmodp_zx_destroy(f);
}

/* After errors f and the denominator are unchanged. */
static void errors_change_nothing(void **state)
{
    static const struct {
        const char *text, *name;
        clmodp_status status;
        size_t column;
        const char *part;
    } cases[] = {
        {"", "t", CLMODP_PARSE, 1, "found the end"},
        {"t +", "t", CLMODP_PARSE, 4, "found the end"},
        {"t*s", "t", CLMODP_PARSE, 3, "the variable 't'"},
        {"2*t", NULL, CLMODP_PARSE, 3, "no variables"},
        {"1/t", "t", CLMODP_PARSE, 3, "division by a polynomial"},
        {"t^67108864", "t", CLMODP_LIMIT, 1, "the degree 67108864 is too large"},
        {"t^2147483647 + t", "t", CLMODP_LIMIT, 1, "too large"},
        {"t^2147483648", "t", CLMODP_LIMIT, 3, "an exponent"},
        {"t", "2", CLMODP_INVALID, 1, "letters"},
        {"t", "", CLMODP_INVALID, 1, "letters"},
        {NULL, "t", CLMODP_INVALID, 1, "the text is NULL"},
    };
    clmodp_zx *f = zx_new();
    mpz_t d;

    (void)state;
    mpz_init_set_si(d, 77);
    assert_int_equal(clmodp_zx_from_text(f, NULL, "5*x + 3", CLMODP_STRING, "x", NULL, NULL),
                     CLMODP_OK);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *text = cases[k].text;
        clmodp_text_error error = {0};
        const clmodp_status st =
            clmodp_zx_from_text(f, d, text, CLMODP_STRING, cases[k].name, NULL, &error);

        if (st != cases[k].status || error.line != 1 || error.column != cases[k].column ||
            strstr(error.message, cases[k].part) == NULL || error.message[0] == '\0')
            fail_msg("%s: status %d at %zu:%zu, %s", text != NULL ? text : "NULL", (int)st,
                     error.line, error.column, error.message);
        assert_int_equal(mpz_get_si(d), 77);
        assert_int_equal(clmodp_zx_degree(f), 1);
        assert_int_equal(mpz_get_si(clmodp_zx_coeff(f, 1)), 5);
    }
    assert_int_equal(clmodp_zx_from_text(f, NULL, "x/2", CLMODP_STRING, "x", NULL, NULL),
                     CLMODP_PARSE);
    assert_int_equal(clmodp_zx_from_text(f, NULL, NULL, CLMODP_STRING, "x", NULL, NULL),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_zx_from_text(f, NULL, NULL, 3, "x", NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_zx_from_text(f, NULL, NULL, 0, "x", NULL, NULL), CLMODP_PARSE);
    assert_int_equal(clmodp_zx_degree(f), 1);
    mpz_clear(d);
    clmodp_zx_destroy(f);
}

static void strings_are_texts(void **state)
{
    clmodp_text_error error = {0};
    clmodp_zxy *f = NULL, *g = NULL;
    mpz_t d;

    (void)state;
    mpz_init(d);
    assert_int_equal(clmodp_zxy_create(&f), CLMODP_OK);
    assert_int_equal(clmodp_zxy_create(&g), CLMODP_OK);
    assert_int_equal(clmodp_zxy_from_text(f, NULL, "3*a*b - 2", 9, "a", "b", NULL, NULL),
                     CLMODP_OK);
    assert_int_equal(clmodp_zxy_from_text(g, d, "a*b/2 - 1/3", CLMODP_STRING, "a", "b", NULL,
                                          NULL),
                     CLMODP_OK);
    assert_int_equal(mpz_get_si(d), 6);
    assert_true(clmodp_zxy_equal(f, g));
    assert_int_equal(clmodp_zxy_from_text(g, NULL, "a*b\n + c", CLMODP_STRING, "a", "b", NULL,
                                          &error),
                     CLMODP_PARSE);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 4);
    assert_int_equal(clmodp_zxy_from_text(g, NULL, NULL, CLMODP_STRING, "a", "b", NULL, &error),
                     CLMODP_INVALID);
    assert_string_equal(error.message, "the text is NULL");
    assert_true(clmodp_zxy_equal(f, g));
    mpz_clear(d);
    DESTROY(g, f);
}

/* Coefficients are returned by reference. */
static void coefficients_can_be_looked_at(void **state)
{
    clmodp_zx *f = zx_new();

    (void)state;
    assert_int_equal(mpz_sgn(clmodp_zx_coeff(f, 0)), 0);
    assert_int_equal(clmodp_zx_from_text(f, NULL, "7*x^2 - 1", CLMODP_STRING, "x", NULL, NULL),
                     CLMODP_OK);
    assert_int_equal(mpz_get_si(clmodp_zx_coeff(f, 0)), -1);
    assert_int_equal(mpz_sgn(clmodp_zx_coeff(f, 1)), 0);
    assert_int_equal(mpz_get_si(clmodp_zx_coeff(f, 2)), 7);
    assert_int_equal(mpz_sgn(clmodp_zx_coeff(f, 3)), 0);
    assert_true(mpz_even_p(clmodp_zx_coeff(f, SIZE_MAX))); /* reads a limb, even of 0 */
    assert_int_equal(clmodp_zx_set_coeff(f, clmodp_zx_coeff(f, 2), 40), CLMODP_OK);
    assert_int_equal(mpz_get_si(clmodp_zx_coeff(f, 40)), 7);
    clmodp_zx_destroy(f);
}

TESTS(
    cmocka_unit_test(texts_have_their_values),
    cmocka_unit_test(errors_change_nothing),
    cmocka_unit_test(strings_are_texts),
    cmocka_unit_test(coefficients_can_be_looked_at));
