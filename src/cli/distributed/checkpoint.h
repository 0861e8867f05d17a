/* A computation that goes on where it was stopped. */
#ifndef CLI_CHECKPOINT_H
#define CLI_CHECKPOINT_H

#include "cli/problem.h"
#include "cli/settings.h"

/* As cli_solve_and_print, by units that are kept in the folder of --checkpoint. */
int cli_checkpoint_solve_and_print(const problem *p, const settings *how, failure *why);

#endif
