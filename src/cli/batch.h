/* Many problems, one a line, on one device. */
#ifndef CLI_BATCH_H
#define CLI_BATCH_H

#include "cli/failure.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/settings.h"

/* Solve the problems on the lines of settings->batch, `F ; G` or F alone, print a line for
 * each and explain on stderr what ended the batch. Returns the exit status. */
int cli_batch(const settings *how, size_t polynomials);

/* Open the device if it is not open, solve, print. `line` is 0 outside of batches. In
 * eliminate.c. */
int cli_solve_and_print(session *device, const problem *p, const settings *how, size_t line,
                        failure *why);

#endif
