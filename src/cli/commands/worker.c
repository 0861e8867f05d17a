/* clmodp worker: take units from a folder until none is left. */
#include "cli/distributed/job.h"
#include "cli/settings.h"
#include "cli/watch.h"

static int run_worker(settings *s, failure *why)
{
    session device = {0};
    clmodp_job_options options;
    watched w;
    int code;

    CHECK(cli_job_begin(s, why));
    code = cli_session_try(&device, s, why);
    if (code == EXIT_OK) {
        clmodp_job_options_init(&options);
        options.lease = s->lease > 0 ? s->lease : options.lease;
        options.most_units = s->units;
        options.wait = s->wait;
        cli_watch_begin(&w, device.context, 0);
        code = cli_job_work(&device, s->operands[0], &options, why);
        cli_watch_end(&w);
    }
    cli_session_close(&device);
    cli_interrupt_now();
    return code;
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
            "  --lease S         seconds after which a unit is taken from this worker if it does\n"
            "                    not show that it is there; default 60\n"
            "  --device SPEC     the device; see clmodp help devices\n"
            "  --max-memory SIZE the most bytes for buffers of device and host, such as 512M\n"
            "  --threads N       threads of the host; default: one a processor\n"
            "  --quiet           nothing on stderr but errors\n"
            "  --help            this text\n"
            "\n"
            "Exit status: 0; 1 if a unit, a file or the disk fails; 2 for wrong arguments; 3 if\n"
            "no device can be used.\n"},
    .options = OPTION_DEVICE | OPTION_LEASE | OPTION_MEMORY | OPTION_QUIET | OPTION_THREADS |
               OPTION_UNITS | OPTION_WAIT,
    .run = run_worker,
};
