/* Expressions as text: the tokens of an expression, and readers with limits. */
#ifndef CLM_POLYNOMIALS_TEXT_H
#define CLM_POLYNOMIALS_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <gmp.h>

#include <clmodp/core.h>
#include <clmodp/mpoly.h>
#include <clmodp/polynomials.h>

/* Classes of bytes in expressions, independent of the locale. */

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

/* Returns the first place from `at` on, before `end`, without a digit. */
static inline size_t clm_skip_digits(const char *text, size_t at, size_t end)
{
    while (at < end && clm_is_digit(text[at]))
        at++;
    return at;
}

/* The tokens of an expression. */

typedef enum clm_token_kind {
    TOKEN_END,
    TOKEN_INTEGER,
    TOKEN_DECIMAL, /* a number with a point or an exponent */
    TOKEN_NAME,
    TOKEN_PLUS,
    TOKEN_MINUS,
    TOKEN_TIMES,
    TOKEN_DIVIDE,
    TOKEN_POWER, /* ^ or ** */
    TOKEN_OPEN,
    TOKEN_CLOSE,
    TOKEN_EQUALS,
    TOKEN_UNKNOWN /* a byte that no expression contains */
} clm_token_kind;

typedef struct clm_token {
    clm_token_kind kind;
    size_t at; /* position of its first byte in the text, from 0 */
    size_t length;
} clm_token;

typedef struct clm_lexer {
    const char *text;
    size_t length;
    size_t at; /* start of the search for the next token */
} clm_lexer;

/* Returns the next token, without white space before it; at the end always TOKEN_END. */
clm_token clm_lexer_next(clm_lexer *lexer);

/* Reads the exponent from *token on, as a clm_exponent, and the next token. Returns false at an
 * unexpected token, with *expected set. */
bool clm_lexer_exponent(clm_lexer *lexer, clm_token *token, uint64_t *value,
                        const char **expected);

/* Returns the next token that is a name, unknown, or the end. */
clm_token clm_lexer_next_name(clm_lexer *lexer);

/* Tells whether '(' comes next, as of a function's argument. */
bool clm_lexer_opens(const clm_lexer *lexer);

/* Describes a token, as "the number 12" or "'+'"; long ones are cut. Returns `buffer`. */
#define CLM_TOKEN_TEXT 64
const char *clm_token_text(char buffer[CLM_TOKEN_TEXT], const clm_lexer *lexer,
                           const clm_token *token);

/* Tells whether a name matches [A-Za-z_][A-Za-z0-9_]* and is short enough; whether all are, and
 * different. */
bool clm_name_valid(const char *name);
#define CLM_NAME_RULE                                                                             \
    "a variable's name has up to 63 letters, digits and underscores, and does not begin with a "  \
    "digit"
bool clm_names_valid(const char *const *names, size_t count);

/* The variables allowed in an expression. */
typedef struct clm_names {
    size_t count;
    const char *name[CLMODP_MOST_VARIABLES]; /* NULL: none */
    size_t length[CLMODP_MOST_VARIABLES];
    clmodp_variables *found; /* has the names, of y and x, and receives new ones; NULL: none */
} clm_names;

/* Makes variables with these names, possibly NULL; or y and x with the names in `found`, unless it
 * is NULL. */
clm_names clm_names_make(const char *const *names, size_t count, clmodp_variables *found);

/* Returns the index of the variable that a word is or becomes the name of; else their number. */
size_t clm_names_find(clm_names *names, const char *word, size_t length);

/* Sets *error to a message with line and column; error may be NULL. Returns `status`. */
clmodp_status clm_text_fail(clmodp_text_error *error, clmodp_status status, const char *text,
                            size_t at, const char *message);

typedef struct clm_parser_limits {
    size_t bytes;             /* for the terms after multiplying out; see clm_budget_init */
    size_t depth;             /* of nested parentheses */
    clmodp_progress progress; /* may cancel; NULL: none */
    void *user;
} clm_parser_limits;

/* The limits of clmodp_zxy_from_text. */
#define CLM_PARSER_LIMITS ((clm_parser_limits){(size_t)1 << 30, 10000, NULL, NULL})

/* Parses an expression; see clmodp_zxy_from_text.
 *
 * Out: f        the polynomial, in names->count variables, times the denominator
 *      divisor  of a rational function, whose numerator is f; NULL: division by numbers only */
clmodp_status clm_parse(clmodp_mpoly *f, clmodp_mpoly *divisor, mpz_ptr denominator,
                        const char *text, size_t length, const clm_names *names,
                        clmodp_text_error *error, const clm_parser_limits *limits);

/* As clmodp_mpoly_quotient_from_text, but not in lowest terms. */
clmodp_status clm_mpoly_quotient_from_text(clmodp_mpoly *numerator, clmodp_mpoly *denominator,
                                           const char *text, size_t length,
                                           const char *const *names, clmodp_text_error *error);

/* Reads an expanded sum of monomials, such as -3*x^2*y + 7: each an optional number of at most 18
 * digits, then powers of variables. For such texts, mostly short ones of programs, a parser's
 * bookkeeping would cost several times as much. The result is clm_parse's, with denominator 1.
 *
 * In:      text, length  any bytes
 * InOut:   names         of y and x; those found are unchanged unless f is read
 * Returns: whether f was read; if not, all is unchanged, and clm_parse has to read the text
 * Memory:  f's terms and integers are reused
 * Cost:    one pass, O(n log n) comparisons if the terms are not in order */
bool clm_read_expanded(clmodp_zxy *f, const char *text, size_t length, clm_names *names);

#endif
