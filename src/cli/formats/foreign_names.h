/* Statements of a file of another system, and names that stand for polynomials in them. */
#ifndef CLI_FOREIGN_NAMES_H
#define CLI_FOREIGN_NAMES_H

#include "cli/formats/foreign.h"

/* Places of names in a text; all but these two zero: none. */
typedef struct foreign_names {
    const source *in; /* for failures */
    const char *text;
    size_t at[FOREIGN_MOST], end[FOREIGN_MOST];
    bool assigned[FOREIGN_MOST];
    size_t count;
    size_t read[FOREIGN_MOST], read_end[FOREIGN_MOST]; /* places of polynomials */
    size_t polynomials;
} foreign_names;

/* Whether text[at..end) is one of the words, which NULL ends. */
bool cli_foreign_is_among(const char *text, size_t at, size_t end, const char *const *words);

/* Whether text[at..end) is a name that stands for a polynomial. */
bool cli_foreign_is_known(const foreign_names *names, size_t at, size_t end);

/* Note a name, with an index or without, that is declared or assigned to. Errors: EXIT_USAGE (it
 * is none; it was assigned to before, or is a variable of a polynomial that was read: which value
 * counts is a matter of statements, which are not carried out; too many) */
int cli_foreign_note(foreign_names *names, size_t at, size_t end, bool assigned, failure *why);

/* Whether text[at..end), which is a polynomial, is written out; its place is remembered. Errors:
 * EXIT_USAGE (there are known names within, or texts, which begin with one of `quotes`) */
int cli_foreign_check(foreign_names *names, size_t at, size_t end, const char *quotes,
                      failure *why);

/* How statements are told apart in a language, and read. */
typedef struct foreign_language {
    const foreign_comments *comments;
    const char *const *ending; /* statements that end a file */
    size_t (*statement_end)(const char *text, size_t at, size_t end);
    int (*read_statement)(void *reader, size_t at, size_t end, failure *why);
} foreign_language;

/* Read the statements of names->in one after the other; names->text is the text as long as that
 * lasts. Errors: those of cli_foreign_blank, and of reading a statement */
int cli_foreign_statements(foreign_names *names, const foreign_language *language, void *reader,
                           failure *why);

#endif
