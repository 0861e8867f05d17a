/* The statistics of a result that --stats prints: times and counts. */
#ifndef CLI_FORMATS_STATISTICS_H
#define CLI_FORMATS_STATISTICS_H

#include <stdio.h>

#include "cli/answer.h"
#include "cli/text.h"

/* Prints them for people; line > 0 is the line of a batch. */
void cli_statistics_print(FILE *out, const answer *a, const problem *p, const session *device,
                          size_t line);

/* Appends them as a JSON object with the same members for all engines. */
void cli_statistics_json(text_buffer *out, const answer *a, const problem *p,
                         const session *device);

#endif
