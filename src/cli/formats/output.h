/* Prints results in the requested format. */
#ifndef CLI_FORMATS_OUTPUT_H
#define CLI_FORMATS_OUTPUT_H

#include <stddef.h>

#include "cli/answer.h"
#include "cli/text.h"

/* Appends a result. With line > 0 it belongs to that line of a batch, and is always one line. */
void cli_output_result(text_buffer *out, const answer *a, const problem *p, const session *device,
                       const settings *how, size_t line);

/* Prints `why` in place of the result of a failed line of a batch. Errors: EXIT_FAILED (no memory)
 */
int cli_print_failed_line(FILE *out, const source *line, output_format format, failure *why);

/* Prints a result and, if requested, statistics. Errors: EXIT_FAILED (no memory) */
int cli_print_result(const printer *to, const answer *a, const problem *p, const session *device,
                     const settings *how, size_t line, failure *why);

#endif
