/* Random rational functions: numerator and denominator have the value of the expression modulo a
 * prime at a random point. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <clmodp/mpoly.h>

#include "arith/prime.h"
#include "core/random.h"
#include "support/assertions.h"
#include "support/polynomials.h"
#include "support/small.h"

enum { VARIABLES = 3, MOST_TEXT = 100000 };

static const char *const names[VARIABLES] = {"t", "a", "b2"};
static const uint64_t P = ((uint64_t)1 << 61) - 1;

/* An expression being written. Its value is of no use after a division by 0. */
typedef struct writer {
    clm_random random;
    char text[MOST_TEXT];
    size_t length;
    uint64_t point[VARIABLES];
    bool polynomial, divided_by_zero;
} writer;

static size_t below(writer *w, size_t bound)
{
    return (size_t)clm_random_below(&w->random, bound);
}

static void put(writer *w, const char *text)
{
    assert_true(w->length + strlen(text) < MOST_TEXT);
    memcpy(w->text + w->length, text, strlen(text) + 1);
    w->length += strlen(text);
}

static uint64_t add(uint64_t a, uint64_t b, bool minus)
{
    return (a + (minus ? P - b : b)) % P;
}

static uint64_t write_sum(writer *w, int depth);

/* Writes a number, a variable, an expression in parentheses, or a part that is too large. */
static uint64_t write_atom(writer *w, int depth, bool *too_large)
{
    const size_t kind = below(w, depth > 0 ? 8 : 5), variable = below(w, VARIABLES);
    char number[32];
    uint64_t value;

    *too_large = false;
    if (kind < 2) {
        value = below(w, 12);
        (void)snprintf(number, sizeof number, "%u", (unsigned)value);
        put(w, number);
        return value;
    }
    if (kind == 2 && below(w, 4) == 0) {
        put(w, "2.5e-1");
        return clm_invmod64(4, P);
    }
    if (kind < 5) {
        put(w, names[variable]);
        return w->point[variable];
    }
    put(w, "(");
    *too_large = below(w, 12) == 0;
    value = write_sum(w, depth - 1);
    if (*too_large)
        put(w, below(w, 2) == 0 ? " + t^(2^31)" : " - a*(b2 + t)^(10^9)*t");
    put(w, ")");
    return value;
}

static uint64_t write_factor(writer *w, int depth, bool *too_large)
{
    uint64_t value;
    char exponent[16];
    size_t e = below(w, w->polynomial ? 4 : 3);

    value = write_atom(w, depth, too_large);
    if (!*too_large && below(w, 3) > 0)
        return value;
    e = *too_large && below(w, 2) == 0 ? 0 : e;
    (void)snprintf(exponent, sizeof exponent, "%s%u", below(w, 2) == 0 ? "^" : " ** ",
                   (unsigned)e);
    put(w, exponent);
    *too_large = *too_large && e > 0;
    return clm_powmod64(value, e, P);
}

static uint64_t write_product(writer *w, int depth)
{
    bool too_large, any = false;
    uint64_t value = write_factor(w, depth, &any);

    for (size_t k = below(w, 3); k > 0; k--) {
        const bool divide = !any && !w->polynomial && depth > 0 && below(w, 2) == 0;
        uint64_t factor;

        put(w, divide ? "/" : "*");
        if (divide) {
            put(w, "(");
            factor = write_sum(w, depth - 1);
            put(w, ")");
            w->divided_by_zero = w->divided_by_zero || factor == 0;
            factor = factor == 0 ? 0 : clm_invmod64(factor, P);
        } else {
            factor = write_factor(w, depth, &too_large);
            any = any || too_large;
        }
        value = clm_mulmod64(value, factor, P);
    }
    if (any) {
        put(w, "*0");
        return 0;
    }
    return value;
}

static uint64_t write_sum(writer *w, int depth)
{
    bool minus = below(w, 4) == 0;
    uint64_t value;

    put(w, minus ? "-" : "");
    value = add(0, write_product(w, depth), minus);
    for (size_t k = below(w, 3); k > 0; k--) {
        minus = below(w, 2) == 0;
        put(w, minus ? " - " : "+");
        value = add(value, write_product(w, depth), minus);
    }
    return value;
}

static uint64_t value_of(const clmodp_mpoly *f, const writer *w)
{
    mpz_t point[VARIABLES], value;
    uint64_t residue;

    mpz_init(value);
    for (size_t i = 0; i < VARIABLES; i++)
        mpz_init_set_ui(point[i], w->point[i]);
    assert_int_equal(clmodp_mpoly_evaluate(value, f, point[0]), CLMODP_OK);
    residue = mpz_fdiv_ui(value, P);
    for (size_t i = 0; i < VARIABLES; i++)
        mpz_clear(point[i]);
    mpz_clear(value);
    return residue;
}

static void check(writer *w)
{
    clmodp_mpoly *n = NULL, *d = NULL;
    clmodp_text_error error = {0};
    clmodp_status st;
    uint64_t value;
    mpz_t denominator;

    for (size_t i = 0; i < VARIABLES; i++)
        w->point[i] = 1 + below(w, 1000);
    w->length = 0;
    w->divided_by_zero = false;
    value = write_sum(w, w->polynomial ? 3 : 2);
    mpz_init(denominator);
    assert_int_equal(clmodp_mpoly_create(&n, VARIABLES), CLMODP_OK);
    assert_int_equal(clmodp_mpoly_create(&d, VARIABLES), CLMODP_OK);
    st = w->polynomial ? clmodp_mpoly_from_text(n, denominator, w->text, w->length, names, NULL,
                                                &error)
                       : clmodp_mpoly_quotient_from_text(n, d, w->text, w->length, names, &error);
    if (st != CLMODP_OK && !w->divided_by_zero)
        fail_msg("%s: column %zu: %s", w->text, error.column, error.message);
    if (st == CLMODP_OK && !w->divided_by_zero)
        if (value_of(n, w) != clm_mulmod64(value, w->polynomial ? mpz_fdiv_ui(denominator, P)
                                                                : value_of(d, w), P))
            fail_msg("%s: another value", w->text);
    mpz_clear(denominator);
    DESTROY(d, n);
}

static void expressions_have_their_values(void **state)
{
    writer w = {.random = {11}};

    (void)state;
    for (uint64_t k = 0; k < random_cases(4000); k++) {
        w.polynomial = k % 2 == 0;
        check(&w);
    }
}

TESTS(cmocka_unit_test(expressions_have_their_values));
