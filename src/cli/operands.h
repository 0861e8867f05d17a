/* Operands of commands: texts or files with one polynomial or, in the syntax of another system,
 * several. */
#ifndef CLI_OPERANDS_H
#define CLI_OPERANDS_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/failure.h"
#include "cli/formats/import.h"
#include "cli/input_file.h"
#include "cli/problem.h"
#include "cli/settings.h"

/* Checks that at most one operand is standard input. Errors: EXIT_USAGE */
int cli_operands_check(const settings *s, failure *why);

/* Returns whether the only operand from `first` on may be a file of several polynomials. */
bool cli_operands_may_hold_more(const settings *s, size_t first);

/* An operand and its polynomials. All zero: none. */
typedef struct operand {
    source source;
    foreign file;
} operand;

/* Opens an operand of this name, and reads its polynomials in the syntax of s->system; their
 * characteristic must be 0 or s->modulus. `o`, all zero before, must not move until
 * cli_operands_end. Errors: see cli_input_open; EXIT_USAGE (no polynomial found, too many) */
int cli_operand_open(operand *o, const char *text, const char *name, const settings *s,
                     failure *why);

/* Closes and frees an array of operands, which may be NULL; if `code` is not EXIT_OK, explains the
 * failure first, while the sources are open. Returns `code`. */
int cli_operands_end(operand *operands, size_t count, const settings *s, int code, failure *why);

/* Collects the polynomials of all operands: of a single one `least` to `most`, at most three, of
 * several one each. Errors: EXIT_USAGE (also errors in a lone polynomial), EXIT_FAILED */
int cli_operands_gather(const source **out, const operand *operands, size_t count, size_t least,
                        size_t most, failure *why);

/* Reads a problem of `least` to `most` polynomials, one or two, or three equations, from as many
 * operands or from one file. Shows failures itself. The problem is to be cleared, also after
 * failures.
 * Errors: see cli_operand_open and cli_problem_read */
int cli_operands_read(problem *p, const settings *s, size_t least, size_t most, failure *why);

#endif
