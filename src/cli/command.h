/* The subcommands: their list, their help, and explanations of wrong arguments. */
#ifndef CLI_COMMAND_H
#define CLI_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/failure.h"

struct settings; /* options and operands */

typedef struct command {
    const char *name;
    const char *summary; /* one line for the list of commands */
    const char *help[4]; /* parts of the text printed by `clmodp help NAME` */
    uint64_t options;    /* options besides --help: an "or" of OPTION_* */
    bool once;           /* of several ranks only rank 0 runs it */
    /* Runs with these settings, which it may change. Returns the exit status; the caller shows
     * `why` unless its text is empty. */
    int (*run)(struct settings *s, failure *why);
    /* Used if `run` is NULL: the same with the arguments after the command's name, which is
     * arguments[-1]; NULL ends them. */
    int (*run_arguments)(char **arguments, failure *why);
} command;

extern const command cli_command_calibrate, cli_command_charpoly, cli_command_check,
    cli_command_det, cli_command_devices, cli_command_discriminant, cli_command_finish,
    cli_command_gcd, cli_command_help, cli_command_implicit, cli_command_model,
    cli_command_plan, cli_command_plot, cli_command_poly, cli_command_prepare,
    cli_command_rank, cli_command_resultant, cli_command_roots, cli_command_solve,
    cli_command_status, cli_command_study, cli_command_submit, cli_command_subresultants,
    cli_command_tune, cli_command_version, cli_command_worker;

/* The NULL-terminated list of commands, set by main.c before anything else. */
extern const command *const *cli_commands;

/* Finds a command by its name. Errors: EXIT_USAGE, with a suggestion */
int cli_command_find(const command **out, const char *name, failure *why);

/* Prints a command's help, or the program's if `name` is NULL, on stdout.
 * Errors: EXIT_USAGE (no such command), EXIT_FAILED */
int cli_print_help(const char *name, failure *why);

/* Explains a command's failure on stderr. If its arguments are at fault, points to the command's
 * help, or lists the commands if `name` is NULL. Returns the exit status. */
int cli_command_explain(failure *why, const char *name);

#endif
