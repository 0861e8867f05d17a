/* The one polynomial or two that stand among the arguments. */
#ifndef CLI_OPERANDS_H
#define CLI_OPERANDS_H

#include <stddef.h>

#include <clmodp/polynomials.h>

#include "cli/formats/foreign.h"
#include "cli/problem.h"
#include "cli/settings.h"

/* Whether standard input is asked for once at most. Errors: EXIT_USAGE */
int cli_operands_check(const settings *s, failure *why);

/* Whether there is one operand from number `first` on, which can be a file of more polynomials
 * than one. */
bool cli_operands_may_hold_more(const settings *s, size_t first);

/* An operand, and what polynomials it has. All zero: none; it may be closed twice. */
typedef struct operand {
    source source;
    foreign file;
} operand;

/* Open what an operand of this name means, and read the polynomials in it as s->system says; their
 * characteristic is to be 0 or s->modulus. `o` has to stay where it is until it is closed, after
 * failures, too, and as long as one of it is to be shown.
 * Errors: those of cli_source_open and cli_foreign_read */
int cli_operand_open(operand *o, const char *text, const char *name, const settings *s,
                     failure *why);
void cli_operand_close(operand *o);

/* The polynomials of all operands, of one `least` to `most`, one or two, of several one each.
 * Errors: EXIT_USAGE (also what is wrong in those that there are, where some are missing),
 *         EXIT_FAILED */
int cli_operands_gather(const source **out, const operand *operands, size_t count, size_t least,
                        size_t most, failure *why);

/* Read a problem from them, of `least` to `most` polynomials, one or two; there are as many
 * operands, or one file that has them. To be cleared after failures, too, which have been shown.
 * Errors: those of cli_source_open, cli_foreign_read and cli_problem_read */
int cli_operands_read(problem *p, const settings *s, size_t least, size_t most, failure *why);

#endif
