/* The public way from text to polynomials, and the variables of a text. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "zxy/lexer.h"
#include "zxy/parser.h"
#include "zxy/plain.h"
#include "zxy/writer.h"
#include "zxy/zx.h"
#include "zxy/zxy.h"

#include "base/error.h"

/* INVALID unless there is a text, and each variable that there is has a name of its own. */
static clmodp_status check(const char *text, size_t length, const char *x, const char *y,
                           clmodp_text_error *error)
{
    const bool named = (x == NULL || clm_name_valid(x)) && (y == NULL || clm_name_valid(y));

    if (text == NULL && length > 0)
        return clm_text_fail(error, CLMODP_INVALID, "", 0, "there is no text");
    if (!named)
        return clm_text_fail(error, CLMODP_INVALID, "", 0,
                             "a variable's name has letters, digits and underscores, and does not "
                             "begin with a digit");
    if (x != NULL && y != NULL && strcmp(x, y) == 0)
        return clm_text_fail(error, CLMODP_INVALID, "", 0,
                             "the two variables need different names");
    return CLMODP_OK;
}

clmodp_status clmodp_zxy_from_text(clmodp_zxy *f, mpz_ptr denominator, const char *text,
                                   size_t length, const char *x, const char *y,
                                   clmodp_text_error *error)
{
    return clmodp_zxy_from_text_asking(f, denominator, text, length, x, y, error, NULL, NULL);
}

clmodp_status clmodp_zxy_from_text_asking(clmodp_zxy *f, mpz_ptr denominator, const char *text,
                                          size_t length, const char *x, const char *y,
                                          clmodp_text_error *error, clmodp_progress progress,
                                          void *user)
{
    clm_parser_limits limits = CLM_PARSER_LIMITS;
    const clmodp_status st = check(text, length, x, y, error);

    if (st != CLMODP_OK)
        return st;
    if (clm_plain_read(f, text, length, x, y)) {
        if (denominator != NULL)
            mpz_set_ui(denominator, 1);
        return CLMODP_OK;
    }
    limits.progress = progress;
    limits.user = user;
    return clm_parse(f, denominator, text, length, x, y, error, &limits);
}

/* For NULL a length that is refused with it. */
static size_t length_of(const char *text)
{
    return text != NULL ? strlen(text) : SIZE_MAX;
}

clmodp_status clmodp_zxy_from_string(clmodp_zxy *f, mpz_ptr denominator, const char *text,
                                     const char *x, const char *y, clmodp_text_error *error)
{
    return clmodp_zxy_from_text(f, denominator, text, length_of(text), x, y, error);
}

/* out := the polynomial in x alone, whose integers move. */
static clmodp_status make_dense(clmodp_zx *out, clmodp_zxy *f, clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    char message[sizeof error->message];
    const size_t most = CLM_PARSER_LIMITS.bytes / sizeof(mpz_t);

    if (clmodp_zxy_degree_x(f) >= (long)most) {
        (void)snprintf(message, sizeof message,
                       "the degree %ld is too large: the coefficients, zeros too, would take more "
                       "than %zu MiB", clmodp_zxy_degree_x(f), CLM_PARSER_LIMITS.bytes >> 20);
        return clm_text_fail(error, CLMODP_LIMIT, "", 0, message);
    }
    for (size_t k = f->length; k-- > 0;) { /* from the top: sized once */
        st = clm_zx_move_coeff(out, f->term[k].c, f->term[k].i);
        if (st != CLMODP_OK)
            return clm_text_fail(error, st, "", 0, "no memory for the coefficients");
    }
    return st;
}

clmodp_status clmodp_zx_from_text(clmodp_zx *f, mpz_ptr denominator, const char *text,
                                  size_t length, const char *x, clmodp_text_error *error)
{
    return clm_zx_from_text(f, denominator, text, length, x, error, NULL, NULL);
}

clmodp_status clm_zx_from_text(clmodp_zx *f, mpz_ptr denominator, const char *text, size_t length,
                               const char *x, clmodp_text_error *error, clmodp_progress progress,
                               void *user)
{
    clmodp_status st = CLMODP_OK;
    clmodp_zxy *terms = NULL;
    clmodp_zx *dense = NULL;
    mpz_t common;

    mpz_init(common);
    if (clmodp_zxy_create(&terms) != CLMODP_OK || clmodp_zx_create(&dense) != CLMODP_OK) {
        st = clm_text_fail(error, CLMODP_HOST_MEMORY, "", 0, "no memory for a polynomial");
        goto done;
    }
    TRY(clmodp_zxy_from_text_asking(terms, denominator != NULL ? common : NULL, text, length, x,
                                    NULL, error, progress, user));
    TRY(make_dense(dense, terms, error));
    clm_zx_swap(f, dense);
    if (denominator != NULL)
        mpz_swap(denominator, common);
done:
    mpz_clear(common);
    clmodp_zx_destroy(dense);
    clmodp_zxy_destroy(terms);
    return st;
}

clmodp_status clmodp_zx_from_string(clmodp_zx *f, mpz_ptr denominator, const char *text,
                                    const char *x, clmodp_text_error *error)
{
    return clmodp_zx_from_text(f, denominator, text, length_of(text), x, error);
}

/* Put a name among those found so far; false if it would be the third. */
static bool insert_name(char (*names)[CLMODP_NAME_SIZE], size_t *count, const char *name,
                        size_t length)
{
    char found[CLMODP_NAME_SIZE] = "";
    size_t at = *count;

    for (size_t k = 0; k < *count; k++)
        if (memcmp(names[k], name, length) == 0 && names[k][length] == '\0')
            return true;
    if (*count == 2)
        return false;
    memcpy(found, name, length);
    if (*count == 1 && strcmp(names[0], found) > 0) {
        memcpy(names[1], names[0], sizeof found);
        at = 0;
    }
    memcpy(names[at], found, sizeof found);
    ++*count;
    return true;
}

clmodp_status clmodp_text_variables(char (*names)[CLMODP_NAME_SIZE], size_t *count,
                                    const char *text, size_t length, clmodp_text_error *error)
{
    clm_lexer lexer = {length > 0 ? text : "", length, 0};
    clm_error reason;
    clm_token token;
    char word[CLM_TOKEN_TEXT];

    if (check(text, length, NULL, NULL, error) != CLMODP_OK)
        return CLMODP_INVALID;
    while ((token = clm_lexer_next_name(&lexer)).kind != TOKEN_END) {
        const bool named = token.kind == TOKEN_NAME && token.length < CLMODP_NAME_SIZE;

        if (named && !clm_lexer_opens(&lexer) &&
            insert_name(names, count, lexer.text + token.at, token.length))
            continue;
        clm_token_text(word, &lexer, &token);
        if (token.kind == TOKEN_UNKNOWN)
            (void)clm_fail(&reason, CLMODP_PARSE, "expected an expression, but found %s", word);
        else if (named && clm_lexer_opens(&lexer))
            (void)clm_fail(&reason, CLMODP_PARSE, "expected an operator behind %s, but found a "
                           "'(': functions are not known, and '*' is written to multiply", word);
        else if (named)
            (void)clm_fail(&reason, CLMODP_PARSE, "%s is a third variable beside '%s' and '%s'",
                           word, names[0], names[1]);
        else
            (void)clm_fail(&reason, CLMODP_PARSE, "the name %s has more than %d bytes", word,
                           CLMODP_NAME_SIZE - 1);
        return clm_text_fail(error, CLMODP_PARSE, lexer.text, token.at, reason.message);
    }
    return CLMODP_OK;
}
