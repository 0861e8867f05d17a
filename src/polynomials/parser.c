/* Parses expressions into polynomials.
 *
 *   expression = [sign] term { ("+" | "-") term }
 *   term       = factor { ("*" | "/") factor }
 *   factor     = { "+" | "-" } atom [ ("^" | "**") integer ]
 *   atom       = integer | name | "(" expression ")"
 *
 * Open parentheses are kept on a separate stack of frames, so that no text can exhaust the
 * C stack. Each frame holds the sum so far and the product being read. */
#include "polynomials/text.h"

#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/sum.h"
#include "polynomials/zxy.h"

/* The tokens of an expression, and positions in its text. */

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
    default: return TOKEN_UNKNOWN;
    }
}

/* Returns the next token, without white space before it; at the end always TOKEN_END. */
static clm_token lexer_next(clm_lexer *lexer)
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

/* Tells whether a byte can stand between names. */
static bool is_between(char c)
{
    return clm_is_space(c) || clm_is_digit(c) || symbol_kind(c) != TOKEN_UNKNOWN;
}

clm_token clm_lexer_next_name(clm_lexer *lexer)
{
    while (lexer->at < lexer->length && is_between(lexer->text[lexer->at]))
        lexer->at++;
    return lexer_next(lexer);
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

clm_names clm_names_make(const char *x, const char *y, clmodp_variables *found)
{
    clm_names names = {.name = {x, y}, .found = found};

    for (int k = 0; k < 2; k++) {
        if (found != NULL)
            names.name[k] = found->name[k];
        names.length[k] = names.name[k] != NULL ? strlen(names.name[k]) : 0;
    }
    return names;
}

/* Returns the place of a new name: one without a name, or with an unused name; 2: none. */
static int find_place(const clmodp_variables *found)
{
    for (int k = 0; k < 2; k++)
        if (found->name[k][0] == '\0')
            return k;
    return !found->occurs[0] ? 0 : !found->occurs[1] ? 1 : 2;
}

int clm_names_find(clm_names *names, const char *word, size_t length)
{
    clmodp_variables *found = names->found;
    int k = 0, place;

    while (k < 2 && (names->length[k] != length || names->name[k] == NULL ||
                     memcmp(names->name[k], word, length) != 0))
        k++;
    if (found == NULL)
        return k;
    place = k < 2 || length >= CLMODP_NAME_SIZE ? k : find_place(found);
    if (place == 2)
        return 2;
    if (place != k) {
        memcpy(found->name[place], word, length);
        found->name[place][length] = '\0';
        names->length[place] = length;
    }
    found->occurs[place] = 1;
    return place;
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
    (void)snprintf(error->message, sizeof error->message, "%.*s",
                   (int)sizeof error->message - 1, message);
    return status;
}

/* An open parenthesis; the first frame is the whole text. */
typedef struct clm_frame {
    clm_sum sum;
    clm_product product; /* the term being read */
    bool divide;         /* a "/" precedes the next factor */
    size_t opened_at;    /* position of the parenthesis */
} clm_frame;

typedef struct clm_parser {
    clm_lexer lexer;
    clm_token token;     /* not yet consumed */
    size_t at;           /* position for error messages */
    size_t first_divide; /* the first "/"; SIZE_MAX: none */
    clm_names names;
    clm_frame *frame;
    size_t depth;        /* frames in use; the last one is being read */
    size_t room;
    size_t most_depth;
    char *digits;        /* scratch: one integer with a zero byte */
    size_t digits_room;
    clm_fraction number; /* scratch */
    clm_budget budget;
} clm_parser;

#define OPERAND_WORK 8 /* work of reading one, without computing with it */

#define TOP(parser) (&(parser)->frame[(parser)->depth - 1])

static void next_token(clm_parser *parser)
{
    parser->token = lexer_next(&parser->lexer);
}

/* Fails with PARSE at the current token: `expected`, but found the token; `hint` follows. */
static clmodp_status fail_unexpected(clm_parser *parser, const char *expected, const char *hint)
{
    char found[CLM_TOKEN_TEXT];

    parser->at = parser->token.at;
    return clm_fail(&parser->budget.error, CLMODP_PARSE, "expected %s, but found %s%s",
                    expected, clm_token_text(found, &parser->lexer, &parser->token), hint);
}

static clmodp_status open_frame(clm_parser *parser)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &parser->budget.error;
    clm_frame *frame;

    parser->at = parser->token.at;
    if (parser->depth > parser->most_depth)
        FAIL(error, CLMODP_LIMIT, "more than %zu parentheses are open", parser->most_depth);
    GROW(error, parser->frame, parser->room, parser->depth + 1);
    frame = &parser->frame[parser->depth++];
    clm_sum_init(&frame->sum, &parser->budget);
    clm_product_init(&frame->product, &parser->budget);
    frame->divide = false;
    frame->opened_at = parser->token.at;
done:
    return st;
}

static void close_frame(clm_parser *parser)
{
    clm_frame *frame = TOP(parser);

    clm_product_clear(&frame->product);
    clm_sum_clear(&frame->sum);
    parser->depth--;
}

/* Reads [ ("^" | "**") integer ] after an atom. */
static clmodp_status read_exponent(clm_parser *parser, clm_exponent *e)
{
    const clm_token *token = &parser->token;

    e->value = 1;
    if (token->kind != TOKEN_POWER)
        return CLMODP_OK;
    next_token(parser);
    if (token->kind != TOKEN_INTEGER)
        return fail_unexpected(parser, "a non-negative integer as exponent", "");
    parser->at = token->at;
    e->value = 0;
    for (size_t k = 0; k < token->length; k++) {
        uint64_t digit = (uint64_t)(parser->lexer.text[token->at + k] - '0');

        /* Above 2^58 only the parity matters. */
        e->value = e->value >> 58 != 0 ? ((uint64_t)1 << 62) + digit % 2
                                       : 10 * e->value + digit;
    }
    next_token(parser);
    if (token->kind == TOKEN_POWER)
        return fail_unexpected(parser, "an operator",
                               ": write parentheses to say which power comes first");
    return CLMODP_OK;
}

/* Sets number to the integer token. */
static clmodp_status convert_integer(clm_parser *parser)
{
    clmodp_status st = CLMODP_OK;
    const char *digits = parser->lexer.text + parser->token.at;
    size_t length = parser->token.length;
    clm_error *error = &parser->budget.error;

    while (length > 1 && *digits == '0') {
        digits++;
        length--;
    }
    if (length < 19) {
        unsigned long value = 0;

        for (size_t k = 0; k < length; k++)
            value = 10 * value + (unsigned long)(digits[k] - '0');
        mpz_set_ui(parser->number.num, value);
        return CLMODP_OK;
    }
    TRY(clm_budget_check_bits(&parser->budget, 3.33 * (double)length));
    GROW(error, parser->digits, parser->digits_room, length + 1);
    memcpy(parser->digits, digits, length);
    parser->digits[length] = '\0';
    if (mpz_set_str(parser->number.num, parser->digits, 10) != 0)
        FAIL(error, CLMODP_CORRUPT, "a number could not be converted");
done:
    return st;
}

static clmodp_status read_number(clm_parser *parser)
{
    clmodp_status st = CLMODP_OK;
    clm_frame *frame = TOP(parser);
    clm_exponent e;

    parser->at = parser->token.at;
    TRY(convert_integer(parser));
    next_token(parser);
    TRY(read_exponent(parser, &e));
    TRY(clm_product_number(&frame->product, &parser->number, e, frame->divide));
done:
    return st;
}

static clmodp_status unknown_name(clm_parser *parser)
{
    char expected[2 * CLM_TOKEN_TEXT] = "a number, since there are no variables";
    const char *x = parser->names.name[0], *y = parser->names.name[1];

    if (parser->names.found != NULL && parser->token.length >= CLMODP_NAME_SIZE)
        (void)snprintf(expected, sizeof expected, "a name of at most %d bytes",
                       CLMODP_NAME_SIZE - 1);
    else if (x != NULL && y != NULL)
        (void)snprintf(expected, sizeof expected, "the variable '%.50s' or '%.50s'", x, y);
    else if (x != NULL || y != NULL)
        (void)snprintf(expected, sizeof expected, "the variable '%.50s'", x != NULL ? x : y);
    return fail_unexpected(parser, expected, clm_lexer_opens(&parser->lexer)
                                                 ? ": functions are not supported" : "");
}

static clmodp_status read_variable(clm_parser *parser)
{
    clmodp_status st = CLMODP_OK;
    clm_frame *frame = TOP(parser);
    clm_token token = parser->token;
    const int variable = clm_names_find(&parser->names, parser->lexer.text + token.at,
                                        token.length);
    clm_exponent e;

    if (variable == 2)
        return unknown_name(parser);
    parser->at = token.at;
    next_token(parser);
    TRY(read_exponent(parser, &e));
    if (frame->divide && e.value != 0) {
        parser->at = token.at;
        FAIL(&parser->budget.error, CLMODP_PARSE, "division by a polynomial; expected a number");
    }
    TRY(clm_product_variable(&frame->product, variable, e));
done:
    return st;
}

/* Reads up to and including one atom, or an open parenthesis; *atom tells them apart. */
static clmodp_status read_operand(clm_parser *parser, bool *atom)
{
    clmodp_status st = CLMODP_OK;

    while (parser->token.kind == TOKEN_PLUS || parser->token.kind == TOKEN_MINUS) {
        clm_product *product = &TOP(parser)->product;

        product->negative ^= parser->token.kind == TOKEN_MINUS;
        next_token(parser);
    }
    *atom = parser->token.kind != TOKEN_OPEN;
    switch (parser->token.kind) {
    case TOKEN_INTEGER:
        return read_number(parser);
    case TOKEN_NAME:
        return read_variable(parser);
    case TOKEN_OPEN:
        TRY(open_frame(parser));
        next_token(parser);
        break;
    default:
        return fail_unexpected(parser, "a number, a variable or '('", "");
    }
done:
    return st;
}

/* Reads ")": the sum of the last frame becomes a factor of the frame below. */
static clmodp_status read_close(clm_parser *parser)
{
    clmodp_status st = CLMODP_OK;
    size_t opened_at = TOP(parser)->opened_at;
    clm_exponent e;
    clm_frame *frame;
    clm_sum sum;

    clm_sum_init(&sum, &parser->budget);
    if (parser->depth == 1)
        FAIL(&parser->budget.error, CLMODP_PARSE,
             "expected an operator or the end, but found an unmatched ')'");
    TRY(clm_product_finish(&TOP(parser)->product, &TOP(parser)->sum));
    clm_sum_move(&sum, &TOP(parser)->sum);
    close_frame(parser);
    next_token(parser);
    TRY(read_exponent(parser, &e));
    if (e.value == 1)
        parser->at = opened_at;
    frame = TOP(parser);
    TRY(clm_product_sum(&frame->product, &sum, e, frame->divide));
done:
    clm_sum_clear(&sum);
    return st;
}

/* Reads the tokens after an atom: closing parentheses, then an operator or the end. */
static clmodp_status read_operator(clm_parser *parser, bool *end)
{
    clmodp_status st = CLMODP_OK;
    clm_token token;
    clm_frame *frame;

    for (parser->at = parser->token.at; parser->token.kind == TOKEN_CLOSE;
         parser->at = parser->token.at)
        TRY(read_close(parser));
    frame = TOP(parser);
    token = parser->token;
    frame->divide = token.kind == TOKEN_DIVIDE;
    switch (token.kind) {
    case TOKEN_DIVIDE:
        parser->first_divide = clm_size_min(parser->first_divide, token.at);
        break;
    case TOKEN_TIMES:
        break;
    case TOKEN_PLUS:
    case TOKEN_MINUS:
        TRY(clm_product_finish(&frame->product, &frame->sum));
        frame->product.negative = token.kind == TOKEN_MINUS;
        break;
    case TOKEN_END:
        if (parser->depth > 1) {
            parser->at = frame->opened_at;
            FAIL(&parser->budget.error, CLMODP_PARSE,
                 "expected a ')' for this '(', but found the end");
        }
        TRY(clm_product_finish(&frame->product, &frame->sum));
        *end = true;
        break;
    case TOKEN_INTEGER:
    case TOKEN_NAME:
    case TOKEN_OPEN:
        return fail_unexpected(parser, "an operator", ": write '*' to multiply");
    default:
        return fail_unexpected(parser, "an operator", "");
    }
    next_token(parser);
done:
    return st;
}

static clmodp_status read_all(clm_parser *parser)
{
    clmodp_status st = CLMODP_OK;
    bool atom = false;

    TRY(open_frame(parser));
    next_token(parser);
    for (bool end = false; !end;) {
        do
            TRY(read_operand(parser, &atom));
        while (!atom);
        TRY(read_operator(parser, &end));
        parser->budget.asking.fraction = (double)parser->token.at / (double)parser->lexer.length;
        TRY(clm_budget_step(&parser->budget, OPERAND_WORK));
    }
    TRY(clm_sum_combine(&TOP(parser)->sum));
done:
    return st;
}

/* Sets f and the denominator to the sum; its integers move. Nothing changes on failure. */
static clmodp_status deliver_result(clm_parser *parser, clmodp_zxy *f, mpz_ptr denominator)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &parser->budget.error;
    clm_sum *sum = &TOP(parser)->sum;
    clmodp_zxy *whole = NULL;
    mpz_t common;

    mpz_init(common);
    parser->at = parser->first_divide != SIZE_MAX ? parser->first_divide : 0;
    TRY(clm_sum_clear_denominators(sum, common));
    if (denominator == NULL && mpz_cmp_ui(common, 1) != 0)
        FAIL(error, CLMODP_PARSE, "expected integers as coefficients, but some are fractions");
    if (clmodp_zxy_create(&whole) != CLMODP_OK ||
        clm_zxy_reserve(whole, sum->length) != CLMODP_OK)
        FAIL(error, CLMODP_HOST_MEMORY, "no memory for %zu terms", sum->length);
    for (size_t k = 0; k < sum->length; k++) {
        clm_term *term = &whole->term[k];

        term->i = sum->term[k].i;
        term->j = sum->term[k].j;
        mpz_init(term->c);
        mpz_swap(term->c, sum->term[k].c.num);
    }
    whole->length = sum->length;
    clm_zxy_swap(f, whole);
    if (denominator != NULL)
        mpz_swap(denominator, common);
done:
    clmodp_zxy_destroy(whole);
    mpz_clear(common);
    return st;
}

clmodp_status clm_parse(clmodp_zxy *f, mpz_ptr denominator, const char *text, size_t length,
                        const char *x, const char *y, clmodp_text_error *error,
                        const clm_parser_limits *limits)
{
    clmodp_status st = CLMODP_OK;
    clm_parser parser = {
        .lexer = {length > 0 ? text : "", length, 0},
        .first_divide = SIZE_MAX,
        .names = clm_names_make(x, y, limits->found),
        .most_depth = limits->depth,
    };

    clm_budget_init(&parser.budget, limits->bytes);
    parser.budget.asking = (clm_cancellation){.progress = limits->progress, .user = limits->user};
    clm_fraction_init(&parser.number);
    TRY(read_all(&parser));
    TRY(deliver_result(&parser, f, denominator));
done:
    if (st != CLMODP_OK)
        clm_text_fail(error, st, parser.lexer.text, parser.at, parser.budget.error.message);
    while (parser.depth > 0)
        close_frame(&parser);
    clm_fraction_clear(&parser.number);
    free(parser.digits);
    free(parser.frame);
    return st;
}
