/* Reads Singular's rings, polynomials and ideals, assigned or alone, and its output; rewrites its
 * expressions in the grammar of this program. */
#include <ctype.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/import_reader.h"

enum { RING_MOST = 64 }; /* greatest number of variables */

/* The declared ring. All zero: none, and every letter is a variable. */
typedef struct singular_ring {
    bool declared;
    bool integers;    /* coefficients in ZZ: Singular's / does not divide rationally */
    const char *text; /* the text with the names */
    size_t name[RING_MOST], name_end[RING_MOST];
    size_t names;
} singular_ring;

/* Removes brackets around the whole text. */
static void drop_brackets(const char *text, size_t *at, size_t *end)
{
    cli_import_trim(text, at, end);
    if (*end - *at >= 2 && text[*at] == '(' && text[*end - 1] == ')') {
        ++*at;
        --*end;
        cli_import_trim(text, at, end);
    }
}

/* Reads 0, a prime, QQ, ZZ, integer, or ZZ/P. */
static int read_coefficients(singular_ring *out, foreign *f, const char *text, size_t at,
                             size_t end, failure *why)
{
    drop_brackets(text, &at, &end);
    out->integers = cli_import_is_word(text, at, end, "ZZ") ||
                    cli_import_is_word(text, at, end, "integer");
    if (out->integers || cli_import_is_word(text, at, end, "QQ"))
        return EXIT_OK;
    if (end - at > 3 && memcmp(text + at, "ZZ/", 3) == 0)
        at += 3;
    if (at == end || cli_import_digits_end(text, at, end) != end)
        return cli_import_fail(why, f->in, at, "coefficients that are neither rationals nor "
                               "modulo a prime");
    f->characteristic = strtoull(text + at, NULL, 10);
    return EXIT_OK;
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

    drop_brackets(text, &at, &end);
    items.at = at;
    items.end = end;
    while (cli_import_next_item(&items, &from, &to)) {
        if (from == to || cli_import_name_end(text, from, to) != to)
            return cli_import_fail(why, f->in, from, "expected the name of a variable");
        if (out->names == RING_MOST)
            return cli_import_fail(why, f->in, from, "more than %d variables", (int)RING_MOST);
        CHECK(cli_import_variable(f, FORMAT_SINGULAR, text, from, to, why));
        if (is_variable(out, text, from, to))
            return cli_import_fail(why, f->in, from, "'%.*s' is a variable of the ring twice",
                                   cli_import_shown(from, to), text + from);
        out->name[out->names] = from;
        out->name_end[out->names++] = to;
    }
    return EXIT_OK;
}

/* Returns whether a ring is written as `QQ[x, y]`; *open is then its bracket. */
static bool has_brackets(const char *text, size_t at, size_t end, size_t *open)
{
    for (*open = at; *open < end && text[*open] != '[' && text[*open] != ','; ++*open)
        continue;
    return *open < end && text[*open] == '[' && text[end - 1] == ']';
}

/* Reads `coefficients, variables, ordering` after `ring R =`; stores the characteristic in f.
 * Errors: EXIT_USAGE */
static int read_ring_description(singular_ring *out, foreign *f, const char *text, size_t at,
                                 size_t end, failure *why)
{
    size_t comma, behind;
    int code;

    *out = (singular_ring){.declared = true, .text = text};
    f->characteristic = 0;
    cli_import_trim(text, &at, &end);
    if (has_brackets(text, at, end, &comma)) {
        behind = end - 1;
    } else {
        comma = cli_import_item_end(text, at, end, ",");
        if (comma == end)
            return cli_import_fail(why, f->in, end, "expected ',' and the variables of the ring");
        /* the ordering after the variables is ignored */
        behind = cli_import_item_end(text, comma + 1, end, ",");
    }
    code = read_coefficients(out, f, text, at, comma, why);
    return code == EXIT_OK ? read_variables(out, f, text, comma + 1, behind, why) : code;
}

/* Appends a word as Singular reads it: a variable, unless a number directly precedes it, or a
 * product (*implicit) of variables of one letter, with exponents after them. */
static int put_word(foreign *f, const singular_ring *ring, const char *text, size_t at, size_t end,
                    bool *implicit, failure *why)
{
    const size_t first = at;

    if (!*implicit && is_variable(ring, text, at, end)) {
        cli_text_put(&f->text, text + at, end - at);
        return EXIT_OK;
    }
    *implicit = true;
    while (at < end) {
        const size_t power = at + 1;

        if (!is_variable(ring, text, at, power))
            return cli_import_fail(why, f->in, first, "'%.*s' is not a product of variables%s%s",
                                   cli_import_shown(first, end), text + first,
                                   ring->declared ? " of the ring" : "",
                                   cli_import_call_hint(text, end));
        cli_text_string(&f->text, at > first ? "*" : "");
        cli_text_put(&f->text, text + at, 1);
        at = cli_import_digits_end(text, power, end);
        cli_text_string(&f->text, at > power ? "^" : "");
        cli_text_put(&f->text, text + power, at - power);
    }
    return EXIT_OK;
}

/* Integers from here on are not of Singular's wrapping type int. */
#define INT_END ((uint64_t)1 << 31)

/* The operands so far in a sum. `term` and `sum`: the current term, or an earlier one, has a
 * variable, a fraction or a large integer, so it is no int. The others bound absolute values of
 * ints: the last factor, the earlier factors of its term, and the earlier terms; 0: not an int. */
typedef struct operands {
    bool term, sum;
    uint64_t factor, product, total;
} operands;

/* An expression being read. To Singular a fraction such as 2/3 is one word, so that y/2/3 is
 * y/(2/3), and so is 3x. It divides its type int without remainder, so that 7 / 2 is 3, and
 * computes ints in 32 bits, so that 2^40 is 0. */
typedef struct expression {
    foreign *f;
    const singular_ring *ring;
    const char *text;
    size_t at, end;
    char before;       /* the character before, without spaces; '0' and 'x' for whole words */
    bool implicit;        /* the preceding text is one word to Singular, but not one factor */
    size_t number;     /* position of the last number */
    operands now;
    text_buffer outer; /* the operands before each open parenthesis */
} expression;

static int refuse_expression(const expression *e, size_t at, const char *reason, failure *why)
{
    return cli_import_fail(why, e->f->in, at, "%s", reason);
}

static int check_int(const expression *e, uint64_t bound, failure *why)
{
    return bound < INT_END ? EXIT_OK
                           : refuse_expression(e, e->number,
                                               "Singular computes this integer modulo 2^32, "
                                               "and it may be larger: write its value in digits",
                                               why);
}

/* Returns the integer text[at..end), or INT_END if it is larger. */
static uint64_t int_value(const char *text, size_t at, size_t end)
{
    uint64_t value = 0;

    for (; at < end && value < INT_END; at++)
        value = 10 * value + (uint64_t)(text[at] - '0');
    return value < INT_END ? value : INT_END;
}

/* Raises the last factor to the exponent text[at..end). */
static int raise_factor(expression *e, size_t at, size_t end, failure *why)
{
    const uint64_t base = e->now.factor;

    for (uint64_t k = int_value(e->text, at, end); k > 1 && base > 1 && e->now.factor < INT_END;
         k--)
        e->now.factor *= base;
    return check_int(e, e->now.factor, why);
}

static int end_factor(expression *e, failure *why)
{
    operands *now = &e->now;

    if (!now->term && now->factor > 0)
        now->product = now->product > 0 ? now->product * now->factor : now->factor;
    now->factor = 0;
    return check_int(e, now->product, why);
}

static int end_term(expression *e, failure *why)
{
    operands *now = &e->now;

    CHECK(end_factor(e, why));
    now->sum |= now->term;
    if (!now->sum)
        now->total += now->product;
    now->product = 0;
    now->term = false;
    return check_int(e, now->sum ? 0 : now->total, why);
}

/* Records an integer as the last factor, at least 1. */
static void put_integer(expression *e, uint64_t value)
{
    e->now.term |= value == INT_END;
    e->now.factor = value == INT_END ? 0 : value > 0 ? value : 1;
}

/* Appends an integer, or a fraction of integers without spaces. */
static int put_singular_number(expression *e, failure *why)
{
    size_t stop = cli_import_digits_end(e->text, e->at, e->end);
    const bool fraction = stop + 1 < e->end && e->text[stop] == '/' &&
                          isdigit((unsigned char)e->text[stop + 1]);
    bool letters;

    if (fraction && e->ring->integers)
        return refuse_expression(
            e, stop, "a fraction in a ring over the integers: declare it over QQ", why);
    if (fraction && e->before == '/')
        return refuse_expression(e, stop, "Singular divides by this fraction as a whole: write "
                                 "parentheses around the dividend, or around the fraction", why);
    if (fraction && e->before == '^')
        return refuse_expression(e, stop, "to Singular the exponent is a fraction: write "
                                 "parentheses around the power", why);
    if (fraction)
        stop = cli_import_digits_end(e->text, stop + 1, e->end);
    letters = stop < e->end && cli_import_is_name(e->text[stop], true);
    if (letters && e->before == '^')
        return refuse_expression(e, stop, "a variable after an exponent: write '*' between", why);
    if (letters && e->before == '/')
        return refuse_expression(e, stop, "Singular divides by this product as a whole: write '*' "
                                 "between, or parentheses", why);
    cli_text_put(&e->f->text, e->text + e->at, stop - e->at);
    cli_text_string(&e->f->text, letters ? "*" : "");
    e->implicit = letters || fraction;
    e->number = e->at;
    e->at = stop;
    if (e->before == '^') {
        e->before = '0';
        return raise_factor(e, e->number, stop, why);
    }
    e->before = '0';
    e->now.term |= fraction;
    if (!letters && !fraction)
        put_integer(e, int_value(e->text, e->number, stop));
    return EXIT_OK;
}

static void open_parenthesis(expression *e)
{
    cli_text_put(&e->outer, (const char *)&e->now, sizeof e->now);
    e->now = (operands){0};
}

/* Closes a parenthesis; the parser refuses an unmatched one. */
static int close_parenthesis(expression *e, failure *why)
{
    operands inner;

    CHECK(end_term(e, why));
    if (e->outer.length < sizeof inner)
        return EXIT_OK;
    inner = e->now;
    e->outer.length -= sizeof inner;
    memcpy(&e->now, e->outer.bytes + e->outer.length, sizeof inner);
    e->now.term |= inner.sum;
    e->now.factor = inner.sum ? 0 : inner.total;
    return EXIT_OK;
}

/* Updates the operands at an operator or a parenthesis. */
static int note_sign(expression *e, char c, failure *why)
{
    switch (c) {
    case '(': open_parenthesis(e); return EXIT_OK;
    case ')': return close_parenthesis(e, why);
    case '+':
    case '-': return end_term(e, why);
    case '*':
    case '/': return end_factor(e, why);
    default: return EXIT_OK;
    }
}

static int put_sign(expression *e, failure *why)
{
    const bool stars = e->end - e->at > 1 && memcmp(e->text + e->at, "**", 2) == 0;
    const char c = stars ? '^' : e->text[e->at];

    if (c == '^' && e->implicit)
        return refuse_expression(e, e->at,
                                 "a power of a product in short form: write '*' and '^'", why);
    if (c == '/' && e->ring->integers)
        return refuse_expression(
            e, e->at, "a division in a ring over the integers: declare it over QQ", why);
    if (c == '/' && !e->now.term)
        return refuse_expression(e, e->at, "Singular may divide integers without remainder here: "
                                 "write fractions as 1/2, without spaces and parentheses", why);
    CHECK(note_sign(e, c, why));
    cli_text_put(&e->f->text, e->text + e->at, stars ? 2 : 1);
    if (strchr(" \t\r\n", c) == NULL || c == '\0') {
        e->before = c;
        e->implicit = false;
    }
    e->at += stars ? 2 : 1;
    return EXIT_OK;
}

/* Appends an expression in this program's grammar. Errors: EXIT_USAGE (unknown names, and
 * expressions that another reader may understand differently) */
static int put_singular(foreign *f, const singular_ring *ring, const char *text, size_t at,
                        size_t end, failure *why)
{
    expression e = {.f = f, .ring = ring, .text = text, .at = at, .end = end};
    int code = EXIT_OK;

    while (e.at < end && code == EXIT_OK) {
        const size_t stop = cli_import_name_end(text, e.at, end);

        if (isdigit((unsigned char)text[e.at])) {
            code = put_singular_number(&e, why);
        } else if (stop > e.at) {
            code = put_word(f, ring, text, e.at, stop, &e.implicit, why);
            e.before = 'x';
            e.now.term = true;
            e.now.factor = 0;
            e.at = stop;
        } else {
            code = put_sign(&e, why);
        }
    }
    if (code == EXIT_OK)
        code = end_term(&e, why);
    if (code == EXIT_OK && e.outer.failed)
        code = cli_fail_memory(why);
    cli_text_clear(&e.outer);
    return code;
}

static const foreign_comments comments = {
    .line = "//", .opens = "/*", .closes = "*/", .quotes = "\"", .prompts = ">."};

/* Skipped statements, words ending a file, and refused statements. */
static const char *const idle[] = {"LIB", "option", "short", "printlevel", "setring", "print",
                                   "export", "echo", "pagewidth", "timer", "rtimer", "TRACE",
                                   NULL};
static const char *const ending[] = {"quit", "exit", "$", NULL};
static const char *const unread[] = {"int", "number", "matrix", "list", "proc", "if", "for",
                                     "while", "module", "vector", "map", "intvec", "qring",
                                     "string", "def", "resolution", "bigint", NULL};

typedef struct singular_reader {
    foreign_names names;
    singular_ring ring;
} singular_reader;

/* Remembers names separated by commas. Errors: EXIT_USAGE */
static int note_singular_names(singular_reader *r, size_t at, size_t end, bool assigned,
                               failure *why)
{
    foreign_items items = {.text = r->names.text, .at = at, .end = end};

    while (cli_import_next_item(&items, &at, &end)) {
        const size_t stop = cli_import_name_end(r->names.text, at, end);

        CHECK(cli_import_variable(r->names.f, FORMAT_SINGULAR, r->names.text, at, stop, why));
        CHECK(cli_import_note(&r->names, at, end,
                              !assigned      ? 0
                              : items.ended ? r->names.f->count : r->names.next + 1, why));
    }
    return EXIT_OK;
}

static int put_singular_polynomial(void *reader, size_t at, size_t end, failure *why)
{
    singular_reader *r = reader;

    return put_singular(r->names.f, &r->ring, r->names.text, at, end, why);
}

static const foreign_language language;

/* Reads `NAME = ...` after `ring`; a ring without a description is refused. */
static int read_ring(singular_reader *r, size_t at, size_t end, failure *why)
{
    const size_t equals = cli_import_item_end(r->names.text, at, end, "=");

    if (equals == end)
        return cli_import_fail(why, r->names.f->in, at,
                               "a ring without coefficients and variables");
    if (r->names.f->count > 0)
        return cli_import_fail(why, r->names.f->in, at, "a second ring: only one is supported");
    return read_ring_description(&r->ring, r->names.f, r->names.text, equals + 1, end, why);
}

/* Reads `NAMES = polynomials`, or either of them. */
static int read_assignment(singular_reader *r, size_t at, size_t end, bool declares, failure *why)
{
    const size_t equals = cli_import_item_end(r->names.text, at, end, "=");

    if (equals == end && !declares)
        return cli_import_take(r, &language, at, end, why);
    if (equals == end)
        return note_singular_names(r, at, end, false, why);
    CHECK(cli_import_take(r, &language, equals + 1, end, why));
    return note_singular_names(r, at, equals, true, why);
}

static int read_singular_statement(void *of, size_t at, size_t end, failure *why)
{
    singular_reader *r = of;
    size_t word;

    cli_import_trim(r->names.text, &at, &end);
    word = cli_import_name_end(r->names.text, at, end);
    if (at == end || cli_import_is_among(r->names.text, at, word, idle))
        return EXIT_OK;
    if (cli_import_is_word(r->names.text, at, word, "ring"))
        return read_ring(r, word, end, why);
    if (cli_import_is_word(r->names.text, at, word, "poly") ||
        cli_import_is_word(r->names.text, at, word, "ideal"))
        return read_assignment(r, word, end, true, why);
    if (cli_import_is_among(r->names.text, at, word, unread))
        return cli_import_fail(why, r->names.f->in, at, "this statement is not supported: ring, "
                               "poly, ideal and assignments are");
    return read_assignment(r, at, end, false, why);
}

/* Returns whether `NAME[1]=` is at the beginning of a line, as in printed ideals. */
static bool begins_item(const char *text, size_t at, size_t end)
{
    size_t stop;

    at++; /* skips the line break */
    while (at < end && (text[at] == ' ' || text[at] == '\t'))
        at++;
    stop = cli_import_name_end(text, at, end);
    if (stop == at || stop == end || text[stop] != '[')
        return false;
    at = cli_import_digits_end(text, stop + 1, end);
    return at > stop + 1 && at + 1 < end && text[at] == ']' && text[at + 1] == '=';
}

/* Returns the end of the statement at `at`. */
static size_t singular_statement_end(const char *text, size_t at, size_t end)
{
    while ((at = cli_import_item_end(text, at, end, ";\n")) < end) {
        if (text[at] == ';' || begins_item(text, at, end))
            return at;
        at++;
    }
    return end;
}

static const foreign_language language = {&comments,              ending,
                                          singular_statement_end, read_singular_statement,
                                          NULL,                   put_singular_polynomial};

int cli_singular_read(foreign *f, failure *why)
{
    singular_reader r = {.names = {.f = f}};

    return cli_import_statements(&r, &language, why);
}

/* Looks for a declared ring: no expression begins with two names, nor has another system this
 * word. */
int cli_singular_is(bool *yes, const source *in, failure *why)
{
    char *text;

    *yes = false;
    if (memchr(in->text, '=', in->length) == NULL) /* a quick test for long expressions */
        return EXIT_OK;
    CHECK(cli_import_try_blank(&text, in, &comments, why));
    for (size_t at = 0; text != NULL && at < in->length && !*yes;) {
        const size_t end = singular_statement_end(text, at, in->length);
        size_t from = at, to = end, word;

        cli_import_trim(text, &from, &to);
        word = cli_import_name_end(text, from, to);
        at = end + 1;
        *yes = cli_import_is_word(text, from, word, "ring") && word < to &&
               (text[word] == ' ' || text[word] == '\t');
    }
    free(text);
    return EXIT_OK;
}
