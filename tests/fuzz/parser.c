/* A fuzz target for libFuzzer: parses text to polynomials, and must survive any input.
 *
 *     CC=clang meson setup build-fuzz -Dfuzz=true && ninja -C build-fuzz
 *     mkdir found && build-fuzz/tests/fuzz/fuzz-parser -max_len=300 -timeout=20 \
 *         -dict=tests/fuzz/parser.dict found tests/fuzz/parser.corpus
 *
 * Checks status, location and message of failures, that failures change no output, and that
 * parsed polynomials can be written and read again, also with their denominators. */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "polynomials/text.h"
#include "polynomials/zxy.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition)                                                              \
    do {                                                                              \
        if (!(condition)) {                                                           \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);   \
            abort();                                                                  \
        }                                                                             \
    } while (0)

/* Small enough for a thousand runs per second, large enough to reach all code. */
static const clm_parser_limits limits = {.bytes = (size_t)1 << 20, .depth = 100};

static clmodp_zxy *create(void)
{
    clmodp_zxy *f = NULL;

    CHECK(clmodp_zxy_create(&f) == CLMODP_OK);
    return f;
}

static void check_error(const char *text, size_t size, const clmodp_text_error *error)
{
    const char *line = text;

    CHECK(memchr(error->message, '\0', sizeof error->message) != NULL);
    CHECK(error->message[0] != '\0' && strchr(error->message, '\n') == NULL);
    CHECK(error->line >= 1 && error->column >= 1);
    for (size_t k = 1; k < error->line; k++) {
        line = memchr(line, '\n', (size_t)(text + size - line));
        CHECK(line != NULL);
        line++;
    }
    CHECK(error->column - 1 <= (size_t)(text + size - line));
    CHECK(memchr(line, '\n', error->column - 1) == NULL);
}

static void check_variables(const char *text, size_t size)
{
    char names[2][CLMODP_NAME_SIZE];
    clmodp_text_error error;
    size_t count = 0;
    clmodp_status st = clmodp_text_variables(names, &count, text, size, &error);

    CHECK(count <= 2);
    for (size_t k = 0; k < count; k++)
        CHECK(strlen(names[k]) > 0);
    CHECK(count < 2 || strcmp(names[0], names[1]) < 0);
    if (st == CLMODP_OK)
        return;
    CHECK(st == CLMODP_PARSE);
    check_error(text, size, &error);
}

/* Checks that f / d written as "(f)/d" is read as f and d. */
static void check_round_trip(const clmodp_zxy *f, const mpz_t d)
{
    clmodp_zxy *again = create();
    char *text, *denominator = mpz_get_str(NULL, 10, d), *whole;
    size_t length;
    mpz_t found;

    mpz_init(found);
    CHECK(clmodp_zxy_to_text(&text, f, "x", "y") == CLMODP_OK);
    CHECK(clmodp_zxy_from_text(again, NULL, text, strlen(text), "x", "y", NULL, NULL) ==
          CLMODP_OK);
    CHECK(clmodp_zxy_equal(f, again));

    length = strlen(text) + strlen(denominator) + 4;
    whole = malloc(length);
    CHECK(whole != NULL);
    (void)snprintf(whole, length, "(%s)/%s", text, denominator);
    CHECK(clmodp_zxy_from_text(again, found, whole, strlen(whole), "x", "y", NULL, NULL) ==
          CLMODP_OK);
    CHECK(clmodp_zxy_equal(f, again) && mpz_cmp(d, found) == 0);
    free(whole);
    free(denominator);
    free(text);
    mpz_clear(found);
    clmodp_zxy_destroy(again);
}

/* Reads a rational function; a polynomial has denominator 1, or the given one. */
static void check_quotient(const char *text, size_t size, const clm_names *names,
                           const clmodp_zxy *polynomial)
{
    clmodp_zxy *n = create(), *d = create();
    clmodp_text_error error;
    clmodp_status st = clm_parse(&n->mpoly, &d->mpoly, NULL, text, size, names, &error, &limits);

    CHECK(st == CLMODP_OK || st == CLMODP_PARSE || st == CLMODP_LIMIT);
    CHECK(st != CLMODP_OK || clmodp_zxy_terms(d) > 0);
    if (st != CLMODP_OK)
        check_error(text, size, &error);
    else if (polynomial != NULL && clmodp_zxy_degree_x(d) + clmodp_zxy_degree_y(d) == 0)
        CHECK(clmodp_zxy_terms(n) == clmodp_zxy_terms(polynomial));
    clmodp_zxy_destroy(d);
    clmodp_zxy_destroy(n);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size > 0 ? size : 1); /* exact size, to detect overruns */
    clmodp_zxy *f = create();
    const clm_names names = clm_names_make((const char *[]){"y", "x"}, 2, NULL);
    clmodp_text_error error;
    clmodp_status st;
    mpz_t d;

    CHECK(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    mpz_init_set_si(d, 77);
    CHECK(clmodp_zxy_set_coeff_si(f, 5, 3, 4) == CLMODP_OK);
    check_variables(text, size);
    st = clm_parse(&f->mpoly, NULL, d, text, size, &names, &error, &limits);
    if (st == CLMODP_OK) {
        check_round_trip(f, d);
    } else {
        CHECK(st == CLMODP_PARSE || st == CLMODP_LIMIT);
        check_error(text, size, &error);
        CHECK(mpz_cmp_si(d, 77) == 0 && clmodp_zxy_terms(f) == 1);
    }
    check_quotient(text, size, &names, st == CLMODP_OK ? f : NULL);
    mpz_clear(d);
    clmodp_zxy_destroy(f);
    free(text);
    return 0;
}
