/* clmodp discriminant: where two roots of a polynomial meet. */
#include "cli/command.h"
#include "cli/commands/eliminate.h"

static int run_discriminant(char **arguments)
{
    return cli_eliminate(arguments, &cli_command_discriminant, 1);
}

const command cli_command_discriminant = {
    .name = "discriminant",
    .summary = "the discriminant of a polynomial",
    .help = {"Usage: clmodp discriminant [OPTION...] F\n"
            "       clmodp discriminant [OPTION...] --batch FILE     with a polynomial a line\n"
            "\n"
            "Print the discriminant of F with respect to one variable, VAR, as a polynomial\n"
            "in the other: (-1)^(n(n-1)/2) res(F, F') / lc(F), where n >= 1 is F's degree in\n"
            "VAR and F' its derivative.\n"
            "\n",
            cli_eliminate_help, cli_eliminate_more_help,
            "\n"
            "Example: clmodp discriminant 'y^2 + p*y + 1'      prints p^2 - 4\n"},
    .options = CLI_ELIMINATE_OPTIONS,
    .run = run_discriminant,
};
