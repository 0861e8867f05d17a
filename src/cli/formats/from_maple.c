/* Maple's statements: `f := expression:`, expressions alone, and lists of either. */
#include "cli/formats/foreign_reader.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/foreign_reader.h"

static const foreign_comments comments = {
    .line = "#", .opens = "(*", .closes = "*)", .quotes = "\"`'", .prompts = ">",
    .continued = true};

/* What may stand before polynomials, and means nothing to them; and what ends a file. */
static const char *const idle[] = {"restart", "with", "interface", "kernelopts", NULL};
static const char *const ending[] = {"quit", "done", "stop", NULL};

/* A text that is read, and the names that stand for polynomials in it. */
typedef struct maple_reader {
    foreign *f;
    foreign_names names;
} maple_reader;

/* `= 0` behind a polynomial goes. Errors: EXIT_USAGE (another equation) */
static int drop_equation(const maple_reader *r, size_t at, size_t *end, failure *why)
{
    const size_t equals = cli_foreign_item_end(r->names.text, at, *end, "=");
    size_t right = equals + 1;

    if (equals == *end)
        return EXIT_OK;
    cli_foreign_trim(r->names.text, &right, end);
    if (!cli_foreign_is_word(r->names.text, right, *end, "0"))
        return cli_foreign_fail(why, r->f->in, equals, "an equation whose right side is not 0");
    *end = equals;
    cli_foreign_trim(r->names.text, &at, end);
    return EXIT_OK;
}

/* Append text, with numbers in one piece that a backslash divides: the line's end goes behind. */
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

/* Whether names in text[at..end) can be variables. Errors: EXIT_USAGE */
static int check_maple_names(const maple_reader *r, size_t at, size_t end, failure *why)
{
    const char *text = r->names.text;

    for (size_t stop; at < end; at = stop > at ? stop : at + 1) {
        stop = cli_foreign_name_end(text, at, end);
        if (stop > at && cli_foreign_variable(r->f, FORMAT_MAPLE, text, at, stop, why) != EXIT_OK)
            return why->code;
    }
    return EXIT_OK;
}

/* A polynomial; a name that stands for one before it is that one again, and counts once. */
static int take_maple_polynomial(maple_reader *r, size_t at, size_t end, failure *why)
{
    const char *text = r->names.text;

    if (at == end)
        return cli_foreign_fail(why, r->f->in, at, "expected a polynomial");
    if (drop_equation(r, at, &end, why) != EXIT_OK)
        return why->code;
    if (cli_foreign_is_known(&r->names, at, end))
        return EXIT_OK;
    if (cli_foreign_check(&r->names, at, end, comments.quotes, why) != EXIT_OK)
        return why->code;
    if (check_maple_names(r, at, end, why) != EXIT_OK)
        return why->code;
    if (cli_foreign_check_signs(r->f, text, at, end, why) != EXIT_OK)
        return why->code;
    if (cli_foreign_begin(r->f, at, why) != EXIT_OK)
        return why->code;
    put_maple(&r->f->text, text, at, end);
    return EXIT_OK;
}

/* Polynomials with commas between, in brackets or not. */
static int take_maple_list(maple_reader *r, size_t at, size_t end, failure *why)
{
    foreign_items items = {.text = r->names.text};
    int code = EXIT_OK;

    cli_foreign_trim(r->names.text, &at, &end);
    if (end - at >= 2 && ((r->names.text[at] == '[' && r->names.text[end - 1] == ']') ||
                          (r->names.text[at] == '{' && r->names.text[end - 1] == '}'))) {
        at++;
        end--;
    }
    items.at = at;
    items.end = end;
    while (code == EXIT_OK && cli_foreign_next_item(&items, &at, &end))
        code = take_maple_polynomial(r, at, end, why);
    return code;
}

/* Where `:=` stands outside of brackets; `end`, if it does not. */
static size_t find_assignment(const char *text, size_t at, size_t end)
{
    while ((at = cli_foreign_item_end(text, at, end, ":")) < end) {
        if (at + 1 < end && text[at + 1] == '=')
            return at;
        at++;
    }
    return end;
}

static int read_maple_statement(void *of, size_t at, size_t end, failure *why)
{
    maple_reader *r = of;
    size_t equals = find_assignment(r->names.text, at, end), name_end = equals, word;
    int code;

    cli_foreign_trim(r->names.text, &at, &end);
    word = cli_foreign_name_end(r->names.text, at, end);
    if (at >= end || (equals >= end && cli_foreign_is_among(r->names.text, at, word, idle)))
        return EXIT_OK;
    if (equals >= end)
        return take_maple_list(r, at, end, why);
    cli_foreign_trim(r->names.text, &at, &name_end);
    if (check_maple_names(r, at, name_end, why) != EXIT_OK)
        return why->code;
    code = take_maple_list(r, equals + 2, end, why);
    return code == EXIT_OK ? cli_foreign_note(&r->names, at, name_end, true, why) : code;
}

/* Where the statement ends that begins at `at`: at `;`, or at `:` but not `:=`. */
static size_t maple_statement_end(const char *text, size_t at, size_t end)
{
    while ((at = cli_foreign_item_end(text, at, end, ":;")) < end) {
        if (text[at] == ';' || at + 1 == end || text[at + 1] != '=')
            return at;
        at++;
    }
    return end;
}

int cli_maple_read(foreign *f, failure *why)
{
    static const foreign_language language = {&comments, ending, maple_statement_end,
                                              read_maple_statement};
    maple_reader r = {.f = f, .names = {.in = f->in}};

    return cli_foreign_statements(&r.names, &language, &r, why);
}

/* No other system here has `:=`. */
bool cli_maple_is(const source *in)
{
    failure why;
    char *text;
    bool found = false;

    if (memchr(in->text, ':', in->length) == NULL || /* long expressions are told apart at once */
        cli_foreign_blank(&text, in, &comments, &why) != EXIT_OK)
        return false;
    for (size_t k = 0; k + 1 < in->length && !found; k++)
        found = text[k] == ':' && text[k + 1] == '=';
    free(text);
    return found;
}
