/* Names that stand for polynomials in a file of another system. */
#ifndef CLI_FOREIGN_NAMES_H
#define CLI_FOREIGN_NAMES_H

#include "cli/foreign.h"

/* Places of names in a text; all but these two zero: none. */
typedef struct foreign_names {
    const source *in; /* for failures */
    const char *text;
    size_t at[FOREIGN_MOST], end[FOREIGN_MOST];
    bool assigned[FOREIGN_MOST];
    size_t count;
} foreign_names;

/* Whether text[at..end) is one of the words, which NULL ends. */
bool cli_foreign_is_among(const char *text, size_t at, size_t end, const char *const *words);

/* Whether text[at..end) is a name that stands for a polynomial. */
bool cli_foreign_is_known(const foreign_names *names, size_t at, size_t end);

/* Note a name, with an index or without, that is declared or assigned to. Errors: LEAVE_USAGE (it
 * is none; it was assigned to before: which value counts is a matter of statements, which are not
 * carried out; too many) */
int cli_foreign_note(foreign_names *names, size_t at, size_t end, bool assigned, failure *why);

/* Whether text[at..end) is written out. Errors: LEAVE_USAGE (there are known names within, or
 * texts, which begin with one of `quotes`) */
int cli_foreign_check(const foreign_names *names, size_t at, size_t end, const char *quotes,
                      failure *why);

#endif
