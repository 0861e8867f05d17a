/* Finds commands, and prints help and what is wrong with arguments. */
#include "cli/command.h"

#include <string.h>

#include "cli/destination.h"

enum { LONGEST = 31 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* The edit distance with swaps of neighbours [Damerau 1964], for short words. */
size_t cli_distance(const char *a, const char *b)
{
    size_t d[LONGEST + 1][LONGEST + 1];
    const size_t n = strlen(a), m = strlen(b);

    if (n > LONGEST || m > LONGEST)
        return SIZE_MAX;
    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = least(d[i - 1][j], d[i][j - 1]) + 1;
            d[i][j] = least(d[i][j], d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[n][m];
}

int cli_close_enough(const char *typed, size_t distance)
{
    return distance <= 1 + strlen(typed) / 4;
}

const command *const *cli_commands;

int cli_command_find(const command **out, const char *name, failure *why)
{
    const char *hint = NULL;
    size_t best = SIZE_MAX;

    for (size_t i = 0; cli_commands[i] != NULL; i++) {
        const size_t distance = cli_distance(name, cli_commands[i]->name);

        if (distance < best) {
            best = distance;
            *out = cli_commands[i];
            hint = (*out)->name;
        }
    }
    if (best == 0)
        return EXIT_OK;
    if (hint != NULL && cli_close_enough(name, best))
        return cli_fail_usage(why, "there is no command '%s'; did you mean '%s'?", name, hint);
    return cli_fail_usage(why, "there is no command '%.64s'", name);
}

static void print_commands(FILE *out)
{
    (void)fprintf(out, "Usage: clmodp COMMAND [ARGUMENT...]\n"
                  "Exact resultants of polynomials in two variables over the integers, on any\n"
                  "OpenCL device.\n\n"
                  "Commands:\n");
    for (size_t i = 0; cli_commands[i] != NULL; i++)
        (void)fprintf(out, "  %-14s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
    (void)fprintf(out, "\nExample: clmodp resultant 'x^2 + y^2 - 1' 'x*y - 1'\n"
                       "'clmodp help COMMAND' explains one of them; --help and --version in the\n"
                       "place of a command are help and version.\n");
}

int cli_command_explain(failure *why, const char *name)
{
    const int code = cli_failure_show(why);

    if (why->usage && name != NULL)
        (void)fprintf(stderr, "Try 'clmodp help %s'.\n", name);
    else if (why->usage)
        print_commands(stderr);
    return code;
}

static void print_parts(const char *const *part, size_t count)
{
    for (size_t i = 0; i < count && part[i] != NULL; i++)
        (void)fputs(part[i], stdout);
}

int cli_print_help(const char *name, failure *why)
{
    const command *found = NULL;

    if (name == NULL)
        print_commands(stdout);
    else if (cli_command_find(&found, name, why) == EXIT_OK)
        print_parts(found->help, sizeof found->help / sizeof *found->help);
    else
        return why->code;
    return cli_output_flush(why);
}
