/* The clmodp program: finds the subcommand and runs it. */
#include <fcntl.h>
#include <signal.h>
#include <string.h>

#include "cli/distributed/distributed.h"
#include "cli/output_file.h"
#include "cli/environment.h"
#include "cli/failure.h"
#include "cli/settings.h"
#include "cli/progress.h"

/* Opens /dev/null for closed standard streams, so that no file opened later becomes standard
 * output. It is opened in the wrong direction, so that using the stream still fails. */
static void open_standard_files(void)
{
    for (int fd = 0; fd <= 2; fd++)
        if (fcntl(fd, F_GETFD) < 0)
            (void)open("/dev/null", fd == 0 ? O_WRONLY : O_RDONLY); /* open returns fd */
}

/* The commands in the order of the printed list. */
static const command *const commands[] = {
    &cli_command_resultant, &cli_command_subresultants, &cli_command_discriminant,
    &cli_command_gcd,       &cli_command_det,           &cli_command_charpoly,
    &cli_command_rank,      &cli_command_roots,         &cli_command_solve,
    &cli_command_implicit,  &cli_command_plan,          &cli_command_submit,
    &cli_command_worker,    &cli_command_status,        &cli_command_finish,
    &cli_command_poly,      &cli_command_model,         &cli_command_calibrate,
    &cli_command_tune,      &cli_command_study,         &cli_command_plot,
    &cli_command_devices,   &cli_command_check,         &cli_command_prepare,
    &cli_command_version,   &cli_command_help,          NULL,
};

static int run_command(const command *of, char **arguments, failure *why)
{
    settings s;

    if (of->once && cli_ranks_is_other())
        return EXIT_OK;
    if (of->run == NULL)
        return of->run_arguments(arguments, why);
    CHECK(cli_settings_read(&s, arguments, of, why));
    return s.help ? cli_print_help(of->name, why) : of->run(&s, why);
}

static int run_program(char **arguments)
{
    const command *found = NULL;
    failure why = {.code = EXIT_OK};
    const char *name = arguments[0];
    int code;

    if (name == NULL)
        code = cli_fail_usage(&why, "expected a command, for instance: clmodp resultant F G");
    else if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        code = cli_command_find(&found, "help", &why);
    else if (strcmp(name, "--version") == 0)
        code = cli_command_find(&found, "version", &why);
    else
        code = cli_command_find(&found, name, &why);
    if (code != EXIT_OK)
        return cli_command_explain(&why, NULL);
    code = run_command(found, arguments + 1, &why);
    if (code != EXIT_OK) /* after a failure of `clmodp help` the list of commands helps */
        (void)cli_command_explain(&why, found == &cli_command_help ? NULL : found->name);
    return code;
}

int main(int argc, char **argv)
{
    int code;

    open_standard_files();
    cli_output_hold_pipe();
    (void)signal(SIGXFSZ, SIG_IGN); /* writing beyond a file size limit then fails with an error */
    cli_commands = commands;
    cli_note_program(argc > 0 ? argv[0] : NULL);
    code = run_program(argc > 0 ? argv + 1 : argv);
    cli_output_file_drop();
    cli_interrupt_now();
    return code;
}
