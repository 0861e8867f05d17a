/* Tests of the one-pass reader of expanded polynomials, without parentheses and divisions, against
 * the parser. */
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "core/random.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "polynomials/text.h"
#include "polynomials/zxy.h"

/* Reads a text by both methods; returns whether the one-pass reader accepts it. If so, the parser
 * must give the same; otherwise f must keep its value. */
static bool read_both(const char *text, size_t length, const char *x, const char *y)
{
    clmodp_zxy *plain = NULL, *parsed = NULL;
    clmodp_text_error error = {0};
    clm_names names = clm_names_make((const char *[]){y, x}, 2, NULL);
    bool read;

    assert_int_equal(clmodp_zxy_create(&plain), CLMODP_OK);
    assert_int_equal(clmodp_zxy_create(&parsed), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(plain, 5, 3, 4), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set(parsed, plain), CLMODP_OK);
    read = clm_read_expanded(plain, text, length, &names);
    if (read && clm_parse(&parsed->mpoly, NULL, NULL, text, length, &names, &error,
                          &CLM_PARSER_LIMITS) != CLMODP_OK)
        fail_msg("%.*s: read, but the parser says: %s", (int)length, text, error.message);
    if (!clmodp_zxy_equal(plain, parsed))
        fail_msg("%.*s: read as something else", (int)length, text);
    DESTROY(plain, parsed);
    return read;
}

static void expanded_sums_are_read(void **state)
{
    static const char *const texts[] = {
        "0", "-0", "7", "007", "x", "-x", "+x", "x*y", "x^2*y^3", "x**2*y", "y*x", "x*x*y^0*x^2",
        "-3*x^2*y + 7", "3*x+-4*y--5", "x - x", "x^3 + y + x^3", "y^5 + x + 1 + x*y + x^9",
        " \t\r\n\v\f 12 \n * \t x ^ 3 * y ** 2 - 4 ", "123456789012345678*x^2147483647",
        "x^2147483646*x", "0*x^5 + y", "1*x",
    };

    (void)state;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if (!read_both(texts[k], strlen(texts[k]), "x", "y"))
            fail_msg("%s: not read", texts[k]);
    assert_true(read_both("3*xy_1^2 - x", 12, "x", "xy_1"));
    assert_true(read_both("x^2 - 1", 7, "x", NULL));
    assert_true(read_both("12", 2, NULL, NULL));
    assert_true(read_both("x + y) * 7", 5, "x", "y")); /* the rest is not read */
}

static void everything_else_is_left(void **state)
{
    static const char *const texts[] = {
        "", " ", "+", "x +", "(x)", "x/2", "1/2", "2*-x", "x*2", "2*3", "2^3", "2x", "x y", "x 2",
        "1e5", "z", "xx", "X", "x^", "x^-1", "x^y", "x^2^3", "x* *2", "x***2", "x*", "*x", "x@",
        "x^2147483648", "x^2147483647*x", "x^99999999999", "1234567890123456789*x", "3*z", "1.5",
        "x\xc2\xb2", "x^(2)", "x = 1", "=", "1.", ".5*x", "2e-3",
    };

    (void)state;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
        if (read_both(texts[k], strlen(texts[k]), "x", "y"))
            fail_msg("%s: read", texts[k]);
    assert_false(read_both("x + y", 5, "x", NULL));
    assert_false(read_both("x", 1, NULL, NULL));
    assert_false(read_both("x\0+ 1", 5, "x", "y"));
}

/* Reading replaces a polynomial with more or fewer terms. */
static void terms_of_before_are_gone(void **state)
{
    static const char *const texts[] = {
        "x + y + 7 - 3*x*y + x^2*y^5", "4", "5*y^2 + x + y^2", "x - x", "0",
        "x^4 + x^3 + x^2 + x + 1 + y^4 + y^3 + y^2 + y", "y",
    };
    clmodp_zxy *again = NULL, *fresh = NULL;
    clm_names names = clm_names_make((const char *[]){"y", "x"}, 2, NULL);
    clmodp_text_error error;

    (void)state;
    assert_int_equal(clmodp_zxy_create(&again), CLMODP_OK);
    assert_int_equal(clmodp_zxy_create(&fresh), CLMODP_OK);
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
        assert_true(clm_read_expanded(again, texts[k], strlen(texts[k]), &names));
        assert_int_equal(clm_parse(&fresh->mpoly, NULL, NULL, texts[k], strlen(texts[k]), &names,
                                   &error, &CLM_PARSER_LIMITS),
                         CLMODP_OK);
        assert_true(clmodp_zxy_equal(again, fresh));
    }
    DESTROY(again, fresh);
}

/* A sum with more terms than are collected without allocation. */
static void long_sums_are_read(void **state)
{
    char text[8192];
    size_t length = 0;

    (void)state;
    for (int k = 0; k < 600; k++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%+d*x^%d", k - 300, k);
    assert_true(read_both(text, length, "x", "y"));
}

/* Appends a random piece; most pieces may follow most others. */
static size_t add_piece(char *text, size_t length, clm_random *random)
{
    static const char *const pieces[] = {
        "x", "y", "x^", "y**", "*", "*", "*", " + ", " - ", "+", "-", " ", "0", "1", "27", "9",
        "31", "65536", "*x^2*y", "*y", "+ 3*x", "(", ")", "/", "z",
    };
    const size_t usual = sizeof pieces / sizeof *pieces - 4;
    const size_t from = clm_random_next(random) % 64 == 0 ? usual + 4 : usual;
    const char *piece = pieces[clm_random_next(random) % from];

    memcpy(text + length, piece, strlen(piece));
    return length + strlen(piece);
}

static void random_texts_are_read_as_the_parser_reads_them(void **state)
{
    clm_random random = {20120217};
    size_t read = 0;

    (void)state;
    for (int turn = 0; turn < 200000; turn++) {
        char text[128];
        size_t length = 0, pieces = 1 + clm_random_next(&random) % 12;

        while (pieces-- > 0)
            length = add_piece(text, length, &random);
        read += read_both(text, length, "x", "y");
    }
    assert_true(read > 2000); /* many texts were accepted */
}

TESTS(cmocka_unit_test(expanded_sums_are_read), cmocka_unit_test(everything_else_is_left),
      cmocka_unit_test(terms_of_before_are_gone), cmocka_unit_test(long_sums_are_read),
      cmocka_unit_test(random_texts_are_read_as_the_parser_reads_them));
