/* Many problems, one a line, on one device. */
#ifndef CLI_BATCH_BATCH_H
#define CLI_BATCH_BATCH_H

#include <stddef.h>

#include "cli/batch/lines.h"
#include "cli/destination.h"
#include "cli/failure.h"
#include "cli/session.h"
#include "cli/text.h"

typedef struct block {
    const settings *how;
    size_t polynomials; /* of a line */
    session device;
    printer printer;
    text_buffer input;         /* of this block's lines */
    struct block_line *line;
    size_t count, room;
    size_t from, to; /* lines that are computed together; those before are printed */
    size_t total, failed; /* problems so far, of all blocks */
} block;

/* Release what it holds; counts stay. */
void cli_block_close(block *b);

/* Solve the problems on the lines of settings->batch, `F ; G` or F alone, and print a line for
 * each. Errors: what ends the batch; EXIT_FAILED, explained, if lines failed */
int cli_batch(const settings *how, size_t polynomials, failure *why);

/* The same for what is behind line `number` of a file, by a block. Errors: what ends the batch */
int cli_batch_run(block *b, lines *in, size_t number, failure *why);

/* The last line is done: write what is printed to its end. Errors: it was interrupted; writing. */
int cli_batch_close(failure *why);

/* Explain why a batch did not go on if it did not, and say how many lines failed. Returns the exit
 * status. */
int cli_batch_end(int code, size_t total, size_t failed, failure *why);

/* How many lines should be taken at a time, after so many that took so long. */
size_t cli_batch_next_size(size_t last, double seconds);

#endif
