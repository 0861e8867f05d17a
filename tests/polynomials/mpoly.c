/* Tests of polynomials in several variables: arithmetic by evaluation at points, text, limits. */
#include <stdlib.h>
#include <string.h>

#include <clmodp/mpoly.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/polynomials.h"

static const char *const names[] = {"x", "y", "z", "t", "e3"};

static clmodp_mpoly *parse(size_t variables, const char *text)
{
    return mpoly_parse(text, names, variables);
}

static const struct {
    size_t variables;
    const char *text;
    long denominator;
    const char *expected; /* the expression */
} values[] = {
    {3, "0", 1, "0"},
    {0, "2*3^2 - 1", 1, "17"},
    {1, "(x - 1)^2", 1, "x^2 - 2*x + 1"},
    {3, "1 + z + y + x", 1, "x + y + z + 1"},
    {3, "(x + y - z)^2", 1, "x^2 + 2*x*y - 2*x*z + y^2 - 2*y*z + z^2"},
    {3, "x*y = z^2 + .5", 2, "x*y - z^2 - 1/2"},
    {3, "((x/2 + y/3)*z)^2", 36, "1/4*x^2*z^2 + 1/3*x*y*z^2 + 1/9*y^2*z^2"},
    {4, "-(t*-z)**3/(2^2) - 0*x", 4, "1/4*z^3*t^3"},
    {4, "(x - x)*y + (t + 1)^0 - 1", 1, "0"},
    {4, "x^(2^30)*y^(2^30) - z*t^3", 1, "x^1073741824*y^1073741824 - z*t^3"},
    {3, "x^2000000000*y^2147483646*z^1000000000", 1,
     "x^2000000000*y^2147483646*z^1000000000"},
    {3, "(x^(10^9) + 1)^2*(z + y^(10^9))", 1,
     "x^2000000000*y^1000000000 + x^2000000000*z + 2*x^1000000000*y^1000000000 + "
     "2*x^1000000000*z + y^1000000000 + z"},
    {3, "(x^(2^61))^0 + ((y))", 1, "y + 1"},
    {4, "x^2147483647*y^2147483647*(z^2147483647 - t^2147483647)", 1,
     "x^2147483647*y^2147483647*z^2147483647 - x^2147483647*y^2147483647*t^2147483647"},
    {3, "((x + y + z)^(10^9)*x)^0 - 0*((x + y*z)^(10^9) + z) + x", 1, "x + 1"},
    {3, "(x + y + z)^9 - (x + y + z)^4*(z + y + x)^5", 1, "0"},
    {4, "t^3*((x^3 - y*z^2)^20*(x^3*t + y*z^2*t)^20 - t^20*(x^6 - y^2*z^4)^20)", 1, "0"},
    {3, "(x^4*y^2 + z^6 - x*y*z^3)^6*(3*z^3 + x*y)^4 - "
        "(x^2*y^2*(x^2 + x*y*z^3) + (z^6 - x*y*z^3) - x^3*y^3*z^3 + 2^70 - 4^35)^6*"
        "(81*z^12 + 108*x*y*z^9 + 54*x^2*y^2*z^6 + 12*x^3*y^3*z^3 + x^4*y^4)", 1, "0"},
    {5, "e3*x - 2*e3 + 4", 1, "x*e3 - 2*e3 + 4"},
};

static void expressions_have_their_values(void **state)
{
    (void)state;
    for (size_t k = 0; k < sizeof values / sizeof *values; k++) {
        clmodp_mpoly *f = mpoly_new(values[k].variables);
        clmodp_mpoly *again = mpoly_new(values[k].variables);
        clmodp_text_error error = {0};
        mpz_t d;

        mpz_init(d);
        if (clmodp_mpoly_from_text(f, d, values[k].text, CLMODP_STRING, names, NULL, &error) !=
            CLMODP_OK)
            fail_msg("%s: %s", values[k].text, error.message);
        assert_int_equal(mpz_cmp_si(d, values[k].denominator), 0);
        assert_mpoly_text(f, names, d, values[k].expected);
        assert_int_equal(clmodp_mpoly_from_text(again, d, values[k].expected, CLMODP_STRING, names,
                                                NULL, &error), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_lowest_terms(again, d), CLMODP_OK);
        assert_true(clmodp_mpoly_equal(f, again));
        mpz_clear(d);
        DESTROY(again, f);
    }
}

static const struct {
    const char *text;
    clmodp_status status;
    size_t column;
    const char *message;
} bad_texts[] = {
    {"x + y*u", CLMODP_PARSE, 7, "expected one of the 3 variables, but found 'u'"},
    {"sin(x)", CLMODP_PARSE, 1,
     "expected one of the 3 variables, but found 'sin': functions are not supported"},
    {"x*y + (z", CLMODP_PARSE, 7, "expected a ')' for this '(', but found the end"},
    {"x*y)", CLMODP_PARSE, 4, "expected an operator or the end, but found an unmatched ')'"},
    {"x/y", CLMODP_PARSE, 3, "division by a polynomial; expected a number"},
    {"x/2", CLMODP_PARSE, 2, "expected integers as coefficients, but some are fractions"},
    {"x^y", CLMODP_PARSE, 3, "expected a non-negative integer as exponent, but found 'y'"},
    {"x^(2+1)", CLMODP_PARSE, 5,
     "expected ')' after an exponent of integers, '*' and '^', but found '+'"},
    {"(x*(y + 1)^", CLMODP_PARSE, 12,
     "expected a non-negative integer as exponent, but found the end"},
    {"x^(2^31)*z", CLMODP_LIMIT, 3, "an exponent reaches 2^31"},
    {"(x + 1)^2000000000*(y + 1)^2000000000*(z + 1)", CLMODP_LIMIT, 9,
     "the multiplied-out polynomial takes more than 1024 MiB"},
};

static void bad_texts_are_refused(void **state)
{
    clmodp_mpoly *f = parse(3, "x"), *before = parse(3, "x");

    (void)state;
    for (size_t k = 0; k < sizeof bad_texts / sizeof *bad_texts; k++) {
        clmodp_text_error error = {0};

        assert_int_equal(clmodp_mpoly_from_text(f, NULL, bad_texts[k].text, CLMODP_STRING, names,
                                                NULL, &error), bad_texts[k].status);
        if (strcmp(error.message, bad_texts[k].message) != 0 ||
            error.column != bad_texts[k].column)
            fail_msg("%s: column %zu: %s", bad_texts[k].text, error.column, error.message);
        assert_true(clmodp_mpoly_equal(f, before));
    }
    DESTROY(before, f);
}

static void numbers_beside_a_variable_e_are_refused(void **state)
{
    clmodp_mpoly *f = mpoly_new(5);
    clmodp_text_error error = {0};

    (void)state;
    assert_int_equal(clmodp_mpoly_from_text(f, NULL, "2e3*x", CLMODP_STRING, names, NULL, &error),
                     CLMODP_PARSE);
    assert_non_null(strstr(error.message, "looks like a product"));
    clmodp_mpoly_destroy(f);
}

static void deep_parentheses_are_refused(void **state)
{
    enum { DEPTH = 20000 };
    char *text = malloc(2 * DEPTH + 2);
    clmodp_mpoly *f = mpoly_new(3);
    clmodp_text_error error = {0};

    (void)state;
    assert_non_null(text);
    memset(text, '(', DEPTH);
    text[DEPTH] = 'x';
    memset(text + DEPTH + 1, ')', DEPTH);
    text[2 * DEPTH + 1] = '\0';
    assert_int_equal(clmodp_mpoly_from_text(f, NULL, text, CLMODP_STRING, names, NULL, &error),
                     CLMODP_LIMIT);
    assert_non_null(strstr(error.message, "parentheses are open"));
    text[DEPTH - 9000 + DEPTH + 1 + 9000] = '\0';
    assert_int_equal(clmodp_mpoly_from_text(f, NULL, text + DEPTH - 9000, 18001, names, NULL,
                                            &error), CLMODP_OK);
    assert_mpoly_text(f, names, NULL, "x");
    clmodp_mpoly_destroy(f);
    free(text);
}

static void names_are_listed(void **state)
{
    char found[4][CLMODP_NAME_SIZE];
    size_t count = 0;
    clmodp_text_error error = {0};

    (void)state;
    assert_int_equal(clmodp_mpoly_text_variables(found, &count, 4, "z*b - (a + z)", CLMODP_STRING,
                                                 &error), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_text_variables(found, &count, 4, "y + a", CLMODP_STRING, NULL),
                     CLMODP_OK);
    assert_int_equal(count, 4);
    assert_string_equal(found[0], "a");
    assert_string_equal(found[1], "b");
    assert_string_equal(found[2], "y");
    assert_string_equal(found[3], "z");
    assert_int_equal(clmodp_mpoly_text_variables(found, &count, 4, "a + c", CLMODP_STRING, &error),
                     CLMODP_PARSE);
    assert_string_equal(error.message, "'c' is one variable too many: at most 4 are supported");
    assert_int_equal(error.column, 5);
}

static clmodp_mpoly *random_mpoly(clm_random *random, size_t n, size_t terms, size_t below)
{
    clmodp_mpoly *f = mpoly_new(n);
    mpz_t c[20];
    size_t e[20 * CLMODP_MOST_VARIABLES];

    for (size_t k = 0; k < terms; k++) {
        mpz_init_set_si(c[k], (long)clm_random_below(random, 9) - 4);
        for (size_t i = 0; i < n; i++)
            e[k * n + i] = clm_random_below(random, below);
    }
    assert_int_equal(clmodp_mpoly_set_terms(f, c[0], e, terms), CLMODP_OK);
    for (size_t k = 0; k < terms; k++)
        mpz_clear(c[k]);
    return f;
}

/* Values of sums and products are sums and products of values; texts are read again. */
static void arithmetic_agrees_with_values(void **state)
{
    clm_random random = {5};

    (void)state;
    for (size_t run = 0; run < 200; run++) {
        const size_t n = run % 6;
        clmodp_mpoly *f = random_mpoly(&random, n, 1 + clm_random_below(&random, 15), 4);
        clmodp_mpoly *g = random_mpoly(&random, n, 1 + clm_random_below(&random, 15), 3);
        clmodp_mpoly *h = mpoly_new(n);
        mpz_t point[CLMODP_MOST_VARIABLES], a, b, c;

        for (size_t k = 0; k < 2 && run % 3 == 2; k++) /* dense */
            assert_int_equal(clmodp_mpoly_mul(f, f, f), CLMODP_OK);
        mpz_inits(a, b, c, NULL);
        for (size_t i = 0; i < CLMODP_MOST_VARIABLES; i++)
            mpz_init_set_si(point[i], (long)clm_random_below(&random, 2001) - 1000);
        assert_int_equal(clmodp_mpoly_evaluate(a, f, point[0]), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_evaluate(b, g, point[0]), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_mul(h, f, g), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_evaluate(c, h, point[0]), CLMODP_OK);
        mpz_submul(c, a, b);
        assert_int_equal(mpz_sgn(c), 0);
        for (size_t i = 0; i < n && clmodp_mpoly_terms(h) > 0; i++)
            assert_int_equal(clmodp_mpoly_degree(h, i),
                             clmodp_mpoly_degree(f, i) + clmodp_mpoly_degree(g, i));
        assert_int_equal(clmodp_mpoly_add(h, h, f), CLMODP_OK);
        assert_int_equal(clmodp_mpoly_evaluate(c, h, point[0]), CLMODP_OK);
        mpz_submul(c, a, b);
        assert_int_equal(mpz_cmp(c, a), 0);
        if (n <= 5) {
            char *text = NULL;
            clmodp_mpoly *read;

            assert_int_equal(clmodp_mpoly_to_text(&text, h, names, NULL), CLMODP_OK);
            read = parse(n, text);
            assert_true(clmodp_mpoly_equal(h, read));
            clmodp_mpoly_destroy(read);
            free(text);
        }
        for (size_t i = 0; i < CLMODP_MOST_VARIABLES; i++)
            mpz_clear(point[i]);
        mpz_clears(a, b, c, NULL);
        DESTROY(h, g, f);
    }
}

static void terms_are_in_order(void **state)
{
    clmodp_mpoly *f = parse(3, "3*z - 5*x*y^2 + 7*x^2 + 6*x*z"), *g = mpoly_new(3);
    size_t e[3];
    mpz_t c;

    (void)state;
    mpz_init(c);
    assert_int_equal(clmodp_mpoly_variables(f), 3);
    assert_int_equal(clmodp_mpoly_terms(f), 4);
    assert_int_equal(mpz_get_si(clmodp_mpoly_term(f, 1, e)), -5);
    assert_true(e[0] == 1 && e[1] == 2 && e[2] == 0);
    assert_int_equal(clmodp_mpoly_degree(f, 0), 2);
    assert_int_equal(clmodp_mpoly_degree(f, 3), -1);
    assert_int_equal(clmodp_mpoly_total_degree(f), 3);
    assert_int_equal(clmodp_mpoly_total_degree(g), -1);
    clmodp_mpoly_content(c, f);
    assert_int_equal(mpz_get_si(c), 1);
    assert_int_equal(clmodp_mpoly_set(g, f), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_add(g, g, g), CLMODP_OK);
    clmodp_mpoly_content(c, g);
    assert_int_equal(mpz_get_si(c), 2);
    mpz_set_ui(c, 6);
    assert_int_equal(clmodp_mpoly_lowest_terms(g, c), CLMODP_OK);
    assert_int_equal(mpz_get_si(c), 3);
    assert_true(clmodp_mpoly_equal(f, g));
    mpz_set_si(c, -1);
    assert_int_equal(clmodp_mpoly_lowest_terms(g, c), CLMODP_INVALID);
    mpz_clear(c);
    DESTROY(g, f);
}

/* Terms with random exponents of so many bits, coefficients 1, are in ascending order, with
 * repeated ones added up. They are few, as many as digits are sorted from, and more. */
static void check_random_order(size_t count, size_t variables, unsigned bits, clm_random *random)
{
    size_t *e = calloc(count * variables, sizeof *e), sum = 0, before[CLMODP_MOST_VARIABLES];
    mpz_t *ones = calloc(count, sizeof *ones);
    clmodp_mpoly *f = mpoly_new(variables);

    assert_non_null(e);
    assert_non_null(ones);
    for (size_t k = 0; k < count; k++)
        mpz_init_set_ui(ones[k], 1);
    for (size_t k = 0; k < count * variables; k++)
        e[k] = clm_random_below(random, (size_t)1 << bits);
    assert_int_equal(clmodp_mpoly_set_terms(f, ones[0], e, count), CLMODP_OK);
    for (size_t k = clmodp_mpoly_terms(f); k-- > 0;) { /* listed in descending order */
        size_t of[CLMODP_MOST_VARIABLES], i = 0;

        sum += mpz_get_ui(clmodp_mpoly_term(f, k, of));
        while (k + 1 < clmodp_mpoly_terms(f) && i < variables && of[i] == before[i])
            i++;
        if (k + 1 < clmodp_mpoly_terms(f) && (i == variables || of[i] < before[i]))
            fail_msg("term %zu of %zu, %zu variables, %u bits", k, count, variables, bits);
        memcpy(before, of, variables * sizeof *of);
    }
    assert_int_equal(sum, count);
    clmodp_mpoly_destroy(f);
    for (size_t k = 0; k < count; k++)
        mpz_clear(ones[k]);
    free(ones);
    free(e);
}

static void random_terms_are_in_order(void **state)
{
    static const size_t counts[] = {2, 127, 128, 129, 1000};
    static const unsigned bits[] = {0, 1, 3, 4, 5, 11, 12, 21, 31};
    clm_random random = {1};

    (void)state;
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        for (size_t b = 0; b < sizeof bits / sizeof *bits; b++)
            for (size_t n = 1; n <= CLMODP_MOST_VARIABLES; n += n < 4 ? 1 : 4)
                check_random_order(counts[k], n, bits[b], &random);
}

static void bivariate_polynomials_are_converted(void **state)
{
    clmodp_mpoly *f = parse(4, "z^2*t - 3*t^5 + 2"), *g = mpoly_new(4), *zero = mpoly_new(4);
    clmodp_zxy *h = NULL;
    char *text = NULL;

    (void)state;
    assert_int_equal(clmodp_zxy_create(&h), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_get_zxy(h, f, 3, 2), CLMODP_OK);
    assert_int_equal(clmodp_zxy_to_text(&text, h, NULL, NULL), CLMODP_OK);
    assert_string_equal(text, "x*y^2 - 3*x^5 + 2");
    assert_int_equal(clmodp_mpoly_set_zxy(g, h, 3, 2), CLMODP_OK);
    assert_true(clmodp_mpoly_equal(f, g));
    assert_int_equal(clmodp_mpoly_get_zxy(h, f, 0, 2), CLMODP_DOMAIN);
    assert_int_equal(clmodp_mpoly_get_zxy(h, f, 2, 2), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_set_zxy(g, h, 2, 4), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_get_zxy(h, zero, 0, 1), CLMODP_OK);
    assert_int_equal(clmodp_zxy_terms(h), 0);
    free(text);
    DESTROY(h, zero, g, f);
}

static void wrong_arguments_are_refused(void **state)
{
    clmodp_mpoly *f = parse(3, "x^2000000000 + y"), *g = mpoly_new(2), *none = NULL;
    const char *const twice[] = {"x", "y", "x"}, *const invalid[] = {"x", "2y", "z"};
    const size_t large[] = {0, (size_t)1 << 31, 0};
    char *text = NULL;
    mpz_t c[3], value;

    (void)state;
    for (size_t k = 0; k < 3; k++)
        mpz_init_set_ui(c[k], 3);
    mpz_init(value);
    assert_int_equal(clmodp_mpoly_create(&none, CLMODP_MOST_VARIABLES + 1), CLMODP_INVALID);
    assert_null(none);
    clmodp_mpoly_destroy(none);
    assert_int_equal(clmodp_mpoly_set_terms(f, c[0], large, 1), CLMODP_LIMIT);
    assert_int_equal(clmodp_mpoly_set_terms(f, NULL, large, 1), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_set_terms(g, NULL, NULL, 0), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_add(f, f, g), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_mul(f, f, g), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_mul(f, f, f), CLMODP_LIMIT);
    assert_int_equal(clmodp_mpoly_evaluate(value, f, c[0]), CLMODP_LIMIT);
    assert_int_equal(clmodp_mpoly_evaluate(value, f, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_to_text(&text, f, twice, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_to_text(&text, f, invalid, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_to_text(&text, f, NULL, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_to_text(&text, f, names, value), CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_from_text(f, NULL, "x", CLMODP_STRING, twice, NULL, NULL),
                     CLMODP_INVALID);
    assert_int_equal(clmodp_mpoly_from_text(f, NULL, NULL, 1, names, NULL, NULL), CLMODP_INVALID);
    assert_mpoly_text(f, names, NULL, "x^2000000000 + y");
    for (size_t k = 0; k < 3; k++)
        mpz_clear(c[k]);
    mpz_clear(value);
    DESTROY(g, f);
}

/* Products of 3 million pairs of terms, far fewer than exponents up to the degrees. */
static void powers_of_many_terms_have_their_values(void **state)
{
    static const char *const seven[] = {"a", "b", "c", "d", "e", "f", "g"};
    static const char *const text[] = {
        "(a + b - c + d + 2*e - f + g + 1)^12",
        "(a + b - c + d + 2*e - f + g + 1)^6*(a + b - c + d + 2*e - f + 10^30*g - 1)^6"};
    clmodp_mpoly *f[2] = {mpoly_parse(text[0], seven, 7), mpoly_parse(text[1], seven, 7)};
    mpz_t point[7], value, expected;

    (void)state;
    mpz_inits(value, expected, NULL);
    for (size_t i = 0; i < 7; i++)
        mpz_init_set_ui(point[i], i + 1);
    assert_int_equal(clmodp_mpoly_terms(f[0]), 50388);
    assert_int_equal(clmodp_mpoly_evaluate(value, f[0], point[0]), CLMODP_OK);
    mpz_ui_pow_ui(expected, 16, 12);
    assert_int_equal(mpz_cmp(value, expected), 0);
    assert_int_equal(clmodp_mpoly_evaluate(value, f[1], point[0]), CLMODP_OK);
    mpz_ui_pow_ui(expected, 10, 30);
    mpz_mul_ui(expected, expected, 7);
    mpz_add_ui(expected, expected, 7);
    mpz_mul_ui(expected, expected, 16);
    mpz_pow_ui(expected, expected, 6);
    assert_int_equal(mpz_cmp(value, expected), 0);
    for (size_t i = 0; i < 7; i++)
        mpz_clear(point[i]);
    mpz_clears(expected, value, NULL);
    DESTROY(f[1], f[0]);
}

TESTS(cmocka_unit_test(expressions_have_their_values), cmocka_unit_test(bad_texts_are_refused),
      cmocka_unit_test(numbers_beside_a_variable_e_are_refused),
      cmocka_unit_test(deep_parentheses_are_refused), cmocka_unit_test(names_are_listed),
      cmocka_unit_test(arithmetic_agrees_with_values), cmocka_unit_test(terms_are_in_order),
      cmocka_unit_test(random_terms_are_in_order),
      cmocka_unit_test(bivariate_polynomials_are_converted),
      cmocka_unit_test(powers_of_many_terms_have_their_values),
      cmocka_unit_test(wrong_arguments_are_refused));
