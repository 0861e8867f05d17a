/* Solves many problems, one on each line, on one device. */
#ifndef CLI_BATCH_BATCH_H
#define CLI_BATCH_BATCH_H

#include <stddef.h>

#include "cli/batch/lines.h"
#include "cli/output_file.h"
#include "cli/failure.h"
#include "cli/session.h"
#include "cli/text.h"

typedef struct block {
    const settings *how;
    size_t polynomials; /* polynomials on a line */
    session device;
    printer printer;
    text_buffer input;         /* lines of this block */
    struct block_line *line;
    struct line_worker *workers; /* of all threads */
    size_t count, room;
    size_t from, to; /* lines computed together; earlier ones are printed */
    size_t total, failed; /* problems so far, of all blocks */
} block;

/* Releases a block's memory; the counters remain. */
void cli_block_close(block *b);

/* Checks that no operand and no other option excludes --batch. Errors: EXIT_USAGE */
int cli_batch_check(const settings *s, failure *why);

/* Solves the problems on the lines of settings->batch, `F ; G` or F alone, and prints a line for
 * each. Errors: an error ending the batch; EXIT_FAILED, explained, if lines failed */
int cli_batch(const settings *how, size_t polynomials, failure *why);

/* As cli_batch, for these lines, with a block. */
int cli_batch_run(block *b, lines *in, failure *why);

/* Completes the output after the last line. Errors: interrupted; output cannot be written */
int cli_batch_close(failure *why);

/* Explains an error ending a batch; reports the failed lines. Returns the exit status. */
int cli_batch_end(int code, size_t total, size_t failed, failure *why);

/* Returns the size of the next block from the size and the time of the last. */
size_t cli_batch_next_size(size_t last, double seconds);

#endif
