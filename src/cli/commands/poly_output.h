/* Results of operations on polynomials over F_p, in the format asked for. */
#ifndef CLI_POLY_OUTPUT_H
#define CLI_POLY_OUTPUT_H

#include "cli/commands/poly_problem.h"

/* Print them, one polynomial a line, or those of a line of a batch (line > 0) on one line with
 * ` ; ` between; and statistics if they are asked for. Errors: EXIT_FAILED */
int cli_poly_print(const poly_problem *p, const session *device, const settings *how, size_t line,
                   failure *why);

#endif
