/* What the folder of a job says beside its plan: names of variables, and denominators. */
#ifndef CLI_JOB_NOTE_H
#define CLI_JOB_NOTE_H

#include <stddef.h>

#include "cli/problem.h"
#include "cli/text.h"

/* Append what of a problem its answer needs. */
void cli_job_note_put(text_buffer *out, const problem *p);

/* A problem that has this, without its polynomials. To be cleared, after failures too.
 * Errors: EXIT_FAILED (it is none) */
int cli_job_note_read(problem *out, const char *note, size_t size, failure *why);

#endif
