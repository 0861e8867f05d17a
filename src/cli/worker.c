/* clmodp worker: take units from a folder until none is left. */
#include "cli/command.h"
#include "cli/session.h"
#include "cli/usage.h"
#include "cli/watch.h"

static int work(const settings *s, failure *why)
{
    session device = {0};
    clmodp_job_options options;
    clmodp_status st;
    watched w;
    int leave = cli_session_try(&device, s, why);

    if (leave == LEAVE_FINE) {
        clmodp_job_options_init(&options);
        options.lease = s->lease > 0 ? s->lease : options.lease;
        options.most_units = s->units;
        options.wait = s->wait;
        cli_watch_begin(&w, device.context, 0);
        st = clmodp_job_work(device.context, NULL, s->operands[0], &options);
        cli_watch_end(&w);
        if (st != CLMODP_OK && cli_interrupted())
            leave = cli_fail(why, LEAVE_FAILED, "interrupted");
        else if (st != CLMODP_OK && device.refused.leave != LEAVE_FINE)
            leave = (*why = device.refused).leave;
        else if (st != CLMODP_OK)
            leave = cli_fail_status(why, st, clmodp_context_message(device.context));
    }
    cli_session_close(&device);
    return leave;
}

static int run(char **arguments)
{
    settings s;
    failure why;
    int leave;

    if (cli_settings_read(&s, arguments, &cli_command_worker, &why) != LEAVE_FINE)
        return cli_usage_error("worker", "%s", why.text);
    if (s.help)
        return cli_print_help("worker");
    if (s.operand_count != 1)
        return cli_usage_error("worker", "expected a folder");
    s.engine = CLMODP_ENGINE_AUTO; /* the plan names one, whatever the environment says */
    leave = work(&s, &why);
    cli_interrupt_now();
    return leave == LEAVE_FINE ? LEAVE_FINE : cli_failure_show(&why);
}

const command cli_command_worker = {
    .name = "worker",
    .summary = "compute units of a folder",
    .help = {"Usage: clmodp worker [OPTION...] DIR\n"
            "\n"
            "Take units of the folder DIR, which clmodp submit made, and compute them, until\n"
            "none is left to take. Any number of workers may come and go, on any machine, and\n"
            "may be killed: what a worker was at is taken by another one, at once if it ran on\n"
            "the same machine, else when its lease has ended. Ctrl-C gives it back.\n"
            "\n"
            "Options:\n"
            "  --wait            stay until all units are done, since some may come back\n"
            "  --units N         end after N of them\n"
            "  --lease S         seconds after which a unit is taken from a worker that does not\n"
            "                    show that it is there; default 60. The same for all workers\n"
            "  --device SPEC     the device; see clmodp help devices\n"
            "  --max-memory SIZE the most bytes for buffers of device and host, such as 512M\n"
            "  --threads N       threads of the host; default: one a processor\n"
            "  --help            this text\n"
            "\n"
            "Exit status: 0; 1 if a unit, a file or the disk fails; 2 for wrong arguments; 3 if\n"
            "no device can be used.\n"},
    .options = OPTION_DEVICE | OPTION_LEASE | OPTION_MEMORY | OPTION_THREADS | OPTION_UNITS |
               OPTION_WAIT,
    .run = run,
};
