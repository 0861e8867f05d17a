/* Reads msolve's files: a line of variables, a line with the characteristic, and polynomials
 * separated by commas. Lines that begin with # are comments. */
#include "cli/formats/import_reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const foreign_comments comments = {.line = "#", .quotes = "", .prompts = ""};

/* Finds the next nonblank line from *at on: its ends without white space, *at and *end, and the
 * following line, *next. Returns false at the end. */
static bool next_line(const char *text, size_t length, size_t *at, size_t *end, size_t *next)
{
    while (*at < length) {
        const char *feed = memchr(text + *at, '\n', length - *at);

        *end = feed != NULL ? (size_t)(feed - text) : length;
        *next = *end < length ? *end + 1 : length;
        cli_import_trim(text, at, end);
        if (*at < *end)
            return true;
        *at = *next;
    }
    return false;
}

/* Returns the end of a valid list of names separated by commas; `end` if all of it is valid. */
static size_t names_end(const char *text, size_t at, size_t end)
{
    foreign_items items = {.text = text, .at = at, .end = end};
    size_t from, to;

    while (cli_import_next_item(&items, &from, &to))
        if (from == to || cli_import_name_end(text, from, to) != to)
            return from < end ? from : end - 1;
    return end;
}

/* Returns the end of the digits at `at` or, if there are none, of one character. */
static size_t after_digits(const char *text, size_t at, size_t end)
{
    const size_t stop = cli_import_digits_end(text, at, end);

    return stop > at ? stop : at + 1;
}

/* Counts the variables of this name. */
static size_t times_named(const char *text, size_t names, size_t names_stop, size_t at, size_t end)
{
    foreign_items items = {.text = text, .at = names, .end = names_stop};
    size_t from, to, times = 0;

    while (cli_import_next_item(&items, &from, &to))
        times += to - from == end - at && memcmp(text + from, text + at, end - at) == 0;
    return times;
}

/* Returns whether the word text[at..stop) is valid there, in a text that begins at `begin`. msolve
 * reads sums of products with * of a coefficient, an integer or a fraction, and powers of
 * variables. */
static bool is_of_a_term(const char *text, size_t begin, size_t at, size_t stop, size_t end)
{
    size_t before = at, first;

    if (!isdigit((unsigned char)text[at]) && text[at] != '/')
        return text[at] != '(' && text[at] != ')';
    while (before > begin && strchr(" \t\r\n", text[before - 1]) != NULL)
        before--;
    first = before;
    if (isdigit((unsigned char)text[at])) /* a coefficient, an exponent or a denominator */
        return before == begin || strchr("+-^/", text[before - 1]) != NULL;
    while (first > begin && isdigit((unsigned char)text[first - 1]))
        first--;
    if (first == before || stop == end || !isdigit((unsigned char)text[stop]))
        return false;
    while (first > begin && strchr(" \t\r\n", text[first - 1]) != NULL)
        first--;
    return first == begin || text[first - 1] == '+' || text[first - 1] == '-';
}

/* Returns whether text[at..stop) is valid modulo p, in a text that begins at `begin`. Modulo p
 * msolve reads no fractions, takes a coefficient 0 for 1 or refuses it, and keeps 32 bits of
 * others. */
static bool is_modular(const char *text, size_t begin, size_t at, size_t stop)
{
    size_t before = at;

    if (text[at] == '/')
        return false;
    while (before > begin && strchr(" \t\r\n", text[before - 1]) != NULL)
        before--;
    if (!isdigit((unsigned char)text[at]) || (before > begin && text[before - 1] == '^'))
        return true;
    while (at < stop && text[at] == '0')
        at++;
    return stop > at && stop - at <= 10 && strtoull(text + at, NULL, 10) < (uint64_t)1 << 31;
}

static size_t term_end(const char *text, size_t at, size_t end)
{
    while (at < end && text[at] != '+' && text[at] != '-')
        at++;
    return at;
}

/* Checks a part of a term, text[at..stop), in a text that begins at `begin`. Of a variable that
 * occurs twice in a term, msolve keeps the last exponent. */
static int check_term_part(const foreign *f, const char *text, size_t begin, size_t at,
                           size_t stop, size_t end, failure *why)
{
    const size_t term = term_end(text, stop, end);

    if (!is_of_a_term(text, begin, at, stop, end))
        return cli_import_fail(why, f->in, at, "msolve reads sums of terms such as -3/4*x^2*y: "
                               "multiply the polynomial out");
    if (f->characteristic != 0 && !is_modular(text, begin, at, stop))
        return cli_import_fail(why, f->in, at, "modulo p msolve needs integers from 1 to 2^31 - 1 "
                               "as coefficients: write the residue, or leave out a term that is "
                               "0");
    if (!cli_import_is_name(text[at], true))
        return EXIT_OK;
    for (size_t k = stop, next; k < term; k = next > k ? next : k + 1) {
        next = cli_import_name_end(text, k, term);
        if (next - k == stop - at && memcmp(text + k, text + at, stop - at) == 0)
            return cli_import_fail(why, f->in, k, "msolve reads '%.*s' once in a term: write its "
                                   "power with '^'", cli_import_shown(k, next), text + k);
    }
    return EXIT_OK;
}

/* Reads a polynomial in the variables between names and names_stop. */
static int take_msolve_polynomial(foreign *f, const char *text, size_t at, size_t end,
                                  size_t names, size_t names_stop, failure *why)
{
    for (size_t k = at, next; k < end; k = next) {
        const size_t stop = cli_import_name_end(text, k, end);
        const size_t times = stop > k ? times_named(text, names, names_stop, k, stop) : 1;

        if (times != 1)
            return cli_import_fail(why, f->in, k,
                                   "'%.*s' is %s of the variables of the first "
                                   "line%s",
                                   cli_import_shown(k, stop), text + k,
                                   times == 0 ? "none" : "two",
                                   times == 0 ? cli_import_call_hint(text, stop) : "");
        next = stop > k ? stop : after_digits(text, k, end);
        CHECK(check_term_part(f, text, at, k, next, end, why));
    }
    CHECK(cli_import_check_signs(f, text, at, end, why));
    CHECK(cli_import_begin(f, at, why));
    cli_text_put(&f->text, text + at, end - at);
    return EXIT_OK;
}

static int read_msolve_text(foreign *f, const char *text, failure *why)
{
    const size_t length = f->in->length;
    foreign_items items = {.text = text, .end = length};
    size_t names = 0, names_stop, at, end, next;

    if (!next_line(text, length, &names, &names_stop, &next))
        return cli_import_fail(why, f->in, length, "expected a line of variables, found the end");
    end = names_end(text, names, names_stop);
    if (end != names_stop)
        return cli_import_fail(why, f->in, end,
                               "expected a line of variables separated by commas");
    at = next;
    if (!next_line(text, length, &at, &end, &next))
        return cli_import_fail(why, f->in, length, "expected a line with the characteristic, "
                               "found the end");
    if (cli_import_digits_end(text, at, end) != end)
        return cli_import_fail(why, f->in, cli_import_digits_end(text, at, end),
                               "expected a line with the characteristic, digits only");
    f->characteristic = strtoull(text + at, NULL, 10);
    items.at = next;
    while (cli_import_next_item(&items, &at, &end)) {
        if (at == end)
            return cli_import_fail(why, f->in, at, "expected a polynomial, found %s",
                                   items.ended ? "the end" : "','");
        CHECK(take_msolve_polynomial(f, text, at, end, names, names_stop, why));
    }
    return EXIT_OK;
}

int cli_msolve_read(foreign *f, failure *why)
{
    char *text;
    int code = cli_import_blank(&text, f->in, &comments, why);

    if (code == EXIT_OK)
        code = read_msolve_text(f, text, why);
    free(text);
    return code;
}

/* No expression begins with two such lines: it has an operator between a name and a number. The
 * first operator decides even in long texts. */
int cli_msolve_is(bool *yes, const source *in, failure *why)
{
    char *text;
    size_t at = 0, end, next = 0;

    *yes = false;
    for (size_t k = 0; k < in->length && in->text[k] != '\n' && in->text[k] != '#'; k++)
        if (!cli_import_is_name(in->text[k], false) && strchr(", \t\r", in->text[k]) == NULL)
            return EXIT_OK;
    CHECK(cli_import_try_blank(&text, in, &comments, why));
    *yes = text != NULL && next_line(text, in->length, &at, &end, &next) &&
           names_end(text, at, end) == end;
    at = next;
    *yes = *yes && next_line(text, in->length, &at, &end, &next) &&
           cli_import_digits_end(text, at, end) == end && next < in->length;
    free(text);
    return EXIT_OK;
}
