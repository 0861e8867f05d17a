/* Runs `clmodp check` in a child process, and explains how it ended. */
#include "cli/driver_check.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli/environment.h"
#include "cli/progress.h"
#include "portable/portable.h"

enum {
    WORDS_SIZE = 2500,     /* bytes kept of the end of the child's output */
    EXIT_NOT_STARTED = 127 /* the program could not be executed */
};

/* The child process: executes the check, which ends with its parent. */
static void become_check(const char *self, char *const arguments[], int output, pid_t parent)
{
    clm_end_with_parent(SIGKILL);
    if (getppid() == parent && dup2(output, STDOUT_FILENO) >= 0 &&
        dup2(output, STDERR_FILENO) >= 0)
        (void)execv(self, arguments);
    _exit(EXIT_NOT_STARTED);
}

/* Runs the check and stores its status from waitpid; returns false if it was not run. Executed,
 * not just forked, because loaded drivers do not survive a fork. Ctrl-C ends both processes. */
static bool run_check_process(int *status, char *const arguments[], int output)
{
    const pid_t parent = getpid();
    char self[PATH_MAX];
    pid_t child;

    if (!cli_program_path(self))
        return false;
    (void)fflush(stdout);
    child = fork();
    if (child == 0)
        become_check(self, arguments, output, parent);
    if (child < 0)
        return false;
    while (waitpid(child, status, 0) < 0)
        if (errno != EINTR)
            return false;
    return !WIFEXITED(*status) || WEXITSTATUS(*status) != EXIT_NOT_STARTED;
}

/* Returns the check's last message and all output after it; NULL if there is none. */
static const char *own_words(const char *words)
{
    static const char mark[] = "clmodp: ";
    const char *found = NULL;

    for (const char *at = strstr(words, mark); at != NULL; at = strstr(at + 1, mark))
        if (at == words || at[-1] == '\n')
            found = at + sizeof mark - 1;
    return found;
}

static void find_pocl_folder(char out[PATH_MAX])
{
    static const struct {
        const char *variable, *below;
    } places[] = {{"POCL_CACHE_DIR", ""}, {"XDG_CACHE_HOME", "/pocl"}, {"HOME", "/.cache/pocl"}};

    (void)snprintf(out, PATH_MAX, "its cache");
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const char *value = getenv(places[i].variable);

        if (value != NULL && *value != '\0') {
            (void)snprintf(out, PATH_MAX, "%s%s", value, places[i].below);
            return;
        }
    }
}

static int explain_crash(failure *why, const clmodp_device *device, int status, const char *words)
{
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    const char *own = code == EXIT_FAILED || code == EXIT_NO_DEVICE ? own_words(words) : NULL;
    char how[128], folder[PATH_MAX], advice[PATH_MAX + 64] = "";

    if (own != NULL)
        return cli_fail(why, code, "%s", own);
    if (WIFSIGNALED(status))
        (void)snprintf(how, sizeof how, "signal %d, %s", WTERMSIG(status),
                       strsignal(WTERMSIG(status)));
    else
        (void)snprintf(how, sizeof how, "exit status %d", code);
    find_pocl_folder(folder);
    if (strstr(words, strerror(ENOSPC)) != NULL)
        return cli_fail(why, EXIT_FAILED, "a full disk stopped the driver of %s (%s); free some "
                        "space on the disk of %.500s, or of temporary files. Its last output:\n%s",
                        device->name, how, folder, words);
    if (cli_is_pocl(device))
        (void)snprintf(advice, sizeof advice, " remove %.500s, which may contain damaged files,",
                       folder);
    return cli_fail(why, EXIT_NO_DEVICE,
                    "the driver of %s (%s, driver %s) crashed during its first test "
                    "(%s);%s choose another device with --device, or update the driver. Its "
                    "last output:\n%s",
                    device->name, device->platform_name, device->driver, how, advice,
                    *words != '\0' ? words : "(none)");
}

int cli_driver_check(const clmodp_device *device, const settings *how, failure *why)
{
    char words[WORDS_SIZE], name[] = "clmodp", check[] = "check";
    char place[32], engine[32], residues[32];
    char *const arguments[] = {name, check, place, engine, residues, NULL};
    const int output = clm_anonymous_file("clmodp-check");
    int status = 0;
    bool ended;

    if (output < 0)
        return EXIT_OK;
    (void)snprintf(place, sizeof place, "--device=%u.%u", (unsigned)device->platform,
                   (unsigned)device->index);
    (void)snprintf(engine, sizeof engine, "--engine=%s", cli_engine_name(how->engine));
    (void)snprintf(residues, sizeof residues, "--residues=%s", cli_residues_name(how->residues));
    (void)snprintf(words, sizeof words, "clmodp: compiling kernels once, for %s", device->name);
    cli_progress_note_begin(words);
    ended = run_check_process(&status, arguments, output);
    cli_progress_note_end();
    if (ended && status != 0)
        clm_read_end(output, 0, words, sizeof words);
    (void)close(output);
    return !ended || status == 0 ? EXIT_OK : explain_crash(why, device, status, words);
}
