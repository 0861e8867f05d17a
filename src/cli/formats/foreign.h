/* Files of other systems: the polynomials in them, as expressions of this program. */
#ifndef CLI_FOREIGN_H
#define CLI_FOREIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/failure.h"
#include "cli/formats/format.h"
#include "cli/source.h"
#include "cli/text.h"

/* What --from names. */
typedef enum foreign_system {
    FOREIGN_AUTO, /* what only one of them can be is taken for that, anything else for EXPR */
    FOREIGN_EXPR, /* this program's own: all of it is one polynomial */
    FOREIGN_MAPLE,
    FOREIGN_SINGULAR,
    FOREIGN_MSOLVE
} foreign_system;

enum { FOREIGN_MOST = 64 }; /* polynomials of a file */

/* All zero: empty. */
typedef struct foreign {
    foreign_system system;
    const source *in;
    source part[FOREIGN_MOST]; /* a polynomial each */
    size_t at[FOREIGN_MOST];   /* where it begins in `text` */
    size_t count;
    uint64_t characteristic;   /* 0: of the rationals, or none is told */
    text_buffer text;          /* of all parts */
} foreign;

/* Read the polynomials of a source, which has to stay as long as `out` does, and so has `out`
 * where a failure is shown. To be cleared, after failures, too.
 * Errors: EXIT_USAGE (nothing that is understood, too many), EXIT_FAILED (no memory) */
int cli_foreign_read(foreign *out, const source *in, foreign_system system, failure *why);
void cli_foreign_clear(foreign *f);

/* For the readers of each system.
 *
 * A text with comments blanked, white space in their place, so that places stay: to be freed.
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

#endif
