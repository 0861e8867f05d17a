/* Expressions as text: the words of an expression, and readers with limits. */
#ifndef CLM_POLYNOMIALS_TEXT_H
#define CLM_POLYNOMIALS_TEXT_H

#include <stdbool.h>
#include <stddef.h>

#include <gmp.h>

#include <clmodp/core.h>
#include <clmodp/polynomials.h>

/* The kinds of bytes that expressions have, whatever the locale says. */

static inline bool clm_is_space(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static inline bool clm_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static inline bool clm_is_letter(char c)
{
    return (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || c == '_';
}

/* The words of an expression. */

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

/* The next token that is a name, unknown, or the end. */
clm_token clm_lexer_next_name(clm_lexer *lexer);

/* Whether '(' comes next: behind a name it looks like a function's argument. */
bool clm_lexer_opens(const clm_lexer *lexer);

/* How a token is called in a message, such as "the number 12" or "'+'"; long ones are cut.
 * Returns `buffer`. */
#define CLM_TOKEN_TEXT 64
const char *clm_token_text(char buffer[CLM_TOKEN_TEXT], const clm_lexer *lexer,
                           const clm_token *token);

/* The variables that an expression may have. */
typedef struct clm_names {
    const char *name[2]; /* of x and y; NULL: none */
    size_t length[2];
    clmodp_variables *found; /* has these names, and takes new ones; NULL: there are no others */
} clm_names;

/* found == NULL: these names, each of which may be NULL; else those of `found`. */
clm_names clm_names_make(const char *x, const char *y, clmodp_variables *found);

/* 0 or 1 if a word is the name of x or y, or becomes it; else 2. */
int clm_names_find(clm_names *names, const char *word, size_t length);

/* Turn a place in the text into line and column, and copy a message. `error` may be NULL.
 * Returns `status`. */
clmodp_status clm_text_fail(clmodp_text_error *error, clmodp_status status, const char *text,
                            size_t at, const char *message);

/* Expressions to polynomials, with limits that tests can lower. */

typedef struct clm_parser_limits {
    size_t bytes;             /* for the multiplied-out terms; see clm_budget_init */
    size_t depth;             /* of nested parentheses */
    clmodp_progress progress; /* asked whether to go on; NULL: none */
    void *user;
    clmodp_variables *found; /* takes new names; x and y are not looked at; NULL: there are none */
} clm_parser_limits;

/* What clmodp_zxy_from_text allows. */
#define CLM_PARSER_LIMITS ((clm_parser_limits){(size_t)1 << 30, 10000, NULL, NULL, NULL})

/* As clmodp_zxy_from_text. */
clmodp_status clm_parse(clmodp_zxy *f, mpz_ptr denominator, const char *text, size_t length,
                        const char *x, const char *y, clmodp_text_error *error,
                        const clm_parser_limits *limits);

/* f := a sum of plain monomials, such as -3*x^2*y + 7: in each first a number, if any, of at most
 * 18 digits, then powers of variables; no parentheses, no divisions. Most texts that programs
 * write are such, and short, so that a parser's bookkeeping would cost several times what the
 * arithmetic behind it does. What this reads, clm_parse reads as the same, over 1.
 *
 * In:      text, length  any bytes
 *          x, y          the variables; NULL: not allowed
 * InOut:   found         NULL, or takes new names and has the variables instead of x and y;
 *                        unchanged if f is not read
 * Returns: whether f was read; if not, f has not changed and the text is one for clm_parse, which
 *          also tells what is wrong with it
 * Memory:  f's terms and integers are used again
 * Cost:    one pass, O(n log n) comparisons if the terms are not in order */
bool clm_plain_read(clmodp_zxy *f, const char *text, size_t length, const char *x, const char *y,
                    clmodp_variables *found);

#endif
