/* An operation on polynomials in one variable over F_p, and its results. */
#ifndef CLI_COMMANDS_POLY_PROBLEM_H
#define CLI_COMMANDS_POLY_PROBLEM_H

#include <stdbool.h>

#include <gmp.h>

#include <clmodp/clmodp.h>

#include "cli/failure.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/input_file.h"

enum { POLY_MOST_OPERANDS = 3, POLY_MOST_RESULTS = 3 };

/* The kind of an operand. */
typedef enum poly_kind { POLY_POLYNOMIAL, POLY_VALUE, POLY_NUMBER } poly_kind;

/* An operation of `clmodp poly`. */
typedef struct poly_operation {
    const char *name;
    size_t operands;
    const char *operand[POLY_MOST_OPERANDS]; /* names in messages */
    poly_kind kind[POLY_MOST_OPERANDS];
    size_t results;
    const char *result[POLY_MOST_RESULTS]; /* members of JSON objects */
    bool scalar;                           /* the result is an element of F_p */
} poly_operation;

/* The NULL-terminated list of operations. */
extern const poly_operation *const cli_poly_operations[];

/* An operation with operands. Zero-initialise; it may be read repeatedly, and is to be cleared. */
typedef struct poly_problem {
    const poly_operation *operation;
    char variable[CLMODP_NAME_SIZE]; /* "x" if the operands have none */
    clmodp_fpx *operand[POLY_MOST_OPERANDS];
    uint64_t value;     /* of POLY_VALUE */
    mpz_t number;       /* of POLY_NUMBER: an exponent, or a bound on degrees; 0 or more */
    bool ready;         /* number is initialised */
    clmodp_fpx *result[POLY_MOST_RESULTS];
    uint64_t scalar;    /* result of a scalar operation */
    clmodp_fpx_report report;
    double seconds;     /* time taken by reading */
} poly_problem;

/* Reads the operation's operands.
 * Errors: EXIT_USAGE (syntax, two variables, a denominator that is 0 modulo the prime),
 *         EXIT_FAILED */
int cli_poly_read(poly_problem *p, clmodp_context *context, const source *sources,
                  const settings *how, failure *why);

/* Computes the results; `line` is the line of a batch, or 0. Errors: EXIT_USAGE (no result, as for
 * a divisor 0), or as cli_session_check */
int cli_poly_compute(poly_problem *p, const session *device, const settings *how, size_t line,
                     failure *why);

/* Clears a problem, before its context is destroyed. */
void cli_poly_clear(poly_problem *p);

/* Prints the results, one polynomial on a line; for a line of a batch (line > 0), on one line
 * separated by ` ; `. Prints statistics if requested. Errors: EXIT_FAILED */
int cli_poly_print(const poly_problem *p, const session *device, const settings *how, size_t line,
                   failure *why);

#endif
