/* clmodp resultant: eliminate a variable from two polynomials. */
#include "cli/command.h"
#include "cli/commands/eliminate.h"

static int run_resultant(char **arguments)
{
    return cli_eliminate(arguments, &cli_command_resultant, 2);
}

const command cli_command_resultant = {
    .name = "resultant",
    .summary = "eliminate a variable from two polynomials",
    .help = {"Usage: clmodp resultant [OPTION...] F G\n"
            "       clmodp resultant [OPTION...] @FILE            with both (--from)\n"
            "       clmodp resultant [OPTION...] --batch FILE     with lines F ; G\n"
            "\n"
            "Print the resultant of F and G with respect to one variable, VAR, as a\n"
            "polynomial in the other: the determinant of their Sylvester matrix, so that\n"
            "res(y - a, y - b) = a - b. A zero polynomial gives 0; if none has VAR, 1.\n"
            "\n"
            "  --subresultant 1   print on the next line, in both variables, also the first\n"
            "                     subresultant s11*VAR + s10, from the same computation: where\n"
            "                     the resultant is 0 and s11 is not, F and G have the\n"
            "                     common zero VAR = -s10/s11. Needs degrees in VAR of at\n"
            "                     least 1, not both 1. With coeffs the lists of s10 and s11\n"
            "                     follow, each after an empty line, or in a batch on one line\n"
            "                     with ; between; with json the object has an array\n"
            "                     \"subresultant\" of an object for each\n"
            "\n",
            cli_eliminate_help, cli_eliminate_more_help,
            "\n"
            "Where clmodp was built with MPI, mpirun -n 8 clmodp resultant F G computes on\n"
            "eight ranks, each with a device of its machine, and prints once.\n"
            "\n"
            "Example: clmodp resultant 'x^2 + y^2 - 1' 'x*y - 1'      prints x^4 - x^2 + 1\n"},
    .options = CLI_ELIMINATE_OPTIONS | OPTION_SUBRESULTANT,
    .run = run_resultant,
};
