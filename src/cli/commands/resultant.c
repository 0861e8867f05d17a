/* clmodp resultant and clmodp discriminant, which differ in the number of polynomials. */
#include "cli/batch/batch.h"
#include "cli/destination.h"
#include "cli/distributed/distributed.h"
#include "cli/distributed/job.h"
#include "cli/formats/foreign.h"
#include "cli/formats/output.h"
#include "cli/problem.h"
#include "cli/settings.h"

struct command;

/* The options and the part of the help shared by both commands. */
#define CLI_ELIMINATE_OPTIONS                                                                  \
    (OPTION_ANSWER | OPTION_BATCH | OPTION_CHECKPOINT | OPTION_DEVICE | OPTION_ELIMINATE |     \
     OPTION_ENGINE | OPTION_FORMAT | OPTION_FROM | OPTION_LIFT | OPTION_MEMORY | OPTION_MODE |  \
     OPTION_MODULUS | OPTION_OUTPUT | OPTION_QUIET | OPTION_RESIDUES | OPTION_STATS |          \
     OPTION_THREADS)

const char cli_eliminate_help[] =
    "Expressions: integers of any size, rationals (3/4*x), the operators + - * / ^ (or **)\n"
    "and parentheses, in at most two variables of any names. Multiplication is always\n"
    "written. Instead of an expression, @FILE reads a file and - standard input. An\n"
    "expression may begin with '-'; one that begins with two dashes and a letter needs\n"
    "parentheses, or \"--\" before it.\n"
    "\n"
    "Options, before, between or after the expressions:\n"
    "  --eliminate VAR    the variable to eliminate; default: y if it occurs, else the\n"
    "                     alphabetically last one\n"
    "  --format expr      the result as an expression (default)\n"
    "  --format json      one JSON object on one line; \"terms\" are pairs of an exponent and a\n"
    "                     coefficient, a string over the one \"denominator\", exponents rising\n"
    "  --format coeffs    one coefficient a line, constant term first; on one line, between\n"
    "                     spaces, in a batch\n"
    "  --format maple     what another program reads: of Maple a statement, r := ...:\n"
    "  --format singular  of Singular a ring and the polynomial r in it\n"
    "  --format msolve    a file of msolve's, not in batches\n"
    "  --format sage      of Sage a ring and its element r\n"
    "  --format latex     of LaTeX a formula, without dollar signs. A subresultant is s\n"
    "                     there, and line 3 of a batch r3; r is rr beside a variable r.\n"
    "                     A variable that is something else there, such as I in Maple, is\n"
    "                     refused\n"
    "  --from SYSTEM      the system whose polynomials the files have: expr (this one), maple,\n"
    "                     singular or msolve; of these one file may have both. Default\n"
    "                     auto: that which it can only be, if it can be no expression. A\n"
    "                     characteristic P there needs --modulus P\n"
    "  --batch FILE       take the input from the lines of FILE (- is standard input) and\n"
    "                     print one line for each; blank lines and lines that begin with #\n"
    "                     count for nothing. A line that fails gives \"error: ...\" (with\n"
    "                     json an object with \"error\"), and exit status 1 at the end\n"
    "  --checkpoint DIR   keep what is done in the folder DIR, which is made or is empty:\n"
    "                     after Ctrl-C, a kill or a power cut the same command goes on where\n"
    "                     it was; clmodp worker DIR helps meanwhile. The folder stays\n"
    "  --output FILE      write to FILE (- is standard output), which is whole in the end or\n"
    "                     as it was; what is no regular file, as a pipe, is written directly\n"
    "  --stats            times of all stages, counts, bounds and certainty, on stderr; with\n"
    "                     json also as the object's \"stats\"\n";

const char cli_eliminate_more_help[] =
    "  --device SPEC      gpu, cpu, accelerator, a number of \"clmodp devices\", P.D, a part\n"
    "                     of a name, or host: none; several numbers between commas, or all:\n"
    "                     together, and of a batch each computes lines; default:\n"
    "                     $CLMODP_DEVICE, else a gpu, accelerator or cpu; of cpus the one\n"
    "                     with the widest vectors\n"
    "  --engine auto      host or euclid, which should take less time, counting a device\n"
    "                     that must be opened first; host where none can be used. The\n"
    "                     default is $CLMODP_ENGINE, else this\n"
    "  --engine euclid    remainder sequences in lockstep and transforms, on the device\n"
    "  --engine schur     the Schur algorithm, one work-group a resultant, as published for\n"
    "                     GPUs by Emeliyanenko; slower. Always proved; no --lift and\n"
    "                     no subresultants\n"
    "  --engine host      remainder sequences on threads of the host, without OpenCL. Always\n"
    "                     proved\n"
    "  --lift HOW         residues to integers: tree (on the host), mixed-radix, positional\n"
    "                     or convolution (on the device); default auto: what should be\n"
    "                     fastest. The results do not change\n"
    "  --max-answer SIZE  refuse results that may take more bytes; default: 256M\n"
    "  --max-memory SIZE  the most bytes for buffers of device and host (512M)\n"
    "  --mode certified   as much work as proven bounds ask for (default)\n"
    "  --mode probable    as much as the result turns out to need, where that should be\n"
    "                     faster: bounds are loose, and the work is long. Not proved then,\n"
    "                     but checked modulo random primes of 61 bits; --stats tells\n"
    "  --modulus P        the result modulo the prime P < 2^31, with coefficients from 0 to\n"
    "                     P - 1; degrees are those written, even where leading coefficients\n"
    "                     vanish modulo P. Always proved, whatever the mode\n"
    "  --quiet            nothing on stderr but errors, and what --stats tells\n"
    "  --residues TYPE    what engine schur computes with: montgomery31, float24, double31 or\n"
    "                     double50; default auto: montgomery31\n"
    "  --threads N        threads of the host; default: one a processor\n"
    "  --help             this text\n"
    "\n"
    "Exit status: 0 done, 1 failed, 2 input or arguments not understood, 3 no device.\n";

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
    if (s->batch != NULL && s->operand_count > 0)
        return cli_fail_usage(why,
                               "--batch takes all input from its file, so there can be no "
                               "expression besides: %s",
                               s->operands[0]);
    if (s->checkpoint != NULL && cli_fleet_wanted(s))
        return cli_fail_usage(why, "--checkpoint takes one device; more clmodp worker may help");
    if (s->checkpoint != NULL && (s->batch != NULL || s->modulus != 0 ||
                                  s->mode == CLMODP_MODE_PROBABLE))
        return cli_fail_usage(why, "--checkpoint is for one certified result over the integers");
    if (cli_ranks_wanted() && s->checkpoint != NULL)
        return cli_fail_usage(why, "--checkpoint is for one process, and several ranks were "
                                     "started");
    if (s->batch != NULL && s->system != FOREIGN_AUTO)
        return cli_fail_usage(why, "--from is for files of polynomials, not for batches");
    if (s->batch != NULL && s->format == FORMAT_MSOLVE)
        return cli_fail_usage(why, "--format msolve is a file for one result, not for a batch");
    if (s->batch == NULL && s->operand_count != polynomials && !cli_operands_may_hold_more(s, 0))
        return cli_fail_usage(why, "expected %s, got %zu argument%s",
                               polynomials == 1 ? "one polynomial" : "two polynomials",
                               s->operand_count, CLI_S(s->operand_count));
    return cli_operands_check(s, why);
}

/* Checks that the options of the engine are compatible. */
static int check_engine(const settings *s, failure *why)
{
    CHECK(cli_settings_check_residues(s, why));
    if (s->engine == CLMODP_ENGINE_SCHUR && s->mode == CLMODP_MODE_PROBABLE)
        return cli_fail_usage(why, "engine schur proves its results: there is no --mode "
                                     "probable");
    if (s->engine == CLMODP_ENGINE_SCHUR && s->lift != CLMODP_LIFT_AUTO)
        return cli_fail_usage(why, "engine schur lifts in a way of its own: there is no --lift");
    if (s->engine == CLMODP_ENGINE_HOST && s->lift != CLMODP_LIFT_AUTO &&
        s->lift != CLMODP_LIFT_TREE)
        return cli_fail_usage(why, "engine host lifts on the host: there is --lift tree only");
    if (s->engine == CLMODP_ENGINE_SCHUR && s->subresultant)
        return cli_fail_usage(why, "engine schur has no --subresultant");
    return EXIT_OK;
}

/* Runs a subcommand with one polynomial (discriminant) or two (resultant). */
static int eliminate(const settings *s, size_t polynomials, failure *why)
{
    CHECK(check_eliminate_operands(s, polynomials, why));
    CHECK(check_engine(s, why));
    if (cli_ranks_wanted())
        return cli_ranks_eliminate(s, polynomials, why);
    CHECK(cli_destination_open(s->output, why));
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

static int run_discriminant(settings *s, failure *why)
{
    return eliminate(s, 1, why);
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
