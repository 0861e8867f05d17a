/* Singular's statements: rings, polynomials and ideals, assigned or alone; and what it prints. */
#include "cli/formats/foreign.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cli/formats/foreign_names.h"
#include "cli/formats/singular_ring.h"

static const foreign_comments comments = {
    .line = "//", .opens = "/*", .closes = "*/", .quotes = "\"", .prompts = ">."};

/* What may stand before polynomials, and means nothing to them; what ends a file; and what begins
 * statements that are not read. */
static const char *const idle[] = {"LIB", "option", "short", "printlevel", "setring", "print",
                                   "export", "echo", "pagewidth", "timer", "rtimer", "TRACE",
                                   NULL};
static const char *const ending[] = {"quit", "exit", "$", NULL};
static const char *const unread[] = {"int", "number", "matrix", "list", "proc", "if", "for",
                                     "while", "module", "vector", "map", "intvec", "qring",
                                     "string", "def", "resolution", "bigint", NULL};

/* A text that is read, its ring, and the names that stand for polynomials in it. */
typedef struct singular_reader {
    foreign *f;
    singular_ring ring;
    foreign_names names;
} singular_reader;

/* Remember names with commas between. Errors: EXIT_USAGE */
static int note_singular_names(singular_reader *r, size_t at, size_t end, bool assigned,
                               failure *why)
{
    foreign_items items = {.text = r->names.text, .at = at, .end = end};
    int code = EXIT_OK;

    while (code == EXIT_OK && cli_foreign_next_item(&items, &at, &end)) {
        const size_t stop = cli_foreign_name_end(r->names.text, at, end);

        code = cli_foreign_variable(r->f, FORMAT_SINGULAR, r->names.text, at, stop, why);
        if (code == EXIT_OK)
            code = cli_foreign_note(&r->names, at, end, assigned, why);
    }
    return code;
}

/* A polynomial; a name that stands for one before it is that one again, and counts once. */
static int take_singular_polynomial(singular_reader *r, size_t at, size_t end, failure *why)
{
    const char *text = r->names.text;

    if (at == end)
        return cli_foreign_fail(why, r->f->in, at, "expected a polynomial");
    if (cli_foreign_is_known(&r->names, at, end))
        return EXIT_OK;
    if (cli_foreign_check(&r->names, at, end, comments.quotes, why) != EXIT_OK)
        return why->code;
    if (cli_foreign_check_signs(r->f, text, at, end, why) != EXIT_OK)
        return why->code;
    if (cli_foreign_begin(r->f, at, why) != EXIT_OK)
        return why->code;
    return cli_singular_put(r->f, &r->ring, text, at, end, why);
}

static int take_singular_list(singular_reader *r, size_t at, size_t end, failure *why)
{
    foreign_items items = {.text = r->names.text, .at = at, .end = end};
    int code = EXIT_OK;

    while (code == EXIT_OK && cli_foreign_next_item(&items, &at, &end))
        code = take_singular_polynomial(r, at, end, why);
    return code;
}

/* `NAME = ...` behind `ring`, or nothing, which is a ring that Singular has by default. */
static int read_ring(singular_reader *r, size_t at, size_t end, failure *why)
{
    const size_t equals = cli_foreign_item_end(r->names.text, at, end, "=");

    if (equals == end)
        return cli_foreign_fail(why, r->f->in, at, "a ring without coefficients and variables");
    if (r->f->count > 0)
        return cli_foreign_fail(why, r->f->in, at, "a second ring: only one is read");
    return cli_singular_ring_read(&r->ring, r->f, r->names.text, equals + 1, end, why);
}

/* `NAMES = polynomials`, or either of them. */
static int read_assignment(singular_reader *r, size_t at, size_t end, bool declares, failure *why)
{
    const size_t equals = cli_foreign_item_end(r->names.text, at, end, "=");
    size_t names_end = equals;
    int code;

    if (equals == end && !declares)
        return take_singular_list(r, at, end, why);
    if (equals == end)
        return note_singular_names(r, at, end, false, why);
    code = take_singular_list(r, equals + 1, end, why);
    return code == EXIT_OK ? note_singular_names(r, at, names_end, true, why) : code;
}

static int read_singular_statement(void *of, size_t at, size_t end, failure *why)
{
    singular_reader *r = of;
    size_t word;

    cli_foreign_trim(r->names.text, &at, &end);
    word = cli_foreign_name_end(r->names.text, at, end);
    if (at == end || cli_foreign_is_among(r->names.text, at, word, idle))
        return EXIT_OK;
    if (cli_foreign_is_word(r->names.text, at, word, "ring"))
        return read_ring(r, word, end, why);
    if (cli_foreign_is_word(r->names.text, at, word, "poly") ||
        cli_foreign_is_word(r->names.text, at, word, "ideal"))
        return read_assignment(r, word, end, true, why);
    if (cli_foreign_is_among(r->names.text, at, word, unread))
        return cli_foreign_fail(why, r->f->in, at, "a statement that is not read: ring, poly, "
                                "ideal and assignments are");
    return read_assignment(r, at, end, false, why);
}

/* Whether `NAME[1]=` stands at the beginning of a line, as in ideals that are printed. */
static bool begins_item(const char *text, size_t at, size_t end)
{
    size_t stop;

    at++; /* the end of the line before */
    while (at < end && (text[at] == ' ' || text[at] == '\t'))
        at++;
    stop = cli_foreign_name_end(text, at, end);
    if (stop == at || stop == end || text[stop] != '[')
        return false;
    for (at = stop + 1; at < end && isdigit((unsigned char)text[at]); at++)
        continue;
    return at > stop + 1 && at + 1 < end && text[at] == ']' && text[at + 1] == '=';
}

/* Where the statement ends that begins at `at`. */
static size_t singular_statement_end(const char *text, size_t at, size_t end)
{
    while ((at = cli_foreign_item_end(text, at, end, ";\n")) < end) {
        if (text[at] == ';' || begins_item(text, at, end))
            return at;
        at++;
    }
    return end;
}

int cli_singular_read(foreign *f, failure *why)
{
    static const foreign_language language = {&comments, ending, singular_statement_end,
                                              read_singular_statement};
    singular_reader r = {.f = f, .names = {.in = f->in}};

    return cli_foreign_statements(&r.names, &language, &r, why);
}

/* A ring is declared: no expression begins with two names, and no other system here has these. */
bool cli_singular_is(const source *in)
{
    failure why;
    char *text;
    bool found = false;

    if (memchr(in->text, '=', in->length) == NULL || /* long expressions are told apart at once */
        cli_foreign_blank(&text, in, &comments, &why) != EXIT_OK)
        return false;
    for (size_t at = 0; at < in->length && !found;) {
        const size_t end = singular_statement_end(text, at, in->length);
        size_t from = at, to = end, word;

        cli_foreign_trim(text, &from, &to);
        word = cli_foreign_name_end(text, from, to);
        at = end + 1;
        found = cli_foreign_is_word(text, from, word, "ring") && word < to &&
                (text[word] == ' ' || text[word] == '\t');
    }
    free(text);
    return found;
}
