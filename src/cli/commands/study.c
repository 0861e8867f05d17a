/* clmodp study: runs the program of case studies in a child process. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/environment.h"
#include "cli/failure.h"
#include "cli/progress.h"
#include "cli/settings.h"
#include "portable/portable.h"

#define NAME "clmodp-study"

/* Returns the folder of this program, with a slash at its end; "" if it is unknown. */
static void own_folder(char place[PATH_MAX])
{
    char *slash;

    if (!cli_program_path(place))
        place[0] = '\0';
    slash = strrchr(place, '/');
    if (slash != NULL)
        slash[1] = '\0';
    else
        place[0] = '\0';
}

/* Executes the program of case studies. Returns only if that fails. */
static int become_study(char **arguments, failure *why)
{
    /* the installed program, and the one of a build tree */
    static const char *const places[] = {"../" CLI_LIBEXEC "/clmodp/" NAME,
                                         "../../lab/studies/" NAME};
    char folder[PATH_MAX], path[PATH_MAX + 128];

    own_folder(folder);
    for (size_t k = 0; k < sizeof places / sizeof *places; k++) {
        (void)snprintf(path, sizeof path, "%s%s", folder, places[k]);
        (void)execv(path, arguments);
        if (errno != ENOENT)
            break;
    }
    return cli_fail(why, EXIT_FAILED, "cannot start %s, expected at %s%s or, in a build tree, "
                   "%s%s: %s", NAME, folder, places[0], folder, places[1], strerror(errno));
}

/* The child process that runs the study. */
static pid_t study;

/* Passes on a signal that a process sent to this one alone. Ctrl-C needs no passing on, because
 * the terminal sends it to the study, too. */
static void on_interrupt(int number, siginfo_t *from, void *context)
{
    (void)context;
    if (from->si_code <= 0)
        (void)kill(study, number);
}

/* Waits for the study, which ends after Ctrl-C, and returns its status. Reports a crash of its
 * driver, which ends only it. */
static int wait_for_study(pid_t child, failure *why)
{
    const struct sigaction action = {.sa_sigaction = on_interrupt, .sa_flags = SA_SIGINFO};
    int status;

    study = child;
    (void)sigaction(SIGINT, &action, NULL);
    while (waitpid(child, &status, 0) < 0 && errno == EINTR)
        ;
    (void)signal(SIGINT, SIG_DFL);
    if (WIFEXITED(status))
        return WEXITSTATUS(status);
    if (WTERMSIG(status) == SIGINT) {
        cli_remark("interrupted");
        (void)raise(SIGINT);
    }
    return cli_fail(why, EXIT_NO_DEVICE, "the study was ended by signal \"%s\"; see the driver's "
                   "output above", strsignal(WTERMSIG(status)));
}

static int start_study(char **arguments, failure *why)
{
    const pid_t parent = getpid();
    const pid_t child = fork();

    if (child > 0)
        return wait_for_study(child, why);
    if (child == 0) {
        clm_end_with_parent(SIGTERM);
        if (getppid() != parent)
            _exit(EXIT_FAILED);
    }
    return become_study(arguments, why); /* also if the process cannot be created */
}

static int run_study(char **arguments, failure *why)
{
    for (char **argument = arguments; *argument != NULL; argument++)
        if (strcmp(*argument, "--help") == 0)
            return cli_print_help("study", why);
    if (*arguments == NULL)
        return cli_fail_usage(why, "expected the name of a study");
    cli_environment_prepare();
    return start_study(arguments - 1, why); /* with the command before them */
}

const command cli_command_study = {
    .name = "study",
    .summary = "run a case study of the threaded many-core memory model",
    .help = {"Usage: clmodp study NAME [OPTION...]\n"
            "\n"
            "Run an algorithm for sizes n that double and T = 1, 2, 4 ... independent chains of\n"
            "memory accesses. Print the measured times beside the times that the threaded\n"
            "many-core memory model predicts, and the dominating term: work, span, latency or\n"
            "accesses. clmodp calibrate measures the parameters of the machine; it runs first if\n"
            "necessary. Results are compared with results of the host. Points predicted to take\n"
            "more than ten seconds, or to exceed local memory, are omitted. The output ends with\n"
            "features of the curves, predicted and measured, and whether they agree: knees (time\n"
            "of one chain over time of the best T) and bends (the n from which time is linear)\n"
            "within a factor 2, slopes of time over n within 0.15, ratios on the same side of 1.\n"
            "Predictions are for CPUs, where a core is a work-item; on GPUs T is a multiple of\n"
            "the model's. Studies:\n"
            "\n"
            "  list-ranking      distances of the nodes of a linked list from its end, by\n"
            "                    pointer jumping and by a sample of nodes\n"
            "  fft               the complex Fourier transform in single precision, a launch per\n"
            "                    pass, in order and scattered\n"
            "  merge-sort        merge sort of keys of 32 bits, by tiles and merge path\n"
            "  all-pairs         all-pairs shortest paths, by min-plus squares in tiles\n"
            "  string-matching   n reads of 64 seeds of 31 letters looked up in m random\n"
            "                    letters, by a suffix array and by a suffix tree\n"
            "\n",
            "Options:\n"
            "  --device SPEC     the device; see clmodp help devices\n"
            "  --n A..B          sizes A, 2A, 4A ... up to B (list-ranking: 2^20..2^22)\n"
            "  --T A..B          chains, from 1 to 64\n"
            "  --Z A..B          words of fast memory of all-pairs: A, 4A ..., as in 3072..49152\n"
            "  --m M             letters of the text of string-matching, such as 2^20\n"
            "  --runs R          runs of each point; default 3. The fastest one counts\n"
            "  --format FORMAT   text (the default), json (an object per row), csv, or svg\n"
            "                    (drawn by gnuplot)\n"
            "  --quiet           nothing on stderr but errors\n"
            "  --help            this text\n"
            "\n"
            "Exit status: 0 done; 1 if a result is wrong, or a measurement or output fails; 2\n"
            "for wrong arguments; 3 if no device can be used.\n"},
    .run_arguments = run_study,
};
