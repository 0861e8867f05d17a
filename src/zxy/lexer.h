/* The words of an expression. */
#ifndef CLM_ZXY_LEXER_H
#define CLM_ZXY_LEXER_H

#include <stdbool.h>
#include <stddef.h>

#include <clmodp/zxy.h>

typedef enum clm_token_kind {
    TOKEN_END,
    TOKEN_INTEGER,
    TOKEN_NAME,
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_TIMES,
    TOKEN_DIVIDE,
    TOKEN_POWER, /* ^ or ** */
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_UNKNOWN /* a byte that no expression contains */
} clm_token_kind;

typedef struct clm_token {
    clm_token_kind kind;
    size_t at; /* byte of the text where it begins, from 0 */
    size_t length;
} clm_token;

typedef struct clm_lexer {
    const char *text;
    size_t length;
    size_t at; /* where the next token is looked for */
} clm_lexer;

/* The next token; white space before it is skipped. At the end, TOKEN_END again and again. */
clm_token clm_lexer_next(clm_lexer *lexer);

/* The next token that is a name, unknown, or the end. */
clm_token clm_lexer_next_name(clm_lexer *lexer);

/* Whether '(' comes next: behind a name it looks like a function's argument. */
bool clm_lexer_opens(const clm_lexer *lexer);

/* How a token is called in a message, such as "the number 12" or "'+'"; long ones are cut.
 * Returns `buffer`. */
#define CLM_TOKEN_TEXT 64
const char *clm_token_text(char buffer[CLM_TOKEN_TEXT], const clm_lexer *lexer,
                           const clm_token *token);

/* Turn a place in the text into line and column, and copy a message. `error` may be NULL.
 * Returns `status`. */
clmodp_status clm_text_fail(clmodp_text_error *error, clmodp_status status, const char *text,
                            size_t at, const char *message);

#endif
