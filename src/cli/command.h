/* What a subcommand of the program is, and the table of all. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stddef.h>
#include <stdint.h>

struct failure;

typedef struct command {
    const char *name;
    const char *summary; /* one line for the list of commands */
    const char *help[4]; /* what `clmodp help NAME` prints, in parts */
    uint64_t options;    /* those it has besides --help: an "or" of OPTION_* */
    /* Run with the arguments after the command's name, which stands at arguments[-1], NULL at
     * their end; may reorder them.
     * Explains a failure on stderr. Returns the exit status. */
    int (*run)(char **arguments);
} command;

extern const command cli_command_calibrate, cli_command_check, cli_command_devices,
    cli_command_discriminant, cli_command_finish, cli_command_help, cli_command_model,
    cli_command_plan, cli_command_plot, cli_command_poly, cli_command_prepare,
    cli_command_resultant, cli_command_status, cli_command_study, cli_command_submit,
    cli_command_tune, cli_command_version, cli_command_worker;

/* In the order of the list of commands. */
extern const command *const cli_commands[];
extern const size_t cli_command_count;

/* Find a command by its name. Errors: EXIT_USAGE, with a guess what was meant */
int cli_command_find(const command **out, const char *name, struct failure *why);

#endif
