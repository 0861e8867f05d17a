/* Text that expressions are read from: an argument, a file, or standard input. */
#ifndef CLI_SOURCE_H
#define CLI_SOURCE_H

#include <stddef.h>

#include <clmodp/clmodp.h>

typedef struct source {
    const char *name;      /* what messages call it; NULL: nothing */
    const char *text;
    size_t length;
    size_t lines_before;   /* lines and, in its first line, columns of a larger text that */
    size_t columns_before; /* stand before it; messages count from there */
    char *block;           /* memory to free; NULL if the text belongs to someone else */
} source;

struct failure;

/* The most bytes of a text that are read, as inputs need not end: what the library takes of a
 * polynomial in written out digits, or a quarter of the memory that the process may have. */
size_t cli_source_most(void);

/* Open what an operand means: "-" is standard input, "@FILE" a file, read whole, without a
 * byte order mark; anything else is the text itself, called `name`. The operand and the name must
 * outlive the source.
 * Errors: EXIT_USAGE if it cannot be read or is too long, EXIT_FAILED when memory ends */
int cli_source_open(source *out, const char *operand, const char *name, struct failure *why);

/* Line and column, from 1, of a byte of it. */
void cli_source_place(const source *s, size_t at, size_t *line, size_t *column);

/* A source may be closed twice, or without having been opened if it is all zero. */
void cli_source_close(source *s);

#endif
