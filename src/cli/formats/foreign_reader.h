/* What the readers of other systems' files share, and the readers. */
#ifndef CLI_FORMATS_FOREIGN_READER_H
#define CLI_FORMATS_FOREIGN_READER_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/failure.h"
#include "cli/formats/foreign.h"
#include "cli/source.h"
#include "cli/values.h"

/* A text with comments blanked, white space in their place, so that places stay: to be freed.
 * `line` begins those that end with the line, `opens` and `closes` stand around others. `quotes`
 * are those of texts, of which they alone are left: nothing in them ends a statement. In a session
 * that was copied, which has lines that begin with the first of `prompts` and a space, prompts are
 * blanked, and so are answers: lines without one behind which no statement has to go on. If
 * `continued`, a backslash at the end of a line continues a comment, too: none is read.
 * Errors: EXIT_USAGE (a comment without an end, or one that is continued), EXIT_FAILED */
typedef struct foreign_comments {
    const char *line, *opens, *closes;
    const char *quotes;
    const char *prompts;
    bool continued;
} foreign_comments;

int cli_foreign_blank(char **out, const source *in, const foreign_comments *comments,
                      failure *why);

/* A failure at a byte of the source. */
int cli_foreign_fail(failure *why, const source *in, size_t at, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Begin another polynomial, which stands at a byte of the source; its text is what is appended to
 * f->text from now on. Errors: EXIT_USAGE (too many) */
int cli_foreign_begin(foreign *f, size_t at, failure *why);

/* Letters of names, and where one ends that may begin at `at`: there, if none does. */
bool cli_foreign_is_name(char c, bool first);
size_t cli_foreign_name_end(const char *text, size_t at, size_t end);

/* Whether text[at..end) is this word. */
bool cli_foreign_is_word(const char *text, size_t at, size_t end, const char *word);

/* Checks that no sign in the expression text[at..end) stands directly behind + - * or /, where it
 * may be part of another operator (--x) or have another precedence; nor, but in Maple, a plus at
 * the beginning. Errors: EXIT_USAGE */
int cli_foreign_check_signs(const foreign *f, const char *text, size_t at, size_t end,
                            failure *why);

/* Whether the name text[at..end) can be a variable in a system. Errors: EXIT_USAGE */
int cli_foreign_variable(const foreign *f, output_format system, const char *text, size_t at,
                         size_t end, failure *why);

/* What to say of a name that ends at `end` and is unknown, as it looks like a function; "" if it
 * does not. */
const char *cli_foreign_call_hint(const char *text, size_t end);

/* Take white space from both ends of text[*at..*end). */
void cli_foreign_trim(const char *text, size_t *at, size_t *end);

/* Where the item ends that begins at `at`: at the first byte of `ends` outside of brackets. */
size_t cli_foreign_item_end(const char *text, size_t at, size_t end, const char *ends);

/* Items of text[at..end) with commas between, of which there is one at least. */
typedef struct foreign_items {
    const char *text;
    size_t at, end;
    bool ended; /* the item before was the last one */
} foreign_items;

/* The next item, without white space around it; false if there is none. */
bool cli_foreign_next_item(foreign_items *items, size_t *from, size_t *to);

/* The readers. Errors: EXIT_USAGE, EXIT_FAILED */
int cli_maple_read(foreign *f, failure *why);
int cli_singular_read(foreign *f, failure *why);
int cli_msolve_read(foreign *f, failure *why);

/* Whether a text is the system's, and can be nothing else. */
bool cli_maple_is(const source *in);
bool cli_singular_is(const source *in);
bool cli_msolve_is(const source *in);

/* A text that is read, and places in it of names that stand for polynomials; all but `f` zero:
 * none. */
typedef struct foreign_names {
    foreign *f;
    const char *text;
    size_t at[FOREIGN_MOST], end[FOREIGN_MOST];
    bool assigned[FOREIGN_MOST];
    size_t count;
    size_t read[FOREIGN_MOST], read_end[FOREIGN_MOST]; /* places of polynomials */
    size_t polynomials;
} foreign_names;

/* Whether text[at..end) is one of the words, which NULL ends. */
bool cli_foreign_is_among(const char *text, size_t at, size_t end, const char *const *words);

/* Note a name, with an index or without, that is declared or assigned to. Errors: EXIT_USAGE (it
 * is none; it was assigned to before, or is a variable of a polynomial that was read: which value
 * counts is a matter of statements, which are not carried out; too many) */
int cli_foreign_note(foreign_names *names, size_t at, size_t end, bool assigned, failure *why);

/* How statements are told apart in a language, and read. A reader begins with a foreign_names. */
typedef struct foreign_language {
    const foreign_comments *comments;
    const char *const *ending; /* statements that end a file */
    size_t (*statement_end)(const char *text, size_t at, size_t end);
    int (*read_statement)(void *reader, size_t at, size_t end, failure *why);
    /* Cuts from a polynomial what is none of it; NULL: there is nothing of the kind. */
    int (*cut)(const foreign_names *names, size_t at, size_t *end, failure *why);
    int (*put)(void *reader, size_t at, size_t end, failure *why); /* appends it to f->text */
} foreign_language;

/* Read the statements of f->in one after the other; the names' text is there as long as that
 * lasts. Errors: those of cli_foreign_blank, and of reading a statement */
int cli_foreign_statements(void *reader, const foreign_language *language, failure *why);

/* Take the polynomials of text[at..end), with commas between. A name that stands for one before it
 * is that one again, and counts once. Errors: EXIT_USAGE (none, names of others or texts within,
 * signs as cli_foreign_check_signs has them), and those of the language */
int cli_foreign_take(void *reader, const foreign_language *language, size_t at, size_t end,
                     failure *why);

/* The digits from `at` on end there. */
size_t cli_foreign_digits_end(const char *text, size_t at, size_t end);

#endif
