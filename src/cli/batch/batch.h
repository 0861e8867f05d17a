/* Many problems, one a line, on one device. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include <stddef.h>

#include "cli/batch/block.h"
#include "cli/batch/lines.h"

/* Solve the problems on the lines of settings->batch, `F ; G` or F alone, print a line for
 * each and explain on stderr what ended the batch. Returns the exit status. */
int cli_batch(const settings *how, size_t polynomials);

/* The same for what is behind line `number` of a file, by a block that has a name: prints, and
 * explains nothing. Errors: what ends the batch */
int cli_batch_run(block *b, lines *in, size_t number, failure *why);

/* The last line is done: write what is printed to its end. Errors: it was interrupted; writing. */
int cli_batch_close(failure *why);

/* Say how a batch ended, which lines failed, and why it did not go on if it did not. Returns the
 * exit status. */
int cli_batch_end(int code, const failure *why, size_t total, size_t failed);

/* How many lines should be taken at a time, after so many that took so long. */
size_t cli_batch_next_size(size_t last, double seconds);

#endif
