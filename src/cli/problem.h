/* A resultant or discriminant to compute: operands, names of variables, and the result. */
#ifndef CLI_PROBLEM_H
#define CLI_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>

#include <gmp.h>

#include <clmodp/clmodp.h>

#include "cli/output_file.h"
#include "cli/failure.h"
#include "cli/formats/import.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/input_file.h"

/* F = f / f_denominator, G = g / g_denominator; y is eliminated, several others are packed. */
typedef struct problem {
    clmodp_zxy *f, *g; /* g is NULL for a discriminant */
    mpz_t f_denominator, g_denominator;
    mpz_t divisor;              /* of the numerator computed from f and g; modulo the modulus */
    mpz_t subresultant_divisor; /* the same for the first subresultant */
    char names[CLMODP_MOST_VARIABLES][CLMODP_NAME_SIZE];
    size_t variables;       /* names in use, sorted */
    const char *eliminated; /* NULL: no variable */
    const char *kept;       /* the other variable; NULL: none, or several */
    clmodp_packing *packing; /* NULL: at most two variables, over Q */
    const char *generator;  /* of the number field; NULL: none */
    clmodp_zx *minimal;     /* its minimal polynomial */
    uint64_t modulus;       /* 0: none */
    bool subresultant;      /* also requested */
    bool reported;          /* a report is requested */
    bool curves;            /* read for a plot: degrees and denominators are not checked */
    double seconds;         /* time taken by reading, for statistics */
    bool ready;             /* the numbers are initialised */
} problem;

/* Reads F and, for a resultant, G (else NULL).
 *
 * The variable to eliminate is how->eliminate; if it is NULL, y if it occurs, else the
 * alphabetically last of two, not counting the generator of a number field. `out` is all zero
 * except `curves`, or was read before with as many operands, to reuse its memory. It is to be
 * cleared, also after failures.
 * Errors: EXIT_USAGE (syntax, three variables or more without how->eliminate, sizes beyond the
 *         limits, no discriminant or subresultant, denominators without inverse modulo
 *         how->modulus), EXIT_FAILED without memory */
int cli_problem_read(problem *out, const source *f, const source *g, const settings *how,
                     failure *why);

/* Returns the request to the library, without places for results. */
static inline clmodp_problem cli_problem_asked(const problem *p)
{
    return (clmodp_problem){
        .size = sizeof(clmodp_problem),
        .operation = p->g == NULL      ? CLMODP_OPERATION_DISCRIMINANT
                     : p->subresultant ? CLMODP_OPERATION_SUBRESULTANT
                                       : CLMODP_OPERATION_RESULTANT,
        .modulus = p->modulus, .k = 1, .f = p->f, .g = p->g};
}

/* Tells whether results are polynomials in several variables, also if just one remains. */
static inline bool cli_problem_is_several(const problem *p)
{
    return p->packing != NULL || p->variables > 2;
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

/* numerator / denominator in lowest terms; denominator > 0, and 1 modulo primes. */
typedef struct quotient {
    clmodp_zx *numerator;
    clmodp_mpoly *unpacked; /* instead, if packed; else NULL */
    mpz_t denominator;
} quotient;

enum { ANSWER_MOST_PARTS = 3 };

/* A resultant or discriminant, and the first subresultant if requested, as its coefficients of the
 * powers of the eliminated variable: the parts s_10 and s_11. */
typedef struct answer {
    quotient part[ANSWER_MOST_PARTS];
    size_t parts;  /* initialised parts */
    clmodp_zxy *s; /* the first subresultant from the library; NULL once it is split */
    clmodp_resultant_report report; /* if the problem is reported */
} answer;

/* Prepare the request with places in the answer, and complete the answer from the library's
 * results. `out` is all zero or an earlier answer, whose memory is reused if it has one part. It
 * is to be cleared, also after failures. Errors: HOST_MEMORY, LIMIT */
clmodp_status cli_result_begin(answer *out, clmodp_problem *asked, const problem *p);
clmodp_status cli_result_finish(answer *out, const problem *p);

/* Computes an answer: cli_result_begin, a call of `compute`, and cli_result_finish. `out` is to be
 * cleared, also after failures. Errors: see cli_session_fail and cli_fail_status */
typedef clmodp_status cli_compute(void *user, clmodp_problem *asked);
int cli_result_compute(answer *out, const session *device, const problem *p, cli_compute *compute,
                       void *user, failure *why);

/* Clears an answer, as cli_problem_clear. */
void cli_result_clear(answer *a);

/* Opens the device and probes its driver if necessary, computes, and prints the result and any
 * requested statistics. `line` is the line of a batch, 0 outside of batches.
 * Errors: EXIT_NO_DEVICE, EXIT_FAILED (also when interrupted) */
int cli_compute_and_print(const printer *to, session *device, const problem *p,
                          const settings *how, size_t line, failure *why);

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
 * characteristic must be 0 or s->modulus. `o` is to be closed, also after failures, once its
 * failures are shown, must not move before, and may be closed twice.
 * Errors: see cli_input_open; EXIT_USAGE (no polynomial found, too many) */
int cli_operand_open(operand *o, const char *text, const char *name, const settings *s,
                     failure *why);
void cli_operand_close(operand *o);

/* Suggests @FILE if the text of an operand failed, and is the name of a file. */
void cli_operands_suggest_file(failure *why, const settings *s);

/* Collects the polynomials of all operands: of a single one `least` to `most`, one or two, of
 * several one each. Errors: EXIT_USAGE (also errors in a lone polynomial), EXIT_FAILED */
int cli_operands_gather(const source **out, const operand *operands, size_t count, size_t least,
                        size_t most, failure *why);

/* Reads a problem of `least` to `most` polynomials, one or two, from as many operands or from one
 * file. Shows failures itself. The problem is to be cleared, also after failures.
 * Errors: see cli_operand_open and cli_problem_read */
int cli_operands_read(problem *p, const settings *s, size_t least, size_t most, failure *why);

#endif
