/* Parses expressions into polynomials.
 *
 *   text       = expression [ "=" expression ]
 *   expression = [sign] term { ("+" | "-") term }
 *   term       = factor { ("*" | "/") factor }
 *   factor     = { "+" | "-" } atom [ power exponent ]
 *   power      = "^" | "**"
 *   exponent   = integer | "(" integer [ power integer ] { "*" integer [ power integer ] } ")"
 *   atom       = integer | decimal | name | "(" expression ")"
 *   decimal    = digits with a "." before, among or after them, or an exponent "e" [sign] integer
 *
 * A separate stack holds a frame for each open parenthesis, with the sum so far and the product
 * being read, so that no text can exhaust the C stack. */
#include "polynomials/text.h"

#include <stdio.h>
#include <string.h>

#include "core/memory.h"
#include "core/size.h"
#include "polynomials/sum.h"

/* An open parenthesis; the first frame is the whole text. */
typedef struct clm_frame {
    clm_sum sum, divisor; /* the divisor of all terms so far; empty: 1 */
    clm_product product;  /* the term being read */
    clm_product under;    /* its divisors other than numbers */
    bool divide;          /* a "/" precedes the next factor */
    bool refused[2];      /* a factor of the product, or a term of the sum, is too large */
    size_t opened_at;     /* position of the parenthesis */
} clm_frame;

typedef struct clm_parser {
    clm_lexer lexer;
    clm_token token;     /* not yet consumed */
    size_t at;           /* position for error messages */
    size_t first_divide; /* the first "/"; SIZE_MAX: none */
    bool equation;       /* a "=" was read */
    bool rational;       /* polynomials may be divisors */
    clm_token scaled;    /* the last number with an exponent; length 0: none */
    clm_names names;
    clm_frame *frame;
    size_t depth;        /* frames in use; the last one is being read */
    size_t room;
    size_t most_depth;
    clm_fraction number; /* scratch */
    clm_budget budget;
    size_t refusals;     /* flags set in frames */
    clm_error refusal;   /* the first of them, and its position */
    size_t refused_at;
} clm_parser;

#define OPERAND_WORK 8 /* work of reading one, without computing with it */

#define TOP(parser) (&(parser)->frame[(parser)->depth - 1])

static void next_token(clm_parser *parser)
{
    parser->token = clm_lexer_next(&parser->lexer);
}

/* Fails with PARSE at the current token: `expected`, but found it; `hint` follows. */
static clmodp_status fail_unexpected(clm_parser *parser, const char *expected, const char *hint)
{
    char found[CLM_TOKEN_TEXT];

    parser->at = parser->token.at;
    return clm_fail(&parser->budget.error, CLMODP_PARSE, "expected %s, but found %s%s",
                    expected, clm_token_text(found, &parser->lexer, &parser->token), hint);
}

/* A part that is too large to compute is an error only if the result depends on that part: it may
 * be multiplied by 0 or raised to the power 0. */

enum { IN_PRODUCT, IN_SUM };

static void drop_refusal(clm_parser *parser, bool *refused)
{
    parser->refusals -= *refused;
    *refused = false;
}

static void move_refusal(clm_parser *parser, bool *to, bool *from)
{
    if (*to)
        drop_refusal(parser, from);
    *to = *to || *from;
    *from = false;
}

/* Sets a flag of the top frame instead of failing with LIMIT, and empties what failed. */
static clmodp_status refuse(clm_parser *parser, int where, clmodp_status st)
{
    clm_frame *frame = TOP(parser);
    bool refused = st == CLMODP_LIMIT;

    if (!refused)
        return st;
    if (parser->refusals++ == 0) {
        parser->refusal = parser->budget.error;
        parser->refused_at = parser->at;
    }
    move_refusal(parser, &frame->refused[where], &refused);
    clm_product_reset(&frame->product);
    clm_product_reset(&frame->under);
    if (where == IN_SUM) {
        clm_sum_clear(&frame->sum);
        clm_sum_clear(&frame->divisor);
    }
    return CLMODP_OK;
}

/* Fails with the message and the position of the first refusal. */
static clmodp_status fail_refused(clm_parser *parser)
{
    parser->at = parser->refused_at;
    parser->budget.error = parser->refusal;
    return CLMODP_LIMIT;
}

/* Refuses a factor that is too large, unless the product is 0 or the factor is a divisor. */
static clmodp_status refuse_factor(clm_parser *parser, clmodp_status st)
{
    clm_frame *frame = TOP(parser);

    if (st != CLMODP_LIMIT || frame->divide)
        return st;
    return mpz_sgn(frame->product.c.num) == 0 ? CLMODP_OK : refuse(parser, IN_PRODUCT, st);
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
    *frame = (clm_frame){.opened_at = parser->token.at};
    clm_sum_init(&frame->sum, &parser->budget);
    clm_sum_init(&frame->divisor, &parser->budget);
    clm_product_init(&frame->product, &parser->budget);
    clm_product_init(&frame->under, &parser->budget);
done:
    return st;
}

static void close_frame(clm_parser *parser)
{
    clm_frame *frame = TOP(parser);

    clm_product_clear(&frame->under);
    clm_product_clear(&frame->product);
    clm_sum_clear(&frame->divisor);
    clm_sum_clear(&frame->sum);
    parser->depth--;
}

/* Reads [ ("^" | "**") exponent ] after an atom. */
static clmodp_status read_exponent(clm_parser *parser, clm_exponent *e)
{
    const char *expected;
    size_t at;

    e->value = 1;
    if (parser->token.kind != TOKEN_POWER)
        return CLMODP_OK;
    next_token(parser);
    at = parser->token.at;
    if (!clm_lexer_exponent(&parser->lexer, &parser->token, &e->value, &expected))
        return fail_unexpected(parser, expected, "");
    if (parser->token.kind == TOKEN_POWER)
        return fail_unexpected(parser, "an operator",
                               ": write parentheses to say which power comes first");
    parser->at = at;
    return CLMODP_OK;
}

/* Refuses numbers such as 2e3 beside variables e or e3, since a product may be meant. */
static clmodp_status check_scaled(clm_parser *parser)
{
    char word[CLM_TOKEN_TEXT];

    for (size_t k = 0; k < parser->names.count && parser->scaled.length > 0; k++) {
        const char *name = parser->names.name[k];
        const size_t length = parser->names.length[k];

        if (length == 0 || (*name != 'e' && *name != 'E') ||
            clm_skip_digits(name, 1, length) < length)
            continue;
        parser->at = parser->scaled.at;
        return clm_fail(&parser->budget.error, CLMODP_PARSE,
                        "%s looks like a product with the variable '%.50s': write '*' in "
                        "products, and numbers as 2*10^3",
                        clm_token_text(word, &parser->lexer, &parser->scaled), name);
    }
    return CLMODP_OK;
}

static clmodp_status read_number(clm_parser *parser)
{
    clmodp_status st = CLMODP_OK;
    const clm_token token = parser->token;
    const char *text = parser->lexer.text + token.at;
    clm_frame *frame = TOP(parser);
    const bool decimal = token.kind == TOKEN_DECIMAL;
    clmodp_status read =
        clm_fraction_read(&parser->budget, &parser->number, text, token.length, decimal);
    clm_exponent e;

    parser->at = token.at;
    if (read != CLMODP_LIMIT)
        TRY(read);
    if (decimal && (memchr(text, 'e', token.length) != NULL ||
                    memchr(text, 'E', token.length) != NULL))
        parser->scaled = token;
    if (!clm_fraction_whole(&parser->number))
        parser->first_divide = clm_size_min(parser->first_divide, token.at);
    next_token(parser);
    TRY(read_exponent(parser, &e));
    if (read == CLMODP_OK)
        read = clm_product_number(&frame->product, &parser->number, e, frame->divide);
    else if (e.value != 0)
        parser->at = token.at;
    else
        read = CLMODP_OK;
    TRY(refuse_factor(parser, read));
done:
    return st;
}

static clmodp_status unknown_name(clm_parser *parser)
{
    char expected[2 * CLM_TOKEN_TEXT] = "a number, since there are no variables";
    const clm_names *names = &parser->names;
    const char *y = names->count > 0 ? names->name[0] : NULL;
    const char *x = names->count > 1 ? names->name[1] : NULL;

    if (names->found != NULL && parser->token.length >= CLMODP_NAME_SIZE)
        (void)snprintf(expected, sizeof expected, "a name of at most %d bytes",
                       CLMODP_NAME_SIZE - 1);
    else if (names->count > 2)
        (void)snprintf(expected, sizeof expected, "one of the %zu variables", names->count);
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
    const clm_token token = parser->token;
    const size_t variable =
        clm_names_find(&parser->names, parser->lexer.text + token.at, token.length);
    clm_exponent e;

    if (variable == parser->names.count)
        return unknown_name(parser);
    parser->at = token.at;
    next_token(parser);
    TRY(read_exponent(parser, &e));
    if (frame->divide && e.value != 0 && !parser->rational) {
        parser->at = token.at;
        FAIL(&parser->budget.error, CLMODP_PARSE, "division by a polynomial; expected a number");
    }
    TRY(refuse_factor(parser, clm_product_variable(frame->divide ? &frame->under : &frame->product,
                                                   variable, e)));
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
    case TOKEN_DECIMAL:
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

/* Tells whether a factor is 0. */
static bool is_zero(clm_product *product)
{
    bool zero = mpz_sgn(product->c.num) == 0;

    for (size_t k = 0; k < product->length && !zero; k++)
        zero = clm_sum_combine(&product->factor[k]) == CLMODP_OK && product->factor[k].length == 0;
    return zero;
}

/* Ends the term being read. */
static clmodp_status finish_term(clm_parser *parser)
{
    clm_frame *frame = TOP(parser);

    if (frame->refused[IN_PRODUCT] && is_zero(&frame->product))
        drop_refusal(parser, &frame->refused[IN_PRODUCT]);
    move_refusal(parser, &frame->refused[IN_SUM], &frame->refused[IN_PRODUCT]);
    if (frame->refused[IN_SUM]) {
        clm_product_reset(&frame->product);
        clm_product_reset(&frame->under);
        clm_sum_clear(&frame->sum);
        clm_sum_clear(&frame->divisor);
        return CLMODP_OK;
    }
    if (parser->rational)
        return refuse(parser, IN_SUM, clm_quotient_add(&frame->sum, &frame->divisor,
                                                       &frame->product, &frame->under));
    return refuse(parser, IN_SUM, clm_product_finish(&frame->product, &frame->sum));
}

/* Multiplies the term being read by (sum / divisor)^e, or divides it. */
static clmodp_status multiply_by_quotient(clm_parser *parser, clm_sum *sum, clm_sum *divisor,
                                          clm_exponent e)
{
    clmodp_status st = CLMODP_OK;
    clm_frame *frame = TOP(parser);
    bool under = frame->divide && parser->rational;

    if (under) {
        TRY(clm_sum_combine(sum));
        under = !clm_sum_is_number(sum);
    }
    TRY(clm_product_sum(under ? &frame->under : &frame->product, sum, e,
                        frame->divide && !under));
    if (divisor->length > 0)
        TRY(clm_product_sum(frame->divide ? &frame->product : &frame->under, divisor, e, false));
done:
    return st;
}

/* Reads ")": the sum of the last frame becomes a factor of the frame below. */
static clmodp_status read_close(clm_parser *parser)
{
    clmodp_status st = CLMODP_OK;
    size_t opened_at = TOP(parser)->opened_at;
    bool refused;
    clm_exponent e;
    clm_sum sum, divisor;

    clm_sum_init(&sum, &parser->budget);
    clm_sum_init(&divisor, &parser->budget);
    if (parser->depth == 1)
        FAIL(&parser->budget.error, CLMODP_PARSE,
             "expected an operator or the end, but found an unmatched ')'");
    TRY(finish_term(parser));
    refused = TOP(parser)->refused[IN_SUM];
    clm_sum_move(&sum, &TOP(parser)->sum);
    clm_sum_move(&divisor, &TOP(parser)->divisor);
    close_frame(parser);
    next_token(parser);
    TRY(read_exponent(parser, &e));
    if (e.value == 1)
        parser->at = opened_at;
    if (refused && e.value == 0)
        drop_refusal(parser, &refused);
    else if (refused && TOP(parser)->divide)
        TRY(fail_refused(parser));
    else if (refused)
        move_refusal(parser, &TOP(parser)->refused[IN_PRODUCT], &refused);
    else
        TRY(refuse_factor(parser, multiply_by_quotient(parser, &sum, &divisor, e)));
done:
    clm_sum_clear(&divisor);
    clm_sum_clear(&sum);
    return st;
}

/* Reads "=": the terms that follow are subtracted. */
static clmodp_status read_equals(clm_parser *parser)
{
    clmodp_status st = CLMODP_OK;
    clm_error *error = &parser->budget.error;

    if (parser->rational)
        return fail_unexpected(parser, "an operator or the end", "");
    if (parser->depth > 1)
        FAIL(error, CLMODP_PARSE, "an '=' inside parentheses: an equation has its '=' outside");
    if (parser->equation)
        FAIL(error, CLMODP_PARSE, "a second '=': an equation has one");
    parser->equation = true;
done:
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
    case TOKEN_EQUALS:
        TRY(read_equals(parser));
        /* fall through */
    case TOKEN_PLUS:
    case TOKEN_MINUS:
        TRY(finish_term(parser));
        frame->product.negative =
            (token.kind == TOKEN_MINUS) != (parser->equation && parser->depth == 1);
        break;
    case TOKEN_END:
        if (parser->depth > 1) {
            parser->at = frame->opened_at;
            FAIL(&parser->budget.error, CLMODP_PARSE,
                 "expected a ')' for this '(', but found the end");
        }
        TRY(finish_term(parser));
        *end = true;
        break;
    case TOKEN_INTEGER:
    case TOKEN_DECIMAL:
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
    TRY(check_scaled(parser));
    if (TOP(parser)->refused[IN_SUM])
        TRY(fail_refused(parser));
    TRY(clm_sum_combine(&TOP(parser)->sum));
done:
    return st;
}

/* Moves the sum to f, and its denominator, which a failure leaves unchanged. */
static clmodp_status deliver_result(clm_parser *parser, clmodp_mpoly *f, mpz_ptr denominator)
{
    clmodp_status st = CLMODP_OK;
    clm_sum *sum = &TOP(parser)->sum;
    mpz_t common;

    mpz_init(common);
    parser->at = parser->first_divide != SIZE_MAX ? parser->first_divide : 0;
    TRY(clm_sum_clear_denominators(sum, common));
    if (denominator == NULL && mpz_cmp_ui(common, 1) != 0)
        FAIL(&parser->budget.error, CLMODP_PARSE,
             "expected integers as coefficients, but some are fractions");
    TRY(clm_sum_take(f, sum));
    if (denominator != NULL)
        mpz_swap(denominator, common);
done:
    mpz_clear(common);
    return st;
}

clmodp_status clm_parse(clmodp_mpoly *f, clmodp_mpoly *divisor, mpz_ptr denominator,
                        const char *text, size_t length, const clm_names *names,
                        clmodp_text_error *error, const clm_parser_limits *limits)
{
    clmodp_status st = CLMODP_OK;
    clm_parser parser = {
        .lexer = {length > 0 ? text : "", length, 0},
        .first_divide = SIZE_MAX,
        .rational = divisor != NULL,
        .names = *names,
        .most_depth = limits->depth,
    };

    clm_budget_init(&parser.budget, names->count, limits->bytes);
    parser.budget.asking = (clm_cancellation){.progress = limits->progress, .user = limits->user};
    clm_fraction_init(&parser.number);
    TRY(read_all(&parser));
    TRY(divisor != NULL ? clm_quotient_take(f, divisor, &TOP(&parser)->sum,
                                            &TOP(&parser)->divisor)
                        : deliver_result(&parser, f, denominator));
done:
    if (st != CLMODP_OK)
        clm_text_fail(error, st, parser.lexer.text, parser.at,
                      parser.budget.error.message[0] != '\0' ? parser.budget.error.message
                      : st == CLMODP_LIMIT ? "the result is too large" : "no memory");
    while (parser.depth > 0)
        close_frame(&parser);
    clm_fraction_clear(&parser.number);
    free(parser.frame);
    return st;
}
