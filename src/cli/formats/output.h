/* Results in the format asked for, and where they go. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stddef.h>
#include <stdio.h>

#include "cli/failure.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/text.h"

/* Where answers are printed, and statistics: standard output and error, or memory. */
typedef struct printer {
    FILE *answers, *statistics;
} printer;

static inline printer cli_printer_standard(void)
{
    return (printer){stdout, stderr};
}

/* Append one answer: with line > 0, that of a line of a batch, on one line whatever the
 * format. */
void cli_output_answer(text_buffer *out, const answer *a, const problem *p, const session *device,
                       const settings *how, size_t line);

/* Words of its integers, of which the text's listener hears: about as many. */
double cli_output_words(const answer *a, output_format how);

/* Append what stands in the place of an answer for a line of a batch that failed. */
void cli_output_failure(text_buffer *out, const failure *reason, output_format how, size_t line);

/* Write out what was printed, and see whether that, and statistics on stderr, went well.
 * Errors: EXIT_FAILED (full disk, closed pipe ...) */
int cli_output_flush(failure *why);

/* The same of a printer; of memory it is known when the file is closed. */
int cli_printer_flush(const printer *to, failure *why);

/* The same behind all results; keeps the file of --output if there is one. */
int cli_output_finish(failure *why);

#endif
