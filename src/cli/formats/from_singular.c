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
static const char *const others[] = {"int", "number", "matrix", "list", "proc", "if", "for",
                                     "while", "module", "vector", "map", "intvec", "qring",
                                     "string", "def", "resolution", "bigint", NULL};

/* A text that is read, its ring, and the names that stand for polynomials in it. */
typedef struct reader {
    foreign *f;
    singular_ring ring;
    foreign_names names;
} reader;

/* Remember names with commas between. Errors: LEAVE_USAGE */
static int remember(reader *r, size_t at, size_t end, bool assigned, failure *why)
{
    foreign_items items = {.text = r->names.text, .at = at, .end = end};
    int leave = LEAVE_FINE;

    while (leave == LEAVE_FINE && cli_foreign_next_item(&items, &at, &end)) {
        const size_t stop = cli_foreign_name_end(r->names.text, at, end);

        leave = cli_foreign_variable(r->f, FORMAT_SINGULAR, r->names.text, at, stop, why);
        if (leave == LEAVE_FINE)
            leave = cli_foreign_note(&r->names, at, end, assigned, why);
    }
    return leave;
}

/* A polynomial; a name that stands for one before it is that one again, and counts once. */
static int take(reader *r, size_t at, size_t end, failure *why)
{
    const char *text = r->names.text;

    if (at == end)
        return cli_foreign_fail(why, r->f->in, at, "expected a polynomial");
    if (cli_foreign_is_known(&r->names, at, end))
        return LEAVE_FINE;
    if (cli_foreign_check(&r->names, at, end, comments.quotes, why) != LEAVE_FINE)
        return why->leave;
    if (cli_foreign_check_signs(r->f, text, at, end, why) != LEAVE_FINE)
        return why->leave;
    if (cli_foreign_begin(r->f, at, why) != LEAVE_FINE)
        return why->leave;
    return cli_singular_put(r->f, &r->ring, text, at, end, why);
}

static int take_all(reader *r, size_t at, size_t end, failure *why)
{
    foreign_items items = {.text = r->names.text, .at = at, .end = end};
    int leave = LEAVE_FINE;

    while (leave == LEAVE_FINE && cli_foreign_next_item(&items, &at, &end))
        leave = take(r, at, end, why);
    return leave;
}

/* `NAME = ...` behind `ring`, or nothing, which is a ring that Singular has by default. */
static int read_ring(reader *r, size_t at, size_t end, failure *why)
{
    const size_t equals = cli_foreign_item_end(r->names.text, at, end, "=");

    if (equals == end)
        return cli_foreign_fail(why, r->f->in, at, "a ring without coefficients and variables");
    if (r->f->count > 0)
        return cli_foreign_fail(why, r->f->in, at, "a second ring: only one is read");
    return cli_singular_ring_read(&r->ring, r->f, r->names.text, equals + 1, end, why);
}

/* `NAMES = polynomials`, or either of them. */
static int read_assignment(reader *r, size_t at, size_t end, bool declares, failure *why)
{
    const size_t equals = cli_foreign_item_end(r->names.text, at, end, "=");
    size_t names_end = equals;
    int leave;

    if (equals == end && !declares)
        return take_all(r, at, end, why);
    if (equals == end)
        return remember(r, at, end, false, why);
    leave = take_all(r, equals + 1, end, why);
    return leave == LEAVE_FINE ? remember(r, at, names_end, true, why) : leave;
}

static int read_statement(void *of, size_t at, size_t end, failure *why)
{
    reader *r = of;
    size_t word;

    cli_foreign_trim(r->names.text, &at, &end);
    word = cli_foreign_name_end(r->names.text, at, end);
    if (at == end || cli_foreign_is_among(r->names.text, at, word, idle))
        return LEAVE_FINE;
    if (cli_foreign_is_word(r->names.text, at, word, "ring"))
        return read_ring(r, word, end, why);
    if (cli_foreign_is_word(r->names.text, at, word, "poly") ||
        cli_foreign_is_word(r->names.text, at, word, "ideal"))
        return read_assignment(r, word, end, true, why);
    if (cli_foreign_is_among(r->names.text, at, word, others))
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
static size_t statement_end(const char *text, size_t at, size_t end)
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
    static const foreign_language language = {&comments, ending, statement_end, read_statement};
    reader r = {.f = f, .names = {.in = f->in}};

    return cli_foreign_statements(&r.names, &language, &r, why);
}

/* A ring is declared: no expression begins with two names, and no other system here has these. */
bool cli_singular_is(const source *in)
{
    failure why;
    char *text;
    bool found = false;

    if (memchr(in->text, '=', in->length) == NULL || /* long expressions are told apart at once */
        cli_foreign_blank(&text, in, &comments, &why) != LEAVE_FINE)
        return false;
    for (size_t at = 0; at < in->length && !found;) {
        const size_t end = statement_end(text, at, in->length);
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
