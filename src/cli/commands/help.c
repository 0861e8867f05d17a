/* clmodp help: explain the program or one of its commands. */
#include "cli/failure.h"
#include "cli/settings.h"

/* By arguments, since `clmodp help --help` is about all commands. */
static int run_help(char **arguments, failure *why)
{
    settings s;

    CHECK(cli_settings_read(&s, arguments, &cli_command_help, why));
    if (s.operand_count > 1)
        return cli_fail_usage(why, "help takes at most one command's name");
    return cli_print_help(s.operand_count == 1 ? s.operands[0] : NULL, why);
}

const command cli_command_help = {
    .name = "help",
    .summary = "explain the program, or one command",
    .help = {"Usage: clmodp help [COMMAND]\n"
            "\n"
            "Print what the program or one of its commands does.\n"},
    .run_arguments = run_help,
};
