/* Reads polynomials from text, and finds the variables of a text. */
#include <stdio.h>
#include <string.h>

#include "core/error.h"
#include "polynomials/text.h"
#include "polynomials/zx.h"
#include "polynomials/zxy.h"

/* Memory of the terms of a rational function, whose parts are divided by their gcd. */
#define MOST_QUOTIENT_BYTES ((size_t)1 << 24)

static bool is_readable_name(const char *name)
{
    return name == NULL || clm_name_valid(name);
}

/* Returns INVALID unless a text is given, and any names given are valid and different. */
static clmodp_status check_arguments(const char *text, size_t length, const char *x, const char *y,
                                     clmodp_text_error *error)
{
    if (text == NULL && length > 0)
        return clm_text_fail(error, CLMODP_INVALID, "", 0, "the text is NULL");
    if (!is_readable_name(x) || !is_readable_name(y))
        return clm_text_fail(error, CLMODP_INVALID, "", 0, CLM_NAME_RULE);
    if (x != NULL && y != NULL && strcmp(x, y) == 0)
        return clm_text_fail(error, CLMODP_INVALID, "", 0,
                             "the two variables need different names");
    return CLMODP_OK;
}

/* Reads the options into known and limits, and finds the length of a string. Without a text
 * CLMODP_STRING stays. */
static clmodp_status begin_reading(clmodp_text_options *known, clm_parser_limits *limits,
                                   const clmodp_text_options *options, const char *text,
                                   size_t *length, clmodp_text_error *error)
{
    clm_error reason;
    clmodp_status st;

    clmodp_text_options_init(known);
    st = clm_options_read(&reason, "clmodp_text_options", known, sizeof *known, options);
    if (*length == CLMODP_STRING && text != NULL)
        *length = strlen(text);
    limits->progress = known->progress;
    limits->user = known->user;
    return st == CLMODP_OK ? st : clm_text_fail(error, st, "", 0, reason.message);
}

clmodp_status clmodp_zxy_from_text(clmodp_zxy *f, mpz_ptr denominator, const char *text,
                                   size_t length, const char *x, const char *y,
                                   const clmodp_text_options *options, clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    clmodp_text_options known;
    clmodp_variables before;
    clm_parser_limits limits = CLM_PARSER_LIMITS;
    clm_names names;

    TRY(begin_reading(&known, &limits, options, text, &length, error));
    if (known.variables != NULL) {
        before = *known.variables;
        x = *before.name[0] != '\0' ? before.name[0] : NULL;
        y = *before.name[1] != '\0' ? before.name[1] : NULL;
    }
    TRY(check_arguments(text, length, x, y, error));
    names = clm_names_make((const char *[]){y, x}, 2, known.variables);
    if (clm_read_expanded(f, text, length, &names)) {
        if (denominator != NULL)
            mpz_set_ui(denominator, 1);
        goto done;
    }
    names = clm_names_make((const char *[]){y, x}, 2, known.variables);
    st = clm_parse(&f->mpoly, NULL, denominator, text, length, &names, error, &limits);
    if (st != CLMODP_OK && known.variables != NULL)
        *known.variables = before;
done:
    return st;
}

/* Returns INVALID unless a text and the names of all variables are given. */
static clmodp_status check_names(const char *text, size_t length, const char *const *names,
                                 size_t count, clmodp_text_error *error)
{
    clmodp_status st = check_arguments(text, length, NULL, NULL, error);

    if (st == CLMODP_OK && ((names == NULL && count > 0) || !clm_names_valid(names, count)))
        st = clm_text_fail(error, CLMODP_INVALID, "", 0,
                           "expected the names of the variables, valid and different");
    return st;
}

clmodp_status clmodp_mpoly_from_text(clmodp_mpoly *f, mpz_ptr denominator, const char *text,
                                     size_t length, const char *const *names,
                                     const clmodp_text_options *options, clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    clmodp_text_options known;
    clm_parser_limits limits = CLM_PARSER_LIMITS;
    clm_names made;

    TRY(begin_reading(&known, &limits, options, text, &length, error));
    if (known.variables != NULL)
        TRY(clm_text_fail(error, CLMODP_INVALID, "", 0, "options.variables is not supported for "
                          "polynomials in named variables"));
    TRY(check_names(text, length, names, f->variables, error));
    made = clm_names_make(names, f->variables, NULL);
    TRY(clm_parse(f, NULL, denominator, text, length, &made, error, &limits));
done:
    return st;
}

clmodp_status clm_mpoly_quotient_from_text(clmodp_mpoly *numerator, clmodp_mpoly *denominator,
                                           const char *text, size_t length,
                                           const char *const *names, clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    clm_parser_limits limits = CLM_PARSER_LIMITS;
    clm_names made;

    limits.bytes = MOST_QUOTIENT_BYTES;
    if (length == CLMODP_STRING && text != NULL)
        length = strlen(text);
    if (numerator->variables != denominator->variables)
        return clm_text_fail(error, CLMODP_INVALID, "", 0,
                             "expected polynomials in equally many variables");
    TRY(check_names(text, length, names, numerator->variables, error));
    made = clm_names_make(names, numerator->variables, NULL);
    TRY(clm_parse(numerator, denominator, NULL, text, length, &made, error, &limits));
done:
    return st;
}

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
    for (size_t k = f->length; k-- > 0;) { /* from the top: allocated once */
        st = clm_zx_move_coeff(out, f->term[k].c, f->term[k].i);
        if (st != CLMODP_OK)
            return clm_text_fail(error, st, "", 0, "no memory for the coefficients");
    }
    return st;
}

clmodp_status clmodp_zx_from_text(clmodp_zx *f, mpz_ptr denominator, const char *text,
                                  size_t length, const char *x,
                                  const clmodp_text_options *options, clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    clmodp_text_options known;
    clm_parser_limits limits = CLM_PARSER_LIMITS;
    clmodp_zxy *terms = NULL;
    clmodp_zx *dense = NULL;
    mpz_t common;

    mpz_init(common);
    TRY(begin_reading(&known, &limits, options, text, &length, error));
    if (known.variables != NULL)
        TRY(clm_text_fail(error, CLMODP_INVALID, "", 0, "options.variables is not supported for "
                          "Z[x]; pass the variable's name"));
    if (clmodp_zxy_create(&terms) != CLMODP_OK || clmodp_zx_create(&dense) != CLMODP_OK) {
        st = clm_text_fail(error, CLMODP_HOST_MEMORY, "", 0, "no memory for a polynomial");
        goto done;
    }
    TRY(clmodp_zxy_from_text(terms, denominator != NULL ? common : NULL, text, length, x, NULL,
                             &known, error));
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

/* Inserts a name among those found; returns false if there would be more than `most`. */
static bool insert_name(char (*names)[CLMODP_NAME_SIZE], size_t *count, size_t most,
                        const char *name, size_t length)
{
    char found[CLMODP_NAME_SIZE] = "";
    size_t at = 0;

    memcpy(found, name, length);
    while (at < *count && strcmp(names[at], found) < 0)
        at++;
    if (at < *count && strcmp(names[at], found) == 0)
        return true;
    if (*count == most)
        return false;
    memmove(names[at + 1], names[at], (*count - at) * sizeof *names);
    memcpy(names[at], found, sizeof found);
    ++*count;
    return true;
}

clmodp_status clmodp_text_variables(char (*names)[CLMODP_NAME_SIZE], size_t *count,
                                    const char *text, size_t length, clmodp_text_error *error)
{
    return clmodp_mpoly_text_variables(names, count, 2, text, length, error);
}

clmodp_status clmodp_mpoly_text_variables(char (*names)[CLMODP_NAME_SIZE], size_t *count,
                                          size_t most, const char *text, size_t length,
                                          clmodp_text_error *error)
{
    clm_lexer lexer = {0};
    clm_error reason;
    clm_token token;
    char word[CLM_TOKEN_TEXT];

    if (length == CLMODP_STRING && text != NULL)
        length = strlen(text);
    if (check_arguments(text, length, NULL, NULL, error) != CLMODP_OK)
        return CLMODP_INVALID;
    lexer = (clm_lexer){length > 0 ? text : "", length, 0};
    while ((token = clm_lexer_next_name(&lexer)).kind != TOKEN_END) {
        const bool named = token.kind == TOKEN_NAME && token.length < CLMODP_NAME_SIZE;

        if (named && !clm_lexer_opens(&lexer) &&
            insert_name(names, count, most, lexer.text + token.at, token.length))
            continue;
        clm_token_text(word, &lexer, &token);
        if (token.kind == TOKEN_UNKNOWN)
            (void)clm_fail(&reason, CLMODP_PARSE, "an expression cannot contain %s", word);
        else if (named && clm_lexer_opens(&lexer))
            (void)clm_fail(&reason, CLMODP_PARSE, "expected an operator after %s, but found a "
                           "'(': functions are not supported; write '*' to multiply", word);
        else if (named && most == 2)
            (void)clm_fail(&reason, CLMODP_PARSE, "%s is a third variable beside '%s' and '%s'",
                           word, names[0], names[1]);
        else if (named)
            (void)clm_fail(&reason, CLMODP_PARSE, "%s is one variable too many: at most %zu are "
                           "supported", word, most);
        else
            (void)clm_fail(&reason, CLMODP_PARSE, "the name %s has more than %d bytes", word,
                           CLMODP_NAME_SIZE - 1);
        return clm_text_fail(error, CLMODP_PARSE, lexer.text, token.at, reason.message);
    }
    return CLMODP_OK;
}
