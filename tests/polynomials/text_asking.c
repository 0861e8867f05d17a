/* Tests that reading a text calls the progress callback in all long steps, and can be cancelled by
 * it, with all outputs unchanged. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/polynomials.h>

#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"
#include "polynomials/zx.h"

/* Cancels at call number `stop`, from 1; 0: never. */
typedef struct asked {
    size_t count, stop, after; /* after: calls after the cancelling one */
    double fraction;           /* the last one */
} asked;

static int answer(void *user, double fraction)
{
    asked *a = user;

    assert_true(fraction >= a->fraction && fraction <= 1.0);
    a->fraction = fraction;
    a->after += a->stop != 0 && a->count >= a->stop;
    return ++a->count == a->stop;
}

static clmodp_text_options asking(clmodp_progress progress, asked *a)
{
    clmodp_text_options options;

    clmodp_text_options_init(&options);
    options.progress = progress;
    options.user = a;
    return options;
}

static clmodp_status read_with_progress(clmodp_zxy *f, mpz_ptr d, const char *text, asked *a,
                                        clmodp_text_error *error)
{
    const clmodp_text_options options = asking(answer, a);

    return clmodp_zxy_from_text(f, d, text, CLMODP_STRING, "x", "y", &options, error);
}

/* Writes a pattern at `end`, with each # replaced by a text or, if NULL, a number; returns the end
 * of the text. */
static char *put(char *end, const char *pattern, const char *text, size_t number)
{
    for (; *pattern != '\0'; pattern++) {
        if (*pattern != '#')
            *end++ = *pattern;
        else
            end += text != NULL ? sprintf(end, "%s", text) : sprintf(end, "%zu", number);
    }
    *end = '\0';
    return end;
}

/* Returns `around` with # replaced by the sum of `count` terms, in which # is 1, 2, ... */
static char *sum_of(const char *around, const char *term, size_t count)
{
    const size_t size = count * (strlen(term) + 48) + 1;
    char *sum = malloc(size), *text = malloc(size + strlen(around)), *end = sum;

    assert_true(sum != NULL && text != NULL);
    for (size_t k = 1; k <= count; k++) {
        *end++ = '+';
        end = put(end, term, NULL, k);
    }
    (void)put(text, around, sum, 0);
    free(sum);
    return text;
}

/* Texts slow in different steps: each calls often, and can be cancelled at calls all over it. */
static void stops_anywhere(void **state)
{
    static const struct {
        const char *around, *term;
        size_t count;
    } texts[] = {
        {"(x)#", "#*x", 20000},                                 /* reading */
        {"(#)*(x^7 + y^3 + 2*x^9*y^9)", "x^#*(y+1)/3", 30000},   /* scaling, sums */
        {"(x^500000000 + y^500000000 + 1)^3*(#)*(y^1000 - x)^9", "(x*y)^#99999", 3000},
        {"(x + 3*y)^1500 + (#)", "x^#", 3},                       /* binomials */
        {"(x + y + #)^200","x*y/#", 3},                           /* squares, packed */
        {"#", "x^#*y/#7", 2000},                                 /* denominators */
    };

    (void)state;
    for (size_t k = 0; k < sizeof texts / sizeof *texts; k += small_tests() ? 3 : 1) {
        char *text = sum_of(texts[k].around, texts[k].term, texts[k].count);
        clmodp_zxy *f = NULL, *expected = NULL, *before = NULL;
        clmodp_text_error error = {0};
        asked all = {0};
        mpz_t d, e;

        mpz_init(d);
        mpz_init(e);
        assert_int_equal(clmodp_zxy_create(&f) | clmodp_zxy_create(&expected) |
                         clmodp_zxy_create(&before), CLMODP_OK);
        assert_int_equal(clmodp_zxy_set_coeff_si(before, 5, 3, 4), CLMODP_OK);
        assert_int_equal(clmodp_zxy_from_text(expected, e, text, strlen(text), "x", "y", NULL,
                                              &error),
                         CLMODP_OK);
        assert_int_equal(read_with_progress(f, d, text, &all, &error), CLMODP_OK);
        assert_true(clmodp_zxy_equal(f, expected) && mpz_cmp(d, e) == 0);
        if (all.count <= 2)
            print_error("text %zu: %zu questions\n", k, all.count);
        assert_true(all.count > 2);
        for (size_t stop = small_tests() ? all.count / 2 : 1; stop <= all.count;
             stop += 1 + all.count / 3) {
            asked a = {.stop = stop};
            clmodp_status st;

            mpz_set_si(d, 77);
            assert_int_equal(clmodp_zxy_set(f, before), CLMODP_OK);
            while ((st = read_with_progress(f, d, text, &a, &error)) == CLMODP_OK) {
                assert_true(a.count < a.stop && a.stop > 1); /* faster, with fewer calls */
                assert_true(clmodp_zxy_equal(f, expected) && mpz_cmp(d, e) == 0);
                a = (asked){.stop = a.stop / 2};
                mpz_set_si(d, 77);
                assert_int_equal(clmodp_zxy_set(f, before), CLMODP_OK);
            }
            assert_int_equal(st, CLMODP_CANCELLED);
            assert_int_equal(a.count, a.stop);
            assert_int_equal(a.after, 0);
            assert_non_null(strstr(error.message, "cancelled"));
            assert_true(clmodp_zxy_equal(f, before) && mpz_cmp_si(d, 77) == 0);
        }
        assert_int_equal(read_with_progress(f, d, text, &(asked){.stop = 1}, NULL),
                         CLMODP_CANCELLED);
        DESTROY(before, expected, f);
        mpz_clear(e);
        mpz_clear(d);
        free(text);
    }
}

/* Short texts do not call back, and no call is made without a callback. */
static void short_texts_make_no_calls(void **state)
{
    clmodp_text_error error = {0};
    clmodp_zxy *f = NULL;
    asked a = {.stop = 1};
    clmodp_text_options options;

    (void)state;
    assert_int_equal(clmodp_zxy_create(&f), CLMODP_OK);
    assert_int_equal(read_with_progress(f, NULL, "(x + y)^3*(x - y)", &a, &error), CLMODP_OK);
    assert_int_equal(read_with_progress(f, NULL, "(x + y", &a, &error), CLMODP_PARSE);
    assert_int_equal(read_with_progress(f, NULL, "(x + y)^1000000000", &a, &error), CLMODP_LIMIT);
    assert_int_equal(a.count, 0);
    options = asking(NULL, &a);
    assert_int_equal(clmodp_zxy_from_text(f, NULL, "(x+2*y)^999", 11, "x", "y", &options, &error),
                     CLMODP_OK);
    assert_int_equal(clmodp_zxy_terms(f), 1000);
    assert_int_equal(a.count, 0);
    clmodp_zxy_destroy(f);
}

static void one_variable(void **state)
{
    const char *text = "(x + 1)^1500*(x - 1/2)^900";
    clmodp_text_error error = {0};
    clmodp_zx *f = NULL;
    asked all = {0}, a = {.stop = 2};
    clmodp_text_options options;
    mpz_t d;

    (void)state;
    mpz_init_set_si(d, 77);
    assert_int_equal(clmodp_zx_create(&f), CLMODP_OK);
    options = asking(answer, &a);
    assert_int_equal(clmodp_zx_from_text(f, d, text, CLMODP_STRING, "x", &options, &error),
                     CLMODP_CANCELLED);
    assert_int_equal(clmodp_zx_degree(f), -1);
    assert_int_equal(mpz_cmp_si(d, 77), 0);
    options = asking(answer, &all);
    assert_int_equal(clmodp_zx_from_text(f, d, text, CLMODP_STRING, "x", &options, &error),
                     CLMODP_OK);
    assert_int_equal(clmodp_zx_degree(f), 2400);
    assert_true(all.count > 2);
    clmodp_zx_destroy(f);
    mpz_clear(d);
}

TESTS(
    cmocka_unit_test(stops_anywhere),
    cmocka_unit_test(short_texts_make_no_calls),
    cmocka_unit_test(one_variable));
