/* Results on stdout, in the format asked for. */
#ifndef CLI_OUTPUT_H
#define CLI_OUTPUT_H

#include <stddef.h>

#include "cli/failure.h"
#include "cli/problem.h"
#include "cli/session.h"
#include "cli/settings.h"

/* Print one answer: with line > 0, that of a line of a batch, on one line whatever the
 * format. That stdout cannot be written is noticed by cli_output_flush. */
void cli_output_answer(const answer *a, const problem *p, const session *device,
                       const settings *how, size_t line);

/* Print what stands in the place of an answer for a line of a batch that failed. */
void cli_output_failure(const failure *reason, output_format how, size_t line);

/* Write out what was printed, and see whether that, and statistics on stderr, went well.
 * Errors: LEAVE_FAILED (full disk, closed pipe ...) */
int cli_output_flush(failure *why);

#endif
