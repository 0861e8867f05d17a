/* Print help, and point to it. */
#include "cli/usage.h"

#include <stdarg.h>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/formats/output.h"

static void print_commands(FILE *out)
{
    (void)fprintf(out,
                  "Usage: clmodp COMMAND [ARGUMENT...]\n"
                  "Exact resultants of polynomials in two variables over the integers, on any\n"
                  "OpenCL device.\n\n"
                  "Commands:\n");
    for (size_t i = 0; i < cli_command_count; i++)
        (void)fprintf(out, "  %-14s %s\n", cli_commands[i]->name, cli_commands[i]->summary);
    (void)fprintf(out, "\nExample: clmodp resultant 'x^2 + y^2 - 1' 'x*y - 1'\n"
                       "'clmodp help COMMAND' explains one of them; --help and --version in the\n"
                       "place of a command are help and version.\n");
}

int cli_usage_error(const char *name, const char *format, ...)
{
    failure why = {.code = EXIT_USAGE};
    va_list list;

    va_start(list, format);
    (void)vsnprintf(why.text, sizeof why.text, format, list);
    va_end(list);
    (void)cli_failure_show(&why);
    if (name != NULL)
        (void)fprintf(stderr, "Try 'clmodp help %s'.\n", name);
    else
        print_commands(stderr);
    return EXIT_USAGE;
}

static void print_parts(const char *const *part, size_t count)
{
    for (size_t i = 0; i < count && part[i] != NULL; i++)
        (void)fputs(part[i], stdout);
}

int cli_print_help(const char *name)
{
    const command *found = NULL;
    failure why;

    if (name == NULL)
        print_commands(stdout);
    else if (cli_command_find(&found, name, &why) == EXIT_OK)
        print_parts(found->help, sizeof found->help / sizeof *found->help);
    else
        return cli_usage_error(NULL, "%s", why.text);
    return cli_output_flush(&why) == EXIT_OK ? EXIT_OK : cli_failure_show(&why);
}
