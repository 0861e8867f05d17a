/* clmodp check: compute known resultants. */
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/usage.h"

static int check(session *device, const settings *s, failure *why)
{
    clmodp_resultant_options options;
    clmodp_status st;
    int leave = cli_session_open(device, s, why);

    if (leave != LEAVE_FINE)
        return leave;
    cli_settings_options(&options, s);
    st = clmodp_device_check(device->context, &options);
    if (st != CLMODP_OK)
        return cli_fail_status(why, st, clmodp_context_message(device->context));
    (void)printf("%s: known resultants are right\n",
                 clmodp_context_device(device->context)->name);
    return cli_output_flush(why);
}

static int run(char **arguments)
{
    settings s;
    failure why;
    session device = {0};
    int leave;

    if (cli_settings_read(&s, arguments, &cli_command_check, &why) != LEAVE_FINE)
        return cli_usage_error("check", "%s", why.text);
    if (s.help)
        return cli_print_help("check");
    if (s.operand_count > 0)
        return cli_usage_error("check", "check takes no operands; see --device");
    if (cli_settings_check_residues(&s, &why) != LEAVE_FINE)
        return cli_usage_error("check", "%s", why.text);
    leave = check(&device, &s, &why);
    if (leave != LEAVE_FINE)
        (void)cli_failure_show(&why);
    cli_session_close(&device);
    return leave;
}

const command cli_command_check = {
    .name = "check",
    .summary = "see whether a device computes known resultants rightly",
    .help = {"Usage: clmodp check [--device SPEC] [--engine NAME] [--residues TYPE]\n"
            "\n"
            "Compile the kernels for a device and compute known resultants, unless the cache\n"
            "remembers that they were right with this driver and these kernels.\n"
            "\n"
            "The other commands do the same by themselves before a device computes for the\n"
            "first time, in a process of its own: a driver that crashes ends that one, and\n"
            "its last words and exit status 3 tell. Without a cache that can be written\n"
            "nothing is remembered: they then compute known resultants each time, and a\n"
            "driver that crashes ends them.\n"
            "\n"
            "Options:\n"
            "  --device SPEC    gpu, cpu, accelerator, a number of \"clmodp devices\", P.D, or a\n"
            "                   part of a name; default: the one marked with * there\n"
            "  --engine NAME    what engine euclid (default) needs, or what schur does\n"
            "  --residues TYPE  what engine schur computes with; default auto: montgomery31\n"
            "  --help           this text\n"
            "\n"
            "Exit status: 0 all right, 1 failed or wrong, 2 arguments not understood, 3 no\n"
            "device.\n"},
    .options = OPTION_DEVICE | OPTION_ENGINE | OPTION_RESIDUES,
    .run = run,
};
