/* clmodp plot: draw curves, which the Python package does: this program becomes Python's. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/settings.h"
#include "cli/usage.h"

#define PYTHON "python3"

/* What Python is told to do: draw, or say what is missing. Modules of the folder that the user is
 * in are not looked at, which -c does. */
static char program[] =
    "import sys\n"
    "if sys.path[:1] == ['']:\n"
    "    del sys.path[0]\n"
    "try:\n"
    "    from clmodp import plot\n"
    "except ImportError as error:\n"
    "    sys.exit(f'clmodp plot: the Python package cannot draw ({error}): '\n"
    "             \"in a clone, pip install '.[plot]' has all that it needs\")\n"
    "sys.exit(plot.main(sys.argv[1:]))\n";

/* NAME=VALUE, to be freed; NULL if memory ends. One argument, as values may begin with dashes. */
static char *joined(const char *name, const char *value)
{
    const size_t size = strlen(name) + 1 + strlen(value) + 1;
    char *text = malloc(size);

    if (text != NULL)
        (void)snprintf(text, size, "%s=%s", name, value);
    return text;
}

/* Become Python. Returns only if that fails. */
static int become(const settings *s)
{
    static char python[] = PYTHON, from_text[] = "-c", end[] = "--";
    const char *const names[] = {"--device", "--eliminate", "--output"};
    const char *const values[] = {s->device, s->eliminate, s->output};
    char *options[3] = {NULL}, *arguments[3 + 3 + 1 + 2 + 1] = {python, from_text, program};
    size_t count = 3;
    failure why = {0};

    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
        if (values[k] != NULL) {
            options[k] = joined(names[k], values[k]);
            if (options[k] == NULL) {
                (void)cli_fail(&why, LEAVE_FAILED, "out of memory");
                goto done;
            }
            arguments[count++] = options[k];
        }
    arguments[count++] = end;
    for (size_t k = 0; k < s->operand_count; k++)
        arguments[count++] = s->operands[k];
    (void)execvp(PYTHON, arguments);
    (void)cli_fail(&why, LEAVE_FAILED, "%s, whose package clmodp draws, cannot be started: %s",
                   PYTHON, strerror(errno));
done:
    for (size_t k = 0; k < sizeof options / sizeof *options; k++)
        free(options[k]);
    return cli_failure_show(&why);
}

static int run(char **arguments)
{
    const char *name = cli_command_plot.name;
    settings s;
    failure why;

    if (cli_settings_read(&s, arguments, &cli_command_plot, &why) != LEAVE_FINE)
        return cli_usage_error(name, "%s", why.text);
    if (s.help)
        return cli_print_help(name);
    if (s.operand_count < 1 || s.operand_count > 2)
        return cli_usage_error(name, "one polynomial or two are wanted, not %zu",
                               s.operand_count);
    return become(&s);
}

const command cli_command_plot = {
    .name = "plot",
    .summary = "draw a real curve with its critical points, or where two of them meet",
    .help = {"Usage: clmodp plot [--output FILE] [--eliminate VARIABLE] [--device SPEC] F [G]\n"
            "\n"
            "Draw the real curve F = 0 with its critical points, where the tangent is vertical\n"
            "or the curve singular, and dotted lines through them; with G both curves and the\n"
            "points that they have in common. F and G are expressions in two variables, @FILE\n"
            "with one, or - for standard input. Branches of a curve are drawn one by one\n"
            "between the roots of its discriminant, so that none is missed or joined with\n"
            "another. The Python package of clmodp does it, with matplotlib and python-flint:\n"
            "in a clone, pip install '.[plot]'.\n"
            "\n"
            "Options:\n"
            "  --output FILE         a picture, PNG, SVG or PDF by its name; default plot.png\n"
            "  --eliminate VARIABLE  the one that goes up; default y, or the last by name\n"
            "  --device SPEC         see clmodp help devices\n"
            "  --quiet               nothing on stderr but errors\n"
            "  --help                this text\n"
            "\n"
            "Exit status: 0; 1 if it cannot be drawn; 2 for wrong arguments.\n"},
    .options = OPTION_DEVICE | OPTION_ELIMINATE | OPTION_OUTPUT | OPTION_QUIET,
    .run = run,
};
