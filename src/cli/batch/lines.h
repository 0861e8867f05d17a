/* Reads a file line by line as it arrives, optionally without waiting. */
#ifndef CLI_BATCH_LINES_H
#define CLI_BATCH_LINES_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/failure.h"

typedef struct lines {
    const char *name;   /* name of the file, for messages */
    int file;           /* descriptor */
    char *text;         /* read but not returned, from `begin` to `end` */
    size_t begin, end, room;
    size_t searched;    /* no line ends before this offset */
    bool ended;         /* the end was reached */
    size_t number;      /* of the line returned last, from 1 */
} lines;

/* Opens a file; "-" is standard input. Errors: EXIT_USAGE (it cannot be opened) */
int cli_lines_open(lines *in, const char *file, failure *why);

/* Copies a text to read its lines, which follow line `number` of a file. Returns false if memory
 * is exhausted. */
bool cli_lines_open_text(lines *in, const char *text, size_t size, size_t number);

typedef enum lines_state {
    LINES_ONE,   /* a line was returned */
    LINES_LATER, /* no complete line yet */
    LINES_END,   /* no more lines */
    LINES_FAILED /* errno tells why; EFBIG: a line is longer than cli_input_most() */
} lines_state;

/* Finds the next line, without its end and without a byte order mark at the beginning of a file.
 * With wait = false, returns only a complete line. While it waits, Ctrl-C ends the lines if it is
 * held (cli_interrupt_hold).
 *
 * Out: line  owned by the reader, valid until the next call */
lines_state cli_lines_next(lines *in, bool wait, const char **line, size_t *length);

/* Fills `why` after LINES_FAILED. Errors: EXIT_USAGE, EXIT_FAILED (no memory) */
int cli_lines_fail(const lines *in, failure *why);

/* Returns whether a line is neither blank nor a comment. */
bool cli_lines_counts(const char *line, size_t length);

/* Splits line `number` at its semicolons into `count` parts, called by `noun` in messages.
 * Errors: EXIT_USAGE (another number of parts) */
int cli_lines_split(source *parts, size_t count, const char *line, size_t length, size_t number,
                    const char *noun, failure *why);

void cli_lines_close(lines *in);

#endif
