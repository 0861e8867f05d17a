/* Ask, watch, say who failed, print. */
#include "cli/distributed/distributed.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/formats/output.h"
#include "cli/solve.h"
#include "cli/verbosity.h"
#include "cli/watch.h"

/* Who was late cost nobody anything, unless it is still so: of interest where times are. */
static void report_members(const distributed *j, bool stats)
{
    for (size_t k = 0; k < j->count; k++) {
        const clmodp_fleet_member *m = &j->members[k];
        char number[CLI_DEVICE_NAME];
        const char *name = number;

        (void)snprintf(number, sizeof number, "%zu", k);
        if (j->names != NULL)
            name = j->names[k];
        if (m->status != CLMODP_OK && m->status != CLMODP_CANCELLED)
            cli_remark("%s %s was left out: %s", j->kind, name, m->message);
        else if (stats && m->lates > 0)
            cli_remark("%s %s took longer than it should: others did what it was at, too",
                       j->kind, name);
    }
}

static int solve_distributed(const distributed *j, answer *a, const problem *p,
                             const settings *how, failure *why)
{
    clmodp_context *context = j->device->context;
    clmodp_resultant_options options;
    clmodp_plan_options plan;
    clmodp_problem asked;
    clmodp_status st;
    watched w;

    cli_settings_options(&options, how);
    clmodp_plan_options_init(&plan);
    plan.resultant = &options;
    for (size_t k = 0; k < j->count; k++)
        j->members[k].size = sizeof j->members[k];
    st = cli_answer_begin(a, &asked, p);
    if (st != CLMODP_OK)
        return cli_fail_status(why, st, NULL);
    cli_watch_begin(&w, context, 0);
    st = j->solve(j->user, &asked, &plan, j->members);
    cli_watch_end(&w);
    if (st != CLMODP_OK && cli_interrupted())
        return cli_fail(why, EXIT_FAILED, "interrupted");
    report_members(j, how->stats);
    if (st != CLMODP_OK)
        return cli_fail_status(why, st, clmodp_context_message(context));
    st = cli_answer_finish(a, p);
    return st == CLMODP_OK ? EXIT_OK : cli_fail_status(why, st, NULL);
}

int cli_distributed_solve_and_print(const distributed *j, const problem *p, const settings *how,
                                    failure *why)
{
    const printer to = cli_printer_standard();
    answer a = {0};
    int code = solve_distributed(j, &a, p, how, why);

    if (code == EXIT_OK)
        code = cli_print_answer(&to, &a, p, j->device, how, 0, why);
    cli_answer_clear(&a);
    return code;
}
