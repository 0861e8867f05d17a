/* Read a ring, and write monomials out. */
#include "cli/singular_ring.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Take brackets that stand around all of it. */
static void unwrap(const char *text, size_t *at, size_t *end)
{
    cli_foreign_trim(text, at, end);
    if (*end - *at >= 2 && text[*at] == '(' && text[*end - 1] == ')') {
        ++*at;
        --*end;
        cli_foreign_trim(text, at, end);
    }
}

static bool are_digits(const char *text, size_t at, size_t end)
{
    for (size_t k = at; k < end; k++)
        if (!isdigit((unsigned char)text[k]))
            return false;
    return at < end;
}

/* 0, a prime, QQ, ZZ, integer, ZZ/P. */
static int read_coefficients(singular_ring *out, foreign *f, const char *text, size_t at,
                             size_t end, failure *why)
{
    unwrap(text, &at, &end);
    out->integers = cli_foreign_is_word(text, at, end, "ZZ") ||
                    cli_foreign_is_word(text, at, end, "integer");
    if (out->integers || cli_foreign_is_word(text, at, end, "QQ"))
        return LEAVE_FINE;
    if (end - at > 3 && memcmp(text + at, "ZZ/", 3) == 0)
        at += 3;
    if (!are_digits(text, at, end))
        return cli_foreign_fail(why, f->in, at, "coefficients that are neither rationals nor "
                                "modulo a prime");
    f->characteristic = strtoull(text + at, NULL, 10);
    return LEAVE_FINE;
}

static bool is_variable(const singular_ring *ring, const char *text, size_t at, size_t end)
{
    if (!ring->declared)
        return end == at + 1 && isalpha((unsigned char)text[at]);
    for (size_t k = 0; k < ring->names; k++)
        if (ring->name_end[k] - ring->name[k] == end - at &&
            memcmp(ring->text + ring->name[k], text + at, end - at) == 0)
            return true;
    return false;
}

static int read_variables(singular_ring *out, const foreign *f, const char *text, size_t at,
                          size_t end, failure *why)
{
    foreign_items items = {.text = text};
    size_t from, to;

    unwrap(text, &at, &end);
    items.at = at;
    items.end = end;
    while (cli_foreign_next_item(&items, &from, &to)) {
        if (from == to || cli_foreign_name_end(text, from, to) != to)
            return cli_foreign_fail(why, f->in, from, "expected the name of a variable");
        if (out->names == RING_MOST)
            return cli_foreign_fail(why, f->in, from, "more than %d variables", (int)RING_MOST);
        if (cli_foreign_variable(f, FORMAT_SINGULAR, text, from, to, why) != LEAVE_FINE)
            return why->leave;
        if (is_variable(out, text, from, to))
            return cli_foreign_fail(why, f->in, from, "'%.*s' is a variable of the ring twice",
                                    (int)(to - from < 64 ? to - from : 64), text + from);
        out->name[out->names] = from;
        out->name_end[out->names++] = to;
    }
    return LEAVE_FINE;
}

/* `QQ[x, y]`: whether it is one; then *open is the bracket. */
static bool has_brackets(const char *text, size_t at, size_t end, size_t *open)
{
    for (*open = at; *open < end && text[*open] != '[' && text[*open] != ','; ++*open)
        continue;
    return *open < end && text[*open] == '[' && text[end - 1] == ']';
}

int cli_singular_ring_read(singular_ring *out, foreign *f, const char *text, size_t at,
                           size_t end, failure *why)
{
    size_t comma, behind;
    int leave;

    *out = (singular_ring){.declared = true, .text = text};
    f->characteristic = 0;
    cli_foreign_trim(text, &at, &end);
    if (has_brackets(text, at, end, &comma)) {
        behind = end - 1;
    } else {
        comma = cli_foreign_item_end(text, at, end, ",");
        if (comma == end)
            return cli_foreign_fail(why, f->in, end, "expected ',' and the variables of the ring");
        /* what stands behind, the ordering, is all the same */
        behind = cli_foreign_item_end(text, comma + 1, end, ",");
    }
    leave = read_coefficients(out, f, text, at, comma, why);
    return leave == LEAVE_FINE ? read_variables(out, f, text, comma + 1, behind, why) : leave;
}

/* Append a word as Singular takes it: a variable, unless a number stands right before it, or
 * variables of one letter, with exponents behind them. *glued: it is no single variable. */
static int put_word(foreign *f, const singular_ring *ring, const char *text, size_t at, size_t end,
                    bool *glued, failure *why)
{
    const size_t first = at;

    if (!*glued && is_variable(ring, text, at, end)) {
        cli_text_put(&f->text, text + at, end - at);
        return LEAVE_FINE;
    }
    *glued = true;
    while (at < end) {
        const size_t power = at + 1;

        if (!is_variable(ring, text, at, power))
            return cli_foreign_fail(why, f->in, first, "'%.*s' is no product of variables%s%s",
                                    (int)(end - first < 64 ? end - first : 64), text + first,
                                    ring->declared ? " of the ring" : "",
                                    cli_foreign_call_hint(text, end));
        cli_text_string(&f->text, at > first ? "*" : "");
        cli_text_put(&f->text, text + at, 1);
        for (at = power; at < end && isdigit((unsigned char)text[at]); at++)
            continue;
        cli_text_string(&f->text, at > power ? "^" : "");
        cli_text_put(&f->text, text + power, at - power);
    }
    return LEAVE_FINE;
}

/* The digits from `at` on end there. */
static size_t digits_end(const char *text, size_t at, size_t end)
{
    while (at < end && isdigit((unsigned char)text[at]))
        at++;
    return at;
}

/* An expression that is read. Singular has fractions such as 2/3 as one word, so that y/2/3 is
 * y/(2/3); it divides its type int without remainder, so that 7 / 2 is 3; and 3x is one word, too.
 * `term` and `sum` tell which operands of / may be an int. */
typedef struct expression {
    foreign *f;
    const singular_ring *ring;
    const char *text;
    size_t at, end;
    char before;       /* the character before, without spaces; '0' and 'x' for whole words */
    bool glued;        /* to Singular what stands before is one word, and no single factor */
    bool term, sum;    /* the term so far, or a former one, has a variable or a fraction */
    text_buffer outer; /* these two of each open parenthesis, as a character */
} expression;

static int refuse(const expression *e, size_t at, const char *reason, failure *why)
{
    return cli_foreign_fail(why, e->f->in, at, "%s", reason);
}

/* An integer, or a fraction of two without anything between. */
static int put_number(expression *e, failure *why)
{
    size_t stop = digits_end(e->text, e->at, e->end);
    const bool fraction = stop + 1 < e->end && e->text[stop] == '/' &&
                          isdigit((unsigned char)e->text[stop + 1]);
    bool letters;

    if (fraction && e->ring->integers)
        return refuse(e, stop, "a fraction in a ring over the integers: declare it over QQ", why);
    if (fraction && e->before == '/')
        return refuse(e, stop, "Singular divides by this fraction as a whole: write parentheses "
                      "around what is divided, or around the fraction", why);
    if (fraction && e->before == '^')
        return refuse(e, stop, "to Singular the exponent is a fraction: write parentheses around "
                      "the power", why);
    if (fraction)
        stop = digits_end(e->text, stop + 1, e->end);
    letters = stop < e->end && cli_foreign_is_name(e->text[stop], true);
    if (letters && e->before == '^')
        return refuse(e, stop, "a variable right behind an exponent: write '*' between", why);
    if (letters && e->before == '/')
        return refuse(e, stop, "Singular divides by this product as a whole: write '*' between, "
                      "or parentheses", why);
    cli_text_put(&e->f->text, e->text + e->at, stop - e->at);
    cli_text_string(&e->f->text, letters ? "*" : "");
    e->glued = letters || fraction;
    e->term |= fraction;
    e->before = '0';
    e->at = stop;
    return LEAVE_FINE;
}

static void open_parenthesis(expression *e)
{
    const char flags = (char)((e->term ? 1 : 0) + (e->sum ? 2 : 0));

    cli_text_put(&e->outer, &flags, 1);
    e->term = e->sum = false;
}

/* The parser refuses one that closes none. */
static void close_parenthesis(expression *e)
{
    const bool inner = e->term || e->sum;

    if (e->outer.length > 0) {
        const char flags = e->outer.bytes[--e->outer.length];

        e->term = inner || (flags & 1) != 0;
        e->sum = (flags & 2) != 0;
    }
}

static int put_sign(expression *e, failure *why)
{
    const char c = e->text[e->at];

    if (c == '^' && e->glued)
        return refuse(e, e->at, "a power of what is written in short: write '*' and '^'", why);
    if (c == '/' && e->ring->integers)
        return refuse(e, e->at, "a division in a ring over the integers: declare it over QQ", why);
    if (c == '/' && !e->term)
        return refuse(e, e->at, "Singular may divide integers without remainder here: write "
                      "fractions as 1/2, without spaces and parentheses", why);
    if (c == '(')
        open_parenthesis(e);
    if (c == ')')
        close_parenthesis(e);
    if (c == '+' || c == '-') {
        e->sum |= e->term;
        e->term = false;
    }
    cli_text_put(&e->f->text, &c, 1);
    if (strchr(" \t\r\n", c) == NULL || c == '\0') {
        e->before = c;
        e->glued = false;
    }
    e->at++;
    return LEAVE_FINE;
}

int cli_singular_put(foreign *f, const singular_ring *ring, const char *text, size_t at,
                     size_t end, failure *why)
{
    expression e = {.f = f, .ring = ring, .text = text, .at = at, .end = end};
    int leave = LEAVE_FINE;

    while (e.at < end && leave == LEAVE_FINE) {
        const size_t stop = cli_foreign_name_end(text, e.at, end);

        if (isdigit((unsigned char)text[e.at])) {
            leave = put_number(&e, why);
        } else if (stop > e.at) {
            leave = put_word(f, ring, text, e.at, stop, &e.glued, why);
            e.before = 'x';
            e.term = true;
            e.at = stop;
        } else {
            leave = put_sign(&e, why);
        }
    }
    if (leave == LEAVE_FINE && e.outer.failed)
        leave = cli_fail(why, LEAVE_FAILED, "out of memory");
    cli_text_clear(&e.outer);
    return leave;
}
