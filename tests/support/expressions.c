/* Writes random expressions and computes their values. */
#include "support/expressions.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/assertions.h"

void expression_put(expression *a, const char *format, ...)
{
    char word[512];
    va_list list;
    int needed;

    va_start(list, format);
    needed = vsnprintf(word, sizeof word, format, list);
    va_end(list);
    assert_uint_in_range(needed, 0, sizeof word - 1);
    if (a->length + sizeof word > a->room) {
        a->room = 2 * a->room + sizeof word;
        a->text = realloc(a->text, a->room);
        assert_non_null(a->text);
    }
    memcpy(a->text + a->length, word, (size_t)needed + 1);
    a->length += (size_t)needed;
}

uint64_t expression_below(expression *a, uint64_t bound)
{
    return clm_random_below(&a->random, bound);
}

static void put_space(expression *a)
{
    static const char *const spaces[] = {"", "", "", "", " ", "\n", "\t ", "\r\n"};

    expression_put(a, "%s", spaces[expression_below(a, sizeof spaces / sizeof *spaces)]);
}

void expression_integer(expression *a, mpq_t value, uint64_t bits, bool nonzero)
{
    char *digits;

    bits = expression_below(a, bits + 1);
    mpz_set_ui(mpq_numref(value), 0);
    mpz_set_ui(mpq_denref(value), 1);
    for (uint64_t k = 0; k < bits; k++) {
        mpz_mul_2exp(mpq_numref(value), mpq_numref(value), 1);
        mpz_add_ui(mpq_numref(value), mpq_numref(value), expression_below(a, 2));
    }
    if (nonzero && mpq_sgn(value) == 0)
        mpq_set_ui(value, 1, 1);
    digits = mpz_get_str(NULL, 10, mpq_numref(value));
    expression_put(a, "%s%s", expression_below(a, 8) == 0 ? "00" : "", digits);
    free(digits);
}

/* Appends a decimal, with a point or an exponent or both. */
static void write_decimal(expression *a, mpq_t value)
{
    const uint64_t digits = expression_below(a, 4);
    const bool scaled = digits == 0 || expression_below(a, 2) == 0;
    const int scale = scaled ? (int)expression_below(a, 7) - 3 : 0;
    const uint64_t part = expression_below(a, 1000);
    mpq_t ten;

    mpq_init(ten);
    expression_put(a, "%d", (int)part);
    mpq_set_ui(value, part, 1);
    mpq_set_ui(ten, 10, 1);
    if (digits > 0)
        expression_put(a, ".");
    for (uint64_t k = 0; k < digits; k++) {
        const uint64_t digit = expression_below(a, 10);

        expression_put(a, "%d", (int)digit);
        mpq_mul(value, value, ten);
        mpz_addmul_ui(mpq_numref(value), mpq_denref(value), digit);
    }
    if (scaled)
        expression_put(a, "%c%+d", expression_below(a, 2) == 0 ? 'e' : 'E', scale);
    for (int k = 0; k < (int)digits - scale; k++)
        mpq_div(value, value, ten);
    for (int k = 0; k < scale - (int)digits; k++)
        mpq_mul(value, value, ten);
    mpq_clear(ten);
}

void expression_power(mpq_t value, const mpq_t base, uint64_t e)
{
    mpq_set_ui(value, 1, 1);
    while (e-- > 0)
        mpq_mul(value, value, base);
}

void expression_exponent(expression *a, mpq_t value, uint64_t most)
{
    uint64_t e = expression_below(a, most + 1);
    mpq_t base;

    put_space(a);
    expression_put(a, expression_below(a, 2) == 0 ? "^" : "**");
    put_space(a);
    if (e > 0 && e % 2 == 0 && expression_below(a, 2) == 0)
        expression_put(a, "(2 *%d^1)", (int)e / 2);
    else if (expression_below(a, 8) == 0)
        expression_put(a, "( %d)", (int)e);
    else
        expression_put(a, "%d", (int)e);
    mpq_init(base);
    mpq_set(base, value);
    expression_power(value, base, e);
    mpq_clear(base);
}

/* Writes a divisor, a non-zero number. */
static void write_divisor(expression *a, mpq_t value)
{
    mpq_t second;

    if (expression_below(a, 2) == 0) {
        expression_integer(a, value, 6, true);
        return;
    }
    mpq_init(second);
    expression_put(a, "(-");
    expression_integer(a, value, 40, true);
    expression_put(a, "/");
    expression_integer(a, second, 10, true);
    expression_put(a, ")");
    mpq_div(value, value, second);
    mpq_neg(value, value);
    mpq_clear(second);
}

/* Sets value to the value of the factor, with its sign. */
static void write_factor(expression *a, mpq_t value, int depth)
{
    bool negative = expression_below(a, 8) == 0;
    uint64_t kind = expression_below(a, depth > 0 ? 10 : 7);

    put_space(a);
    if (negative)
        expression_put(a, "-");
    put_space(a);
    if (kind < 2) {
        if (expression_below(a, 4) == 0)
            write_decimal(a, value);
        else
            expression_integer(a, value, kind == 0 ? 4 : 80, false);
        if (expression_below(a, 4) == 0)
            expression_exponent(a, value, 4);
    } else if (kind < 7) {
        mpq_set(value, a->point[kind % 2]);
        expression_put(a, kind % 2 == 0 ? "x" : "y");
        if (expression_below(a, 2) == 0)
            expression_exponent(a, value, 5);
    } else {
        expression_put(a, "(");
        expression_sum(a, value, depth - 1);
        expression_put(a, ")");
        if (expression_below(a, 3) == 0)
            expression_exponent(a, value, 3);
    }
    if (negative)
        mpq_neg(value, value);
    put_space(a);
}

static void write_product(expression *a, mpq_t value, int depth)
{
    mpq_t factor;

    mpq_init(factor);
    write_factor(a, value, depth);
    while (expression_below(a, 3) != 0) {
        if (expression_below(a, 6) == 0) {
            expression_put(a, "/");
            put_space(a);
            write_divisor(a, factor);
            mpq_div(value, value, factor);
        } else {
            expression_put(a, "*");
            write_factor(a, factor, depth);
            mpq_mul(value, value, factor);
        }
    }
    mpq_clear(factor);
}

void expression_sum(expression *a, mpq_t value, int depth)
{
    mpq_t term;

    mpq_init(term);
    write_product(a, value, depth);
    while (expression_below(a, 4) != 0) {
        bool minus = expression_below(a, 2) == 0;

        expression_put(a, minus ? "-" : "+");
        write_product(a, term, depth);
        if (minus)
            mpq_sub(value, value, term);
        else
            mpq_add(value, value, term);
    }
    mpq_clear(term);
}

void expression_start(expression *a, uint64_t seed)
{
    *a = (expression){.random = {seed}};
    for (int v = 0; v < 2; v++) {
        mpq_init(a->point[v]);
        mpq_set_si(a->point[v], (long)expression_below(a, 19) - 9, 1);
    }
}

void expression_stop(expression *a)
{
    mpq_clear(a->point[0]);
    mpq_clear(a->point[1]);
    free(a->text);
}
