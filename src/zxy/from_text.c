/* The public way from text to polynomials, and the variables of a text. */
#include <string.h>

#include "zxy/lexer.h"
#include "zxy/parser.h"
#include "zxy/writer.h"

#include "base/error.h"

clmodp_status clmodp_zxy_from_text(clmodp_zxy *f, mpz_ptr denominator, const char *text,
                                   size_t length, const char *x, const char *y,
                                   clmodp_text_error *error)
{
    bool named = (x == NULL || clm_name_valid(x)) && (y == NULL || clm_name_valid(y));

    if (!named || (x != NULL && y != NULL && strcmp(x, y) == 0))
        return clm_text_fail(error, CLMODP_INVALID, "", 0,
                             "the two variables need different names of letters and digits");
    return clm_parse(f, denominator, text, length, x, y, error, &CLM_PARSER_LIMITS);
}

/* Put a name among those found so far; false if it would be the third. */
static bool insert_name(char (*names)[CLMODP_NAME_SIZE], size_t *count, const char *name,
                        size_t length)
{
    char found[CLMODP_NAME_SIZE] = "";
    size_t at = *count;

    memcpy(found, name, length);
    for (size_t k = 0; k < *count; k++)
        if (strcmp(names[k], found) == 0)
            return true;
    if (*count == 2)
        return false;
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

    while ((token = clm_lexer_next(&lexer)).kind != TOKEN_END) {
        clm_token_text(word, &lexer, &token);
        if (token.kind == TOKEN_UNKNOWN)
            (void)clm_fail(&reason, CLMODP_PARSE, "expected an expression, but found %s", word);
        else if (token.kind != TOKEN_NAME)
            continue;
        else if (token.length >= CLMODP_NAME_SIZE)
            (void)clm_fail(&reason, CLMODP_PARSE, "the name %s has more than %d bytes", word,
                           CLMODP_NAME_SIZE - 1);
        else if (!insert_name(names, count, lexer.text + token.at, token.length))
            (void)clm_fail(&reason, CLMODP_PARSE, "%s is a third variable beside '%s' and '%s'",
                           word, names[0], names[1]);
        else
            continue;
        return clm_text_fail(error, CLMODP_PARSE, lexer.text, token.at, reason.message);
    }
    return CLMODP_OK;
}
