/* A resultant, discriminant, gcd or determinant to compute: operands and names of variables. */
#ifndef CLI_PROBLEM_H
#define CLI_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include <gmp.h>

#include <clmodp/clmodp.h>

#include "cli/failure.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/input_file.h"

/* F = f / f_denominator, G = g / g_denominator; y is eliminated, several others are packed. */
typedef struct problem {
    clmodp_zxy *f, *g; /* g is NULL for a discriminant or determinant */
    mpz_t f_denominator, g_denominator;
    mpz_t divisor;              /* of the numerator computed from f and g; modulo the modulus */
    mpz_t subresultant_divisor; /* the same for S_k */
    char names[CLMODP_MOST_VARIABLES][CLMODP_NAME_SIZE];
    size_t variables;       /* names in use, sorted */
    const char *eliminated; /* NULL: no variable */
    const char *kept;       /* the other variable; NULL: none, or several */
    clmodp_packing *packing; /* NULL: at most two variables, over Q */
    const char *generator;  /* of the number field; NULL: none */
    clmodp_zx *minimal;     /* its minimal polynomial */
    uint64_t modulus;       /* 0: none */
    unsigned subresultant;  /* k of S_k, also requested; 0: none */
    bool chain, principal;  /* S_0, S_1, ..., or their principal coefficients, instead */
    bool all;               /* no variable is eliminated */
    uint32_t order;         /* of a matrix, packed in f, whose determinant is requested; 0: none */
    bool gcd;               /* a greatest common divisor, in all variables, instead, of: */
    clmodp_mpoly *whole[3]; /* f and g, or three equations; else NULL */
    bool cofactors;         /* also requested */
    bool reported;          /* a report is requested */
    bool curves;            /* read for a plot: degrees and denominators are not checked */
    double seconds;         /* time taken by reading, for statistics */
    bool ready;             /* the numbers are initialised */
} problem;

/* Prepares a problem, all zero or read before, without polynomials. */
void cli_problem_begin(problem *p, const settings *how);

/* Returns the index of a name; p->variables if it is not in use. */
static inline size_t cli_problem_index(const problem *p, const char *name)
{
    size_t k = 0;

    while (k < p->variables && strcmp(p->names[k], name) != 0)
        k++;
    return k;
}

/* Puts the one variable of an expression in use. Errors: EXIT_USAGE (too many) */
static inline int cli_problem_add_name(problem *p, const char *name, failure *why)
{
    return clmodp_mpoly_text_variables(p->names, &p->variables, CLMODP_MOST_VARIABLES, name,
                                       CLMODP_STRING, NULL) == CLMODP_OK
               ? EXIT_OK
               : cli_fail(why, EXIT_USAGE, "'%s' is one variable too many: at most %d are "
                          "supported", name, CLMODP_MOST_VARIABLES);
}

/* Reads F and, for a resultant, G (else NULL).
 *
 * The variable to eliminate is how->eliminate, which need not occur except for curves; if it is
 * NULL, y if it occurs, else the alphabetically last of two, not counting the generator of a
 * number field. `out` is all zero except `curves`, or was read before with as many operands, to
 * reuse its memory. It is to be cleared, also after failures.
 * Errors: EXIT_USAGE (syntax, three variables or more without how->eliminate, sizes beyond the
 *         limits, no discriminant or subresultant, denominators without inverse modulo
 *         how->modulus), EXIT_FAILED without memory */
int cli_problem_read(problem *out, const source *f, const source *g, const settings *how,
                     failure *why);

/* Returns how many S_0, S_1, ... polynomials of degrees p and q have: the resultant alone if a
 * degree is 0. */
static inline size_t cli_chain_length(long p, long q)
{
    const long least = p < q ? p : q;

    return least > 1 ? (size_t)least : 1;
}

/* Returns the number of coefficients of subresultants, or other results, that are requested. */
static inline size_t cli_problem_parts(const problem *p, size_t count)
{
    return !p->chain      ? p->subresultant + (p->subresultant != 0 ? (size_t)2 : 1)
           : p->principal ? count
                          : count * (count + 1) / 2;
}

/* Checks that these are few enough, before memory is allocated for them. Errors: EXIT_USAGE */
static inline int cli_problem_check_parts(const problem *p, size_t count, failure *why)
{
    const size_t parts = cli_problem_parts(p, count), most = (size_t)1 << 20;

    if (parts <= most)
        return EXIT_OK;
    return cli_fail(why, EXIT_USAGE, "%zu coefficients of subresultants are too many: at most %zu "
                    "can be computed together", parts, most);
}

/* Returns the requested operation. */
static inline clmodp_operation cli_problem_operation(const problem *p)
{
    return p->order > 0           ? CLMODP_OPERATION_DETERMINANT
           : p->g == NULL         ? CLMODP_OPERATION_DISCRIMINANT
           : p->chain             ? CLMODP_OPERATION_SUBRESULTANTS
           : p->subresultant != 0 ? CLMODP_OPERATION_SUBRESULTANT
                                  : CLMODP_OPERATION_RESULTANT;
}

/* Returns the request to the library, without places for results. */
clmodp_problem cli_problem_asked(const problem *p);

/* Tells whether results are polynomials in several variables, also if just one remains. */
static inline bool cli_problem_is_several(const problem *p)
{
    return p->packing != NULL || p->variables > 2 || p->all;
}

/* Sets `others` to the variables that remain; returns their number. */
static inline size_t cli_problem_others(const char *others[CLMODP_MOST_VARIABLES],
                                        const problem *p)
{
    size_t count = 0;

    if (p->kept != NULL)
        others[count++] = p->kept;
    for (size_t k = 0; k < p->variables && cli_problem_is_several(p); k++)
        if (p->names[k] != p->eliminated)
            others[count++] = p->names[k];
    return count;
}

/* Checks that a format can have the result. Errors: EXIT_USAGE */
int cli_problem_check_format(const problem *p, output_format format, failure *why);

/* Clears a problem; allowed twice, or if it is all zero. */
void cli_problem_clear(problem *p);

#endif
