/* The answer to a problem: polynomials in lowest terms, computed in a session and printed. */
#ifndef CLI_ANSWER_H
#define CLI_ANSWER_H

#include <stddef.h>

#include <gmp.h>

#include <clmodp/clmodp.h>

#include "cli/failure.h"
#include "cli/output_file.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/settings.h"

/* numerator / denominator in lowest terms; denominator > 0, and 1 modulo primes. */
typedef struct quotient {
    clmodp_zx *numerator;
    clmodp_mpoly *unpacked; /* instead, if packed; else NULL */
    mpz_t denominator;
    unsigned k, j; /* of a subresultant S_k: coefficient of the j-th power of the variable */
} quotient;

/* A resultant or discriminant, then S_k if requested; or S_0, S_1, .... Subresultants are given by
 * their coefficients, the lowest first. */
typedef struct answer {
    quotient *part;
    size_t parts;       /* initialised parts */
    clmodp_zxy *s;      /* S_k from the library; NULL once it is split */
    size_t count;       /* of S_0, S_1, ... from the library: */
    clmodp_zxy **chain; /* NULL once they are split */
    clmodp_zx **principal; /* numerators of the parts */
    clmodp_resultant_report report; /* if the problem is reported */
} answer;

/* Prepare the request with places in the answer, and complete the answer from the library's
 * results. `out` is all zero or an earlier answer, whose memory is reused if it has one part. It
 * is to be cleared, also after failures. Errors: HOST_MEMORY, LIMIT */
clmodp_status cli_answer_begin(answer *out, clmodp_problem *asked, const problem *p);
clmodp_status cli_answer_finish(answer *out, const problem *p);

/* Computes an answer: cli_answer_begin, a call of `compute`, which fills `why` if it fails, and
 * cli_answer_finish. `out` is to be cleared, also after failures.
 * Errors: those of `compute`, EXIT_FAILED */
typedef int cli_compute(void *user, clmodp_problem *asked, failure *why);
int cli_answer_compute(answer *out, const problem *p, cli_compute *compute, void *user,
                       failure *why);

/* Prepares an empty answer for `count` polynomials in `variables` variables, with a report. It is
 * to be cleared, also after failures. Errors: HOST_MEMORY */
clmodp_status cli_answer_begin_polynomials(answer *out, size_t count, size_t variables);

/* Clears an answer, as cli_problem_clear. */
void cli_answer_clear(answer *a);

/* Opens the device and probes its driver if necessary, computes, and prints the result and any
 * requested statistics. `line` is the line of a batch, 0 outside of batches.
 * Errors: EXIT_NO_DEVICE, EXIT_FAILED (also when interrupted) */
int cli_compute_and_print(const printer *to, session *device, const problem *p,
                          const settings *how, size_t line, failure *why);

#endif
