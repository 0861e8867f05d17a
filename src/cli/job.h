/* Folders of jobs: what subcommands share. */
#ifndef CLI_JOB_H
#define CLI_JOB_H

#include <clmodp/job.h>

#include "cli/problem.h"

/* Make the folder, with a note of what the answer needs. Errors: LEAVE_FAILED */
int cli_job_make(clmodp_context *context, const char *folder, const clmodp_plan *plan,
                 const problem *p, failure *why);

/* The answer, once all units are done. To be cleared after failures, too. Errors: LEAVE_FAILED */
int cli_job_lift(answer *a, clmodp_context *context, const char *folder, const problem *p,
                 failure *why);

#endif
