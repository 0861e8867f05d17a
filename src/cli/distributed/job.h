/* Plans of what is asked for, and folders of jobs: what the subcommands on them and --checkpoint
 * share. */
#ifndef CLI_DISTRIBUTED_JOB_H
#define CLI_DISTRIBUTED_JOB_H

#include <stddef.h>

#include <clmodp/distributed.h>
#include <clmodp/plan.h>

#include "cli/problem.h"
#include "cli/session.h"
#include "cli/settings.h"

/* A problem that has this, without its polynomials. To be cleared, after failures too.
 * Errors: EXIT_FAILED (it is none) */
int cli_job_note_read(problem *out, const char *note, size_t size, failure *why);

/* For subcommands whose only operand is a folder: see that there is one. Errors: EXIT_USAGE */
int cli_job_begin(settings *s, failure *why);

/* Make the folder, with a note of what the answer needs. Errors: EXIT_FAILED */
int cli_job_make(clmodp_context *context, const char *folder, const clmodp_plan *plan,
                 const problem *p, failure *why);

/* Compute units on a session's device. Errors: those of cli_session_fail */
int cli_job_work(const session *device, const char *folder, const clmodp_job_options *options,
                 failure *why);

/* The answer, once all units are done. To be cleared after failures, too; *damaged, unless it is
 * NULL: there are units to be computed again. Errors: those of cli_session_fail */
int cli_job_lift(answer *a, bool *damaged, const session *device, const char *folder,
                 const problem *p, failure *why);

/* As cli_compute_and_print, by units that are kept in the folder of --checkpoint. */
int cli_checkpoint_compute_and_print(const problem *p, const settings *how, failure *why);

/* A plan, to be released, for a machine or, with NULL, for this one.
 * Errors: EXIT_FAILED, EXIT_USAGE */
int cli_plan_make(clmodp_plan **plan, clmodp_context *context, const problem *p,
                  const clmodp_machine *machine, const settings *s, failure *why);

/* A plan that was made, and what of. */
typedef struct planned {
    clmodp_context *context;
    const clmodp_plan *plan;
    const clmodp_machine *machine; /* NULL: this one */
    const char *folder;            /* NULL: none */
    const problem *problem;
} planned;

/* What becomes of a plan. Errors: exit statuses */
typedef int cli_plan_use(const planned *made, const settings *s, failure *why);

/* Runs a subcommand that plans what its operands ask for; in_folder: the first one is a folder,
 * else that is NULL. Errors: EXIT_USAGE, those of `use` */
int cli_plan_run(bool in_folder, settings *s, cli_plan_use *use, failure *why);

#endif
