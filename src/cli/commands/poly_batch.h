/* The lines of a batch of operations on polynomials over F_p. */
#ifndef CLI_POLY_BATCH_H
#define CLI_POLY_BATCH_H

#include "cli/commands/poly_problem.h"

/* Answer each line of how->batch, operands apart by `;`, in their order; one that fails does not
 * stop the others. Explains a failure on stderr. Returns the exit status. */
int cli_poly_batch(const poly_operation *operation, const settings *how);

#endif
