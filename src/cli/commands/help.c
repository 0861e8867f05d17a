/* clmodp help: explain the program or one of its commands. */
#include "cli/command.h"
#include "cli/failure.h"
#include "cli/settings.h"
#include "cli/usage.h"

static int run_help(char **arguments)
{
    settings s;
    failure why;

    if (cli_settings_read(&s, arguments, &cli_command_help, &why) != EXIT_OK)
        return cli_usage_error(NULL, "%s", why.text);
    if (s.operand_count > 1)
        return cli_usage_error(NULL, "help takes at most one command's name");
    return cli_print_help(s.operand_count == 1 ? s.operands[0] : NULL);
}

const command cli_command_help = {
    .name = "help",
    .summary = "explain the program, or one command",
    .help = {"Usage: clmodp help [COMMAND]\n"
            "\n"
            "Print what the program or one of its commands does.\n"},
    .run = run_help,
};
