/* One problem from polynomials to printed answer, alone or as a line of a batch. */
#ifndef CLI_SOLVE_H
#define CLI_SOLVE_H

#include <stddef.h>

#include "cli/failure.h"
#include "cli/formats/output.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/settings.h"

/* Open and try the device if that was not done, solve, print the answer and, if asked for,
 * statistics. `line` is the batch's, 0 outside of batches.
 * Errors: EXIT_NO_DEVICE, EXIT_FAILED (also when interrupted) */
int cli_solve_and_print(const printer *to, session *device, const problem *p,
                        const settings *how, size_t line, failure *why);

/* Print an answer and, if asked for, statistics. Errors: EXIT_FAILED (no memory) */
int cli_print_answer(const printer *to, const answer *a, const problem *p, const session *device,
                     const settings *how, size_t line, failure *why);

#endif
