/* clmodp det, clmodp charpoly: determinants and characteristic polynomials of matrices. */
#include <string.h>

#include <clmodp/matrix.h>

#include "cli/formats/import_reader.h"
#include "cli/formats/output.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/settings.h"

typedef struct matrix {
    source source;
    problem names; /* in use as names and modulus alone */
    clmodp_matrix *entries;
    const char *unknown; /* the variable of the characteristic polynomial; NULL: a determinant */
} matrix;

static int list_names(matrix *m, failure *why)
{
    problem *p = &m->names;
    clmodp_text_error error = {0};
    const clmodp_status st =
        clmodp_matrix_text_variables(p->names, &p->variables, CLMODP_MOST_VARIABLES,
                                     m->source.text, m->source.length, &error);

    return st == CLMODP_OK ? EXIT_OK : cli_fail_text(why, st, &m->source, &error);
}

/* Adds the variable of the characteristic polynomial. */
static int add_unknown(matrix *m, failure *why)
{
    problem *p = &m->names;

    for (size_t k = 0; k < p->variables; k++)
        if (strcmp(p->names[k], m->unknown) == 0)
            return cli_fail(why, EXIT_USAGE, "'%s' occurs in the matrix: name another variable of "
                            "the polynomial by --variable", m->unknown);
    return clmodp_mpoly_text_variables(p->names, &p->variables, CLMODP_MOST_VARIABLES, m->unknown,
                                       CLMODP_STRING, NULL) == CLMODP_OK
               ? EXIT_OK
               : cli_fail(why, EXIT_USAGE, "too many variables: at most %d are supported",
                          CLMODP_MOST_VARIABLES);
}

static int read_entries(matrix *m, failure *why)
{
    const char *names[CLMODP_MOST_VARIABLES];
    clmodp_text_error error = {0};
    clmodp_status st;

    for (size_t k = 0; k < m->names.variables; k++)
        names[k] = m->names.names[k];
    st = clmodp_matrix_from_text(&m->entries, m->source.text, m->source.length, names,
                                 m->names.variables, NULL, &error);
    return st == CLMODP_OK ? EXIT_OK : cli_fail_text(why, st, &m->source, &error);
}

static clmodp_status call_library(answer *a, clmodp_context *context, const matrix *m,
                                  const settings *how)
{
    quotient *r = &a->part[0];
    clmodp_resultant_options options;
    size_t t = 0;

    cli_settings_options(&options, how);
    if (m->unknown == NULL)
        return clmodp_determinant(context, r->unpacked, r->denominator, &a->report, m->entries,
                                  how->modulus, &options);
    while (strcmp(m->names.names[t], m->unknown) != 0)
        t++;
    return clmodp_matrix_charpoly(context, r->unpacked, r->denominator, &a->report, m->entries, t,
                                  how->modulus, &options);
}

static int compute(answer *a, const session *device, const matrix *m, const settings *how,
                   failure *why)
{
    clmodp_status st = cli_answer_begin_polynomials(a, 1, m->names.variables);
    watched w;

    cli_progress_begin(&w, device->context, 0);
    if (st == CLMODP_OK)
        st = call_library(a, device->context, m, how);
    cli_progress_end(&w);
    if (st == CLMODP_DOMAIN)
        return cli_fail(why, EXIT_USAGE, "%s", clmodp_context_message(device->context));
    return st == CLMODP_OK ? EXIT_OK : cli_session_fail(device, st, why);
}

static int read_matrix(matrix *m, const settings *s, failure *why)
{
    CHECK(cli_input_open(&m->source, s->operands[0], "MATRIX", why));
    if (strspn(m->source.text, " \t\r\n") == m->source.length)
        return cli_fail(why, EXIT_USAGE, "%s is empty: expected a matrix such as [x, 1; y, 2]",
                        m->source.name);
    CHECK(cli_matrix_read(&m->source, why));
    CHECK(list_names(m, why));
    if (m->unknown != NULL)
        CHECK(add_unknown(m, why));
    CHECK(read_entries(m, why));
    if (clmodp_matrix_rows(m->entries) != clmodp_matrix_columns(m->entries))
        return cli_fail(why, EXIT_USAGE, "expected a square matrix, found %zu row%s of %zu",
                        clmodp_matrix_rows(m->entries), CLI_S(clmodp_matrix_rows(m->entries)),
                        clmodp_matrix_columns(m->entries));
    return cli_problem_check_format(&m->names, s->format, why);
}

static int run_matrix(settings *s, const char *unknown, failure *why)
{
    const printer to = cli_printer_standard();
    session device = {0};
    matrix m = {.unknown = unknown,
                .names = {.all = true, .modulus = s->modulus, .reported = s->stats}};
    answer a = {0};
    int code;

    if (s->operand_count != 1)
        return cli_fail_usage(why, "expected one matrix, got %zu argument%s",
                              s->operand_count, CLI_S(s->operand_count));
    CHECK(cli_output_file_open(s->output, why));
    CHECK_DONE(read_matrix(&m, s, why));
    CHECK_DONE(cli_session_open_tested(&device, s, why));
    CHECK_DONE(compute(&a, &device, &m, s, why));
    CHECK_DONE(cli_print_result(&to, &a, &m.names, &device, s, 0, why));
    CHECK_DONE(cli_output_finish(why));
done:
    if (code != EXIT_OK)
        (void)cli_failure_show(why); /* while its source is still open */
    cli_answer_clear(&a);
    clmodp_matrix_destroy(m.entries);
    cli_input_close(&m.source);
    cli_session_close(&device);
    return code;
}

static int run_det(settings *s, failure *why)
{
    return run_matrix(s, NULL, why);
}

static int run_charpoly(settings *s, failure *why)
{
    return run_matrix(s, s->variable != NULL ? s->variable : "t", why);
}

#define MATRIX_OPTIONS                                                                         \
    (OPTION_DEVICE | OPTION_ENGINE | OPTION_FORMAT | OPTION_MAX_RESULT | OPTION_MEMORY |       \
     OPTION_MODE | OPTION_MODULUS | OPTION_OUTPUT | OPTION_QUIET | OPTION_STATS | OPTION_THREADS)

static const char matrix_help[] =
    "MATRIX has rows of polynomials in up to 16 variables with rational coefficients: [x, 1; y,\n"
    "x + 2], [[x, 1], [y, x + 2]], or @FILE with rows on lines and commas between entries, or in\n"
    "the syntax of Maple, Sage (both: matrix([[x, 1], [y, x + 2]])) or Singular (matrix m[2][2]\n"
    "= x, 1, y, x + 2;). - is standard input.\n"
    "\n"
    "Options:\n";

static const char matrix_more_help[] =
    "  --modulus P        the result modulo P < 2^64, with coefficients from 0 to P - 1\n"
    "  --format FORMAT    expr (the default), json, maple, singular, msolve, sage or latex, as\n"
    "                     for clmodp resultant; with json, exponents are lists, one for each\n"
    "                     of \"variables\"\n"
    "  --output FILE      write to FILE, which is replaced only by a complete result\n"
    "  --stats            print times and counts on stderr; with json in the object\n"
    "These options are as for clmodp resultant, but for one device; engine schur computes no\n"
    "determinants:\n"
    "  --device SPEC      --engine NAME      --mode MODE        --threads N\n"
    "  --max-result SIZE  --max-memory SIZE  --quiet            --help\n"
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
