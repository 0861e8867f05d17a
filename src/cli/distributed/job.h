/* Folders of jobs: what subcommands share. */
#ifndef CLI_JOB_H
#define CLI_JOB_H

#include <clmodp/job.h>

#include "cli/command.h"
#include "cli/problem.h"
#include "cli/session.h"

/* Run a subcommand whose only operand is a folder. Returns the exit status. */
int cli_job_run(const command *of, char **arguments,
                int (*work)(const settings *s, failure *why));

/* Make the folder, with a note of what the answer needs. Errors: EXIT_FAILED */
int cli_job_make(clmodp_context *context, const char *folder, const clmodp_plan *plan,
                 const problem *p, failure *why);

/* Compute units on a session's device.
 * Errors: EXIT_FAILED (after Ctrl-C `interrupted` tells), those of opening a device */
int cli_job_work(session *device, const char *folder, const clmodp_job_options *options,
                 const char *interrupted, failure *why);

/* The answer, once all units are done. To be cleared after failures, too; *damaged, unless it is
 * NULL: there are units to be computed again. Errors: EXIT_FAILED */
int cli_job_lift(answer *a, bool *damaged, clmodp_context *context, const char *folder,
                 const problem *p, failure *why);

#endif
