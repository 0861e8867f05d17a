/* Reads Maple's statements: `f := expression:`, expressions alone, and lists of either. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/import_reader.h"

static const foreign_comments comments = {
    .line = "#", .opens = "(*", .closes = "*)", .quotes = "\"`'", .prompts = ">",
    .continued = true};

/* Skipped statements, and words ending a file. */
static const char *const idle[] = {"restart", "with", "interface", "kernelopts", NULL};
static const char *const ending[] = {"quit", "done", "stop", NULL};

/* Removes `= 0` after a polynomial. Errors: EXIT_USAGE (another equation) */
static int drop_equation(const foreign_names *r, size_t at, size_t *end, failure *why)
{
    const size_t equals = cli_import_item_end(r->text, at, *end, "=");
    size_t right = equals + 1;

    if (equals == *end)
        return EXIT_OK;
    cli_import_trim(r->text, &right, end);
    if (!cli_import_is_word(r->text, right, *end, "0"))
        return cli_import_fail(why, r->f->in, equals, "an equation whose right side is not 0");
    *end = equals;
    cli_import_trim(r->text, &at, end);
    return EXIT_OK;
}

/* Appends text, joining numbers split by a backslash; the line breaks follow the number. */
static void put_maple(text_buffer *out, const char *text, size_t at, size_t end)
{
    size_t feeds = 0;

    while (at < end) {
        const size_t feed = text[at] != '\\'       ? 0
                            : text[at + 1] == '\n' ? 2
                            : text[at + 1] == '\r' && text[at + 2] == '\n' ? 3 : 0;

        if (feed > 0) {
            feeds++;
            at += feed;
            continue;
        }
        for (; feeds > 0 && !isdigit((unsigned char)text[at]); feeds--)
            cli_text_put(out, "\n", 1);
        cli_text_put(out, text + at, 1);
        at++;
    }
}

/* Checks that names in text[at..end) can be variables. Errors: EXIT_USAGE */
static int check_maple_names(const foreign_names *r, size_t at, size_t end, failure *why)
{
    const char *text = r->text;

    for (size_t stop; at < end; at = stop > at ? stop : at + 1) {
        stop = cli_import_name_end(text, at, end);
        if (stop > at && cli_import_variable(r->f, FORMAT_MAPLE, text, at, stop, why) != EXIT_OK)
            return why->code;
    }
    return EXIT_OK;
}

static int put_maple_polynomial(void *reader, size_t at, size_t end, failure *why)
{
    const foreign_names *r = reader;

    CHECK(check_maple_names(r, at, end, why));
    put_maple(&r->f->text, r->text, at, end);
    return EXIT_OK;
}

static const foreign_language language;

/* Reads polynomials separated by commas, in brackets or not. */
static int take_maple_list(foreign_names *r, size_t at, size_t end, failure *why)
{
    cli_import_trim(r->text, &at, &end);
    if (end - at >= 2 && ((r->text[at] == '[' && r->text[end - 1] == ']') ||
                          (r->text[at] == '{' && r->text[end - 1] == '}'))) {
        at++;
        end--;
    }
    return cli_import_take(r, &language, at, end, why);
}

/* Returns the position of `:=` outside of brackets; `end` if there is none. */
static size_t find_assignment(const char *text, size_t at, size_t end)
{
    while ((at = cli_import_item_end(text, at, end, ":")) < end) {
        if (at + 1 < end && text[at + 1] == '=')
            return at;
        at++;
    }
    return end;
}

static int read_maple_statement(void *of, size_t at, size_t end, failure *why)
{
    foreign_names *r = of;
    size_t equals = find_assignment(r->text, at, end), name_end = equals, word;

    cli_import_trim(r->text, &at, &end);
    word = cli_import_name_end(r->text, at, end);
    if (at >= end || (equals >= end && cli_import_is_among(r->text, at, word, idle)))
        return EXIT_OK;
    if (equals >= end)
        return take_maple_list(r, at, end, why);
    cli_import_trim(r->text, &at, &name_end);
    CHECK(check_maple_names(r, at, name_end, why));
    CHECK(take_maple_list(r, equals + 2, end, why));
    return cli_import_note(r, at, name_end, r->f->count, why);
}

/* Returns the end of the statement at `at`: `;`, or `:` but not `:=`. */
static size_t maple_statement_end(const char *text, size_t at, size_t end)
{
    while ((at = cli_import_item_end(text, at, end, ":;")) < end) {
        if (text[at] == ';' || at + 1 == end || text[at + 1] != '=')
            return at;
        at++;
    }
    return end;
}

static const foreign_language language = {&comments,           ending,
                                          maple_statement_end, read_maple_statement,
                                          drop_equation,       put_maple_polynomial};

int cli_maple_read(foreign *f, failure *why)
{
    foreign_names r = {.f = f};

    return cli_import_statements(&r, &language, why);
}

/* No other supported system has `:=`. */
int cli_maple_is(bool *yes, const source *in, failure *why)
{
    char *text;

    *yes = false;
    if (memchr(in->text, ':', in->length) == NULL) /* a quick test for long expressions */
        return EXIT_OK;
    CHECK(cli_import_try_blank(&text, in, &comments, why));
    for (size_t k = 0; text != NULL && k + 1 < in->length && !*yes; k++)
        *yes = text[k] == ':' && text[k + 1] == '=';
    free(text);
    return EXIT_OK;
}
