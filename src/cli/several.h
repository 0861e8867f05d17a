/* Reads problems in three or more variables, or over a number field, and packs them. */
#ifndef CLI_SEVERAL_H
#define CLI_SEVERAL_H

#include "cli/answer.h"
#include "cli/problem.h"

/* Reads F and, for a resultant, G (else NULL) in several variables into a packed problem.
 *
 * Pre: without how->minimal, the polynomials were not read as bivariate, and `why` has the reason,
 *      which remains if there are not several variables. Errors: see cli_problem_read */
int cli_several_read(problem *p, const source *f, const source *g, const settings *how,
                     failure *why);

/* Reads two polynomials, for a gcd, or three equations, of which denominators are not kept, in all
 * variables. Errors: EXIT_USAGE, EXIT_FAILED */
int cli_several_read_whole(problem *p, const source *const *from, size_t count, failure *why);

/* Appends the names in use to a message. Returns the code of the failure. */
int cli_several_add_names(const problem *p, failure *why);

/* Unpacks a part of an answer, modulo any minimal polynomial. Errors: LIMIT, HOST_MEMORY, DAMAGED
 * (a job's note) */
clmodp_status cli_several_unpack(quotient *a, const problem *p);

#endif
