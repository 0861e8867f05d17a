/* All that submit, worker and finish do, one after the other: what has been done is there. */
#include "cli/distributed/checkpoint.h"

#include "cli/commands/plan.h"
#include "cli/distributed/job.h"
#include "cli/session.h"
#include "cli/solve.h"
#include "cli/verbosity.h"
#include "cli/watch.h"

/* All units, those of others who are at the folder, too, and the answer; once more, if some turn
 * out to be damaged. */
static int work_and_lift(answer *a, session *device, const char *folder, const problem *p,
                         failure *why)
{
    clmodp_job_options options;
    bool damaged = true;
    int code = EXIT_FAILED;

    clmodp_job_options_init(&options);
    options.wait = 1;
    for (int tries = 0; damaged && tries < 2; tries++) {
        cli_answer_clear(a);
        damaged = false;
        code = cli_job_work(device, folder, &options, "interrupted: the same command goes on",
                            why);
        if (code == EXIT_OK)
            code = cli_job_lift(a, &damaged, device->context, folder, p, why);
        if (damaged && tries == 0)
            cli_remark("%s", why->text);
    }
    return code;
}

int cli_checkpoint_solve_and_print(const problem *p, const settings *how, failure *why)
{
    const printer to = cli_printer_standard();
    session device = {0};
    clmodp_plan *plan = NULL;
    answer a = {0};
    watched w;
    int code = cli_session_try(&device, how, why);

    if (code == EXIT_OK)
        code = cli_plan_make(&plan, device.context, p, NULL, how, why);
    if (code == EXIT_OK)
        code = cli_job_make(device.context, how->checkpoint, plan, p, why);
    clmodp_plan_destroy(plan);
    if (code == EXIT_OK) {
        cli_watch_begin(&w, device.context, 0);
        code = work_and_lift(&a, &device, how->checkpoint, p, why);
        cli_watch_end(&w);
    }
    if (code == EXIT_OK)
        code = cli_print_answer(&to, &a, p, &device, how, 0, why);
    cli_answer_clear(&a);
    cli_session_close(&device);
    return code;
}
