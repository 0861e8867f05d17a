/* Finds commands by their names, and prints their help. */
#include "cli/command.h"

#include <stdio.h>

#include "cli/guess.h"
#include "cli/output_file.h"

const command *const *cli_commands;

int cli_command_find(const command **out, const char *name, failure *why)
{
    guess g = CLI_GUESS(name);

    for (size_t i = 0; cli_commands[i] != NULL; i++)
        if (cli_guess_consider(&g, cli_commands[i]->name))
            *out = cli_commands[i];
    if (g.distance == 0)
        return EXIT_OK;
    if (cli_guess_helps(&g))
        return cli_fail_usage(why, "there is no command '%s'; did you mean '%s'?", name, g.word);
    return cli_fail_usage(why, "there is no command '%.64s'", name);
}

static void print_commands(FILE *out)
{
    (void)fprintf(out, "Usage: clmodp COMMAND [ARGUMENT...]\n"
                  "Exact resultants, roots and solutions of equations over the integers,\n"
                  "on any OpenCL device.\n\n"
                  "Commands:\n");
    for (size_t i = 0; cli_commands[i] != NULL; i++)
        (void)fprintf(out, "  %-14s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
    (void)fprintf(out, "\nExamples: clmodp resultant 'x^2 + y^2 - 1' 'x*y - 1'\n"
                       "          clmodp solve 'x^2 + y^2 = 4' 'x*y = 1'\n"
                       "'clmodp help COMMAND' explains a command. 'clmodp --help' and\n"
                       "'clmodp --version' are short for 'clmodp help' and 'clmodp version'.\n");
}

int cli_command_explain(failure *why, const char *name)
{
    const int code = cli_failure_show(why);

    if (why->usage && name != NULL)
        (void)fprintf(stderr, "Try 'clmodp help %s'.\n", name);
    else if (why->usage)
        print_commands(stderr);
    return code;
}

static void print_parts(const char *const *part, size_t count)
{
    for (size_t i = 0; i < count && part[i] != NULL; i++)
        (void)fputs(part[i], stdout);
}

int cli_print_help(const char *name, failure *why)
{
    const command *found = NULL;

    if (name == NULL)
        print_commands(stdout);
    else if (cli_command_find(&found, name, why) == EXIT_OK)
        print_parts(found->help, sizeof found->help / sizeof *found->help);
    else
        return why->code;
    return cli_output_flush(why);
}
