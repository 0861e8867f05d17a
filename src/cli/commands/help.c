/* clmodp help and version: explain the program or a command; print the program's and library's
 * versions. */
#include <string.h>

#include "cli/failure.h"
#include "cli/formats/output.h"
#include "cli/settings.h"

/* Reads its arguments itself, since `clmodp help --help` is about all commands. */
static int run_help(char **arguments, failure *why)
{
    settings s;

    CHECK(cli_settings_read(&s, arguments, &cli_command_help, why));
    if (s.operand_count > 1)
        return cli_fail_usage(why, "help takes the name of one command at most");
    return cli_print_help(s.operand_count == 1 ? s.operands[0] : NULL, why);
}

const command cli_command_help = {
    .name = "help",
    .summary = "explain the program, or one command",
    .help = {"Usage: clmodp help [COMMAND]\n"
            "\n"
            "Explain the program, or one of its commands.\n"},
    .run_arguments = run_help,
};

static int run_version(settings *s, failure *why)
{
    if (s->operand_count > 0)
        return cli_fail_usage(why, "version takes no arguments");
    (void)printf("clmodp %s", CLMODP_VERSION_STRING);
    if (strcmp(clmodp_version(), CLMODP_VERSION_STRING) != 0)
        (void)printf(" with library %s", clmodp_version());
    (void)printf("\n");
    return cli_output_flush(why);
}

const command cli_command_version = {
    .name = "version",
    .summary = "print the version",
    .help = {"Usage: clmodp version\n"
            "\n"
            "Print the version of the program, and the version of the library if it is a\n"
            "different one.\n"},
    .run = run_version,
};
