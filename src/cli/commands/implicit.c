/* clmodp implicit: the equation of a plane curve that is given by rational functions. */
#include <string.h>

#include "cli/formats/output.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/settings.h"

/* The numerators and denominators of x and y. */
enum { P, Q, R, S, FUNCTIONS };

typedef struct curve {
    source source[2];
    problem names; /* in use as names alone; the parameter is "eliminated" */
    clmodp_mpoly *function[FUNCTIONS];
} curve;

/* Lists the variables; none may be a coordinate. */
static int list_names(curve *c, failure *why)
{
    problem *p = &c->names;

    for (int k = 0; k < 2; k++) {
        const source *in = &c->source[k];
        clmodp_text_error error = {0};
        const clmodp_status st = clmodp_mpoly_text_variables(
            p->names, &p->variables, CLMODP_MOST_VARIABLES - 2, in->text, in->length, &error);

        if (st != CLMODP_OK)
            return cli_fail_text(why, st, in, &error);
    }
    for (size_t k = 0; k < p->variables; k++)
        if (strcmp(p->names[k], "x") == 0 || strcmp(p->names[k], "y") == 0)
            return cli_fail(why, EXIT_USAGE, "'%s' is a coordinate of the curve: rename it in the "
                            "functions", p->names[k]);
    return EXIT_OK;
}

/* Chooses the parameter: the given one, t, or the only variable. Adds the coordinates. */
static int choose_parameter(curve *c, const char *given, failure *why)
{
    problem *p = &c->names;
    const char *wanted = given != NULL ? given : p->variables == 1 ? p->names[0] : "t";
    char parameter[CLMODP_NAME_SIZE];
    size_t found = 0;

    while (found < p->variables && strcmp(p->names[found], wanted) != 0)
        found++;
    if (found == p->variables && given != NULL)
        return cli_fail(why, EXIT_USAGE, "'%s', named by --parameter, does not occur", given);
    if (found == p->variables)
        return cli_fail(why, EXIT_USAGE, p->variables == 0
                            ? "both coordinates are constant: this is a point, not a curve"
                            : "several letters and no t: name the parameter by --parameter");
    (void)strcpy(parameter, p->names[found]);
    if (clmodp_mpoly_text_variables(p->names, &p->variables, CLMODP_MOST_VARIABLES, "x*y",
                                    CLMODP_STRING, NULL) != CLMODP_OK)
        return cli_fail(why, EXIT_FAILED, "too many variables");
    for (size_t k = 0; k < p->variables; k++)
        if (strcmp(p->names[k], parameter) == 0)
            p->eliminated = p->names[k];
    return EXIT_OK;
}

static int read_functions(curve *c, failure *why)
{
    const char *names[CLMODP_MOST_VARIABLES];
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < c->names.variables; k++)
        names[k] = c->names.names[k];
    for (int k = 0; k < FUNCTIONS && st == CLMODP_OK; k++)
        st = clmodp_mpoly_create(&c->function[k], c->names.variables);
    for (int k = 0; k < 2 && st == CLMODP_OK; k++) {
        const source *in = &c->source[k];
        clmodp_text_error error = {0};

        st = clmodp_mpoly_quotient_from_text(c->function[2 * k], c->function[2 * k + 1], in->text,
                                             in->length, names, &error);
        if (st != CLMODP_OK)
            return cli_fail_text(why, st, in, &error);
    }
    return st == CLMODP_OK ? EXIT_OK : cli_fail_status(why, st, NULL);
}

static size_t index_of(const problem *p, const char *name)
{
    size_t k = 0;

    while (strcmp(p->names[k], name) != 0)
        k++;
    return k;
}

static int compute(answer *a, const session *device, const curve *c, const settings *how,
                   failure *why)
{
    const problem *p = &c->names;
    clmodp_resultant_options options;
    clmodp_status st = cli_result_begin_one(a, p->variables);
    watched w;

    cli_settings_options(&options, how);
    cli_progress_begin(&w, device->context, 0);
    if (st == CLMODP_OK)
        st = clmodp_implicit(device->context, a->part[0].unpacked, &a->report, c->function[P],
                             c->function[Q], c->function[R], c->function[S],
                             index_of(p, p->eliminated), index_of(p, "x"), index_of(p, "y"),
                             &options);
    cli_progress_end(&w);
    if (st == CLMODP_DOMAIN)
        return cli_fail(why, EXIT_USAGE, "%s", clmodp_context_message(device->context));
    return st == CLMODP_OK ? EXIT_OK : cli_session_fail(device, st, why);
}

static int read_curve(curve *c, const settings *s, failure *why)
{
    static const char *const names[2] = {"X", "Y"};

    for (int k = 0; k < 2; k++)
        CHECK(cli_input_open(&c->source[k], s->operands[k], names[k], why));
    CHECK(list_names(c, why));
    CHECK(choose_parameter(c, s->parameter, why));
    CHECK(read_functions(c, why));
    return cli_problem_check_format(&c->names, s->format, why);
}

static int run_implicit(settings *s, failure *why)
{
    const printer to = cli_printer_standard();
    session device = {0};
    curve c = {0};
    answer a = {0};
    int code;

    if (s->operand_count != 2)
        return cli_fail_usage(why, "expected two functions, got %zu argument%s", s->operand_count,
                              CLI_S(s->operand_count));
    CHECK(cli_operands_check(s, why));
    CHECK(cli_output_file_open(s->output, why));
    CHECK_DONE(read_curve(&c, s, why));
    c.names.reported = s->stats;
    CHECK_DONE(cli_session_open_tested(&device, s, why));
    CHECK_DONE(compute(&a, &device, &c, s, why));
    CHECK_DONE(cli_print_result(&to, &a, &c.names, &device, s, 0, why));
    CHECK_DONE(cli_output_finish(why));
done:
    if (code != EXIT_OK)
        (void)cli_failure_show(why); /* while its source is still open */
    cli_result_clear(&a);
    for (int k = 0; k < FUNCTIONS; k++)
        clmodp_mpoly_destroy(c.function[k]);
    for (int k = 0; k < 2; k++)
        cli_input_close(&c.source[k]);
    cli_session_close(&device);
    return code;
}

const command cli_command_implicit = {
    .name = "implicit",
    .summary = "find the equation of a curve that is given by rational functions",
    .help = {"Usage: clmodp implicit [OPTION...] X Y\n"
            "\n"
            "Print a polynomial in x and y that vanishes exactly on the plane curve of points\n"
            "(X, Y), and on its limits. X and Y are rational functions of a parameter:\n"
            "expressions as for clmodp resultant, in which polynomials may be divisors, or @FILE\n"
            "or - with one. The polynomial is irreducible, also if the curve is traversed\n"
            "several times, with integer coefficients without a common divisor. Further letters\n"
            "are parameters of these coefficients.\n"
            "\n"
            "Options:\n"
            "  --parameter T      the parameter; default: the only letter, otherwise t\n"
            "  --format FORMAT    expr (the default), json, maple, singular, msolve, sage or\n"
            "                     latex, as for clmodp resultant\n"
            "  --output FILE      write to FILE, which is replaced only by a complete result\n"
            "  --stats            print times and counts on stderr; with json in the object\n",
            "These options are as for clmodp resultant, but for one device:\n"
            "  --device SPEC      --engine NAME      --mode MODE        --threads N\n"
            "  --max-result SIZE  --max-memory SIZE  --quiet            --help\n"
            "\n"
            "Exit status: 0 done, 1 failed, 2 invalid input or arguments, 3 no device.\n"
            "\n"
            "Example: clmodp implicit '3*t/(1 + t^3)' '3*t^2/(1 + t^3)'\n"
            "         prints x^3 - 3*x*y + y^3\n"},
    .options = OPTION_DEVICE | OPTION_ENGINE | OPTION_FORMAT | OPTION_MAX_RESULT | OPTION_MEMORY |
               OPTION_MODE | OPTION_OUTPUT | OPTION_PARAMETER | OPTION_QUIET | OPTION_STATS |
               OPTION_THREADS,
    .run = run_implicit,
};
