/* Tests of long and deeply nested texts, long integers and many fractions. */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

#include <clmodp/polynomials.h>

/* Returns `count` copies of a text. */
static char *repeat(const char *text, size_t count)
{
    size_t length = strlen(text);
    char *all = malloc(length * count + 1);

    assert_non_null(all);
    for (size_t k = 0; k < count; k++)
        memcpy(all + k * length, text, length);
    all[length * count] = '\0';
    return all;
}

/* Reads the concatenation of three texts. */
static clmodp_status read_parts(clmodp_zxy *f, mpz_ptr d, const char *a, const char *b,
                                const char *c, clmodp_text_error *error)
{
    size_t length = strlen(a) + strlen(b) + strlen(c);
    char *all = malloc(length + 1);
    clmodp_status st;

    assert_non_null(all);
    (void)snprintf(all, length + 1, "%s%s%s", a, b, c);
    st = clmodp_zxy_from_text(f, d, all, length, "x", "y", NULL, error);
    free(all);
    return st;
}

static void parentheses_nest_to_their_limit(void **state)
{
    char *open = repeat("-(", 9999), *close = repeat("+x)", 9999);
    char *hostile = repeat("(", 1000000);
    clmodp_zxy *f = zxy_new();
    clmodp_text_error error;
    mpz_t c;

    (void)state;
    mpz_init(c);
    assert_int_equal(read_parts(f, NULL, open, "y", close, &error), CLMODP_OK);
    clmodp_zxy_get_coeff(c, f, 1, 0);
    assert_int_equal(mpz_get_si(c), -1); /* -(-(-(y + x) + x) + x) */
    clmodp_zxy_get_coeff(c, f, 0, 1);
    assert_int_equal(mpz_get_si(c), -1);
    assert_int_equal(read_parts(f, NULL, hostile, "", "", &error), CLMODP_LIMIT);
    assert_int_equal(error.column, 10001);
    assert_non_null(strstr(error.message, "10000 parentheses"));
    mpz_clear(c);
    clmodp_zxy_destroy(f);
    free(hostile);
    free(close);
    free(open);
}

/* A repeated text, and one coefficient of the result. */
/* Returns a count, or a hundredth of it under slow tools. */
static size_t scaled(size_t count)
{
    return small_tests() ? count / 100 : count;
}

static void long_texts_take_no_long_time(void **state)
{
    static const struct {
        const char *first, *repeated, *last;
        size_t count;
        bool grows; /* the exponent is one more than the count */
        size_t exponent;
        long factor, constant; /* coefficient = factor * count + constant */
    } cases[] = {
        {"x", " + x", "", 1000000, false, 1, 1, 1},
        {"x", " - 2*x + x", "", 500000, false, 1, -1, 1},
        {"x", "*x", "", 1000000, true, 1, 0, 1},
        {"x", "*(x)", "", 100000, true, 1, 0, 1},
        {"", "-", "x", 1000000, false, 1, 0, 1},
        {"x", "*(-1)", "", 200000, false, 1, 0, 1},
        {"x*1", "/(1/3)/3", "", 200000, false, 1, 0, 1},
        {"", "((x + 1)*(x - 1) + 1) + ", "0", 100000, false, 2, 1, 0},
        {"2^1000000", " - 1 + 1", " + x - 2^1000000", 300000, false, 1, 0, 1},
        {"", "1/3*x + 1/7*x + 11/21*x + ", "0", 100000, false, 1, 1, 0},
        {"0", "*(x + y)^9", " + x", 100000, false, 1, 0, 1},
        {"", "\n", "x", 1000000, false, 1, 0, 1},
    };

    (void)state;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        size_t count = scaled(cases[k].count);
        size_t exponent = cases[k].exponent + (cases[k].grows ? count : 0);
        char *middle = repeat(cases[k].repeated, count);
        clmodp_zxy *f = zxy_new();
        mpz_t c;

        mpz_init(c);
        assert_int_equal(read_parts(f, NULL, cases[k].first, middle, cases[k].last, NULL),
                         CLMODP_OK);
        clmodp_zxy_get_coeff(c, f, exponent, 0);
        assert_int_equal(mpz_get_si(c), cases[k].factor * (long)count + cases[k].constant);
        mpz_clear(c);
        clmodp_zxy_destroy(f);
        free(middle);
    }
}

static void integers_can_be_long(void **state)
{
    char *nines = repeat("9", 1000000);
    clmodp_zxy *f = zxy_new();
    mpz_t c;

    (void)state;
    mpz_init(c);
    assert_int_equal(read_parts(f, NULL, "000", nines, "*x + x - 10^1000000*x", NULL),
                     CLMODP_OK);
    assert_int_equal(clmodp_zxy_terms(f), 0);
    assert_int_equal(read_parts(f, c, "x/", nines, "", NULL), CLMODP_OK);
    assert_uint_in_range(mpz_sizeinbase(c, 10), 1000000, 1000001); /* at most one too many */
    mpz_clear(c);
    clmodp_zxy_destroy(f);
    free(nines);
}

/* (1 + 1/2 + ... + 1/2000) + x/1 + x^2/2 + ...: as many denominators as terms. */
static void fractions_can_be_many(void **state)
{
    char text[40], *all = repeat(" ", 2000 * 40);
    clmodp_zxy *f = zxy_new();
    size_t length = 0;
    mpq_t harmonic, one;
    mpz_t d, c;

    (void)state;
    mpq_init(harmonic);
    mpq_init(one);
    mpz_init(c);
    mpz_init(d);
    for (unsigned k = 1; k <= 2000; k++) {
        (void)snprintf(text, sizeof text, "+1/%u+x^%u/%u", k, k, k);
        memcpy(all + length, text, strlen(text));
        length += strlen(text);
        mpq_set_ui(one, 1, k);
        mpq_add(harmonic, harmonic, one);
    }
    assert_int_equal(clmodp_zxy_from_text(f, d, all, length, "x", "y", NULL, NULL), CLMODP_OK);
    clmodp_zxy_get_coeff(mpq_numref(one), f, 0, 0);
    mpz_set(mpq_denref(one), d);
    mpq_canonicalize(one);
    assert_true(mpq_equal(one, harmonic));
    for (unsigned k = 1; k <= 2000; k++) {
        clmodp_zxy_get_coeff(c, f, k, 0);
        mpz_mul_ui(c, c, k);
        assert_int_equal(mpz_cmp(c, d), 0);
    }
    mpz_clear(d);
    mpz_clear(c);
    mpq_clear(one);
    mpq_clear(harmonic);
    clmodp_zxy_destroy(f);
    free(all);
}

TESTS(
    cmocka_unit_test(parentheses_nest_to_their_limit),
    cmocka_unit_test(long_texts_take_no_long_time),
    cmocka_unit_test(integers_can_be_long),
    cmocka_unit_test(fractions_can_be_many));
