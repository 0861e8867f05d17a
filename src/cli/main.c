/* The clmodp program: finds the subcommand and runs it. */
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/destination.h"
#include "cli/failure.h"
#include "cli/self.h"
#include "cli/usage.h"
#include "cli/watch.h"

/* A file opened later must not become standard output because that was closed. What takes
 * its place is open the wrong way round, so that using it still fails. */
static void open_standard_files(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY); /* the lowest free: fd */
}

static int run_command(char **arguments)
{
    const command *found = NULL;
    failure why;
    const char *name = arguments[0];

    if (name == NULL)
        return cli_usage_error(NULL, "which command? For instance: clmodp resultant F G");
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    else if (strcmp(name, "--version") == 0)
        name = "version";
    if (cli_command_find(&found, name, &why) != EXIT_OK)
        return cli_usage_error(NULL, "%s", why.text);
    return found->run(arguments + 1);
}

int main(int argc, char **argv)
{
    int code;

    open_standard_files();
    (void)signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, and says so */
    (void)signal(SIGXFSZ, SIG_IGN); /* as is a file that grows beyond a limit */
    cli_note_program(argc > 0 ? argv[0] : NULL);
    code = run_command(argc > 0 ? argv + 1 : argv);
    cli_destination_drop();
    cli_interrupt_now();
    return code;
}
