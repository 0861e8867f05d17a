/* The table of subcommands. */
#include "cli/command.h"

#include <stdint.h>

#include "cli/failure.h"
#include "cli/suggest.h"

const command *const cli_commands[] = {
    &cli_command_resultant, &cli_command_discriminant, &cli_command_plan,
    &cli_command_submit,    &cli_command_worker,       &cli_command_status,
    &cli_command_finish,    &cli_command_poly,         &cli_command_model,
    &cli_command_calibrate, &cli_command_tune,         &cli_command_study,
    &cli_command_plot,      &cli_command_devices,      &cli_command_check,
    &cli_command_prepare,   &cli_command_version,      &cli_command_help,
};
const size_t cli_command_count = sizeof cli_commands / sizeof *cli_commands;

int cli_command_find(const command **out, const char *name, failure *why)
{
    const char *hint = NULL;
    size_t best = SIZE_MAX;

    for (size_t i = 0; i < cli_command_count; i++) {
        const size_t distance = cli_distance(name, cli_commands[i]->name);

        if (distance < best) {
            best = distance;
            *out = cli_commands[i];
            hint = (*out)->name;
        }
    }
    if (best == 0)
        return EXIT_OK;
    if (hint != NULL && cli_close_enough(name, best))
        return cli_fail(why, EXIT_USAGE, "there is no command '%s'; did you mean '%s'?", name,
                        hint);
    return cli_fail(why, EXIT_USAGE, "there is no command '%.64s'", name);
}
