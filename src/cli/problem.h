/* A resultant or a discriminant to compute: polynomials over Z with denominators, and the names of
 * their variables; the operands that have them; its answer; and the way from one to the other. */
#ifndef CLI_PROBLEM_H
#define CLI_PROBLEM_H

#include <stdbool.h>
#include <stddef.h>

#include <gmp.h>

#include <clmodp/clmodp.h>
#include <clmodp/polynomials.h>

#include "cli/destination.h"
#include "cli/failure.h"
#include "cli/formats/foreign.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/source.h"

/* F = f / f_denominator, G = g / g_denominator; y is the variable to eliminate. */
typedef struct problem {
    clmodp_zxy *f, *g; /* g is NULL for a discriminant */
    mpz_t f_denominator, g_denominator;
    mpz_t divisor;              /* of the numerator that f and g give; modulo the modulus */
    mpz_t subresultant_divisor; /* the same for the first subresultant */
    char names[2][CLMODP_NAME_SIZE];
    size_t variables;       /* of these names, those that are known */
    const char *eliminated; /* NULL: there is no variable at all */
    const char *kept;       /* NULL: there is no other variable */
    uint32_t modulus;       /* a prime: of the result; 0: none */
    bool subresultant;      /* the first one is asked for, too */
    bool reported;          /* so is how the computation goes */
    bool curves;            /* read for a plot: degrees and denominators are not checked */
    double seconds;         /* reading took */
    bool ready;             /* the numbers are initialised */
} problem;

/* Read F and, for a resultant, G (else NULL).
 *
 * The variable to eliminate is how->eliminate, or if that is NULL y if it occurs, else the
 * alphabetically last one. `out` is all zero, but for `curves`, or a problem read before with as
 * many operands, whose memory is used again; after a failure, too, it is to be cleared.
 * Errors: EXIT_USAGE (syntax, a third variable, sizes that cannot be held, no
 *         discriminant or subresultant, denominators that vanish modulo how->modulus),
 *         EXIT_FAILED when memory ends */
int cli_problem_read(problem *out, const source *f, const source *g, const settings *how,
                     failure *why);

/* What the library is asked for, with no place yet for what comes out. */
clmodp_problem cli_problem_asked(const problem *p);

/* A problem may be cleared twice, or if it is all zero. */
void cli_problem_clear(problem *p);

/* numerator / denominator in lowest terms; denominator > 0, and 1 modulo primes. */
typedef struct quotient {
    clmodp_zx *numerator;
    mpz_t denominator;
} quotient;

enum { ANSWER_MOST_PARTS = 3 };

/* A resultant or discriminant, and if it is asked for the first subresultant, by the powers of the
 * variable that was eliminated: the parts s_10 and s_11. */
typedef struct answer {
    quotient part[ANSWER_MOST_PARTS];
    size_t parts;  /* initialised */
    clmodp_zxy *s; /* the first subresultant, as the library has it; NULL once it is in parts */
    clmodp_resultant_report report; /* if the problem is reported */
} answer;

/* What the library is asked for, with places in the answer; and the answer from what it put there.
 * `out` is all zero or an answer of before, whose memory is used again if it has one part. After
 * failures, too, it is to be cleared. Errors: HOST_MEMORY, LIMIT */
clmodp_status cli_answer_begin(answer *out, clmodp_problem *asked, const problem *p);
clmodp_status cli_answer_finish(answer *out, const problem *p);

/* cli_answer_begin, a call of `compute`, and cli_answer_finish. After a failure, too, `out` is to
 * be cleared. Errors: those of cli_session_fail and cli_fail_status */
typedef clmodp_status cli_compute(void *user, clmodp_problem *asked);
int cli_answer_compute(answer *out, const session *device, const problem *p,
                       cli_compute *compute, void *user, failure *why);

/* As cli_problem_clear. */
void cli_answer_clear(answer *a);

/* Open and try the device if that was not done, compute, print the answer and, if asked for,
 * statistics. `line` is the batch's, 0 outside of batches.
 * Errors: EXIT_NO_DEVICE, EXIT_FAILED (also when interrupted) */
int cli_compute_and_print(const printer *to, session *device, const problem *p,
                          const settings *how, size_t line, failure *why);

/* Checks that at most one operand is standard input. Errors: EXIT_USAGE */
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
 * Errors: those of cli_source_open; EXIT_USAGE (nothing that is understood, too many) */
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
 * Errors: those of cli_operand_open and cli_problem_read */
int cli_operands_read(problem *p, const settings *s, size_t least, size_t most, failure *why);

#endif
