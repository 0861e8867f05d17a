/* clmodp resultant: eliminate a variable from two polynomials. */
#include "cli/command.h"
#include "cli/eliminate.h"

static int run(char **arguments)
{
    return cli_eliminate(arguments, "resultant", 2);
}

const command cli_command_resultant = {
    .name = "resultant",
    .summary = "eliminate a variable from two polynomials",
    .help = "Usage: clmodp resultant [OPTION...] F G\n"
            "       clmodp resultant [OPTION...] --batch FILE     with lines F ; G\n"
            "\n"
            "Print the resultant of F and G with respect to one variable, VAR, as a\n"
            "polynomial in the other: the determinant of their Sylvester matrix, so that\n"
            "res(y - a, y - b) = a - b. A zero polynomial gives 0; if none has VAR, 1.\n"
            "\n" CLI_ELIMINATE_HELP
            "\n"
            "Example: clmodp resultant 'x^2 + y^2 - 1' 'x*y - 1'      prints x^4 - x^2 + 1\n",
    .run = run,
};
