/* The text of polynomials: an argument, a file, or standard input. */
#ifndef CLI_INPUT_FILE_H
#define CLI_INPUT_FILE_H

#include <stddef.h>

#include <clmodp/clmodp.h>

typedef struct source {
    const char *name;      /* name in messages; NULL: none */
    const char *text;
    size_t length;
    size_t lines_before;   /* lines of an enclosing text before this one, and columns before */
    size_t columns_before; /* its first line; positions in messages include both */
    char *block;           /* memory to free; NULL if the text belongs to another object */
} source;

struct failure;

/* Returns the limit on the bytes of a text, since inputs may be endless: the library's limit on a
 * polynomial in decimal digits, or a quarter of the available memory. */
size_t cli_input_most(void);

/* Opens the text of an operand: "-" is standard input, "@FILE" a file, read whole, without a byte
 * order mark; any other operand is the text itself, called `name`. Operand and name must outlive
 * the source. Errors: EXIT_USAGE if it is unreadable or too long, EXIT_FAILED without memory */
int cli_input_open(source *out, const char *operand, const char *name, struct failure *why);

/* Computes the line and the column, from 1, of a byte of the text. */
void cli_input_place(const source *s, size_t at, size_t *line, size_t *column);

/* Closes a source; allowed twice, or if it is all zero. */
void cli_input_close(source *s);

#endif
