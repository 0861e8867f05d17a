/* Tests of text to polynomials and back: values, positions of errors, limits. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/assertions.h"
#include "support/polynomials.h"
#include "polynomials/text.h"
#include "polynomials/zxy.h"

static clmodp_status read_text(clmodp_zxy *f, mpz_ptr d, const char *text,
                               clmodp_text_error *error)
{
    return clmodp_zxy_from_text(f, d, text, strlen(text), "x", "y", NULL, error);
}

static const struct {
    const char *text;
    long denominator;
    const char *expected; /* of the expression times the denominator */
} values[] = {
    {"0", 1, "0"},
    {"-0", 1, "0"},
    {"007", 1, "7"},
    {"x", 1, "x"},
    {"-x^2", 1, "-x^2"},
    {"(-x)^2", 1, "x^2"},
    {"--x - -y", 1, "y + x"},
    {"2*-x**2", 1, "-2*x^2"},
    {"+x++x", 1, "2*x"},
    {"x^0 + y^0 + 0^0", 1, "3"},
    {"(x - x)^0", 1, "1"},
    {"0^5 + x*0", 1, "0"},
    {" \t\r\n\v\f x \n *\n y ", 1, "x*y"},
    {"1-2-3", 1, "-4"},
    {"x/2/3", 6, "x"},
    {"x/2*3", 2, "3*x"},
    {"6/4", 2, "3"},
    {"6/3", 1, "2"},
    {"1/2*x + 1/2*x", 1, "x"},
    {"1/2*x - y/3 + 1/6", 6, "-2*y + 3*x + 1"},
    {"(x + 1)/(2/3)", 2, "3*x + 3"},
    {"(x + 1)/(2/3)^2/-3", 4, "-3*x - 3"},
    {"x/(y - y + 2)", 2, "x"},
    {"1/x^0/(x+y)^0", 1, "1"},
    {"(x/2 + y/3)^3", 216, "8*y^3 + 36*x*y^2 + 54*x^2*y + 27*x^3"},
    {"(x - y)*(x + y) + y^2", 1, "x^2"},
    {"(x+1)*(y-2)*0", 1, "0"},
    {"(x+1)*(x-x)", 1, "0"},
    {"((((x))))*(((-1)))", 1, "-x"},
    {"(x*y^2)^3*x", 1, "x^4*y^6"},
    {"(-2*x/3)^3", 27, "-8*x^3"},
    {"x^1073741824*x^1073741823", 1, "x^2147483647"},
    {"(-1)^99999999999999999999999999*x^00001", 1, "-x"},
    {"(-1)^99999999999999999999999998", 1, "1"},
    {"1^99999999999999999999999998*0^99999999999999999999999998", 1, "0"},
    {"(x-x)^99999999999999999999999998", 1, "0"},
    {"18446744073709551616*x - 18446744073709551615*x", 1, "x"},
    {"(x^2+x*y+y^2)^2", 1, "y^4 + 2*x*y^3 + 3*x^2*y^2 + 2*x^3*y + x^4"},
    {"(x+y+1)^2-(x+y-1)^2", 1, "4*y + 4*x"},
    {"x^2 + y^2 = 1", 1, "y^2 + x^2 - 1"},
    {"y=x-1", 1, "y - x + 1"},
    {"y = -x + (x - 1)/2 + (y - x)", 2, "3*x + 1"},
    {" x\n=\n--x ", 1, "0"},
    {"0=x", 1, "-x"},
    {"1.5*x", 2, "3*x"},
    {".0001 - .0001*y", 10000, "-y + 1"},
    {"2.5e-3", 400, "1"},
    {"1e3*x + 2E+2 - 0.01e4", 1, "1000*x + 100"},
    {"3.*x^2 + 00.50", 2, "6*x^2 + 1"},
    {"-0.000 + 0e9 + 0e-9", 1, "0"},
    {"1.5^2/.75*x", 1, "3*x"},
    {"12345678901234567890.5e-1", 20, "24691357802469135781"},
    {"(x + .1)^2", 100, "100*x^2 + 20*x + 1"},
    {"1.00000000000000000000e-00000000000000000000000", 1, "1"},
    {"y^(2^30)*x**( 2 * 3 )", 1, "x^6*y^1073741824"},
    {"x^(2^31*0) + y^(0^0)", 1, "y + 1"},
    {"(x^2147483648)^0 + (x^2147483647)^1", 1, "x^2147483647 + 1"},
    {"2*((x + y)^1000000000*(1 - x))^0/3 - (2^99999999999)^0", 3, "-1"},
    {"0*(x + y)^1000000000 + x", 1, "x"},
    {"x^(2^40)*y*(0) - ((x + 1)^(10^9)*y + 3)*(x - x)", 1, "0"},
    {"((x*(x + y)^(10^9) - 1)*(y - y) + (x^(2^31) + 1)^0)^2", 1, "1"},
    {"y/((x + y)^1000000000)^0", 1, "y"},
    {"(x + 1)^(2)/2^(1**5)", 2, "x^2 + 2*x + 1"},
    {"x^(2**3*1^99999999999999999999999999)", 1, "x^8"},
    {"(-1)^(3^99999999999999999999*5)*x^(7*0)", 1, "-1"},
    {"(-1)^(3^99999999999999999999*2)", 1, "1"},
    {"(-1)^(99999999999999999999*99999999999999999997)", 1, "-1"},
    {"0^(0*99999999999999999999)", 1, "1"},
    {"x^(0*99999999999999999999*99999999999999999999)", 1, "1"},
    {"x^(99999999999999999999*0)", 1, "1"},
    {"(-1)^(2^62)*(-1)^(2^61*3 )*(-1)^(4611686018427387905)", 1, "-1"},
};

static void expressions_have_their_values(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        clmodp_zxy *f = zxy_new();
        clmodp_text_error error = {0};
        char *text = NULL;
        mpz_t d;

        mpz_init(d);
        if (read_text(f, d, values[k].text, &error) != CLMODP_OK)
            fail_msg("%s: %s", values[k].text, error.message);
        assert_int_equal(clmodp_zxy_to_text(&text, f, NULL, NULL), CLMODP_OK);
        if (strcmp(text, values[k].expected) != 0 || mpz_cmp_si(d, values[k].denominator) != 0)
            fail_msg("%s: found (%s) / %ld", values[k].text, text, mpz_get_si(d));
        free(text);
        mpz_clear(d);
        clmodp_zxy_destroy(f);
    }
}

typedef struct bad_text {
    const char *text;
    clmodp_status status;
    size_t line, column;
    const char *part; /* of the message */
} bad_text;

static void check_bad(const bad_text *bad, clmodp_status status, const clmodp_text_error *error)
{
    if (status != bad->status || error->line != bad->line || error->column != bad->column ||
        strstr(error->message, bad->part) == NULL)
        fail_msg("%.60s: status %d at %zu:%zu, %s", bad->text, (int)status, error->line,
                 error->column, error->message);
}

static const bad_text bad_texts[] = {
    {"", CLMODP_PARSE, 1, 1, "expected a number, a variable or '(', but found the end"},
    {" \n ", CLMODP_PARSE, 2, 2, "found the end"},
    {"x +", CLMODP_PARSE, 1, 4, "found the end"},
    {"x + * y", CLMODP_PARSE, 1, 5, "found '*'"},
    {"x\n  + )", CLMODP_PARSE, 2, 5, "found ')'"},
    {"()", CLMODP_PARSE, 1, 2, "found ')'"},
    {"2x", CLMODP_PARSE, 1, 2, "expected an operator, but found 'x': write '*'"},
    {"2 (x)", CLMODP_PARSE, 1, 3, "write '*'"},
    {"(x)(y)", CLMODP_PARSE, 1, 4, "write '*'"},
    {"x 2", CLMODP_PARSE, 1, 3, "found the number 2"},
    {"x 123456789012345678901234567890", CLMODP_PARSE, 1, 3, "12345678901234567890..."},
    {"1e5x", CLMODP_PARSE, 1, 2, "found 'e5x': write '*'"},
    {"1e", CLMODP_PARSE, 1, 2, "found 'e': write '*'"},
    {"1e+", CLMODP_PARSE, 1, 2, "found 'e': write '*'"},
    {"1.2.3", CLMODP_PARSE, 1, 4, "expected an operator, but found the number .3"},
    {"x.5", CLMODP_PARSE, 1, 2, "found the number .5"},
    {"x - .", CLMODP_PARSE, 1, 5, "found '.'"},
    {"x^2.0", CLMODP_PARSE, 1, 3, "integer as exponent, but found the number 2.0"},
    {"x^1e1", CLMODP_PARSE, 1, 3, "integer as exponent, but found the number 1e1"},
    {"x/0.0e5", CLMODP_PARSE, 1, 3, "division by zero"},
    {"x + 1e999999999", CLMODP_LIMIT, 1, 5, "too long"},
    {"x + 1e-999999999", CLMODP_LIMIT, 1, 5, "too long"},
    {"1e99999999999999999999999999999", CLMODP_LIMIT, 1, 1, "too long"},
    {"1.5e-99999999999999999999999999999", CLMODP_LIMIT, 1, 1, "too long"},
    {"x @ y", CLMODP_PARSE, 1, 3, "found '@'"},
    {"x \xe2\x88\x92 y", CLMODP_PARSE, 1, 3, "the character U+2212: write the minus sign '-'"},
    {"x\xc2\xb2 + y", CLMODP_PARSE, 1, 2, "the character U+00B2: write a power as ^2"},
    {"2\xc2\xb7x", CLMODP_PARSE, 1, 2, "the character U+00B7: write '*' to multiply"},
    {"2\xc2", CLMODP_PARSE, 1, 2, "the byte 0xC2"},
    {"x \xe2\x88\x93 y", CLMODP_PARSE, 1, 3, "the character U+2213: expressions are in ASCII"},
    {"\xc3\xa4 + 1", CLMODP_PARSE, 1, 1, "the character U+00E4: expressions are in ASCII"},
    {"\xf0\x9d\x91\xa5", CLMODP_PARSE, 1, 1, "the character U+1D465: expressions are in ASCII"},
    {"\xf0\x9d\x91x", CLMODP_PARSE, 1, 1, "the byte 0xF0"},
    {"\xa4 + 1", CLMODP_PARSE, 1, 1, "the byte 0xA4"},
    {"x \xe2\x88", CLMODP_PARSE, 1, 3, "the byte 0xE2"},
    {"\x01", CLMODP_PARSE, 1, 1, "the byte 0x01"},
    {"3*z", CLMODP_PARSE, 1, 3, "expected the variable 'x' or 'y', but found 'z'"},
    {"xy", CLMODP_PARSE, 1, 1, "found 'xy'"},
    {"X", CLMODP_PARSE, 1, 1, "found 'X'"},
    {"(x + 1", CLMODP_PARSE, 1, 1, "expected a ')'"},
    {"\n(x + (1)", CLMODP_PARSE, 2, 1, "expected a ')'"},
    {"x)", CLMODP_PARSE, 1, 2, "unmatched ')'"},
    {"x^", CLMODP_PARSE, 1, 3, "exponent, but found the end"},
    {"x^-1", CLMODP_PARSE, 1, 3, "non-negative integer as exponent, but found '-'"},
    {"x^(y)", CLMODP_PARSE, 1, 4, "non-negative integer as exponent, but found 'y'"},
    {"x^(-1)", CLMODP_PARSE, 1, 4, "non-negative integer as exponent, but found '-'"},
    {"x^()", CLMODP_PARSE, 1, 4, "found ')'"},
    {"x^(2 + 1)", CLMODP_PARSE, 1, 6, "expected ')' after an exponent of integers, '*' and "},
    {"x^(4/2)", CLMODP_PARSE, 1, 5, "found '/'"},
    {"x^(2^3^2)", CLMODP_PARSE, 1, 7, "found '^'"},
    {"x^((2))", CLMODP_PARSE, 1, 4, "found '('"},
    {"x^(2", CLMODP_PARSE, 1, 5, "found the end"},
    {"x^(2)^3", CLMODP_PARSE, 1, 6, "write parentheses"},
    {"x^(2.0)", CLMODP_PARSE, 1, 4, "found the number 2.0"},
    {"x^(2^31)", CLMODP_LIMIT, 1, 3, "2^31"},
    {"y*x^(65536*32768)", CLMODP_LIMIT, 1, 5, "2^31"},
    {"x^(10^10^10)", CLMODP_PARSE, 1, 9, "found '^'"},
    {"x^(3^99999999999999999999999999)", CLMODP_LIMIT, 1, 3, "2^31"},
    {"2^(4294967296*4294967296)", CLMODP_LIMIT, 1, 3, "too long"},
    {"x^y", CLMODP_PARSE, 1, 3, "found 'y'"},
    {"x^2^3", CLMODP_PARSE, 1, 4, "write parentheses"},
    {"x**2**3", CLMODP_PARSE, 1, 5, "write parentheses"},
    {"= x", CLMODP_PARSE, 1, 1, "expected a number, a variable or '(', but found '='"},
    {"x =", CLMODP_PARSE, 1, 4, "found the end"},
    {"x == y", CLMODP_PARSE, 1, 4, "found '='"},
    {"x = y\n= 1", CLMODP_PARSE, 2, 1, "a second '='"},
    {"(x = 1)*y", CLMODP_PARSE, 1, 4, "an '=' inside parentheses"},
    {"((x) = 1) = y", CLMODP_PARSE, 1, 6, "an '=' inside parentheses"},
    {"x^=2", CLMODP_PARSE, 1, 3, "exponent, but found '='"},
    {"x* *2", CLMODP_PARSE, 1, 4, "found '*'"},
    {"1/0", CLMODP_PARSE, 1, 3, "division by zero"},
    {"1/(1 - 1)", CLMODP_PARSE, 1, 3, "division by zero"},
    {"1/0^3", CLMODP_PARSE, 1, 5, "division by zero"},
    {"1/x", CLMODP_PARSE, 1, 3, "division by a polynomial"},
    {"1/(x + 1)", CLMODP_PARSE, 1, 3, "division by a polynomial"},
    {"x^2147483648", CLMODP_LIMIT, 1, 3, "2^31"},
    {"(x^2147483648)^0*x^2147483649", CLMODP_LIMIT, 1, 20, "2^31"},
    {"0*x^2147483648 + (y + x^2147483648)*3 + x", CLMODP_LIMIT, 1, 25, "2^31"},
    {"0/(2^99999999999)", CLMODP_LIMIT, 1, 6, "too long"},
    {"(x + y^2147483648)^0 +", CLMODP_PARSE, 1, 23, "found the end"},
    {"x^2147483647*x", CLMODP_LIMIT, 1, 14, "2^31"},
    {"x^99999999999999999999999", CLMODP_LIMIT, 1, 3, "2^31"},
    {"(x)^99999999999999999999999", CLMODP_LIMIT, 1, 5, "2^31"},
    {"(x^65536)^65536", CLMODP_LIMIT, 1, 11, "2^31"},
    {"(x + y)^2147483648", CLMODP_LIMIT, 1, 9, "2^31"},
    {"(x^1073741824 + 1)*(x^1073741824 + 1)", CLMODP_LIMIT, 1, 20, "2^31"},
    {"(x^2 + 1)*y^2147483647*(y + x)", CLMODP_LIMIT, 1, 31, "2^31"},
    {"2^99999999999", CLMODP_LIMIT, 1, 3, "too long"},
    {"(1/3)^99999999999", CLMODP_LIMIT, 1, 7, "too long"},
    {"2^99999999999999999999999999999", CLMODP_LIMIT, 1, 3, "too long"},
    {"(x + y)^1000000000", CLMODP_LIMIT, 1, 9, "1024 MiB"},
    {"(x + y + 1)^1000000", CLMODP_LIMIT, 1, 13, "1024 MiB"},
    {"(x^1000 + y + 1)^100000", CLMODP_LIMIT, 1, 18, "1024 MiB"},
    {"(2^1000000 + x + y)^1000", CLMODP_LIMIT, 1, 21, "1024 MiB"},
    {"(x/2^1000000 + y)^50000", CLMODP_LIMIT, 1, 19, "too long"},
    {"(x + y + 1)^2500", CLMODP_LIMIT, 1, 13, "1024 MiB"},
    {"(x + y + 1)^1500", CLMODP_LIMIT, 1, 13, "too large to multiply out"},
    {"2^2000000000*2^2000000000", CLMODP_LIMIT, 1, 16, "too long"},
};

static void errors_have_their_place_and_reason(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof bad_texts / sizeof *bad_texts; k++) {
        clmodp_zxy *f = zxy_new();
        clmodp_text_error error = {0};
        mpz_t d;

        mpz_init_set_si(d, 77);
        assert_int_equal(clmodp_zxy_set_coeff_si(f, 5, 3, 4), CLMODP_OK);
        check_bad(&bad_texts[k], read_text(f, d, bad_texts[k].text, &error), &error);
        assert_int_equal(mpz_get_si(d), 77);
        assert_int_equal(clmodp_zxy_terms(f), 1);
        assert_int_equal(clmodp_zxy_degree_x(f), 3);
        assert_int_equal(read_text(f, d, bad_texts[k].text, NULL), bad_texts[k].status);
        mpz_clear(d);
        clmodp_zxy_destroy(f);
    }
}

static void names_and_denominators_can_be_missing(void **state)
{
    const bad_text fraction = {"x - 1/2", CLMODP_PARSE, 1, 6, "integers"};
    const bad_text decimal = {"x - 1.5", CLMODP_PARSE, 1, 5, "integers"};
    const bad_text no_x = {"y + x", CLMODP_PARSE, 1, 5, "expected the variable 'y'"};
    const bad_text none = {"1 + x", CLMODP_PARSE, 1, 5, "no variables"};
    const bad_text equal = {"x", CLMODP_INVALID, 1, 1, "different names"};
    const bad_text no_name = {"x", CLMODP_INVALID, 1, 1, "letters, digits and underscores"};
    const bad_text nothing = {"NULL", CLMODP_INVALID, 1, 1, "the text is NULL"};
    clmodp_zxy *f = zxy_new();
    clmodp_text_error error = {0};

    (void)state;
    check_bad(&fraction, read_text(f, NULL, fraction.text, &error), &error);
    assert_int_equal(read_text(f, NULL, "4/2*x", &error), CLMODP_OK);
    assert_int_equal(clmodp_zxy_degree_x(f), 1);
    check_bad(&decimal, read_text(f, NULL, decimal.text, &error), &error);
    assert_int_equal(read_text(f, NULL, "2.50e1*x", &error), CLMODP_OK);
    assert_int_equal(clmodp_zxy_degree_x(f), 1);
    check_bad(&no_x, clmodp_zxy_from_text(f, NULL, "y + x", 5, NULL, "y", NULL, &error), &error);
    check_bad(&no_x, clmodp_zxy_from_text(f, NULL, "y + x", 5, "y", NULL, NULL, &error), &error);
    check_bad(&none, clmodp_zxy_from_text(f, NULL, "1 + x", 5, NULL, NULL, NULL, &error), &error);
    check_bad(&equal, clmodp_zxy_from_text(f, NULL, "x", 1, "x", "x", NULL, &error), &error);
    check_bad(&no_name, clmodp_zxy_from_text(f, NULL, "x", 1, "x", "2", NULL, &error), &error);
    check_bad(&nothing, clmodp_zxy_from_text(f, NULL, NULL, 1, "x", "y", NULL, &error), &error);
    assert_int_equal(clmodp_zxy_from_text(f, NULL, "x^7 + ", 3, NULL, "x", NULL, &error),
                     CLMODP_OK);
    assert_int_equal(clmodp_zxy_degree_y(f), 7);
    assert_int_equal(clmodp_zxy_from_text(f, NULL, "3\0" "4", 3, "x", "y", NULL, &error),
                     CLMODP_PARSE);
    assert_int_equal(error.column, 2);
    assert_int_equal(clmodp_zxy_from_text(f, NULL, NULL, 0, "x", "y", NULL, &error), CLMODP_PARSE);
    clmodp_zxy_destroy(f);
}

/* With a budget of 64 KiB: 16384 pairs of terms, integers of 2^17 bits. */
static void smaller_limits_can_be_set(void **state)
{
    const clm_parser_limits limits = {.bytes = (size_t)1 << 16, .depth = 3};
    const bad_text pairs = {"(1+x^1000+y^1000)^20*(1+x^77+y^33)^15", CLMODP_LIMIT, 1, 36,
                            "a product of 231 and 136 terms"};
    const bad_text digits = {"40000 digits", CLMODP_LIMIT, 1, 1, "an integer of about"};
    const bad_text terms = {"(x+y)^2000", CLMODP_LIMIT, 1, 7, "0.0625 MiB"};
    const bad_text depth = {"((((x))))", CLMODP_LIMIT, 1, 4, "more than 3 parentheses"};
    const bad_text *const bad[] = {&terms, &depth, &pairs};
    const clm_names names = clm_names_make((const char *[]){"y", "x"}, 2, NULL);
    char *text = malloc(40000);
    clmodp_zxy *f = zxy_new();
    clmodp_text_error error = {0};

    (void)state;
    assert_non_null(text);
    memset(text, '7', 40000);
    check_bad(&digits, clm_parse(&f->mpoly, NULL, NULL, text, 40000, &names, &error, &limits),
              &error);
    for (size_t k = 0; k < 3; k++)
        check_bad(bad[k], clm_parse(&f->mpoly, NULL, NULL, bad[k]->text, strlen(bad[k]->text),
                                    &names, &error, &limits), &error);
    clmodp_zxy_destroy(f);
    free(text);
}

/* Products with variables such as e and e3 are written with '*', and keep their meaning. */
static void exponents_of_decimals_are_no_variables(void **state)
{
    static const struct {
        const char *text, *x, *y, *same; /* same: with the variable t for x; NULL: refused */
    } cases[] = {
        {"2*e3 + e3^2", "e3", "y", "2*t + t^2"}, {"e+3", "e", "y", "t + 3"},
        {"2*e-3", "e", "y", "2*t - 3"},          {"e2*2", "e2", "y", "2*t"},
        {"E*1.5*2", "E", "y", "3*t"},            {"ex*1e2", "ex", "y", "100*t"},
        {"2e3", "e", "y", NULL},                 {"2e-3*E", "E", "y", NULL},
        {"1.5e3*e3", "e3", "y", NULL},           {"y*2e3", "y", "e12", NULL},
    };
    clmodp_zxy *f = zxy_new(), *same = zxy_new();
    clmodp_variables v = {.occurs = {0, 0}};
    const clmodp_text_options options = {.size = sizeof options, .variables = &v};
    clmodp_text_error error;
    char names[2][CLMODP_NAME_SIZE];
    size_t count = 0;

    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const clmodp_status st = clmodp_zxy_from_text(f, NULL, cases[k].text, CLMODP_STRING,
                                                      cases[k].x, cases[k].y, NULL, &error);

        assert_int_equal(st, cases[k].same != NULL ? CLMODP_OK : CLMODP_PARSE);
        if (st != CLMODP_OK) {
            assert_non_null(strstr(error.message, "looks like a product with the variable '"));
            continue;
        }
        assert_int_equal(clmodp_zxy_from_text(same, NULL, cases[k].same, CLMODP_STRING, "t", "y",
                                              NULL, &error), CLMODP_OK);
        assert_true(clmodp_zxy_equal(f, same));
    }
    assert_int_equal(clmodp_zxy_from_text(f, NULL, "1e3*x + e", CLMODP_STRING, NULL, NULL,
                                          &options, &error), CLMODP_PARSE);
    assert_string_equal(error.message, "the number 1e3 looks like a product with the variable "
                        "'e': write '*' in products, and numbers as 2*10^3");
    assert_int_equal(error.column, 1);
    assert_int_equal(clmodp_zxy_from_text(f, NULL, "1e3*x + y", CLMODP_STRING, NULL, NULL,
                                          &options, &error), CLMODP_OK);
    assert_int_equal(clmodp_text_variables(names, &count, "1e3*x + .5*e5 - 2.", CLMODP_STRING,
                                           &error), CLMODP_OK);
    assert_int_equal(count, 2);
    assert_string_equal(names[0], "e5");
    DESTROY(same, f);
}

static void variables_are_found_in_order(void **state)
{
    static const struct {
        const char *text;
        size_t count;
        const char *first, *second;
    } cases[] = {
        {"", 0, "", ""},           {"12 + 3", 0, "", ""},      {"b*a + b", 2, "a", "b"},
        {"x_1^2", 1, "x_1", ""},   {"y + Y", 2, "Y", "y"},     {"2x", 1, "x", ""},
        {"((y", 1, "y", ""},       {"_", 1, "_", ""},          {"ab + a", 2, "a", "ab"},
    };
    char names[2][CLMODP_NAME_SIZE];
    clmodp_text_error error;
    size_t count;

    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        const char *text = cases[k].text;

        count = 0;
        assert_int_equal(clmodp_text_variables(names, &count, text, strlen(text), &error),
                         CLMODP_OK);
        assert_int_equal(count, cases[k].count);
        if (count > 0)
            assert_string_equal(names[0], cases[k].first);
        if (count > 1)
            assert_string_equal(names[1], cases[k].second);
    }
    count = 0;
    assert_int_equal(clmodp_text_variables(names, &count, "t", 1, NULL), CLMODP_OK);
    assert_int_equal(clmodp_text_variables(names, &count, "s*t", 3, NULL), CLMODP_OK);
    assert_int_equal(count, 2);
    assert_string_equal(names[0], "s");
    assert_int_equal(clmodp_text_variables(names, &count, "s\n*u", 4, &error), CLMODP_PARSE);
    assert_int_equal(error.line, 2);
    assert_int_equal(error.column, 2);
    assert_string_equal(error.message, "'u' is a third variable beside 's' and 't'");
    assert_int_equal(clmodp_text_variables(names, &count, "s ; t", 5, &error), CLMODP_PARSE);
    assert_int_equal(error.column, 3);
    assert_int_equal(clmodp_text_variables(names, &count, "s + t (s)", 9, &error), CLMODP_PARSE);
    assert_int_equal(error.column, 5);
    assert_non_null(strstr(error.message, "'t', but found a '(': functions are not supported"));
    assert_int_equal(clmodp_text_variables(names, &count, NULL, 5, &error), CLMODP_INVALID);
    assert_int_equal(clmodp_text_variables(names, &count, NULL, 0, &error), CLMODP_OK);
    assert_int_equal(count, 2);
}

/* Names are found in one pass: a new name takes a free place, or else the place of a guess. */
static void names_are_found_while_reading(void **state)
{
    static const struct {
        const char *text;
        const char *guess[2];
        int occurs[2];
        const char *names[2], *meant; /* meant: in these names; NULL: rejected */
        int found[2];
    } cases[] = {
        {"3*a - b^2", {"", ""}, {0, 0}, {"a", "b"}, "3*a - b^2", {1, 1}},
        {"(b + a)^2/2*2", {"", ""}, {0, 0}, {"b", "a"}, "a^2 + 2*a*b + b^2", {1, 1}},
        {"x + 1", {"", "y"}, {0, 0}, {"x", "y"}, "x + 1", {1, 0}},
        {"y + 1", {"", "y"}, {0, 0}, {"", "y"}, "y + 1", {0, 1}},
        {"s*t", {"", "y"}, {0, 0}, {"s", "t"}, "s*t", {1, 1}},
        {"(s)*t*2^3", {"", "y"}, {0, 0}, {"s", "t"}, "8*s*t", {1, 1}},
        {"7", {"", "y"}, {0, 1}, {"", "y"}, "7", {0, 1}},
        {"s*t", {"", "y"}, {0, 1}, {"", "y"}, NULL, {0, 1}},
        {"(s)*t", {"", "y"}, {0, 1}, {"", "y"}, NULL, {0, 1}},
        {"a*b*c", {"", ""}, {0, 0}, {"", ""}, NULL, {0, 0}},
        {"a + f(x)", {"a", ""}, {1, 0}, {"a", ""}, NULL, {1, 0}},
        {"a*2x", {"a", ""}, {1, 0}, {"a", ""}, NULL, {1, 0}},
    };
    clmodp_zxy *f, *meant;
    clmodp_text_options options;
    clmodp_text_error error;

    (void)state;
    assert_int_equal(clmodp_zxy_create(&f), CLMODP_OK);
    assert_int_equal(clmodp_zxy_create(&meant), CLMODP_OK);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        clmodp_variables v = {.occurs = {cases[k].occurs[0], cases[k].occurs[1]}};
        const clmodp_status expected = cases[k].meant != NULL ? CLMODP_OK : CLMODP_PARSE;

        strcpy(v.name[0], cases[k].guess[0]);
        strcpy(v.name[1], cases[k].guess[1]);
        clmodp_text_options_init(&options);
        options.variables = &v;
        assert_int_equal(clmodp_zxy_from_text(f, NULL, cases[k].text, CLMODP_STRING, NULL, NULL,
                                              &options, &error), expected);
        for (int n = 0; n < 2; n++) {
            assert_string_equal(v.name[n], cases[k].names[n]);
            assert_int_equal(v.occurs[n], cases[k].found[n]);
        }
        if (cases[k].meant == NULL)
            continue;
        assert_int_equal(clmodp_zxy_from_text(meant, NULL, cases[k].meant, CLMODP_STRING,
                                              *v.name[0] != '\0' ? v.name[0] : NULL,
                                              *v.name[1] != '\0' ? v.name[1] : NULL, NULL, &error),
                         CLMODP_OK);
        assert_true(clmodp_zxy_equal(f, meant));
    }
    DESTROY(meant, f);
}

static void names_have_a_limit(void **state)
{
    char names[2][CLMODP_NAME_SIZE], text[CLMODP_NAME_SIZE + 2];
    clmodp_variables v = {.occurs = {0, 0}};
    clmodp_text_options options = {.size = sizeof options, .variables = &v};
    clmodp_text_error error;
    size_t count = 0;
    clmodp_zxy *f;

    (void)state;
    memset(text, 'a', sizeof text);
    assert_int_equal(clmodp_text_variables(names, &count, text, CLMODP_NAME_SIZE - 1, &error),
                     CLMODP_OK);
    assert_int_equal(strlen(names[0]), CLMODP_NAME_SIZE - 1);
    assert_int_equal(clmodp_text_variables(names, &count, text, CLMODP_NAME_SIZE, &error),
                     CLMODP_PARSE);
    assert_non_null(strstr(error.message, "more than 63 bytes"));
    assert_int_equal(clmodp_zxy_create(&f), CLMODP_OK);
    assert_int_equal(clmodp_zxy_from_text(f, NULL, text, CLMODP_NAME_SIZE, NULL, NULL, &options,
                                          &error), CLMODP_PARSE);
    assert_non_null(strstr(error.message, "expected a name of at most 63 bytes"));
    assert_int_equal(clmodp_zxy_from_text(f, NULL, text, CLMODP_NAME_SIZE - 1, NULL, NULL,
                                          &options, &error), CLMODP_OK);
    text[CLMODP_NAME_SIZE] = '\0';
    assert_int_equal(clmodp_zxy_from_text(f, NULL, "1", 1, text, NULL, NULL, &error),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_zxy_from_text(f, NULL, "1", 1, "x", text, NULL, &error),
                     CLMODP_INVALID);
    assert_non_null(strstr(error.message, "up to 63 letters"));
    assert_int_equal(clmodp_zxy_from_text(f, NULL, text + 1, CLMODP_STRING, text + 1, NULL, NULL,
                                          &error), CLMODP_OK);
    options.size = 0; /* never set */
    assert_int_equal(clmodp_zxy_from_text(f, NULL, "x", 1, NULL, NULL, &options, &error),
                     CLMODP_INVALID);
    assert_string_equal(v.name[0], names[0]);
    clmodp_zxy_destroy(f);
}

static void names_of_the_output_are_checked(void **state)
{
    clmodp_zxy *f = zxy_new();
    char *text = NULL;

    (void)state;
    assert_int_equal(read_text(f, NULL, "x^2*y - 3*y + 1", NULL), CLMODP_OK);
    assert_int_equal(clmodp_zxy_to_text(&text, f, "a", "b2"), CLMODP_OK);
    assert_string_equal(text, "a^2*b2 - 3*b2 + 1");
    free(text);
    assert_int_equal(clmodp_zxy_to_text(&text, f, "a", "a"), CLMODP_INVALID);
    assert_null(text);
    assert_int_equal(clmodp_zxy_to_text(&text, f, "y", NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_zxy_to_text(&text, f, "1", NULL), CLMODP_INVALID);
    clmodp_zxy_destroy(f);
}

TESTS(
    cmocka_unit_test(expressions_have_their_values),
    cmocka_unit_test(errors_have_their_place_and_reason),
    cmocka_unit_test(names_and_denominators_can_be_missing),
    cmocka_unit_test(smaller_limits_can_be_set),
    cmocka_unit_test(exponents_of_decimals_are_no_variables),
    cmocka_unit_test(variables_are_found_in_order),
    cmocka_unit_test(names_are_found_while_reading),
    cmocka_unit_test(names_have_a_limit),
    cmocka_unit_test(names_of_the_output_are_checked));
