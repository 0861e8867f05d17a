/* How a computation went: --stats. */
#ifndef CLI_STATISTICS_H
#define CLI_STATISTICS_H

#include <stddef.h>
#include <stdio.h>

#include "cli/problem.h"
#include "cli/session.h"

/* Print for a person; line > 0 is that of a batch. */
void cli_statistics_print(FILE *out, const answer *a, const problem *p, const session *device,
                          size_t line);

/* The same as a JSON object. */
void cli_statistics_json(FILE *out, const answer *a, const problem *p, const session *device);

#endif
