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
static int read_coefficients(foreign *f, const char *text, size_t at, size_t end, failure *why)
{
    unwrap(text, &at, &end);
    if (cli_foreign_is_word(text, at, end, "QQ") || cli_foreign_is_word(text, at, end, "ZZ") ||
        cli_foreign_is_word(text, at, end, "integer"))
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
    leave = read_coefficients(f, text, at, comma, why);
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

/* Whether a number at `at` is the lower one of a fraction that is one word. */
static bool is_denominator(const char *text, size_t first, size_t at)
{
    return at >= first + 2 && text[at - 1] == '/' && isdigit((unsigned char)text[at - 2]);
}

int cli_singular_put(foreign *f, const singular_ring *ring, const char *text, size_t at,
                     size_t end, failure *why)
{
    const size_t first = at;
    bool glued = false; /* to Singular what stands before is one word, and no single factor */
    char before = '\0';

    while (at < end) {
        size_t stop = at;

        while (stop < end && isdigit((unsigned char)text[stop]))
            stop++;
        if (stop > at) {
            const bool letters = stop < end && cli_foreign_is_name(text[stop], true);

            if (letters && before == '^')
                return cli_foreign_fail(why, f->in, stop, "a variable right behind an exponent: "
                                        "write '*' between");
            cli_text_put(&f->text, text + at, stop - at);
            cli_text_string(&f->text, letters ? "*" : "");
            glued = letters || is_denominator(text, first, at);
            before = '0';
            at = stop;
            continue;
        }
        stop = cli_foreign_name_end(text, at, end);
        if (stop > at) {
            if (put_word(f, ring, text, at, stop, &glued, why) != LEAVE_FINE)
                return why->leave;
            before = 'x';
        } else {
            if (text[at] == '^' && glued)
                return cli_foreign_fail(why, f->in, at, "a power of what is written in short: "
                                        "write '*' and '^'");
            stop = at + 1;
            cli_text_put(&f->text, text + at, 1);
            if (strchr(" \t\r\n", text[at]) == NULL || text[at] == '\0') {
                before = text[at];
                glued = false;
            }
        }
        at = stop;
    }
    return LEAVE_FINE;
}
