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
    clmodp_self_test_state state;
    clmodp_status st = clmodp_device_check_state(context, &state, options);

    if (st == CLMODP_OK && state == CLMODP_SELF_TEST_NOT_STORED)
        return cli_fail(why, EXIT_FAILED,
                        "the cache is not writable: set CLMODP_CACHE_DIR to a writable folder");
    if (st == CLMODP_OK)
        st = clmodp_device_prepare(context, options);
    CHECK(cli_check_status(why, st, clmodp_context_message(context)));
    (void)printf("%s: kernels are compiled, and all known resultants are correct\n", name);
    return cli_output_flush(why);
}

static int check_device(clmodp_context *context, const clmodp_resultant_options *options,
                        failure *why)
{
    clmodp_status st = clmodp_device_check(context, options);

    CHECK(cli_check_status(why, st, clmodp_context_message(context)));
    (void)printf("%s: all known resultants are correct\n", clmodp_context_device(context)->name);
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
        return cli_fail_usage(why, "engine host (from --engine or CLMODP_ENGINE) has no kernels: "
                              "choose engine euclid or schur");
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
    "  --device SPEC    gpu, cpu, accelerator, a number in \"clmodp devices\", P.D, or part\n"
    "                   of a name; default: the device marked with * there\n"
    "  --engine NAME    the engine whose kernels are tested: euclid (default) or schur\n"
    "  --residues TYPE  number type of engine schur; default auto: montgomery31\n"
    "  --quiet          nothing on stderr but errors\n"
    "  --help           this text\n"
    "\n";

const command cli_command_check = {
    .name = "check",
    .summary = "test a device with known resultants",
    .help = {"Usage: clmodp check [--device SPEC] [--engine NAME] [--residues TYPE]\n"
            "\n"
            "Compile the kernels that every resultant needs on a device and compute known\n"
            "resultants with them, unless the cache records that this driver and these kernels\n"
            "passed the test. \"clmodp prepare\" compiles and tests all kernels.\n"
            "\n"
            "The other commands run this check themselves before the first computation on a\n"
            "device, in a child process. If the driver crashes there, they print its last\n"
            "output and return exit status 3. Without a writable cache a passed test is not\n"
            "recorded: each command then tests the device in its own process, which ends if\n"
            "the driver crashes.\n"
            "\n",
            options_help,
            "Exit status: 0 passed, 1 failed, 2 invalid arguments, 3 no device.\n"},
    .options = OPTION_DEVICE | OPTION_ENGINE | OPTION_QUIET | OPTION_RESIDUES,
    .run = run_check_command,
};

const command cli_command_prepare = {
    .name = "prepare",
    .summary = "compile and test all kernels for a device in advance",
    .help = {"Usage: clmodp prepare [--device SPEC] [--engine NAME] [--residues TYPE]\n"
            "\n"
            "Compile all kernels that resultants over the integers may need on a device, and\n"
            "compute known resultants with them; this takes half a minute on CPUs. Later\n"
            "commands of the same user find all kernels in the caches. Use this to prepare a\n"
            "system image or a node of a cluster. The caches are CLMODP_CACHE_DIR and, for PoCL,\n"
            "POCL_CACHE_DIR; by default both are in ~/.cache.\n"
            "\n"
            "Some kernels for resultants modulo a prime and for engine schur depend on the\n"
            "degrees. They are compiled when they are first used.\n"
            "\n",
            options_help,
            "Exit status: 0 passed, 1 failed, or the cache is not writable, 2 invalid\n"
            "arguments, 3 no device.\n"},
    .options = OPTION_DEVICE | OPTION_ENGINE | OPTION_QUIET | OPTION_RESIDUES,
    .run = run_prepare_command,
};
