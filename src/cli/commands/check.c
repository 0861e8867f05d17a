/* clmodp check and clmodp prepare: compute a few known resultants, or all. */
#include "cli/failure.h"
#include "cli/formats/output.h"
#include "cli/session.h"
#include "cli/settings.h"

/* Prepares a device, but first checks the cache: without one a system image would gain nothing. */
static int prepare_device(clmodp_context *context, const clmodp_resultant_options *options,
                          failure *why)
{
    const char *name = clmodp_context_device(context)->name;
    clmodp_check_state state;
    clmodp_status st = clmodp_device_check_state(context, &state, options);

    if (st == CLMODP_OK && state == CLMODP_CHECK_FORGOTTEN)
        return cli_fail(why, EXIT_FAILED,
                        "nothing can be kept for later: set CLMODP_CACHE_DIR to a folder that can "
                        "be written");
    if (st == CLMODP_OK)
        st = clmodp_device_prepare(context, options);
    if (st != CLMODP_OK)
        return cli_fail_status(why, st, clmodp_context_message(context));
    (void)printf("%s: kernels are compiled, and known resultants are right\n", name);
    return cli_output_flush(why);
}

static int check_device(clmodp_context *context, const clmodp_resultant_options *options,
                        failure *why)
{
    clmodp_status st = clmodp_device_check(context, options);

    if (st != CLMODP_OK)
        return cli_fail_status(why, st, clmodp_context_message(context));
    (void)printf("%s: known resultants are right\n", clmodp_context_device(context)->name);
    return cli_output_flush(why);
}

/* Opens a device and calls `act` for a command. */
static int run_on_device(const command *own, const settings *s, failure *why,
                         int (*act)(clmodp_context *, const clmodp_resultant_options *, failure *))
{
    clmodp_resultant_options options;
    session device = {0};
    int code;

    if (s->operand_count > 0)
        return cli_fail_usage(why, "%s takes no operands; see --device", own->name);
    CHECK(cli_settings_check_residues(s, why));
    if (s->engine == CLMODP_ENGINE_HOST)
        return cli_fail_usage(why, "engine host has no kernels");
    code = cli_session_open(&device, s, why);
    cli_settings_options(&options, s);
    if (code == EXIT_OK)
        code = act(device.context, &options, why);
    cli_session_close(&device);
    return code;
}

static int run_check_command(settings *s, failure *why)
{
    return run_on_device(&cli_command_check, s, why, check_device);
}

static int run_prepare_command(settings *s, failure *why)
{
    return run_on_device(&cli_command_prepare, s, why, prepare_device);
}

static const char options_help[] =
    "Options:\n"
    "  --device SPEC    gpu, cpu, accelerator, a number of \"clmodp devices\", P.D, or a\n"
    "                   part of a name; default: the one marked with * there\n"
    "  --engine NAME    what engine euclid (default) needs, or what schur does\n"
    "  --residues TYPE  what engine schur computes with; default auto: montgomery31\n"
    "  --quiet          nothing on stderr but errors\n"
    "  --help           this text\n"
    "\n";

const command cli_command_check = {
    .name = "check",
    .summary = "see whether a device computes known resultants rightly",
    .help = {"Usage: clmodp check [--device SPEC] [--engine NAME] [--residues TYPE]\n"
            "\n"
            "Compile the kernels that every resultant needs on a device and compute known\n"
            "ones, unless the cache remembers that they were right with this driver and\n"
            "these kernels. \"clmodp prepare\" does so for all kernels.\n"
            "\n"
            "The other commands do the same by themselves before a device computes for the\n"
            "first time, in a process of its own: a driver that crashes ends that one, and\n"
            "its last words and exit status 3 tell. Without a cache that can be written\n"
            "nothing is remembered: they then compute known resultants each time, and a\n"
            "driver that crashes ends them.\n"
            "\n",
            options_help,
            "Exit status: 0 all right, 1 failed or wrong, 2 arguments not understood, 3 no\n"
            "device.\n"},
    .options = OPTION_DEVICE | OPTION_ENGINE | OPTION_QUIET | OPTION_RESIDUES,
    .run = run_check_command,
};

const command cli_command_prepare = {
    .name = "prepare",
    .summary = "compile all kernels for a device ahead, and test them",
    .help = {"Usage: clmodp prepare [--device SPEC] [--engine NAME] [--residues TYPE]\n"
            "\n"
            "Compile all kernels that resultants over the integers may need on a device, and\n"
            "compute known resultants with them: half a minute on CPUs. What a later command\n"
            "of the same user needs is in the caches then; so an image of a system, or a\n"
            "node of a cluster, is made ready before it works. The caches are CLMODP_CACHE_DIR\n"
            "and, for PoCL, POCL_CACHE_DIR; without, both are in ~/.cache.\n"
            "\n"
            "Some kernels for resultants modulo a prime and for engine schur depend on the\n"
            "degrees, and are compiled when these come.\n"
            "\n",
            options_help,
            "Exit status: 0 all right, 1 failed, wrong or nothing can be kept, 2 arguments not\n"
            "understood, 3 no device.\n"},
    .options = OPTION_DEVICE | OPTION_ENGINE | OPTION_QUIET | OPTION_RESIDUES,
    .run = run_prepare_command,
};
