/* clmodp version: which program and which library this is. */
#include <string.h>

#include "cli/command.h"
#include "cli/failure.h"
#include "cli/formats/output.h"
#include "cli/settings.h"
#include "cli/usage.h"

static int run_version(char **arguments)
{
    settings s;
    failure why;

    if (cli_settings_read(&s, arguments, &cli_command_version, &why) != EXIT_OK)
        return cli_usage_error("version", "%s", why.text);
    if (s.help)
        return cli_print_help("version");
    if (s.operand_count > 0)
        return cli_usage_error("version", "version takes no arguments");
    (void)printf("clmodp %s", CLMODP_VERSION_STRING);
    if (strcmp(clmodp_version(), CLMODP_VERSION_STRING) != 0)
        (void)printf(" with library %s", clmodp_version());
    (void)printf("\n");
    return cli_output_flush(&why) == EXIT_OK ? EXIT_OK : cli_failure_show(&why);
}

const command cli_command_version = {
    .name = "version",
    .summary = "print the version",
    .help = {"Usage: clmodp version\n"
            "\n"
            "Print the version of the program, and that of the library it runs with if\n"
            "they differ.\n"},
    .run = run_version,
};
