/* The words of an expression, and places in its text. */
#include "zxy/lexer.h"

#include <stdio.h>
#include <string.h>

#include "zxy/characters.h"

static clm_token_kind symbol(char c)
{
    switch (c) {
    case '+': return TOKEN_PLUS;
    case '-': return TOKEN_MINUS;
    case '*': return TOKEN_TIMES;
    case '/': return TOKEN_DIVIDE;
    case '^': return TOKEN_POWER;
    case '(': return TOKEN_OPEN;
    case ')': return TOKEN_CLOSE;
    default: return TOKEN_UNKNOWN;
    }
}

clm_token clm_lexer_next(clm_lexer *lexer)
{
    const char *text = lexer->text;
    size_t at = lexer->at, end = lexer->length;
    clm_token token;

    while (at < end && clm_is_space(text[at]))
        at++;
    token = (clm_token){TOKEN_END, at, 0};
    if (at == end) {
        lexer->at = at;
        return token;
    }
    if (clm_is_digit(text[at])) {
        token.kind = TOKEN_INTEGER;
        while (at < end && clm_is_digit(text[at]))
            at++;
    } else if (clm_is_letter(text[at])) {
        token.kind = TOKEN_NAME;
        while (at < end && (clm_is_letter(text[at]) || clm_is_digit(text[at])))
            at++;
    } else {
        token.kind = symbol(text[at]);
        at++;
        if (token.kind == TOKEN_TIMES && at < end && text[at] == '*') {
            token.kind = TOKEN_POWER;
            at++;
        }
    }
    token.length = at - token.at;
    lexer->at = at;
    return token;
}

/* Whether a byte can stand between names. */
static bool is_between(char c)
{
    return clm_is_space(c) || clm_is_digit(c) || symbol(c) != TOKEN_UNKNOWN;
}

clm_token clm_lexer_next_name(clm_lexer *lexer)
{
    while (lexer->at < lexer->length && is_between(lexer->text[lexer->at]))
        lexer->at++;
    return clm_lexer_next(lexer);
}

bool clm_lexer_opens(const clm_lexer *lexer)
{
    size_t at = lexer->at;

    while (at < lexer->length && clm_is_space(lexer->text[at]))
        at++;
    return at < lexer->length && lexer->text[at] == '(';
}

const char *clm_token_text(char buffer[CLM_TOKEN_TEXT], const clm_lexer *lexer,
                           const clm_token *token)
{
    const char *begin = lexer->text + token->at;
    const int shown = token->length > 24 ? 20 : (int)token->length;
    const char *dots = token->length > 24 ? "..." : "";

    if (token->kind == TOKEN_END)
        (void)snprintf(buffer, CLM_TOKEN_TEXT, "the end");
    else if (token->kind == TOKEN_INTEGER)
        (void)snprintf(buffer, CLM_TOKEN_TEXT, "the number %.*s%s", shown, begin, dots);
    else if (token->kind == TOKEN_UNKNOWN && !(*begin > ' ' && *begin <= '~'))
        (void)snprintf(buffer, CLM_TOKEN_TEXT, "the byte 0x%02X", (unsigned char)*begin);
    else
        (void)snprintf(buffer, CLM_TOKEN_TEXT, "'%.*s%s'", shown, begin, dots);
    return buffer;
}

clmodp_status clm_text_fail(clmodp_text_error *error, clmodp_status status, const char *text,
                            size_t at, const char *message)
{
    if (error == NULL)
        return status;
    error->line = 1;
    error->column = 1;
    for (size_t k = 0; k < at; k++) {
        error->column++;
        if (text[k] == '\n') {
            error->line++;
            error->column = 1;
        }
    }
    (void)snprintf(error->message, sizeof error->message, "%s", message);
    return status;
}
