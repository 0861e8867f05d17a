/* clmodp implicit: the equation of a plane curve or a surface that is given by rational functions.
 */
#include <string.h>

#include "cli/formats/output.h"
#include "cli/operands.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/settings.h"

/* Most coordinates. */
#define MOST 3

static const char *const coordinates[MOST] = {"x", "y", "z"};

/* A curve or a surface. */
typedef struct figure {
    size_t coordinates; /* 2 or 3, one more than parameters */
    source source[MOST];
    problem names; /* in use as names alone; the last parameter is "eliminated" */
    char parameter[MOST - 1][CLMODP_NAME_SIZE];
    clmodp_mpoly *numerator[MOST], *denominator[MOST];
} figure;

static const char *kind_of(const figure *c)
{
    return c->coordinates == 2 ? "curve" : "surface";
}

/* Lists the variables; none may be a coordinate. */
static int list_names(figure *c, failure *why)
{
    problem *p = &c->names;

    for (size_t k = 0; k < c->coordinates; k++) {
        const source *in = &c->source[k];
        clmodp_text_error error = {0};
        const clmodp_status st = clmodp_mpoly_text_variables(
            p->names, &p->variables, CLMODP_MOST_VARIABLES - c->coordinates, in->text, in->length,
            &error);

        CHECK(cli_check_text(why, st, in, &error));
    }
    for (size_t k = 0; k < c->coordinates; k++)
        if (cli_problem_index(p, coordinates[k]) < p->variables)
            return cli_fail(why, EXIT_USAGE, "'%s' is a coordinate of the %s: rename it in the "
                            "functions", coordinates[k], kind_of(c));
    return EXIT_OK;
}

/* Sets the names of the parameters to those in a list such as "S,T", one for each parameter. */
static int take_parameters(figure *c, const char *given, failure *why)
{
    const size_t count = c->coordinates - 1;

    for (size_t k = 0; k < count; k++) {
        const char *comma = strchr(given, ',');
        const size_t length = comma == NULL ? strlen(given) : (size_t)(comma - given);

        if ((comma == NULL) != (k + 1 == count) || length >= CLMODP_NAME_SIZE)
            return cli_fail(why, EXIT_USAGE, "--parameter: expected %s",
                            count == 1 ? "one name" : "two names, as in s,t");
        memcpy(c->parameter[k], given, length);
        given += length + 1;
    }
    return EXIT_OK;
}

/* Chooses the parameters: the given ones, the only variables, or t, or s and t. Adds the
 * coordinates. */
static int choose_parameters(figure *c, const char *given, failure *why)
{
    problem *p = &c->names;
    const size_t count = c->coordinates - 1;
    const char *last;

    if (given != NULL)
        CHECK(take_parameters(c, given, why));
    for (size_t k = 0; k < count; k++) {
        if (given == NULL)
            (void)strcpy(c->parameter[k], p->variables == count      ? p->names[k]
                                          : k + 1 == count ? "t" : "s");
        if (cli_problem_index(p, c->parameter[k]) < p->variables &&
            (k == 0 || strcmp(c->parameter[k], c->parameter[0]) != 0))
            continue;
        if (given != NULL)
            return cli_fail(why, EXIT_USAGE, "'%s', named by --parameter, %s", c->parameter[k],
                            k > 0 && strcmp(c->parameter[k], c->parameter[0]) == 0
                                ? "is named twice" : "does not occur");
        if (p->variables < count)
            return cli_fail(why, EXIT_USAGE, "%s", count == 1
                                ? "both coordinates are constant: this is a point, not a curve"
                                : "fewer than two parameters: this is not a surface");
        return cli_fail(why, EXIT_USAGE, "several variables, but no %s: name the parameter%s by "
                        "--parameter %s", c->parameter[k], CLI_S(count), count == 1 ? "T" : "S,T");
    }
    for (size_t k = 0; k < c->coordinates; k++)
        CHECK(cli_problem_add_name(p, coordinates[k], why));
    last = c->parameter[count - 1];
    p->eliminated = p->names[cli_problem_index(p, last)];
    return EXIT_OK;
}

static int read_functions(figure *c, failure *why)
{
    const char *names[CLMODP_MOST_VARIABLES];
    clmodp_status st = CLMODP_OK;

    for (size_t k = 0; k < c->names.variables; k++)
        names[k] = c->names.names[k];
    for (size_t k = 0; k < c->coordinates && st == CLMODP_OK; k++) {
        const source *in = &c->source[k];
        clmodp_text_error error = {0};

        st = clmodp_mpoly_create(&c->numerator[k], c->names.variables);
        if (st == CLMODP_OK)
            st = clmodp_mpoly_create(&c->denominator[k], c->names.variables);
        if (st != CLMODP_OK)
            break;
        st = clmodp_mpoly_quotient_from_text(c->numerator[k], c->denominator[k], in->text,
                                             in->length, names, &error);
        CHECK(cli_check_text(why, st, in, &error));
    }
    return cli_check_status(why, st, NULL);
}

/* Sets f to the equation. */
static clmodp_status find(clmodp_mpoly *f, clmodp_resultant_report *report, const session *device,
                          const figure *c, const clmodp_resultant_options *options)
{
    const clmodp_mpoly *const *n = (const clmodp_mpoly *const *)c->numerator;
    const clmodp_mpoly *const *d = (const clmodp_mpoly *const *)c->denominator;
    size_t parameter[MOST - 1], at[MOST];

    for (size_t k = 0; k < c->coordinates; k++)
        at[k] = cli_problem_index(&c->names, coordinates[k]);
    for (size_t k = 0; k + 1 < c->coordinates; k++)
        parameter[k] = cli_problem_index(&c->names, c->parameter[k]);
    return c->coordinates == 2 ? clmodp_implicit(device->context, f, report, n[0], d[0], n[1],
                                                 d[1], parameter[0], at[0], at[1], options)
                               : clmodp_implicit_surface(device->context, f, report, n, d,
                                                         parameter, at, options);
}

static int compute(answer *a, const session *device, const figure *c, const settings *how,
                   failure *why)
{
    const problem *p = &c->names;
    clmodp_resultant_options options;
    clmodp_status st = cli_answer_begin_polynomials(a, 1, p->variables);
    watched w;

    cli_settings_options(&options, how);
    cli_progress_begin(&w, device->context, 0);
    if (st == CLMODP_OK)
        st = find(a->part[0].unpacked, &a->report, device, c, &options);
    cli_progress_end(&w);
    if (st == CLMODP_DOMAIN)
        return cli_fail(why, EXIT_USAGE, "%s", clmodp_context_message(device->context));
    return cli_session_check(device, st, why);
}

static int read_figure(figure *c, const settings *s, failure *why)
{
    static const char *const names[MOST] = {"X", "Y", "Z"};

    c->coordinates = s->operand_count;
    for (size_t k = 0; k < c->coordinates; k++)
        CHECK(cli_input_open(&c->source[k], s->operands[k], names[k], why));
    CHECK(list_names(c, why));
    CHECK(choose_parameters(c, s->parameter, why));
    CHECK(read_functions(c, why));
    return cli_problem_check_format(&c->names, s->format, why);
}

static int run_implicit(settings *s, failure *why)
{
    const printer to = cli_printer_standard();
    session device = {0};
    figure c = {0};
    answer a = {0};
    int code;

    if (s->operand_count != 2 && s->operand_count != 3)
        return cli_fail_operands(s, "two or three functions", why);
    CHECK(cli_operands_check(s, why));
    CHECK(cli_output_file_open(s->output, why));
    CHECK_DONE(read_figure(&c, s, why));
    c.names.reported = s->stats;
    CHECK_DONE(cli_session_open_tested(&device, s, why));
    CHECK_DONE(compute(&a, &device, &c, s, why));
    CHECK_DONE(cli_print_result(&to, &a, &c.names, &device, s, 0, why));
    CHECK_DONE(cli_output_finish(why));
done:
    if (code != EXIT_OK)
        (void)cli_failure_show(why); /* while its source is still open */
    cli_answer_clear(&a);
    for (size_t k = 0; k < c.coordinates; k++) {
        clmodp_mpoly_destroy(c.denominator[k]);
        clmodp_mpoly_destroy(c.numerator[k]);
        cli_input_close(&c.source[k]);
    }
    cli_session_close(&device);
    return code;
}

const command cli_command_implicit = {
    .name = "implicit",
    .summary = "find the equation of a curve or surface given by rational functions",
    .help = {"Usage: clmodp implicit [OPTION...] X Y [Z]\n"
            "\n"
            "Print a polynomial in x and y that vanishes exactly on the plane curve of points\n"
            "(X, Y), and on its limits. X and Y are rational functions of a parameter:\n"
            "expressions as for clmodp resultant, in which polynomials may be divisors, or @FILE\n"
            "or - with one. The polynomial is irreducible, also if the curve is traversed\n"
            "several times, with integer coefficients without a common divisor. It contains the\n"
            "other variables of X and Y, too, as parameters of the coefficients. With Z, the\n"
            "same for a surface, in x, y and z and with two parameters; if no equation can be\n"
            "found, this is an error.\n"
            "\n"
            "Options:\n"
            "  --parameter T      the parameter; default: the only variable, otherwise t.\n"
            "                     S,T for surfaces; default: the only two variables, otherwise\n"
            "                     s,t\n"
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
            "         prints x^3 - 3*x*y + y^3\n"
            "         clmodp implicit 's*t' s 't^2' prints x^2 - y^2*z\n"},
    .options = OPTION_DEVICE | OPTION_ENGINE | OPTION_FORMAT | OPTION_MAX_RESULT | OPTION_MEMORY |
               OPTION_MODE | OPTION_OUTPUT | OPTION_PARAMETER | OPTION_QUIET | OPTION_STATS |
               OPTION_THREADS,
    .once = true,
    .run = run_implicit,
};
