/* The readers of other systems' files, and the functions shared by them. */
#ifndef CLI_FORMATS_IMPORT_READER_H
#define CLI_FORMATS_IMPORT_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/failure.h"
#include "cli/formats/import.h"
#include "cli/input_file.h"
#include "cli/values.h"

/* The comments of a language. cli_import_blank copies a text, to be freed, with comments replaced
 * by white space, which keeps positions. `line` begins comments that end with the line, `opens`
 * and `closes` enclose others. Of strings only the `quotes` are kept, so that nothing in them ends
 * a statement. A copied session has lines that begin with the first of `prompts` and a space:
 * prompts are blanked, and so is output, lines without a prompt at which no statement is open.
 * With `continued`, a comment that ends in a backslash is an error.
 * Errors: EXIT_USAGE (a comment without an end, or a continued one), EXIT_FAILED */
typedef struct foreign_comments {
    const char *line, *opens, *closes;
    const char *quotes;
    const char *prompts;
    bool continued;
} foreign_comments;

int cli_import_blank(char **out, const source *in, const foreign_comments *comments, failure *why);

/* The same for a text that may be of another language: *out is NULL if a comment is wrong.
 * Errors: EXIT_FAILED */
int cli_import_try_blank(char **out, const source *in, const foreign_comments *comments,
                         failure *why);

/* Fails at a byte of the source. */
int cli_import_fail(failure *why, const source *in, size_t at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Checks that a polynomial read from a file has no syntax of this program's own. Errors:
 * EXIT_USAGE (an equation, a decimal, an exponent in parentheses) */
int cli_import_check_plain(const source *part, failure *why);

/* Begins another polynomial, located at a byte of the source; later additions to f->text are its
 * text. Errors: EXIT_USAGE (too many) */
int cli_import_begin(foreign *f, size_t at, failure *why);

/* Return whether a byte may be in a name, and the end of a name at `at`: `at` if there is none. */
bool cli_import_is_name(char c, bool first);
size_t cli_import_name_end(const char *text, size_t at, size_t end);

/* Returns the length of text[at..end) in a message, which cuts long names. */
static inline int cli_import_shown(size_t at, size_t end)
{
    return (int)(end - at < 64 ? end - at : 64);
}

/* Returns whether text[at..end) is this word. */
bool cli_import_is_word(const char *text, size_t at, size_t end, const char *word);

/* Checks that no sign in the expression text[at..end) directly follows + - * or /, where it may be
 * part of another operator (--x) or have another precedence, and that no plus is at the beginning,
 * except in Maple. Errors: EXIT_USAGE */
int cli_import_check_signs(const foreign *f, const char *text, size_t at, size_t end,
                           failure *why);

/* Checks that the name text[at..end) can be a variable in a system. Errors: EXIT_USAGE */
int cli_import_variable(const foreign *f, output_format system, const char *text, size_t at,
                        size_t end, failure *why);

/* Returns a hint about an unknown name that ends at `end` and looks like a function; else "". */
const char *cli_import_call_hint(const char *text, size_t end);

/* Removes white space from both ends of text[*at..*end). */
void cli_import_trim(const char *text, size_t *at, size_t *end);

/* Returns the first byte of `ends` outside of brackets from `at` on. */
size_t cli_import_item_end(const char *text, size_t at, size_t end, const char *ends);

/* The items of text[at..end), separated by commas; at least one. */
typedef struct foreign_items {
    const char *text;
    size_t at, end;
    bool ended; /* the last item was returned */
} foreign_items;

/* Finds the next item, without white space around it; false if there is none. */
bool cli_import_next_item(foreign_items *items, size_t *from, size_t *to);

/* The readers. Errors: EXIT_USAGE, EXIT_FAILED */
int cli_maple_read(foreign *f, failure *why);
int cli_singular_read(foreign *f, failure *why);
int cli_msolve_read(foreign *f, failure *why);

/* Sets *out to a copy of a matrix of another system, with spaces for all around its rows, and its
 * length; to NULL for any other text. It is to be freed, also after failures.
 * Errors: EXIT_USAGE, EXIT_FAILED */
int cli_matrix_rewrite(char **out, size_t *length, const source *s, failure *why);

/* Set *yes to whether a text is certainly of the system. Errors: EXIT_FAILED */
int cli_maple_is(bool *yes, const source *in, failure *why);
int cli_singular_is(bool *yes, const source *in, failure *why);
int cli_msolve_is(bool *yes, const source *in, failure *why);

/* The text being read, and the positions of names of polynomials; all except `f` zero: none. */
typedef struct foreign_names {
    foreign *f;
    const char *text;
    size_t at[FOREIGN_MOST], end[FOREIGN_MOST];
    bool assigned[FOREIGN_MOST];
    size_t first[FOREIGN_MOST], last[FOREIGN_MOST]; /* its polynomials, `last` exclusive */
    size_t count;
    size_t next; /* first polynomial of the statement without a name */
    size_t read[FOREIGN_MOST], read_end[FOREIGN_MOST]; /* positions of polynomials */
    size_t polynomials;
} foreign_names;

/* Returns whether text[at..end) is one of a NULL-terminated list of words. */
bool cli_import_is_among(const char *text, size_t at, size_t end, const char *const *words);

/* Remembers a declared name, with or without an index, or for `last` > 0 an assigned one, of the
 * statement's next polynomials below index `last`. Errors: EXIT_USAGE (no name; too many; or its
 * value would depend on executing statements, since it was assigned before or is an earlier
 * polynomial's variable) */
int cli_import_note(foreign_names *names, size_t at, size_t end, size_t last, failure *why);

/* The syntax of a language's statements. A reader's first member is a foreign_names. */
typedef struct foreign_language {
    const foreign_comments *comments;
    const char *const *ending; /* statements ending a file */
    size_t (*statement_end)(const char *text, size_t at, size_t end);
    int (*read_statement)(void *reader, size_t at, size_t end, failure *why);
    /* Removes parts around a polynomial; NULL: nothing to remove. */
    int (*cut)(const foreign_names *names, size_t at, size_t *end, failure *why);
    int (*put)(void *reader, size_t at, size_t end, failure *why); /* appends it to f->text */
} foreign_language;

/* Reads the statements of f->in in order; the names' text is valid only during the call.
 * Errors: see cli_import_blank, and read_statement */
int cli_import_statements(void *reader, const foreign_language *language, failure *why);

/* Reads the polynomials of text[at..end), separated by commas. A name of earlier polynomials adds
 * none, but a list with names determines the order. Errors: EXIT_USAGE (no polynomial, names of
 * others or strings within, signs refused by cli_import_check_signs), and by the language */
int cli_import_take(void *reader, const foreign_language *language, size_t at, size_t end,
                    failure *why);

/* Returns the end of the digits at `at`. */
size_t cli_import_digits_end(const char *text, size_t at, size_t end);

#endif
