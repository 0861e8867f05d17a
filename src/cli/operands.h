/* The one polynomial or two that stand among the arguments. */
#ifndef CLI_OPERANDS_H
#define CLI_OPERANDS_H

#include "cli/problem.h"
#include "cli/settings.h"

/* Whether standard input is asked for once at most. Errors: LEAVE_USAGE, which has been shown */
int cli_operands_check(const settings *s, const char *name);

/* Whether there is one operand, which can be a file of more polynomials than one. */
bool cli_operands_may_hold_more(const settings *s);

/* Read a problem from them, of `least` to `most` polynomials, one or two; there are as many
 * operands, or one file that has them. To be cleared after failures, too, which have been shown.
 * Errors: those of cli_source_open, cli_foreign_read and cli_problem_read */
int cli_operands_read(problem *p, const settings *s, size_t least, size_t most, failure *why);

#endif
