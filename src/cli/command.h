/* Subcommands of the program: what each is, their list, help, and wrong arguments. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stddef.h>
#include <stdint.h>

#include "cli/failure.h"

struct settings;

typedef struct command {
    const char *name;
    const char *summary; /* one line for the list of commands */
    const char *help[4]; /* what `clmodp help NAME` prints, in parts */
    uint64_t options;    /* those it has besides --help: an "or" of OPTION_* */
    /* Runs with settings that were read from its arguments, which may be changed. Returns the exit
     * status; `why` is to be shown, unless its text is empty. */
    int (*run)(struct settings *s, failure *why);
    /* If `run` is NULL: the same with the arguments after the command's name, which stands at
     * arguments[-1]; NULL ends them. */
    int (*run_arguments)(char **arguments, failure *why);
} command;

extern const command cli_command_calibrate, cli_command_check, cli_command_devices,
    cli_command_discriminant, cli_command_finish, cli_command_help, cli_command_model,
    cli_command_plan, cli_command_plot, cli_command_poly, cli_command_prepare,
    cli_command_resultant, cli_command_status, cli_command_study, cli_command_submit,
    cli_command_tune, cli_command_version, cli_command_worker;

/* The list of commands, which NULL ends: main.c sets it before anything else. */
extern const command *const *cli_commands;

/* Find a command by its name. Errors: EXIT_USAGE, with a guess what was meant */
int cli_command_find(const command **out, const char *name, failure *why);

/* Print a command's help, or the program's if `name` is NULL, on stdout. Errors: EXIT_USAGE (no
 * such command), EXIT_FAILED */
int cli_print_help(const char *name, failure *why);

/* Explain a failure of the command of this name on stderr and, if it is of arguments, where its
 * help is; NULL: with the list of commands. Returns the exit status. */
int cli_command_explain(failure *why, const char *name);

/* The distance between two words in letters put in, left out, changed, or swapped with their
 * neighbour; words longer than 31 letters are far from everything (SIZE_MAX). */
size_t cli_distance(const char *a, const char *b);

/* Whether a word at this distance from `typed` is worth suggesting. */
int cli_close_enough(const char *typed, size_t distance);

#endif
