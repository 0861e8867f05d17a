/* clmodp resultant and clmodp discriminant, which differ in the number of polynomials. */
#include "cli/batch/batch.h"
#include "cli/output_file.h"
#include "cli/distributed/checkpoint.h"
#include "cli/distributed/distributed.h"
#include "cli/distributed/job.h"
#include "cli/answer.h"
#include "cli/operands.h"
#include "cli/problem.h"
#include "cli/settings.h"

/* The options and the part of the help shared by both commands. */
#define CLI_ELIMINATE_OPTIONS                                                                     \
    (OPTION_MAX_RESULT | OPTION_BATCH | OPTION_CHECKPOINT | OPTION_DEVICE | OPTION_ELIMINATE |    \
     OPTION_ENGINE | OPTION_FORMAT | OPTION_FROM | OPTION_CRT | OPTION_MEMORY | OPTION_MINIMAL |  \
     OPTION_MODE | OPTION_MODULUS | OPTION_OUTPUT | OPTION_QUIET | OPTION_RESIDUES |              \
     OPTION_STATS | OPTION_THREADS)

const char cli_eliminate_help[] =
    "Expressions: integers of any size, rationals (3/4*x), exact decimals (1.5, 2e-3), the\n"
    "operators + - * / ^ (or **) and parentheses, in up to 16 variables of any names.\n"
    "Write * in every product. An equation, y^2 = x^3 - 1, is read as the left side\n"
    "minus the right side. Exponents are integers, or as in y^(2^30).\n"
    "Instead of an expression, @FILE reads a file and - reads standard input. An\n"
    "expression may begin with '-'; if it begins with two dashes and a letter, put it in\n"
    "parentheses, or write \"--\" before it.\n"
    "\n"
    "Options (before, between or after the expressions):\n"
    "  --eliminate VAR    the variable to eliminate, which need not occur; default: y if it\n"
    "                     occurs, otherwise the alphabetically last of two; required for\n"
    "                     more variables\n"
    "  --format expr      the result as an expression (default)\n"
    "  --format json      one JSON object on one line; \"terms\" lists pairs of an exponent\n"
    "                     (ascending) and the coefficient times \"denominator\", a string;\n"
    "                     in several variables the exponents are a list\n"
    "  --format coeffs    one coefficient per line, constant term first; in a batch all on\n"
    "                     one line, separated by spaces; not in several variables\n"
    "  --format maple     input of Maple: the statement r := ...:\n"
    "  --format singular  input of Singular: a ring and the polynomial r in it\n"
    "  --format msolve    input of msolve; not in batches\n"
    "  --format sage      input of Sage: a ring and its element r\n"
    "  --format latex     a formula for LaTeX, without dollar signs. In these formats the\n"
    "                     subresultant is named s, and the result of line 3 of a batch r3;\n"
    "                     r becomes rr if the variable is named r. Variables that have a\n"
    "                     meaning in the system, such as I in Maple, are refused\n"
    "  --from SYSTEM      the system whose syntax the files use: expr (as above), maple,\n"
    "                     singular or msolve; a file of the last three may contain both\n"
    "                     polynomials. The default, auto, recognises the system. If the\n"
    "                     file has a characteristic P, --modulus P is required\n"
    "  --batch FILE       take the input from the lines of FILE (- is standard input) and\n"
    "                     print one line for each; blank lines and lines that begin with #\n"
    "                     are ignored. A line that fails prints \"error: ...\" (with json\n"
    "                     an object with \"error\"), and the exit status is then 1\n"
    "  --checkpoint DIR   keep completed work units in the folder DIR, at first new or\n"
    "                     empty. After Ctrl-C, a kill or a power cut the same command\n"
    "                     continues. clmodp worker DIR can help. The folder is kept\n"
    "  --minimal-polynomial M\n"
    "                     coefficients in the number field of a root of M, such as i^2 + 1,\n"
    "                     written with M's letter; M is irreducible, with any leading\n"
    "                     coefficient. The result is reduced modulo M\n"
    "  --output FILE      write to FILE (- is standard output), which is replaced only by a\n"
    "                     complete result; a pipe or a device is written directly\n"
    "  --stats            print times of all stages, counts, bounds and the certainty of the\n"
    "                     result on stderr; with json also as \"stats\" in the object\n";

const char cli_eliminate_more_help[] =
    "  --device SPEC      gpu, cpu, accelerator, a number in \"clmodp devices\", P.D (device D\n"
    "                     of platform P), part of a name, or host (no device). Several\n"
    "                     numbers separated by commas, or all, share the work, or the lines\n"
    "                     of a batch. Default: $CLMODP_DEVICE, else a gpu, accelerator or\n"
    "                     cpu; among cpus the one with the widest vectors\n"
    "  --engine auto      host or euclid, whichever is predicted to be faster, including\n"
    "                     device initialisation; host if no device can be used. The default\n"
    "                     engine is $CLMODP_ENGINE, else auto\n"
    "  --engine euclid    remainder sequences in lockstep and transforms, on the device\n"
    "  --engine schur     the Schur algorithm, one work-group per resultant, as published for\n"
    "                     GPUs by Emeliyanenko; slower. Results are always proved; --crt and\n"
    "                     subresultants are not supported\n"
    "  --engine host      remainder sequences on threads of the host, without OpenCL. Results\n"
    "                     are always proved\n"
    "  --crt HOW          reconstruction by the Chinese remainder theorem: tree (on the\n"
    "                     host), mixed-radix, positional or convolution (on the device);\n"
    "                     default auto: the predicted fastest. The results do not change\n"
    "  --max-result SIZE  refuse results that may exceed SIZE bytes; default: 256M\n"
    "  --max-memory SIZE  the most bytes for buffers of device and host, such as 512M\n"
    "  --mode certified   as many primes as the proven bounds require (default)\n"
    "  --mode probable    early termination, with fewer primes, if predicted to be faster:\n"
    "                     in long computations with loose bounds. The result is then not\n"
    "                     proved, but checked modulo random primes of 61 bits; see --stats\n"
    "  --modulus P        the result modulo P, from 2 to 2^64 - 2, with coefficients from 0\n"
    "                     to P - 1; degrees are those of the input over the integers, even\n"
    "                     if leading coefficients vanish modulo P. Fast, and proved in every\n"
    "                     mode, for primes below 2^62; otherwise an integer result is reduced\n"
    "  --quiet            nothing on stderr but errors and the output of --stats\n"
    "  --residues TYPE    number type of engine schur: montgomery31, float24, double31 or\n"
    "                     double50; default auto: montgomery31\n"
    "  --threads N        threads of the host; default: one per processor\n"
    "  --help             this text\n"
    "\n"
    "Exit status: 0 done, 1 failed, 2 invalid input or arguments, 3 no device.\n";

/* Reads one or two operands, computes, and prints. */
static int run_single_problem(const settings *how, size_t polynomials, failure *why)
{
    const printer to = cli_printer_standard();
    problem p = {0};
    session device = {0};
    int code;

    CHECK_DONE(cli_operands_read(&p, how, polynomials, polynomials, why));
    if (how->checkpoint != NULL)
        CHECK_DONE(cli_checkpoint_compute_and_print(&p, how, why));
    else if (cli_fleet_wanted(how))
        CHECK_DONE(cli_fleet_compute_and_print(&p, how, why));
    else
        CHECK_DONE(cli_compute_and_print(&to, &device, &p, how, 0, why));
    CHECK_DONE(cli_output_finish(why));
done:
    cli_session_close(&device);
    cli_problem_clear(&p);
    return code;
}

static int check_eliminate_operands(const settings *s, size_t polynomials, failure *why)
{
    if (s->modulus > INT32_MAX && s->format == FORMAT_MSOLVE)
        return cli_fail_usage(why, "msolve takes primes below 2^31 only: choose another --format");
    if (s->batch != NULL)
        CHECK(cli_batch_check(s, why));
    if (s->checkpoint != NULL)
        CHECK(cli_checkpoint_check(s, why));
    if (s->batch == NULL && s->operand_count != polynomials && !cli_operands_may_hold_more(s, 0))
        return cli_fail_operands(s, polynomials == 1 ? "one polynomial" : "two polynomials", why);
    return cli_operands_check(s, why);
}

/* Runs a subcommand with one polynomial (discriminant) or two (resultant). */
static int eliminate(const settings *s, size_t polynomials, failure *why)
{
    CHECK(check_eliminate_operands(s, polynomials, why));
    CHECK(cli_settings_check_engine(s, why));
    if (cli_ranks_wanted())
        return cli_ranks_eliminate(s, polynomials, why);
    CHECK(cli_output_file_open(s->output, why));
    if (s->batch == NULL)
        return run_single_problem(s, polynomials, why);
    return cli_fleet_wanted(s) ? cli_fleet_batch(s, polynomials, why)
                               : cli_batch(s, polynomials, why);
}

static int run_resultant(settings *s, failure *why)
{
    return eliminate(s, 2, why);
}

const command cli_command_resultant = {
    .name = "resultant",
    .summary = "eliminate a variable from two polynomials",
    .help = {"Usage: clmodp resultant [OPTION...] F G\n"
            "       clmodp resultant [OPTION...] @FILE            with both; see --from\n"
            "       clmodp resultant [OPTION...] --batch FILE     with lines of the form F ; G\n"
            "\n"
            "Print the resultant of F and G with respect to one variable, VAR, as a polynomial\n"
            "in the others: the determinant of their Sylvester matrix, so that res(y - a, y - b)\n"
            "= a - b. It is 0 if F or G is 0, and otherwise 1 if neither contains VAR.\n"
            "\n"
            "  --subresultant K   also print, on the next line and in all variables, the\n"
            "                     subresultant S_K = sKK*VAR^K + ... + sK0, from the same\n"
            "                     computation. At a zero of the resultant that is not a zero of\n"
            "                     s11, F and G have the common zero VAR = -s10/s11. The degrees\n"
            "                     in VAR must be at least K, and not both K. With coeffs the\n"
            "                     lists of sK0, ..., sKK follow, each after an empty line, or in\n"
            "                     a batch on one line separated by \";\". With json the object\n"
            "                     has an array \"subresultant\" with an object for each\n"
            "\n",
            cli_eliminate_help, cli_eliminate_more_help,
            "\n"
            "If clmodp was built with MPI, mpirun -n 8 clmodp resultant F G computes on eight\n"
            "ranks, each with a device of its machine, and prints the result once.\n"
            "\n"
            "Example: clmodp resultant 'x^2 + y^2 - 1' 'x*y - 1'      prints x^4 - x^2 + 1\n"},
    .options = CLI_ELIMINATE_OPTIONS | OPTION_SUBRESULTANT,
    .run = run_resultant,
};

static int run_subresultants(settings *s, failure *why)
{
    s->chain = true;
    if (s->batch != NULL && s->format != FORMAT_JSON)
        return cli_fail_usage(why, "subresultants in a batch need --format json");
    return eliminate(s, 2, why);
}

const command cli_command_subresultants = {
    .name = "subresultants",
    .summary = "print all subresultants of two polynomials",
    .help = {"Usage: clmodp subresultants [OPTION...] F G\n"
            "       clmodp subresultants [OPTION...] @FILE     with both; see --from\n"
            "       clmodp subresultants [OPTION...] --format json --batch FILE   with F ; G\n"
            "\n"
            "Print the subresultants of F and G with respect to one variable, VAR, on a line\n"
            "each: from S_K, K one less than the lesser degree in VAR, down to S_0, the\n"
            "resultant. S_K is the determinant polynomial of the Sylvester matrix without K\n"
            "rows of each block; some may be 0. Formats are expr and json; an array\n"
            "\"subresultants\" has objects with \"k\" and \"coefficients\", of VAR^0 first.\n"
            "\n"
            "  --principal        print the coefficients of VAR^K in S_K alone; with json\n"
            "                     \"principal\" instead of \"coefficients\"\n"
            "\n",
            cli_eliminate_help, cli_eliminate_more_help,
            "\n"
            "Example: clmodp subresultants 'y^3 - x' 'y^2 - 3'      prints two lines, 3*y - x\n"
            "         and x^2 - 27\n"},
    .options = CLI_ELIMINATE_OPTIONS | OPTION_PRINCIPAL,
    .run = run_subresultants,
};

static int run_discriminant(settings *s, failure *why)
{
    return eliminate(s, 1, why);
}

const command cli_command_discriminant = {
    .name = "discriminant",
    .summary = "compute the discriminant of a polynomial",
    .help = {"Usage: clmodp discriminant [OPTION...] F\n"
            "       clmodp discriminant [OPTION...] --batch FILE     with one F on each line\n"
            "\n"
            "Print the discriminant of F with respect to one variable, VAR, as a polynomial\n"
            "in the others: (-1)^(n(n-1)/2) res(F, F') / lc(F), where n >= 1 is the degree of F\n"
            "in VAR, lc(F) its leading coefficient and F' its derivative.\n"
            "\n",
            cli_eliminate_help, cli_eliminate_more_help,
            "\n"
            "Example: clmodp discriminant 'y^2 + p*y + 1'      prints p^2 - 4\n"},
    .options = CLI_ELIMINATE_OPTIONS,
    .run = run_discriminant,
};
