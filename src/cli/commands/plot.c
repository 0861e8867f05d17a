/* clmodp plot: draws curves by executing Python with the package clmodp. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/failure.h"
#include "cli/operands.h"
#include "cli/option.h"
#include "cli/problem.h"
#include "cli/settings.h"
#include "cli/progress.h"
#include "portable/portable.h"

#define PYTHON "python3"

/* The Python program: draws the polynomials on standard input, separated by ;, or reports what is
 * missing. It removes the current folder, which -c adds, from the search path of modules. */
static char program[] =
    "import logging, sys, warnings\n"
    "if '--quiet' in sys.argv:\n" /* also while modules are loaded */
    "    logging.getLogger('matplotlib').setLevel(logging.ERROR)\n"
    "    warnings.simplefilter('ignore')\n"
    "if sys.path[:1] == ['']:\n"
    "    del sys.path[0]\n"
    "try:\n"
    "    from clmodp import plot\n"
    "except ImportError as error:\n"
    "    sys.exit(f'clmodp plot: the Python package cannot draw ({error}): '\n"
    "             \"it needs clmodp and matplotlib; in a clone, run \"\n"
    "             \"pip install '.[plot]'\")\n"
    "sys.exit(plot.main([*sys.argv[1:], '--', *sys.stdin.read().split(';')]))\n";

/* Returns NAME=VALUE, to be freed, in which values may begin with dashes; NULL without memory. */
static char *option_with_value(const char *name, const char *value)
{
    const size_t size = strlen(name) + 1 + strlen(value) + 1;
    char *text = malloc(size);

    if (text != NULL)
        (void)snprintf(text, size, "%s=%s", name, value);
    return text;
}

/* Executes Python. Returns only if that fails. */
static int become_python(const settings *s, failure *why)
{
    static char python[] = PYTHON, from_text[] = "-c", quiet[] = "--quiet", labels[] = "--labels",
                stretch[] = "--stretch";
    const char *const names[] = {"--device", "--eliminate", "--output", "--seconds", "--size",
                                 "--title", "--window"};
    const char *const values[] = {s->device, s->eliminate, s->output, s->seconds, s->picture,
                                  s->title, s->window};
    char *options[7] = {0}, *arguments[3 + 3 + 7 + 1] = {python, from_text, program};
    size_t count = 3;

    if (cli_is_quiet())
        arguments[count++] = quiet;
    if (s->labels)
        arguments[count++] = labels;
    if (s->stretch)
        arguments[count++] = stretch;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (values[k] != NULL) {
            options[k] = option_with_value(names[k], values[k]);
            if (options[k] == NULL) {
                (void)cli_fail_memory(why);
                goto done;
            }
            arguments[count++] = options[k];
        }
    (void)execvp(PYTHON, arguments);
    (void)cli_fail(why, EXIT_FAILED, "cannot start %s, which draws with the Python package "
                   "clmodp: %s", PYTHON, strerror(errno));
done:
    for (size_t k = 0; k < sizeof options / sizeof *options; k++)
        free(options[k]);
    return why->code;
}

/* Writes a curve's polynomial, expanded, without its denominator and with its original names.
 * Returns false, with errno, if that fails. */
static bool write_curve(FILE *out, const clmodp_zxy *f, const problem *p)
{
    const char *y = p->eliminated != NULL ? p->eliminated : "y";
    const char *x = p->kept != NULL ? p->kept : strcmp(y, "x") == 0 ? "y" : "x";
    char *text;
    bool whole;

    errno = ENOMEM;
    if (clmodp_zxy_to_text(&text, f, x, y) != CLMODP_OK)
        return false;
    whole = fputs(text, out) >= 0;
    free(text);
    return whole;
}

/* Replaces standard input by a file with the curves, since the length of arguments is limited. */
static int hand_curves_over(const problem *p, failure *why)
{
    const int file = clm_anonymous_file("clmodp-plot");
    FILE *out = file >= 0 ? fdopen(file, "w+b") : NULL;
    bool whole = out != NULL && write_curve(out, p->f, p);

    if (whole && p->g != NULL)
        whole = fputc(';', out) != EOF && write_curve(out, p->g, p);
    whole = whole && fflush(out) == 0 && lseek(file, 0, SEEK_SET) == 0 &&
            dup2(file, STDIN_FILENO) == STDIN_FILENO;
    if (!whole)
        (void)cli_fail(why, EXIT_FAILED, "the polynomials could not be passed to %s: %s", PYTHON,
                       strerror(errno));
    if (out != NULL)
        (void)fclose(out);
    else if (file >= 0)
        (void)close(file);
    return whole ? EXIT_OK : why->code;
}

static int run_plot(settings *s, failure *why)
{
    problem p = {.curves = true};
    int code;

    if (s->operand_count < 1 || s->operand_count > 2)
        return cli_fail_operands(s, "one or two polynomials", why);
    CHECK(cli_window_check(s->window, 2, why));
    CHECK(cli_operands_check(s, why));
    code = cli_operands_read(&p, s, s->operand_count, 2, why);
    if (code == EXIT_OK)
        code = hand_curves_over(&p, why);
    cli_problem_clear(&p);
    return code == EXIT_OK ? become_python(s, why) : code;
}

const command cli_command_plot = {
    .name = "plot",
    .summary = "draw a real curve and its critical points, or the intersection of two curves",
    .help = {"Usage: clmodp plot [OPTION...] F [G]\n"
            "       clmodp plot [OPTION...] @FILE    with one or both; see --from\n"
            "\n"
            "Draw the real curve F = 0 with its critical points, where the tangent is vertical\n"
            "or the curve is singular, and dotted lines through them. With G draw both curves\n"
            "and their common points. F and G are expressions or equations in two variables,\n"
            "@FILE to read a file, or - for standard input. Branches of a curve are drawn one by\n"
            "one between exactly computed critical points, so that none is missed or joined\n"
            "with another. What the picture lacks is said on stderr. This needs the Python\n"
            "package clmodp with matplotlib: in a clone, run pip install '.[plot]'.\n"
            "\n"
            "Options:\n"
            "  --output FILE         plot file, PNG, SVG or PDF by its suffix; default plot.png\n"
            "  --window X0:X1,Y0:Y1  the region shown: x from X0 to X1 and y from Y0 to Y1, as\n"
            "                        integers, decimals or fractions such as -1/3; default: all\n"
            "                        critical or common points, horizontal tangents, and a part\n"
            "                        of each component\n"
            "  --stretch             fill the picture, with different scales in x and y; scales\n"
            "                        are equal without it, except for very steep curves and\n"
            "                        very slender windows, with a remark\n"
            "  --size WIDTHxHEIGHT   in pixels; default about 600x600, fitting the window\n"
            "  --title TEXT          a line above the picture\n"
            "  --labels              write coordinates beside the points\n"
            "  --seconds N           stop after N seconds, default 60, with a picture of the\n"
            "                        branches drawn so far, or of some points\n"
            "  --eliminate VAR       the vertical axis; default y, or the alphabetically last\n"
            "  --from SYSTEM         the system whose syntax the files use, as for clmodp\n"
            "                        resultant; one file may contain both polynomials\n"
            "  --device SPEC         see clmodp help devices\n"
            "  --quiet               nothing on stderr but errors\n"
            "  --help                this text\n"
            "\n"
            "Exit status: 0 done; 1 if drawing fails; 2 for wrong input or arguments.\n"
            "\n"
            "Example: clmodp plot --window -2:2,-3/2:3/2 'y^2 - x^3 + x'\n"},
    .options = OPTION_DEVICE | OPTION_ELIMINATE | OPTION_FROM | OPTION_OUTPUT | OPTION_QUIET |
               OPTION_WINDOW | OPTION_PICTURE | OPTION_TITLE | OPTION_LABELS | OPTION_STRETCH |
               OPTION_SECONDS,
    .once = true,
    .run = run_plot,
};
