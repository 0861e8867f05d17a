/* How a computation went: --stats. */
#ifndef CLI_STATISTICS_H
#define CLI_STATISTICS_H

#include <stddef.h>
#include <stdio.h>

#include "cli/problem.h"
#include "cli/session.h"
#include "cli/text.h"

/* Print for a person, what the engine has; line > 0 is that of a batch. */
void cli_statistics_print(FILE *out, const answer *a, const problem *p, const session *device,
                          size_t line);

/* Append the same as a JSON object, whose members do not depend on the engine. */
void cli_statistics_json(text_buffer *out, const answer *a, const problem *p,
                         const session *device);

#endif
