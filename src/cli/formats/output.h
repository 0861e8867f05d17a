/* Answers in the format asked for, and how the computation went: --stats. */
#ifndef CLI_FORMATS_OUTPUT_H
#define CLI_FORMATS_OUTPUT_H

#include <stddef.h>

#include "cli/destination.h"
#include "cli/failure.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/text.h"

/* Append one answer: with line > 0, that of a line of a batch, on one line whatever the
 * format. */
void cli_output_answer(text_buffer *out, const answer *a, const problem *p, const session *device,
                       const settings *how, size_t line);

/* Append what stands in the place of an answer for a line of a batch that failed. */
void cli_output_failure(text_buffer *out, const failure *reason, output_format how, size_t line);

/* Print an answer and, if asked for, statistics. Errors: EXIT_FAILED (no memory) */
int cli_print_answer(const printer *to, const answer *a, const problem *p, const session *device,
                     const settings *how, size_t line, failure *why);

#endif
