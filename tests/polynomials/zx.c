/* Tests of Z[x]: coefficients, copies, comparison and text. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/mpoly.h>
#include <clmodp/polynomials.h>

#include "support/assertions.h"
#include "support/polynomials.h"
#include "polynomials/zx.h"

static void set_si(clmodp_zx *f, long c, size_t i)
{
    mpz_t value;

    mpz_init_set_si(value, c);
    assert_int_equal(clmodp_zx_set_coeff(f, value, i), CLMODP_OK);
    mpz_clear(value);
}

static long get_si(const clmodp_zx *f, size_t i)
{
    mpz_t value;
    long c;

    mpz_init_set_si(value, 99);
    clmodp_zx_get_coeff(value, f, i);
    c = mpz_get_si(value);
    mpz_clear(value);
    return c;
}

/* Returns the polynomial with `count` coefficients, constant term first. */
static clmodp_zx *from_array(const long *c, size_t count)
{
    clmodp_zx *f;

    assert_int_equal(clmodp_zx_create(&f), CLMODP_OK);
    for (size_t i = 0; i < count; i++)
        set_si(f, c[i], i);
    return f;
}

static void the_degree_follows_the_coefficients(void **state)
{
    clmodp_zx *f = from_array(NULL, 0);

    (void)state;
    assert_int_equal(clmodp_zx_degree(f), -1);
    assert_int_equal(get_si(f, 0), 0);
    set_si(f, 0, 1000);
    assert_int_equal(clmodp_zx_degree(f), -1);
    set_si(f, -5, 0);
    assert_int_equal(clmodp_zx_degree(f), 0);
    set_si(f, 7, 30);
    set_si(f, 2, 10);
    assert_int_equal(clmodp_zx_degree(f), 30);
    assert_int_equal(get_si(f, 29), 0);
    assert_int_equal(get_si(f, SIZE_MAX), 0);
    set_si(f, 0, 30);
    assert_int_equal(clmodp_zx_degree(f), 10);
    set_si(f, 0, 10);
    assert_int_equal(clmodp_zx_degree(f), 0);
    assert_int_equal(get_si(f, 0), -5);
    clmodp_zx_destroy(f);
    clmodp_zx_destroy(NULL);
}

static void exponents_have_a_limit(void **state)
{
    clmodp_zx *f = from_array(NULL, 0);
    mpz_t one;

    (void)state;
    mpz_init_set_ui(one, 1);
    assert_int_equal(clmodp_zx_set_coeff(f, one, (size_t)1 << 31), CLMODP_LIMIT);
    assert_int_equal(clmodp_zx_set_coeff(f, one, SIZE_MAX), CLMODP_LIMIT);
    assert_int_equal(clmodp_zx_degree(f), -1);
    mpz_clear(one);
    clmodp_zx_destroy(f);
}

static void copies_are_equal_and_independent(void **state)
{
    clmodp_zx *f = from_array((const long[]){1, -2, 3}, 3);
    clmodp_zx *g = from_array((const long[]){9, 9, 9, 9, 9}, 5);

    (void)state;
    assert_false(clmodp_zx_equal(f, g));
    assert_int_equal(clmodp_zx_set(g, f), CLMODP_OK);
    assert_true(clmodp_zx_equal(f, g));
    assert_int_equal(clmodp_zx_degree(g), 2);
    assert_int_equal(get_si(g, 4), 0);
    set_si(g, 5, 1);
    assert_false(clmodp_zx_equal(f, g));
    assert_int_equal(get_si(f, 1), -2);
    assert_int_equal(clmodp_zx_set(f, f), CLMODP_OK);
    assert_int_equal(get_si(f, 2), 3);
    DESTROY(g, f);
}

static void check_text(const clmodp_zx *f, const char *name, long denominator,
                       const char *expected)
{
    mpz_t d;
    char *text;

    mpz_init_set_si(d, denominator);
    assert_int_equal(clmodp_zx_to_text(&text, f, name, d), CLMODP_OK);
    assert_string_equal(text, expected);
    free(text);
    mpz_clear(d);
}

/* Notes calls of a progress callback, which cancels the last one. */
typedef struct calls {
    size_t count, last;
    double fraction;
} calls;

static int note_call(void *user, double fraction)
{
    calls *c = user;

    assert_true(fraction >= c->fraction && fraction <= 1.0);
    c->fraction = fraction;
    return ++c->count == c->last;
}

/* Writes one of three polynomials with the terms of f. */
static clmodp_status write_watched(char **text, int which, const clmodp_zx *f, calls *c)
{
    const char *const names[] = {"x", "y"};
    clmodp_zxy *g;
    clmodp_mpoly *h;
    clmodp_status st;

    *c = (calls){.last = c->last};
    if (which == 0)
        return clmodp_zx_to_text_watched(text, f, "x", NULL, note_call, c);
    assert_int_equal(clmodp_zxy_create(&g), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_create(&h, 2), CLMODP_OK);
    for (long i = clmodp_zx_degree(f); i >= 0; i--)
        assert_int_equal(clmodp_zxy_set_coeff(g, clmodp_zx_coeff(f, (size_t)i), (size_t)i, 0),
                         CLMODP_OK);
    assert_int_equal(clmodp_mpoly_from_text(h, NULL, "(x + 1)^3000", CLMODP_STRING, names, NULL,
                                            NULL), CLMODP_OK);
    st = which == 1 ? clmodp_zxy_to_text_watched(text, g, "x", "y", NULL, note_call, c)
                    : clmodp_mpoly_to_text_watched(text, h, names, NULL, note_call, c);
    DESTROY(h, g);
    return st;
}

/* A callback can stop each call, and is asked within few terms, or few bytes. */
static void writing_can_be_cancelled(void **state)
{
    clmodp_zx *f;
    mpz_t c;

    (void)state;
    mpz_init_set_ui(c, 1);
    mpz_mul_2exp(c, c, 4000);
    assert_int_equal(clmodp_zx_create(&f), CLMODP_OK);
    for (size_t i = 3000; i-- > 0;)
        assert_int_equal(clmodp_zx_set_coeff(f, c, i), CLMODP_OK);
    for (int which = 0; which < 3; which++) {
        calls all = {.last = 0};
        char *text;

        assert_int_equal(write_watched(&text, which, f, &all), CLMODP_OK);
        assert_true(all.count > 4 && all.fraction > 0.7);
        free(text);
        for (size_t last = 1; last <= all.count; last += all.count - 1) {
            calls some = {.last = last};

            assert_int_equal(write_watched(&text, which, f, &some), CLMODP_CANCELLED);
            assert_null(text);
            assert_int_equal(some.count, last);
        }
    }
    clmodp_zx_destroy(f);
    mpz_clear(c);
}

static void text_has_the_highest_degree_first(void **state)
{
    const struct {
        long c[9];
        size_t count;
        long denominator;
        const char *expected;
    } cases[] = {
        {{0}, 0, 1, "0"},
        {{0}, 0, 7, "0"},
        {{1}, 1, 1, "1"},
        {{-1}, 1, 1, "-1"},
        {{5}, 1, 5, "1"},
        {{-5}, 1, 10, "-1/2"},
        {{0, 1}, 2, 1, "x"},
        {{0, -1}, 2, 1, "-x"},
        {{0, 30, 0, 0, 0, 0, 0, -24, -6}, 9, 1, "-6*x^8 - 24*x^7 + 30*x"},
        {{-6, 0, 1}, 3, 2, "1/2*x^2 - 3"},
        {{1, 1, 1}, 3, 1, "x^2 + x + 1"},
        {{-1, -1, -1}, 3, 3, "-1/3*x^2 - 1/3*x - 1/3"},
    };

    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        clmodp_zx *f = from_array(cases[i].c, cases[i].count);

        check_text(f, NULL, cases[i].denominator, cases[i].expected);
        clmodp_zx_destroy(f);
    }
}

static void text_takes_any_name_and_no_nonsense(void **state)
{
    clmodp_zx *f = from_array((const long[]){3, 1}, 2);
    const char *const bad[] = {"", "2x", "x y", "x+", "\xc3\xa9"};
    char *text = NULL;
    mpz_t d;

    (void)state;
    check_text(f, "_t9", 1, "_t9 + 3");
    assert_int_equal(clmodp_zx_to_text(&text, f, NULL, NULL), CLMODP_OK);
    assert_string_equal(text, "x + 3");
    free(text);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(clmodp_zx_to_text(&text, f, bad[i], NULL), CLMODP_INVALID);
        assert_null(text);
    }
    mpz_init(d);
    assert_int_equal(clmodp_zx_to_text(&text, f, NULL, d), CLMODP_INVALID);
    mpz_set_si(d, -2);
    assert_int_equal(clmodp_zx_to_text(&text, f, NULL, d), CLMODP_INVALID);
    mpz_clear(d);
    clmodp_zx_destroy(f);
}

static void long_integers_are_written_in_full(void **state)
{
    clmodp_zx *f = from_array(NULL, 0);
    char *text, *expected;
    mpz_t c;

    (void)state;
    mpz_init(c);
    mpz_ui_pow_ui(c, 3, 20000);
    mpz_neg(c, c);
    expected = mpz_get_str(NULL, 10, c);
    for (size_t i = 0; i < 100; i += 2)
        assert_int_equal(clmodp_zx_set_coeff(f, c, i), CLMODP_OK);
    assert_int_equal(clmodp_zx_to_text(&text, f, NULL, NULL), CLMODP_OK);
    assert_memory_equal(text, expected, strlen(expected));
    assert_memory_equal(text + strlen(expected), "*x^98 - ", 8);
    assert_string_equal(text + strlen(text) - strlen(expected) + 1, expected + 1);
    free(text);
    free(expected);
    mpz_clear(c);
    clmodp_zx_destroy(f);
}

/* Words of both sizes, some with zero leading coefficients. */
static void words_become_coefficients(void **state)
{
    static const uint32_t narrow[] = {3, 0, UINT32_MAX, 0, 7};
    static const uint64_t wide[] = {3, 0, UINT32_MAX, 0, 7};
    static const long shifted[] = {0, 0, 3, 0, UINT32_MAX}, all[] = {0, 3, 0, UINT32_MAX, 0, 7};

    (void)state;
    for (int way = 0; way < 2; way++) {
        const void *words = way == 0 ? (const void *)narrow : wide;
        const size_t bytes = way == 0 ? sizeof *narrow : sizeof *wide;
        clmodp_zx *some = from_array(shifted, 5), *every = from_array(all, 6), *f, *g;

        assert_int_equal(clmodp_zx_create(&f), CLMODP_OK);
        assert_int_equal(clmodp_zx_create(&g), CLMODP_OK);
        assert_int_equal(clm_numbers_from_words(f, words, bytes, 4, 2), CLMODP_OK);
        assert_int_equal(clm_numbers_from_words(g, words, bytes, 5, 1), CLMODP_OK);
        assert_true(clmodp_zx_equal(f, some));
        assert_true(clmodp_zx_equal(g, every));
        DESTROY(g, f, every, some);
    }
}

TESTS(
    cmocka_unit_test(the_degree_follows_the_coefficients),
    cmocka_unit_test(exponents_have_a_limit),
    cmocka_unit_test(copies_are_equal_and_independent),
    cmocka_unit_test(writing_can_be_cancelled),
    cmocka_unit_test(text_has_the_highest_degree_first),
    cmocka_unit_test(text_takes_any_name_and_no_nonsense),
    cmocka_unit_test(long_integers_are_written_in_full),
    cmocka_unit_test(words_become_coefficients));
