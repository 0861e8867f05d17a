/* Reads rational functions: expressions in which polynomials are divisors, too. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "core/size.h"
#include "polynomials/mpoly_gcd.h"
#include "polynomials/text.h"

/* Limits of open parentheses, exponents of what is no variable, and bits of coefficients. */
enum { MOST_DEPTH = 200, MOST_EXPONENT = 10000 };
#define MOST_BITS ((size_t)1 << 24)

/* n / d */
typedef struct quotient {
    clmodp_mpoly *n, *d;
} quotient;

typedef struct reader {
    clm_lexer lexer;
    clm_token token; /* the next one */
    const char *const *names;
    size_t variables, depth;
    clmodp_text_error *error;
} reader;

static void destroy(quotient *a)
{
    clmodp_mpoly_destroy(a->n);
    clmodp_mpoly_destroy(a->d);
    *a = (quotient){NULL, NULL};
}

/* Sets f to a number. */
static clmodp_status set_number(clmodp_mpoly *f, mpz_srcptr c)
{
    static const size_t none[CLMODP_MOST_VARIABLES];

    return clmodp_mpoly_set_terms(f, c, none, 1);
}

/* Creates the number 1. */
static clmodp_status create(quotient *a, size_t variables)
{
    clmodp_status st = CLMODP_OK;
    mpz_t one;

    mpz_init_set_ui(one, 1);
    *a = (quotient){NULL, NULL};
    TRY(clmodp_mpoly_create(&a->n, variables));
    TRY(clmodp_mpoly_create(&a->d, variables));
    TRY(set_number(a->n, one));
    TRY(set_number(a->d, one));
done:
    mpz_clear(one);
    return st;
}

static clmodp_status fail(reader *r, clmodp_status st, const clm_token *at, const char *message)
{
    return clm_text_fail(r->error, st, r->lexer.text, at->at, message);
}

static clmodp_status fail_expected(reader *r, const char *expected)
{
    char word[CLM_TOKEN_TEXT], message[sizeof r->error->message];

    (void)snprintf(message, sizeof message, "expected %s, found %s", expected,
                   clm_token_text(word, &r->lexer, &r->token));
    return fail(r, CLMODP_PARSE, &r->token, message);
}

/* Completes the status of an operation that a token stands for. */
static clmodp_status finish(reader *r, clmodp_status st, const clm_token *at)
{
    if (st == CLMODP_LIMIT)
        return fail(r, st, at, "the result is too large");
    return st == CLMODP_HOST_MEMORY ? fail(r, st, at, "out of memory") : st;
}

static void negate(quotient *a)
{
    for (size_t k = 0; k < a->n->length; k++)
        mpz_neg(a->n->term[k].c, a->n->term[k].c);
}

/* a := a + b. Changes b. */
static clmodp_status add(quotient *a, quotient *b)
{
    clmodp_status st = CLMODP_OK;

    if (!clmodp_mpoly_equal(a->d, b->d)) {
        TRY(clmodp_mpoly_mul(a->n, a->n, b->d));
        TRY(clmodp_mpoly_mul(b->n, b->n, a->d));
        TRY(clmodp_mpoly_mul(a->d, a->d, b->d));
    }
    TRY(clmodp_mpoly_add(a->n, a->n, b->n));
done:
    return st;
}

/* a := a * b */
static clmodp_status multiply(quotient *a, const quotient *b)
{
    const clmodp_status st = clmodp_mpoly_mul(a->n, a->n, b->n);

    return st == CLMODP_OK ? clmodp_mpoly_mul(a->d, a->d, b->d) : st;
}

static size_t bits_of(const clmodp_mpoly *f)
{
    size_t bits = 0;

    for (size_t k = 0; k < f->length; k++)
        bits = clm_size_max(bits, mpz_sizeinbase(f->term[k].c, 2) + (f->length > 1));
    return bits;
}

/* a := a^e */
static clmodp_status raise(quotient *a, uint64_t e)
{
    clmodp_status st = CLMODP_OK;
    quotient power;

    TRY(create(&power, a->n->variables));
    if (e > MOST_EXPONENT || clm_size_times(bits_of(a->n) + bits_of(a->d), e) > MOST_BITS)
        TRY(CLMODP_LIMIT);
    for (; e > 0; e--)
        TRY(multiply(&power, a));
    clmodp_mpoly_swap(a->n, power.n);
    clmodp_mpoly_swap(a->d, power.d);
done:
    destroy(&power);
    return st;
}

/* ---- grammar ---- */

static clmodp_status read_sum(reader *r, quotient *out);

/* Reads a number or a variable by the reader of polynomials. */
static clmodp_status read_token(reader *r, quotient *out)
{
    clmodp_status st;
    clmodp_text_error error = {0};
    const clm_token token = r->token;
    mpz_t d;

    mpz_init(d);
    st = clmodp_mpoly_from_text(out->n, d, r->lexer.text + token.at, token.length, r->names, NULL,
                                &error);
    if (st == CLMODP_OK)
        st = set_number(out->d, d);
    else
        st = fail(r, st, &token, error.message);
    mpz_clear(d);
    r->token = clm_lexer_next(&r->lexer);
    return st;
}

static clmodp_status read_operand(reader *r, quotient *out)
{
    clmodp_status st;

    if (r->token.kind == TOKEN_INTEGER || r->token.kind == TOKEN_DECIMAL ||
        r->token.kind == TOKEN_NAME)
        return read_token(r, out);
    if (r->token.kind != TOKEN_OPEN)
        return fail_expected(r, "a number, a variable or '('");
    if (++r->depth > MOST_DEPTH)
        return fail(r, CLMODP_LIMIT, &r->token, "too many open parentheses");
    r->token = clm_lexer_next(&r->lexer);
    st = read_sum(r, out);
    if (st == CLMODP_OK && r->token.kind != TOKEN_CLOSE)
        st = fail_expected(r, "an operator or ')'");
    r->token = clm_lexer_next(&r->lexer);
    r->depth--;
    return st;
}

static clmodp_status read_power(reader *r, quotient *out)
{
    clmodp_status st = CLMODP_OK;
    const clm_token at = r->token;
    const char *expected = NULL;
    bool negative = false;
    uint64_t e;

    for (; r->token.kind == TOKEN_PLUS || r->token.kind == TOKEN_MINUS;
         r->token = clm_lexer_next(&r->lexer))
        negative ^= r->token.kind == TOKEN_MINUS;
    TRY(read_operand(r, out));
    if (r->token.kind == TOKEN_POWER) {
        r->token = clm_lexer_next(&r->lexer);
        if (!clm_lexer_exponent(&r->lexer, &r->token, &e, &expected))
            TRY(fail_expected(r, expected));
        TRY(finish(r, raise(out, e), &at));
    }
    if (negative)
        negate(out);
done:
    return st;
}

static clmodp_status read_product(reader *r, quotient *out)
{
    clmodp_status st = CLMODP_OK;
    quotient factor = {NULL, NULL};

    TRY(read_power(r, out));
    while (r->token.kind == TOKEN_TIMES || r->token.kind == TOKEN_DIVIDE) {
        const clm_token at = r->token;

        r->token = clm_lexer_next(&r->lexer);
        TRY(create(&factor, r->variables));
        TRY(read_power(r, &factor));
        if (at.kind == TOKEN_DIVIDE && factor.n->length == 0)
            TRY(fail(r, CLMODP_PARSE, &at, "division by zero"));
        if (at.kind == TOKEN_DIVIDE)
            clmodp_mpoly_swap(factor.n, factor.d);
        TRY(finish(r, multiply(out, &factor), &at));
        destroy(&factor);
    }
done:
    destroy(&factor);
    return st;
}

static clmodp_status read_sum(reader *r, quotient *out)
{
    clmodp_status st = CLMODP_OK;
    quotient term = {NULL, NULL};

    TRY(read_product(r, out));
    while (r->token.kind == TOKEN_PLUS || r->token.kind == TOKEN_MINUS) {
        const clm_token at = r->token;

        r->token = clm_lexer_next(&r->lexer);
        TRY(create(&term, r->variables));
        TRY(read_product(r, &term));
        if (at.kind == TOKEN_MINUS)
            negate(&term);
        TRY(finish(r, add(out, &term), &at));
        destroy(&term);
    }
done:
    destroy(&term);
    return st;
}

clmodp_status clmodp_mpoly_quotient_from_text(clmodp_mpoly *numerator, clmodp_mpoly *denominator,
                                              const char *text, size_t length,
                                              const char *const *names, clmodp_text_error *error)
{
    clmodp_status st = CLMODP_OK;
    quotient found = {NULL, NULL};
    reader r = {.names = names, .variables = numerator->variables, .error = error};

    if (text == NULL || names == NULL || numerator->variables != denominator->variables)
        return clm_text_fail(error, CLMODP_INVALID, "", 0, "expected a text, names, and "
                             "polynomials in equally many variables");
    if (length == CLMODP_STRING)
        length = strlen(text);
    r.lexer = (clm_lexer){length > 0 ? text : "", length, 0};
    r.token = clm_lexer_next(&r.lexer);
    st = create(&found, r.variables);
    if (st == CLMODP_OK)
        st = read_sum(&r, &found);
    if (st == CLMODP_OK && r.token.kind != TOKEN_END)
        st = fail_expected(&r, "an operator or the end");
    if (st == CLMODP_OK)
        st = finish(&r, clm_mpoly_cancel(found.n, found.d), &(clm_token){.at = 0});
    else if (st == CLMODP_HOST_MEMORY)
        (void)clm_text_fail(error, st, "", 0, "out of memory");
    if (st == CLMODP_OK) {
        clmodp_mpoly_swap(numerator, found.n);
        clmodp_mpoly_swap(denominator, found.d);
    }
    destroy(&found);
    return st;
}
