/* The one polynomial or two that stand among the arguments. */
#ifndef CLI_OPERANDS_H
#define CLI_OPERANDS_H

#include "cli/problem.h"
#include "cli/settings.h"

/* Whether standard input is asked for once at most. Errors: LEAVE_USAGE, which has been shown */
int cli_operands_check(const settings *s, const char *name);

/* Read a problem from them. To be cleared after failures, too, which have been shown.
 * Errors: those of cli_source_open and cli_problem_read */
int cli_operands_read(problem *p, const settings *s, failure *why);

#endif
