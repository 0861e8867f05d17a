/* clmodp det, charpoly and rank: determinants, characteristic polynomials and ranks. */
#include "cli/distributed/checkpoint.h"
#include "cli/distributed/distributed.h"
#include "cli/formats/output.h"
#include "cli/matrix.h"
#include "cli/output_file.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/settings.h"

static clmodp_status call_library(answer *a, clmodp_context *context, const clmodp_matrix *entries,
                                  const settings *how)
{
    clmodp_resultant_options options;

    cli_settings_options(&options, how);
    return clmodp_determinant(context, a->part[0].unpacked, a->part[0].denominator, &a->report,
                              entries, how->modulus, &options);
}

static int compute(answer *a, const session *device, const clmodp_matrix *entries,
                   const settings *how, failure *why)
{
    clmodp_status st = cli_answer_begin_polynomials(a, 1, clmodp_matrix_variables(entries));
    watched w;

    cli_progress_begin(&w, device->context, 0);
    if (st == CLMODP_OK)
        st = call_library(a, device->context, entries, how);
    cli_progress_end(&w);
    if (st == CLMODP_DOMAIN)
        return cli_fail(why, EXIT_USAGE, "%s", clmodp_context_message(device->context));
    return cli_session_check(device, st, why);
}

/* Computes on one device, or on the host. */
static int compute_alone(problem *p, const settings *s, failure *why)
{
    const printer to = cli_printer_standard();
    clmodp_matrix *entries = NULL;
    session device = {0};
    answer a = {0};
    int code;

    CHECK_DONE(cli_matrix_read(&entries, p, s, true, why));
    CHECK_DONE(cli_session_open_tested(&device, s, why));
    CHECK_DONE(compute(&a, &device, entries, s, why));
    CHECK_DONE(cli_print_result(&to, &a, p, &device, s, 0, why));
done:
    cli_answer_clear(&a);
    clmodp_matrix_destroy(entries);
    cli_session_close(&device);
    return code;
}

static int compute_in_units(problem *p, const settings *s, failure *why)
{
    CHECK(cli_matrix_read_packed(p, s, why));
    return s->checkpoint != NULL ? cli_checkpoint_compute_and_print(p, s, why)
                                 : cli_fleet_compute_and_print(p, s, why);
}

static int check_operand(settings *s, failure *why)
{
    s->matrix = true;
    if (s->operand_count != 1)
        return cli_fail_operands(s, "one matrix", why);
    return cli_settings_check_engine(s, why);
}

static int run_matrix(settings *s, failure *why)
{
    const bool units = s->checkpoint != NULL || cli_fleet_wanted(s);
    problem p = {0};
    int code;

    CHECK(check_operand(s, why));
    if (s->checkpoint != NULL)
        CHECK(cli_checkpoint_check(s, why));
    if (cli_ranks_wanted())
        return cli_ranks_eliminate(s, 1, why);
    CHECK(cli_output_file_open(s->output, why));
    code = units ? compute_in_units(&p, s, why) : compute_alone(&p, s, why);
    if (code == EXIT_OK)
        code = cli_output_finish(why);
    cli_problem_clear(&p);
    return code;
}

static int run_det(settings *s, failure *why)
{
    return run_matrix(s, why);
}

static int run_charpoly(settings *s, failure *why)
{
    if (s->variable == NULL)
        s->variable = "t";
    return run_matrix(s, why);
}

static int print_rank(size_t rank, const settings *s, failure *why)
{
    text_buffer out = {.to = stdout};

    if (s->format == FORMAT_JSON)
        cli_json_begin(&out);
    cli_text_printf(&out, s->format == FORMAT_JSON ? ", \"rank\": %zu}\n" : "%zu\n", rank);
    CHECK(cli_output_text(&out, why));
    return cli_output_finish(why);
}

static int run_rank(settings *s, failure *why)
{
    clmodp_matrix *entries = NULL;
    clmodp_resultant_options options;
    session device = {0};
    problem p = {0};
    clmodp_status st;
    watched w;
    size_t rank = 0;
    int code;

    CHECK(check_operand(s, why));
    CHECK(cli_settings_check_prime(s, why));
    CHECK(cli_output_file_open(s->output, why));
    CHECK_DONE(cli_matrix_read(&entries, &p, s, false, why));
    CHECK_DONE(cli_session_open_tested(&device, s, why));
    cli_settings_options(&options, s);
    cli_progress_begin(&w, device.context, 0);
    st = clmodp_matrix_rank(device.context, &rank, entries, s->modulus, &options);
    cli_progress_end(&w);
    if (st == CLMODP_DOMAIN || st == CLMODP_INVALID)
        CHECK_DONE(cli_fail(why, EXIT_USAGE, "%s", clmodp_context_message(device.context)));
    CHECK_DONE(cli_session_check(&device, st, why));
    code = print_rank(rank, s, why);
done:
    clmodp_matrix_destroy(entries);
    cli_problem_clear(&p);
    cli_session_close(&device);
    return code;
}

#define MATRIX_OPTIONS                                                                            \
    (OPTION_CHECKPOINT | OPTION_CRT | OPTION_DEVICE | OPTION_ENGINE | OPTION_FORMAT |             \
     OPTION_MAX_RESULT | OPTION_MEMORY | OPTION_MODE | OPTION_MODULUS | OPTION_OUTPUT |           \
     OPTION_QUIET | OPTION_STATS | OPTION_THREADS)

static const char matrix_help[] =
    "MATRIX has rows of polynomials in up to 16 variables with rational coefficients:\n"
    "  [x, 1; y, x + 2]                   rows separated by semicolons\n"
    "  [[x, 1], [y, x + 2]]               a list of rows\n"
    "  @FILE                              a file with rows on lines and commas between\n"
    "                                     entries, or in one of these forms\n"
    "  -                                  standard input, likewise\n"
    "  matrix([[x, 1], [y, x + 2]])       as Maple and Sage write it\n"
    "  matrix m[2][2] = x, 1, y, x + 2;   as Singular writes it\n"
    "\n"
    "Options:\n";

static const char matrix_more_help[] =
    "  --modulus P        the result modulo P, from 2 to 2^64 - 2, with coefficients from 0\n"
    "                     to P - 1\n"
    "  --format FORMAT    expr (the default), json, maple, singular, msolve, sage or latex, as\n"
    "                     for clmodp resultant; with json, exponents are lists, one for each\n"
    "                     of \"variables\"\n"
    "  --output FILE      write to FILE, which is replaced only by a complete result\n"
    "  --stats            print times and counts on stderr; with json in the object\n"
    "These options are as for clmodp resultant; engine schur computes no determinants:\n"
    "  --device SPEC      --engine NAME      --crt HOW          --mode MODE\n"
    "  --checkpoint DIR   --max-result SIZE  --max-memory SIZE  --threads N\n"
    "  --quiet            --help\n"
    "\n"
    "Exit status: 0 done, 1 failed, 2 invalid input or arguments, 3 no device.\n";

const command cli_command_det = {
    .name = "det",
    .summary = "compute the determinant of a matrix of polynomials",
    .help = {"Usage: clmodp det [OPTION...] MATRIX\n"
            "\n"
            "Print the determinant of a square matrix, proved.\n"
            "\n",
            matrix_help, matrix_more_help,
            "\n"
            "Example: clmodp det '[x, 1; y, x + 2]'      prints x^2 + 2*x - y\n"},
    .options = MATRIX_OPTIONS,
    .run = run_det,
};

const command cli_command_charpoly = {
    .name = "charpoly",
    .summary = "compute the characteristic polynomial of a matrix of polynomials",
    .help = {"Usage: clmodp charpoly [OPTION...] MATRIX\n"
            "\n"
            "Print det(t*I - A), the characteristic polynomial of a square matrix A, proved. For\n"
            "the matrix [a, 1; 1, 0] it is -a*t + t^2 - 1.\n"
            "\n",
            matrix_help,
            "  --variable T       the variable t, which must not occur in A; default: t\n",
            matrix_more_help},
    .options = MATRIX_OPTIONS | OPTION_VARIABLE,
    .run = run_charpoly,
};

const command cli_command_rank = {
    .name = "rank",
    .summary = "compute the rank of a matrix of polynomials",
    .help = {"Usage: clmodp rank [OPTION...] MATRIX\n"
            "\n"
            "Print the rank of a matrix, square or not, over the field of rational functions in\n"
            "its variables, proved.\n"
            "\n",
            matrix_help,
            "  --modulus P        the rank modulo P, a prime below 2^62\n"
            "  --format json      one JSON object\n"
            "  --output FILE      write to FILE\n"
            "These options are as for clmodp det, but for one device:\n"
            "  --device SPEC      --engine NAME      --threads N        --max-result SIZE\n"
            "  --max-memory SIZE  --quiet            --help\n"
            "\n"
            "Exit status: 0 done, 1 failed, 2 invalid input or arguments, 3 no device.\n",
            "\n"
            "Example: clmodp rank '[x, y; x^2, x*y; 0, 0]'      prints 1\n"},
    .options = OPTION_DEVICE | OPTION_ENGINE | OPTION_LAYOUT | OPTION_MAX_RESULT | OPTION_MEMORY |
               OPTION_MODULUS | OPTION_OUTPUT | OPTION_QUIET | OPTION_THREADS,
    .once = true,
    .run = run_rank,
};
