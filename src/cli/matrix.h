/* Matrices as operands, and the problems of their determinants. */
#ifndef CLI_MATRIX_H
#define CLI_MATRIX_H

#include <clmodp/matrix.h>

#include "cli/problem.h"

/* Reads the only operand: a matrix A, square if wanted, or with --variable T the matrix T I - A.
 *
 * Shows failures itself. *entries is to be destroyed and the problem, with the names of the
 * variables, to be cleared, also after failures.
 * Errors: EXIT_USAGE (also if A has the variable T), EXIT_FAILED */
int cli_matrix_read(clmodp_matrix **entries, problem *p, const settings *s, bool square,
                    failure *why);

/* Reads the problem of the matrix's determinant, packed into one variable. Errors: as
 * cli_matrix_read, EXIT_USAGE (exponents) */
int cli_matrix_read_packed(problem *p, const settings *s, failure *why);

#endif
