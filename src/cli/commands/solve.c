/* clmodp solve: the real or complex solutions of two equations. */
#include <stdlib.h>
#include <string.h>

#include <clmodp/systems.h>

#include "cli/commands/approximations.h"
#include "cli/commands/complex_solutions.h"
#include "cli/distributed/backend.h"
#include "cli/failure.h"
#include "cli/output_file.h"
#include "cli/operands.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "cli/settings.h"

typedef struct number {
    mpz_t numerator, denominator; /* denominator > 0 */
} number;

/* Solutions, those in the window, and what is printed of them. */
typedef struct listing {
    clmodp_context *context;
    const problem *problem;
    clmodp_solutions *solutions;
    complex_listing all; /* with --complex, instead */
    char *component;     /* the common factor; NULL: none */
    size_t *inside;      /* numbers of solutions */
    size_t count;
    char **text;         /* decimals; NULL: refined intervals instead */
} listing;

static void listing_clear(listing *l)
{
    cli_texts_free(l->text, l->count);
    free(l->inside);
    free(l->component);
    clmodp_solutions_destroy(l->solutions);
    cli_complex_clear(&l->all);
}

/* Exchanges the variables if F and G were read with the first name as the second variable. */
static int order_variables(problem *p, failure *why)
{
    clmodp_status st = CLMODP_OK;

    if (p->variables < 2)
        return cli_fail(why, EXIT_USAGE, p->variables == 0
                        ? "expected two equations in two variables, found numbers"
                        : "expected two equations in two variables, found only %s; the roots of "
                          "one polynomial are found by clmodp roots", p->names[0]);
    if (p->eliminated == p->names[0]) {
        st = clmodp_zxy_swap_variables(p->f);
        if (st == CLMODP_OK)
            st = clmodp_zxy_swap_variables(p->g);
    }
    return cli_check_status(why, st, NULL);
}

/* Tests whether a coordinate is in the window's interval for it. */
static clmodp_status is_between(bool *between, const listing *l, size_t k, unsigned coordinate,
                                const number *ends)
{
    clmodp_status st = CLMODP_OK;

    for (int end = 0; end < 2 && *between && st == CLMODP_OK; end++) {
        int sign = 0;

        st = clmodp_solutions_compare(l->context, &sign, l->solutions, k, coordinate,
                                      ends[end].numerator, ends[end].denominator);
        *between = end == 0 ? sign >= 0 : sign <= 0;
    }
    return st;
}

/* Lists the solutions in the window; all without a window. */
static clmodp_status select_inside(listing *l, const number *window)
{
    const size_t count = clmodp_solutions_count(l->solutions);
    clmodp_status st = CLMODP_OK;

    l->inside = calloc(count + 1, sizeof *l->inside);
    if (l->inside == NULL)
        return CLMODP_HOST_MEMORY;
    for (size_t k = 0; k < count && st == CLMODP_OK; k++) {
        bool between = true;

        for (unsigned coordinate = 0; coordinate < 2 && window != NULL && st == CLMODP_OK;
             coordinate++)
            st = is_between(&between, l, k, coordinate, window + 2 * coordinate);
        if (between)
            l->inside[l->count++] = k;
    }
    return st;
}

/* Refines a solution and writes its decimals. */
static clmodp_status write_solution(char **text, void *list, size_t k, uint64_t bits)
{
    const listing *l = list;
    const size_t at = l->inside[k], digits = cli_certain_digits(bits);
    char *x = NULL, *y = NULL;
    clmodp_status st =
        clmodp_solutions_refine(l->context, l->solutions, at, bits + CLI_ROUNDING_BITS);

    if (st == CLMODP_OK)
        st = clmodp_solutions_to_text(&x, l->solutions, at, 0, digits);
    if (st == CLMODP_OK)
        st = clmodp_solutions_to_text(&y, l->solutions, at, 1, digits);
    if (st == CLMODP_OK)
        st = cli_decimals_join(text, l->problem, x, y);
    free(x);
    free(y);
    return st;
}

static clmodp_status refine(listing *l, const settings *s)
{
    clmodp_status st = CLMODP_OK;

    if (s->format != FORMAT_JSON)
        return cli_decimals_write(&l->text, l->count, write_solution, l, s->bits);
    for (size_t k = 0; k < l->count && st == CLMODP_OK; k++)
        st = clmodp_solutions_refine(l->context, l->solutions, l->inside[k], s->bits);
    return st;
}

static void print_json(text_buffer *out, const listing *l, const problem *p)
{
    mpz_t low, high, denominator;

    mpz_inits(low, high, denominator, NULL);
    cli_json_begin(out);
    cli_text_string(out, ", \"variables\": [");
    cli_json_string(out, p->names[0]);
    cli_text_string(out, ", ");
    cli_json_string(out, p->names[1]);
    cli_text_string(out, "], \"solutions\": [");
    for (size_t k = 0; k < l->count; k++) {
        for (unsigned c = 0; c < 2; c++) {
            cli_text_string(out, c == 1 ? ", " : k > 0 ? ", {" : "{");
            cli_json_string(out, p->names[c]);
            cli_text_string(out, ": ");
            clmodp_solutions_interval(low, high, denominator, l->solutions, l->inside[k], c);
            cli_interval_put(out, low, high, denominator);
        }
        cli_text_string(out, ", \"multiplicity\": ");
        cli_text_count(out, clmodp_solutions_multiplicity(l->solutions, l->inside[k]));
        cli_text_string(out, "}");
    }
    cli_complex_print_json(out, &l->all, p);
    cli_text_string(out, "]");
    if (l->component != NULL)
        cli_json_member(out, "component", l->component);
    cli_text_string(out, "}\n");
    mpz_clears(low, high, denominator, NULL);
}

static void print_text(text_buffer *out, const listing *l)
{
    if (l->component != NULL)
        cli_text_printf(out, "%s = 0\n", l->component);
    cli_complex_print_text(out, &l->all);
    for (size_t k = 0; k < l->count; k++)
        cli_decimals_put(out, l->text[k],
                         clmodp_solutions_multiplicity(l->solutions, l->inside[k]));
}

static int print_solutions(const listing *l, const problem *p, const settings *s, failure *why)
{
    text_buffer out = {.to = stdout};

    if (s->format == FORMAT_JSON)
        print_json(&out, l, p);
    else
        print_text(&out, l);
    if (l->count + l->all.count == 0)
        cli_remark("there are no %ssolutions%s%s", s->complex_roots ? "" : "real ",
                   l->component != NULL ? " beside the common curve" : "",
                   s->window != NULL ? " in this window" : "");
    CHECK(cli_output_text(&out, why));
    return cli_output_finish(why);
}

/* Finds the real solutions in the window, and refines and writes them. */
static clmodp_status find_real(listing *l, clmodp_context *context, const problem *p,
                               const clmodp_solve_options *options, const number *window,
                               const settings *s)
{
    clmodp_status st = clmodp_solve(context, &l->solutions, p->f, p->g, options);

    l->context = context;
    l->problem = p;
    if (st == CLMODP_OK)
        st = select_inside(l, window);
    return st == CLMODP_OK ? refine(l, s) : st;
}

/* Explains a failed computation, and how to solve a system with a common factor. */
static int fail_system(const problem *p, const settings *s, const cli_backend *on,
                       clmodp_status st, failure *why)
{
    const int code = cli_backend_fail(on, st, why);

    if (st == CLMODP_DOMAIN && !s->components &&
        clmodp_zxy_terms(p->f) + clmodp_zxy_terms(p->g) > 0)
        cli_fail_add(why, "; with --components the factor and the other solutions are printed");
    return code;
}

/* Solves, and refines and writes what is to be printed. */
static int find_solutions(listing *l, const problem *p, const number *window, const settings *s,
                          cli_backend *on, failure *why)
{
    clmodp_context *context = on->device->context;
    const clmodp_zxy *component = NULL;
    clmodp_resultant_options resultants;
    clmodp_solve_options options;
    clmodp_status st;

    cli_settings_options(&resultants, s);
    clmodp_solve_options_init(&options);
    options.resultants = &resultants;
    options.components = s->components;
    options.x = p->names[0];
    options.y = p->names[1];
    options.compute = on->compute;
    options.user = on->user;
    if (s->complex_roots) {
        st = cli_complex_find(&l->all, context, p, &options, s);
        if (st == CLMODP_OK)
            component = clmodp_complex_solutions_component(l->all.solutions);
    } else {
        st = find_real(l, context, p, &options, window, s);
        if (st == CLMODP_OK)
            component = clmodp_solutions_component(l->solutions);
    }
    if (component != NULL)
        st = clmodp_zxy_to_text(&l->component, component, p->names[0], p->names[1]);
    return st == CLMODP_OK ? EXIT_OK : fail_system(p, s, on, st, why);
}

/* Reads the ends X0, X1, Y0, Y1 of a valid window. */
static int read_window(number *ends, const char *window, failure *why)
{
    for (int k = 0; k < 4; k++) {
        const size_t length = strcspn(window, ":,");

        const clmodp_status st =
            cli_rational_read(ends[k].numerator, ends[k].denominator, window, length);

        CHECK(cli_check_status(why, st, NULL));
        window += length + (k < 3);
    }
    return EXIT_OK;
}

/* Opens the devices, finds the solutions, and prints them. */
static int solve_and_print(const problem *p, const number *window, const settings *s,
                           cli_backend *on, failure *why)
{
    listing found = {0};
    watched w;
    int code;

    CHECK(cli_backend_open(on, s, why));
    cli_progress_begin(&w, on->device->context, 0);
    code = find_solutions(&found, p, window, s, on, why);
    cli_progress_end(&w);
    if (code == EXIT_OK)
        code = print_solutions(&found, p, s, why);
    listing_clear(&found);
    return code;
}

/* Reads the system, solves it, and prints the solutions. */
static int read_and_solve(cli_backend *on, const settings *s, failure *why)
{
    problem p = {.curves = true};
    number window[4];
    int code;

    for (int k = 0; k < 4; k++)
        mpz_inits(window[k].numerator, window[k].denominator, NULL);
    if (s->window != NULL)
        CHECK_DONE(read_window(window, s->window, why));
    CHECK_DONE(cli_operands_read(&p, s, 2, 2, why));
    CHECK_DONE(order_variables(&p, why));
    CHECK_DONE(cli_output_file_open(s->output, why));
    code = solve_and_print(&p, s->window != NULL ? window : NULL, s, on, why);
done:
    cli_problem_clear(&p);
    for (int k = 0; k < 4; k++)
        mpz_clears(window[k].numerator, window[k].denominator, NULL);
    return code;
}

static int run_solve(settings *s, failure *why)
{
    if (s->operand_count != 2 && !cli_operands_may_hold_more(s, 0))
        return cli_fail_operands(s, "two equations", why);
    if (s->complex_roots && s->window != NULL)
        return cli_fail_usage(why, "--complex and --window exclude each other");
    CHECK(cli_operands_check(s, why));
    if (s->bits == 0)
        s->bits = CLI_DEFAULT_BITS;
    return cli_backend_run(s, read_and_solve, why);
}

const command cli_command_solve = {
    .name = "solve",
    .summary = "find the real or complex solutions of two equations in two variables",
    .help = {"Usage: clmodp solve [OPTION...] F G\n"
            "       clmodp solve [OPTION...] @FILE                with both; see --from\n"
            "\n"
            "Print the real solutions of F = 0, G = 0, a line each, in increasing order of the\n"
            "first variable, then of the second one, with as many decimals as are certain, and\n"
            "the multiplicity unless it is 1. All of it is proved: no solution is missing, and\n"
            "each printed number is correctly rounded. F and G are expressions or equations in\n"
            "two variables, @FILE to read a file, or - for standard input; see clmodp help\n"
            "resultant.\n"
            "\n"
            "Options:\n"
            "  --precision BITS       bits of each coordinate that are certain, 64 by default:\n"
            "                         19 digits\n"
            "  --window X0:X1,Y0:Y1   only solutions with the first variable from X0 to X1 and\n"
            "                         the second one from Y0 to Y1: decimals or fractions\n"
            "  --complex              all solutions: the real ones, then pairs of conjugates.\n"
            "                         JSON has intervals \"real\" and \"imaginary\" of each\n"
            "                         variable\n"
            "  --components           if F and G have a common factor H, print H = 0 and the\n"
            "                         solutions that are not on this curve; otherwise a common\n"
            "                         factor is an error. If F is 0, H is G. With json\n"
            "                         \"component\" is H\n"
            "  --format text          decimals (default)\n"
            "  --format json          one JSON object on one line; \"solutions\" lists for each\n"
            "                         solution a pair of fractions, strings, for each variable,\n"
            "                         and a \"multiplicity\". The coordinate lies between the\n"
            "                         fractions, or is equal to both\n"
            "  --from SYSTEM          the system whose syntax a file uses, as for clmodp\n"
            "                         resultant\n"
            "  --output FILE          write to FILE (- is standard output)\n"
            "  --checkpoint DIR       keep completed work units of all resultants in the folder\n"
            "                         DIR, at first new or empty: see clmodp help resultant.\n"
            "                         clmodp worker DIR/1 can help with the first one\n"
            "  --device SPEC, --engine ENGINE, --crt HOW, --max-memory SIZE, --max-result SIZE\n"
            "                         for resultants, as for clmodp resultant\n"
            "  --threads N            threads of the host; default: one per processor\n"
            "  --quiet                nothing on stderr but errors\n"
            "  --help                 this text\n"
            "\n"
            "Exit status: 0 done, 1 failed, also if F and G have a common factor, 2 invalid\n"
            "input or arguments, 3 no device.\n"
            "\n"
            "In a build with MPI, mpirun -n 8 clmodp solve F G computes the resultants on eight\n"
            "ranks.\n"
            "\n"
            "Example: clmodp solve 'x^2 + y^2 = 2' 'x*y = 1'\n"},
    .options = OPTION_CHECKPOINT | OPTION_COMPLEX | OPTION_COMPONENTS | OPTION_CRT |
               OPTION_DEVICE | OPTION_ENGINE | OPTION_FROM | OPTION_LAYOUT | OPTION_MAX_RESULT |
               OPTION_MEMORY | OPTION_OUTPUT | OPTION_PRECISION | OPTION_QUIET | OPTION_THREADS |
               OPTION_WINDOW,
    .run = run_solve,
};
