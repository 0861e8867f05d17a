/* clmodp version: which program and which library this is. */
#include <string.h>

#include "cli/failure.h"
#include "cli/formats/output.h"
#include "cli/settings.h"

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
            "Print the version of the program, and that of the library it runs with if\n"
            "they differ.\n"},
    .run = run_version,
};
