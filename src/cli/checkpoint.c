/* All that submit, worker and finish do, one after the other: what has been done is there. */
#include "cli/checkpoint.h"

#include "cli/job.h"
#include "cli/plan.h"
#include "cli/session.h"
#include "cli/solve.h"
#include "cli/watch.h"

/* All units, those of others who are at the folder, too. */
static int work(session *device, const char *folder, failure *why)
{
    clmodp_job_options options;
    clmodp_status st;

    clmodp_job_options_init(&options);
    options.wait = 1;
    st = clmodp_job_work(device->context, NULL, folder, &options);
    if (st != CLMODP_OK && cli_interrupted())
        return cli_fail(why, LEAVE_FAILED, "interrupted: the same command goes on");
    if (st != CLMODP_OK && device->refused.leave != LEAVE_FINE)
        return (*why = device->refused).leave;
    return st == CLMODP_OK ? LEAVE_FINE
                           : cli_fail_status(why, st, clmodp_context_message(device->context));
}

int cli_checkpoint_solve_and_print(const problem *p, const settings *how, failure *why)
{
    session device = {0};
    clmodp_plan *plan = NULL;
    answer a = {0};
    watched w;
    int leave = cli_session_try(&device, how, why);

    if (leave == LEAVE_FINE)
        leave = cli_plan_make(&plan, device.context, p, how, why);
    if (leave == LEAVE_FINE)
        leave = cli_job_make(device.context, how->checkpoint, plan, p, why);
    clmodp_plan_destroy(plan);
    if (leave == LEAVE_FINE) {
        cli_watch_begin(&w, device.context, 0);
        leave = work(&device, how->checkpoint, why);
        if (leave == LEAVE_FINE)
            leave = cli_job_lift(&a, device.context, how->checkpoint, p, why);
        cli_watch_end(&w);
    }
    if (leave == LEAVE_FINE)
        leave = cli_print_answer(&a, p, &device, how, 0, why);
    cli_answer_clear(&a);
    cli_session_close(&device);
    return leave;
}
