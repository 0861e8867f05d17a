/* Many problems, one a line, on one device. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include <stddef.h>

#include "cli/settings.h"

/* Solve the problems on the lines of settings->batch, `F ; G` or F alone, print a line for
 * each and explain on stderr what ended the batch. Returns the exit status. */
int cli_batch(const settings *how, size_t polynomials);

#endif
