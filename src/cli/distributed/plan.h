/* Plans of what is asked for. */
#ifndef CLI_PLAN_H
#define CLI_PLAN_H

#include <clmodp/plan.h>

#include "cli/problem.h"
#include "cli/settings.h"

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
