/* Some lines of a batch, solved in one call and printed in their order. */
#ifndef CLI_BLOCK_H
#define CLI_BLOCK_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/failure.h"
#include "cli/formats/output.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/text.h"

/* A line: its problem and answer, or why there is none. */
typedef struct block_line {
    size_t at, length; /* in the block's input */
    size_t number;
    source parts[2];
    failure *why; /* owned; NULL: its problem was read */
    problem problem;
    answer answer;
    bool solved;
    bool kept; /* its memory, for a line of the next block */
    text_buffer printed; /* the answer, if it is known without a call of its own */
} block_line;

typedef struct block {
    const settings *how;
    size_t polynomials; /* of a line */
    const char *name;   /* of the input */
    session device;
    printer printer;
    text_buffer input;         /* of this block's lines */
    block_line *line;
    size_t count, room;
    size_t from, to; /* lines that are solved together; those before are printed */
    size_t total, failed; /* problems so far, of all blocks */
} block;

/* Take a line, with one or two polynomials on it. False if there is no memory. */
bool cli_block_add(block *b, const char *text, size_t length, size_t number);

/* Solve the problems of the lines, print a line for each, and forget them.
 * Errors: what ends the batch: EXIT_NO_DEVICE, EXIT_FAILED */
int cli_block_run(block *b, failure *why);

/* Release what it holds; counts stay. */
void cli_block_close(block *b);

#endif
