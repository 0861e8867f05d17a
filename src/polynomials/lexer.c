/* Splits expressions into tokens, reads exponents, and finds variables by their names. */
#include <string.h>

#include "polynomials/text.h"

static clm_token_kind symbol_kind(char c)
{
    switch (c) {
    case '+': return TOKEN_PLUS;
    case '-': return TOKEN_MINUS;
    case '*': return TOKEN_TIMES;
    case '/': return TOKEN_DIVIDE;
    case '^': return TOKEN_POWER;
    case '(': return TOKEN_OPEN;
    case ')': return TOKEN_CLOSE;
    case '=': return TOKEN_EQUALS;
    default: return TOKEN_UNKNOWN;
    }
}

/* Returns the end of an exponent such as e5 or E-3 at `at`; `at` if there is none. */
static size_t skip_scale(const char *text, size_t at, size_t end)
{
    size_t digits = at + 1, stop;

    if (at == end || (text[at] != 'e' && text[at] != 'E'))
        return at;
    if (digits < end && (text[digits] == '+' || text[digits] == '-'))
        digits++;
    stop = clm_skip_digits(text, digits, end);
    return stop > digits && (stop == end || !clm_is_letter(text[stop])) ? stop : at;
}

static size_t lex_number(clm_token *token, const char *text, size_t end)
{
    const size_t whole = clm_skip_digits(text, token->at, end);
    size_t at = whole < end && text[whole] == '.' ? clm_skip_digits(text, whole + 1, end) : whole;

    at = skip_scale(text, at, end);
    token->kind = at == whole ? TOKEN_INTEGER : TOKEN_DECIMAL;
    return at;
}

static bool starts_number(const char *text, size_t at, size_t end)
{
    return clm_is_digit(text[at]) ||
           (text[at] == '.' && at + 1 < end && clm_is_digit(text[at + 1]));
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
    if (starts_number(text, at, end)) {
        at = lex_number(&token, text, end);
    } else if (clm_is_letter(text[at])) {
        token.kind = TOKEN_NAME;
        while (at < end && (clm_is_letter(text[at]) || clm_is_digit(text[at])))
            at++;
    } else {
        token.kind = symbol_kind(text[at]);
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

/* The least exponent that only keeps its parity. */
#define MOST_EXPONENT ((uint64_t)1 << 62)

static uint64_t multiply_exponents(uint64_t a, uint64_t b)
{
    return a == 0 || b == 0 || a < MOST_EXPONENT / b ? a * b : MOST_EXPONENT + (a & b & 1);
}

/* Returns a^b. After 62 products it is 0, 1 or has reached the limit. */
static uint64_t raise_exponent(uint64_t a, uint64_t b)
{
    uint64_t power = 1;

    for (uint64_t k = 0; k < b && k < 64; k++)
        power = multiply_exponents(power, a);
    return power;
}

static bool read_exponent_integer(clm_lexer *lexer, clm_token *token, uint64_t *value,
                                  const char **expected)
{
    if (token->kind != TOKEN_INTEGER) {
        *expected = "a non-negative integer as exponent";
        return false;
    }
    *value = 0;
    for (size_t k = 0; k < token->length; k++) {
        const uint64_t digit = (uint64_t)(lexer->text[token->at + k] - '0');

        *value = *value >> 58 != 0 ? MOST_EXPONENT + digit % 2 : 10 * *value + digit;
    }
    *token = clm_lexer_next(lexer);
    return true;
}

bool clm_lexer_exponent(clm_lexer *lexer, clm_token *token, uint64_t *value,
                        const char **expected)
{
    uint64_t factor, power;

    if (token->kind != TOKEN_OPEN)
        return read_exponent_integer(lexer, token, value, expected);
    *value = 1;
    do {
        *token = clm_lexer_next(lexer);
        if (!read_exponent_integer(lexer, token, &factor, expected))
            return false;
        if (token->kind == TOKEN_POWER) {
            *token = clm_lexer_next(lexer);
            if (!read_exponent_integer(lexer, token, &power, expected))
                return false;
            factor = raise_exponent(factor, power);
        }
        *value = multiply_exponents(*value, factor);
    } while (token->kind == TOKEN_TIMES);
    if (token->kind != TOKEN_CLOSE) {
        *expected = "')' after an exponent of integers, '*' and '^'";
        return false;
    }
    *token = clm_lexer_next(lexer);
    return true;
}

clm_token clm_lexer_next_name(clm_lexer *lexer)
{
    clm_token token;

    do
        token = clm_lexer_next(lexer);
    while (token.kind != TOKEN_NAME && token.kind != TOKEN_UNKNOWN && token.kind != TOKEN_END);
    return token;
}

bool clm_lexer_opens(const clm_lexer *lexer)
{
    size_t at = lexer->at;

    while (at < lexer->length && clm_is_space(lexer->text[at]))
        at++;
    return at < lexer->length && lexer->text[at] == '(';
}

clm_names clm_names_make(const char *const *names, size_t count, clmodp_variables *found)
{
    clm_names made = {.count = count, .found = found};

    for (size_t k = 0; k < count; k++) {
        made.name[k] = found != NULL ? found->name[1 - k] : names[k];
        made.length[k] = made.name[k] != NULL ? strlen(made.name[k]) : 0;
    }
    return made;
}

/* Returns the place of a new name, unused or without a name; 2: none. x is the first, place 0. */
static size_t find_place(const clmodp_variables *found)
{
    for (size_t k = 0; k < 2; k++)
        if (found->name[k][0] == '\0')
            return k;
    return !found->occurs[0] ? 0 : !found->occurs[1] ? 1 : 2;
}

/* Adds a name to those found. Returns its variable; 2 if there is no place. */
static size_t add_name(clm_names *names, const char *word, size_t length)
{
    clmodp_variables *found = names->found;
    const size_t place = length < CLMODP_NAME_SIZE ? find_place(found) : 2;

    if (place == 2)
        return 2;
    memcpy(found->name[place], word, length);
    found->name[place][length] = '\0';
    names->length[1 - place] = length;
    return 1 - place;
}

size_t clm_names_find(clm_names *names, const char *word, size_t length)
{
    size_t k = 0;

    while (k < names->count && (names->length[k] != length || names->name[k] == NULL ||
                                memcmp(names->name[k], word, length) != 0))
        k++;
    if (names->found == NULL)
        return k;
    if (k == names->count)
        k = add_name(names, word, length);
    if (k < names->count)
        names->found->occurs[1 - k] = 1;
    return k;
}

bool clm_name_valid(const char *name)
{
    size_t length = 0;

    if (!clm_is_letter(*name))
        return false;
    while (clm_is_letter(name[length]) || clm_is_digit(name[length]))
        length++;
    return name[length] == '\0' && length < CLMODP_NAME_SIZE;
}

bool clm_names_valid(const char *const *names, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (names[k] == NULL || !clm_name_valid(names[k]))
            return false;
        for (size_t l = 0; l < k; l++)
            if (strcmp(names[k], names[l]) == 0)
                return false;
    }
    return true;
}
