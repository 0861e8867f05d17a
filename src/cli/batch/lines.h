/* Lines of a file, as they come: a reader that need not wait. */
#ifndef CLI_BATCH_LINES_H
#define CLI_BATCH_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/failure.h"

typedef struct lines {
    const char *name;   /* of the file, for messages */
    int file;           /* descriptor */
    char *text;         /* what was read and not taken yet, from `begin` to `end` */
    size_t begin, end, room;
    size_t searched;    /* no line ends before this */
    bool ended;         /* there is no more to read */
} lines;

/* Lines of a file; "-" is standard input. Errors: EXIT_USAGE (it cannot be opened) */
int cli_lines_open(lines *in, const char *file, failure *why);

/* Lines of a text, of which a copy is made. False if there is no memory. */
bool cli_lines_keep(lines *in, const char *text, size_t size);

typedef enum lines_state {
    LINES_ONE,   /* here is a line */
    LINES_LATER, /* not without waiting */
    LINES_END,   /* there are no more */
    LINES_FAILED /* errno tells why; EFBIG: a line is longer than cli_source_most() */
} lines_state;

/* The next line, without what ends it. With wait = false only if its end is there already. While
 * it waits Ctrl-C, where that is held, ends the lines.
 *
 * Out: line  the reader's, valid until the next call */
lines_state cli_lines_next(lines *in, bool wait, const char **line, size_t *length);

/* Fill `why` behind LINES_FAILED. Errors: EXIT_USAGE, EXIT_FAILED (no memory) */
int cli_lines_fail(const lines *in, failure *why);

/* Whether there is something to do on this line: it is neither blank nor a comment. */
bool cli_lines_counts(const char *line, size_t length);

void cli_lines_close(lines *in);

#endif
