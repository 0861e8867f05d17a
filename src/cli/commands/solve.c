/* clmodp solve: the real or complex solutions of two or three equations. */
#include <stdlib.h>
#include <string.h>

#include "cli/commands/approximations.h"
#include "cli/commands/solutions.h"
#include "cli/distributed/backend.h"
#include "cli/failure.h"
#include "cli/output_file.h"
#include "cli/option.h"
#include "cli/operands.h"
#include "cli/problem.h"
#include "cli/progress.h"
#include "cli/session.h"
#include "cli/settings.h"
#include "cli/several.h"

typedef struct number {
    mpz_t numerator, denominator; /* denominator > 0 */
} number;

/* Solutions, those in the window, and what is printed of them. */
typedef struct listing {
    const problem *problem;
    solutions solutions;
    char *component; /* the common factor; NULL: none */
    size_t *inside;  /* numbers of solutions */
    size_t count;
    char **text;     /* decimals; NULL: refined intervals instead */
} listing;

static void listing_clear(listing *l)
{
    cli_texts_free(l->text, l->count);
    free(l->inside);
    free(l->component);
    cli_solutions_clear(&l->solutions);
}

/* Checks that three equations have three variables, and that the options are for them. */
static int check_three(const problem *p, const settings *s, failure *why)
{
    const char *option = s->components           ? "--components"
                         : s->checkpoint != NULL ? "--checkpoint"
                                                 : NULL;

    if (option != NULL)
        return cli_fail_usage(why, "%s is for two equations, but there are three", option);
    if (cli_fleet_wanted(s))
        return cli_fail_usage(why, "--device %s: expected one device; several can solve only two "
                              "equations", s->device);
    if (p->variables == CLI_MOST_COORDINATES)
        return EXIT_OK;
    if (p->variables == 0)
        return cli_fail(why, EXIT_USAGE, "expected three equations in three variables, found "
                        "numbers");
    (void)cli_fail(why, EXIT_USAGE, "expected three equations in three variables");
    return cli_several_add_names(p, why);
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

        st = cli_solutions_compare(&sign, &l->solutions, k, coordinate, ends[end].numerator,
                                   ends[end].denominator);
        *between = end == 0 ? sign >= 0 : sign <= 0;
    }
    return st;
}

/* Lists the solutions in the window; all without a window. */
static clmodp_status select_inside(listing *l, const number *window)
{
    const size_t count = cli_solutions_count(&l->solutions);
    clmodp_status st = CLMODP_OK;

    l->inside = calloc(count + 1, sizeof *l->inside);
    if (l->inside == NULL)
        return CLMODP_HOST_MEMORY;
    for (size_t k = 0; k < count && st == CLMODP_OK; k++) {
        bool between = true;

        for (unsigned c = 0; c < l->problem->variables && window != NULL && st == CLMODP_OK; c++)
            st = is_between(&between, l, k, c, window + 2 * c);
        if (between)
            l->inside[l->count++] = k;
    }
    return st;
}

/* Refines a solution and writes its decimals. */
static clmodp_status write_solution(char **text, void *list, size_t k, uint64_t bits)
{
    listing *l = list;
    const size_t at = l->inside[k], digits = cli_certain_digits(bits);
    char *coordinate[CLI_MOST_COORDINATES] = {NULL};
    clmodp_status st = cli_solutions_refine(&l->solutions, at, bits + CLI_ROUNDING_BITS);

    for (unsigned c = 0; c < l->problem->variables && st == CLMODP_OK; c++)
        st = cli_solutions_to_text(&coordinate[c], &l->solutions, at, c, digits);
    if (st == CLMODP_OK)
        st = cli_decimals_join(text, l->problem, coordinate);
    for (size_t c = 0; c < CLI_MOST_COORDINATES; c++)
        free(coordinate[c]);
    return st;
}

static clmodp_status refine(listing *l, const settings *s)
{
    clmodp_status st = CLMODP_OK;

    if (s->format != FORMAT_JSON)
        return cli_decimals_write(&l->text, l->count, write_solution, l, s->bits);
    for (size_t k = 0; k < l->count && st == CLMODP_OK; k++)
        st = cli_solutions_refine(&l->solutions, l->inside[k], s->bits);
    return st;
}

static void print_json(text_buffer *out, const listing *l, const problem *p)
{
    cli_json_begin(out);
    cli_text_string(out, ", \"variables\": [");
    for (size_t c = 0; c < p->variables; c++) {
        cli_text_string(out, c > 0 ? ", " : "");
        cli_json_string(out, p->names[c]);
    }
    cli_text_string(out, "], \"solutions\": [");
    for (size_t k = 0; k < l->count; k++) {
        const unsigned long multiplicity = cli_solutions_multiplicity(&l->solutions, l->inside[k]);

        for (unsigned c = 0; c < p->variables; c++) {
            cli_text_string(out, c > 0 ? ", " : k > 0 ? ", {" : "{");
            cli_json_string(out, p->names[c]);
            cli_text_string(out, ": ");
            cli_solutions_put(out, &l->solutions, l->inside[k], c);
        }
        if (multiplicity > 0)
            cli_text_printf(out, ", \"multiplicity\": %lu", multiplicity);
        cli_text_string(out, "}");
    }
    cli_text_string(out, "]");
    if (l->component != NULL)
        cli_json_member(out, "component", l->component);
    cli_text_string(out, "}\n");
}

static void print_text(text_buffer *out, const listing *l)
{
    if (l->component != NULL)
        cli_text_printf(out, "%s = 0\n", l->component);
    for (size_t k = 0; k < l->count; k++)
        cli_decimals_put(out, l->text[k], cli_solutions_multiplicity(&l->solutions, l->inside[k]));
}

static int print_solutions(const listing *l, const problem *p, const settings *s, failure *why)
{
    text_buffer out = {.to = stdout};

    if (s->format == FORMAT_JSON)
        print_json(&out, l, p);
    else
        print_text(&out, l);
    if (l->count == 0)
        cli_remark("there are no %ssolutions%s%s", s->complex_roots ? "" : "real ",
                   l->component != NULL ? " beside the common curve" : "",
                   s->window != NULL ? " in this window" : "");
    CHECK(cli_output_text(&out, why));
    return cli_output_finish(why);
}

/* Finds the solutions of three equations, all or the real ones. */
static clmodp_status find_points(solutions *found, const problem *p,
                                 const clmodp_resultant_options *resultants, const settings *s)
{
    const clmodp_mpoly *const *const f = (const clmodp_mpoly *const *)p->whole;
    const char *const names[] = {p->names[0], p->names[1], p->names[2]};
    clmodp_points_options options;

    clmodp_points_options_init(&options);
    options.resultants = resultants;
    options.names = names;
    return s->complex_roots
               ? clmodp_complex_points_find(found->context, &found->complex_points, f, &options)
               : clmodp_points_find(found->context, &found->points, f, &options);
}

/* Finds the solutions, all or the real ones. */
static clmodp_status find(solutions *found, const problem *p, const clmodp_solve_options *options,
                          const settings *s)
{
    if (p->whole[0] != NULL)
        return find_points(found, p, options->resultants, s);
    if (s->complex_roots)
        return clmodp_complex_solve(found->context, &found->complex, p->f, p->g, options);
    return clmodp_solve(found->context, &found->pairs, p->f, p->g, options);
}

/* Explains a failed computation, and how to solve a system with a common factor. */
static int fail_system(const problem *p, const settings *s, const cli_backend *on,
                       clmodp_status st, failure *why)
{
    const int code = cli_backend_fail(on, st, why);

    if (st == CLMODP_DOMAIN && !s->components && p->whole[0] == NULL &&
        clmodp_zxy_terms(p->f) + clmodp_zxy_terms(p->g) > 0)
        cli_fail_add(why, "; with --components the factor and the other solutions are printed");
    return code;
}

/* Solves, and refines and writes what is to be printed. */
static int find_solutions(listing *l, const problem *p, const number *window, const settings *s,
                          cli_backend *on, failure *why)
{
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
    l->problem = p;
    l->solutions.context = on->device->context;
    st = find(&l->solutions, p, &options, s);
    if (st == CLMODP_OK)
        st = select_inside(l, window);
    if (st == CLMODP_OK)
        st = refine(l, s);
    if (st == CLMODP_OK)
        component = cli_solutions_component(&l->solutions);
    if (component != NULL)
        st = clmodp_zxy_to_text(&l->component, component, p->names[0], p->names[1]);
    return st == CLMODP_OK ? EXIT_OK : fail_system(p, s, on, st, why);
}

/* Reads the ends X0, X1, Y0, Y1, ... of a valid window with so many intervals. */
static int read_window(number *ends, const char *window, size_t intervals, failure *why)
{
    CHECK(cli_window_check(window, intervals, why));
    for (size_t k = 0; k < 2 * intervals; k++) {
        const size_t length = strcspn(window, ":,");

        const clmodp_status st =
            cli_rational_read(ends[k].numerator, ends[k].denominator, window, length);

        CHECK(cli_check_status(why, st, NULL));
        window += length + (window[length] != '\0');
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
    number window[2 * CLI_MOST_COORDINATES];
    int code;

    for (size_t k = 0; k < sizeof window / sizeof *window; k++)
        mpz_inits(window[k].numerator, window[k].denominator, NULL);
    CHECK_DONE(cli_operands_read(&p, s, 2, 3, why));
    CHECK_DONE(p.whole[0] != NULL ? check_three(&p, s, why) : order_variables(&p, why));
    if (s->window != NULL)
        CHECK_DONE(read_window(window, s->window, p.variables, why));
    CHECK_DONE(cli_output_file_open(s->output, why));
    code = solve_and_print(&p, s->window != NULL ? window : NULL, s, on, why);
done:
    cli_problem_clear(&p);
    for (size_t k = 0; k < sizeof window / sizeof *window; k++)
        mpz_clears(window[k].numerator, window[k].denominator, NULL);
    return code;
}

static int run_solve(settings *s, failure *why)
{
    if (s->operand_count != 2 && s->operand_count != 3 && !cli_operands_may_hold_more(s, 0))
        return cli_fail_operands(s, "two or three equations", why);
    if (s->complex_roots && s->window != NULL)
        return cli_fail_usage(why, "--complex and --window exclude each other");
    CHECK(cli_operands_check(s, why));
    if (s->bits == 0)
        s->bits = CLI_DEFAULT_BITS;
    return cli_backend_run(s, read_and_solve, why);
}

const command cli_command_solve = {
    .name = "solve",
    .summary = "find the solutions of two or three equations in as many variables",
    .help = {"Usage: clmodp solve [OPTION...] F G\n"
            "       clmodp solve [OPTION...] F G H                in three variables\n"
            "       clmodp solve [OPTION...] @FILE                with all; see --from\n"
            "\n"
            "Print the real solutions of F = 0, G = 0 in two variables, a line each, in\n"
            "increasing order of the first variable, then of the second one, with as many\n"
            "decimals as are certain, and the multiplicity unless it is 1. All of it is proved:\n"
            "no solution is missing, and each printed number is correctly rounded. F and G are\n"
            "expressions or equations, @FILE to read a file, or - for standard input; see clmodp\n"
            "help resultant.\n"
            "\n"
            "With H, print the real solutions of three equations in three variables, in the\n"
            "alphabetical order of these. It is an error if the complex solutions are infinitely\n"
            "many. The multiplicity of some multiple solutions is not known, and not printed.\n"
            "\n"
            "Options:\n"
            "  --precision BITS       bits of each coordinate that are certain, 64 by default:\n"
            "                         19 digits\n"
            "  --window X0:X1,Y0:Y1   only solutions with the first variable from X0 to X1 and\n"
            "                         the second one from Y0 to Y1: decimals or fractions; with\n"
            "                         H, three intervals X0:X1,Y0:Y1,Z0:Z1\n"
            "  --complex              all solutions: the real ones, then pairs of conjugates.\n"
            "                         JSON has intervals \"real\" and \"imaginary\" of each\n"
            "                         variable. With H it fails for some equations whose\n"
            "                         terms of highest degree have a common factor\n"
            "  --components           if two equations have a common factor C, print C = 0 and\n"
            "                         the solutions that are not on this curve; otherwise a\n"
            "                         common factor is an error. If F is 0, C is G. With json\n"
            "                         \"component\" is C\n"
            "  --format text          decimals (default)\n"
            "  --format json          one JSON object on one line; \"solutions\" lists for each\n"
            "                         solution a pair of fractions, strings, for each variable,\n"
            "                         and a \"multiplicity\", unless unknown. The coordinate\n"
            "                         lies between the fractions, or is equal to both\n"
            "  --from SYSTEM          the system whose syntax a file uses, as for clmodp\n"
            "                         resultant\n"
            "  --output FILE          write to FILE (- is standard output)\n"
            "  --checkpoint DIR       keep completed work units of all resultants in the folder\n"
            "                         DIR, at first new or empty: see clmodp help resultant.\n"
            "                         clmodp worker DIR/1 can help with the first one. Only for\n"
            "                         two equations, like several devices\n"
            "  --device SPEC, --engine ENGINE, --crt HOW, --max-memory SIZE, --max-result SIZE\n"
            "                         for resultants, as for clmodp resultant\n"
            "  --threads N            threads of the host; default: one per processor\n"
            "  --quiet                nothing on stderr but errors\n"
            "  --help                 this text\n"
            "\n"
            "Exit status: 0 done, 1 failed, also if F and G have a common factor or there are\n"
            "infinitely many solutions, 2 invalid input or arguments, 3 no device.\n"
            "\n"
            "In a build with MPI, mpirun -n 8 clmodp solve F G computes the resultants on eight\n"
            "ranks.\n"
            "\n"
            "Examples: clmodp solve 'x^2 + y^2 = 2' 'x*y = 1'\n"
            "          clmodp solve 'x^2 + y^2 + z^2 = 3' 'x + y + z = 1' 'x*y*z = -1'\n"},
    .options = OPTION_CHECKPOINT | OPTION_COMPLEX | OPTION_COMPONENTS | OPTION_CRT |
               OPTION_DEVICE | OPTION_ENGINE | OPTION_FROM | OPTION_LAYOUT | OPTION_MAX_RESULT |
               OPTION_MEMORY | OPTION_OUTPUT | OPTION_PRECISION | OPTION_QUIET | OPTION_THREADS |
               OPTION_WINDOW,
    .run = run_solve,
};
