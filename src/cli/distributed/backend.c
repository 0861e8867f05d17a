/* Runs a command with the devices, ranks or folder by which it has its resultants computed. */
#include "cli/distributed/backend.h"

int cli_backend_open(cli_backend *on, const settings *how, failure *why)
{
    if (on->device != NULL)
        return EXIT_OK;
    if (cli_fleet_wanted(how)) {
        CHECK(cli_fleet_open(&on->fleet, how, why));
        on->device = cli_fleet_session(on->fleet);
        on->compute = cli_fleet_compute;
        on->user = on->fleet;
        return EXIT_OK;
    }
    CHECK(cli_session_open_tested(&on->alone, how, why));
    on->device = &on->alone;
    if (how->checkpoint == NULL)
        return EXIT_OK;
    on->compute = cli_checkpoint_compute;
    on->user = &on->kept;
    return cli_checkpoint_open(&on->kept, on->device, how->checkpoint, why);
}

int cli_backend_fail(const cli_backend *on, clmodp_status st, failure *why)
{
    const int code = cli_session_check(on->device, st, why);

    cli_checkpoint_explain(&on->kept, why);
    return code;
}

int cli_backend_run(const settings *how, cli_backend_use *use, failure *why)
{
    cli_backend on = {.device = NULL};
    int code;

    if (how->checkpoint != NULL)
        CHECK(cli_checkpoint_check(how, why));
    if (cli_ranks_wanted())
        return cli_ranks_use(how, use, why);
    code = use(&on, how, why);
    cli_fleet_close(on.fleet);
    cli_session_close(&on.alone);
    return code;
}
