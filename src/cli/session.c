/* Creates a context from the program's options, and probes its driver in a child process. */
#include "cli/session.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
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

static bool is_pocl(const clmodp_device *device)
{
    return strcmp(device->platform_name, "Portable Computing Language") == 0;
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
        return cli_fail(why, EXIT_FAILED,
                        "a full disk stopped the driver of %s (%s); free some space on the disk "
                        "of %.500s, or of temporary files. Its last output:\n%s",
                        device->name, how, folder, words);
    if (is_pocl(device))
        (void)snprintf(advice, sizeof advice, " remove %.500s, which may contain damaged files,",
                       folder);
    return cli_fail(why, EXIT_NO_DEVICE,
                    "the driver of %s (%s, driver %s) crashed during its first test "
                    "(%s);%s choose another device with --device, or update the driver. Its "
                    "last output:\n%s",
                    device->name, device->platform_name, device->driver, how, advice,
                    *words != '\0' ? words : "(none)");
}

/* Runs `clmodp check` for the device in a child process, unless the device is known to compute
 * correctly. The check leaves compiled programs and results in the caches. If that fails, or no
 * process can be started, the first computation runs the same tests in this process.
 * Errors: EXIT_NO_DEVICE (the driver ended the process; with the cause and its last output),
 *         EXIT_FAILED (it did because a disk is full), and the errors of the check */
static int probe_driver(clmodp_context *context, const settings *how, failure *why)
{
    const clmodp_device *device = clmodp_context_device(context);
    clmodp_resultant_options options;
    clmodp_self_test_state state;
    char words[WORDS_SIZE], name[] = "clmodp", check[] = "check";
    char place[32], engine[32], residues[32];
    char *const arguments[] = {name, check, place, engine, residues, NULL};
    clmodp_status st;
    bool ended;
    int status = 0, output;

    cli_settings_options(&options, how);
    st = clmodp_device_check_state(context, &state, &options);
    if (st == CLMODP_NO_DEVICE)
        return cli_check_status(why, st, clmodp_context_message(context));
    if (st != CLMODP_OK || state != CLMODP_SELF_TEST_DUE)
        return EXIT_OK; /* wrong options are reported when they are used */
    output = clm_anonymous_file("clmodp-check");
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

static int make_context(clmodp_context **context, const settings *wanted, failure *why)
{
    clmodp_context_options options;
    char message[2048] = "";
    clmodp_status st;

    clmodp_context_options_init(&options);
    options.device = wanted->machine != NULL ||
                             (wanted->device == NULL && wanted->engine == CLMODP_ENGINE_HOST)
                         ? "host" /* whichever device the environment names */
                         : wanted->device;
    options.max_memory = wanted->max_memory;
    options.threads = wanted->threads;
    st = clmodp_context_create(context, &options, message, sizeof message);
    return cli_check_status(why, st, message);
}

int cli_session_open(session *s, const settings *wanted, failure *why)
{
    const double began = cli_clock();
    int code;

    if (s->context != NULL)
        return EXIT_OK;
    if (cli_fleet_wanted(wanted))
        return cli_fail_usage(why, "--device %s: expected one device; only resultants, "
                              "subresultants, discriminants, determinants and solve use several",
                              wanted->device);
    cli_environment_prepare();
    code = make_context(&s->context, wanted, why);
    if (code == EXIT_OK)
        cli_progress_note_watch(s->context);
    s->wanted = wanted;
    s->seconds = cli_clock() - began;
    return code;
}

/* Probes the driver, with another context, before the library opens a device. The library reports
 * a missing device itself. */
static int on_device_init(void *user)
{
    session *s = user;
    const double began = cli_clock();
    clmodp_context *other = NULL;
    int code = make_context(&other, s->wanted, &s->refused);

    if (code == EXIT_OK && strcmp(clmodp_context_device(other)->kind, "host") != 0) {
        code = probe_driver(other, s->wanted, &s->refused);
        s->on_pocl = is_pocl(clmodp_context_device(other));
    }
    clmodp_context_destroy(other);
    s->refused.code = code;
    s->seconds += cli_clock() - began;
    return code != EXIT_OK;
}

/* Returns whether a device is named, and thus opened from the beginning. */
static bool names_device(const settings *wanted)
{
    const char *name = wanted->device != NULL ? wanted->device : getenv("CLMODP_DEVICE");

    return name != NULL && *name != '\0' && strcasecmp(name, "host") != 0;
}

int cli_session_open_tested(session *s, const settings *wanted, failure *why)
{
    int code = cli_session_open(s, wanted, why);
    const double began = cli_clock();

    if (code != EXIT_OK || s->tried)
        return code;
    if (wanted->engine == CLMODP_ENGINE_AUTO && !names_device(wanted))
        clmodp_context_set_device_init(s->context, on_device_init, s);
    else if (wanted->engine != CLMODP_ENGINE_HOST) {
        code = probe_driver(s->context, wanted, why);
        s->on_pocl = code == EXIT_OK && is_pocl(clmodp_context_device(s->context));
    }
    s->seconds += cli_clock() - began;
    s->tried = code == EXIT_OK;
    return code;
}

int cli_session_check(const session *s, clmodp_status st, failure *why)
{
    if (st == CLMODP_OK)
        return EXIT_OK;
    if (cli_interrupted())
        return cli_fail(why, EXIT_FAILED, "interrupted");
    if (s->refused.code != EXIT_OK)
        return (*why = s->refused).code;
    return cli_check_status(why, st, clmodp_context_message(s->context));
}

/* PoCL takes 5 ms to release programs. Those of other drivers are released, since the library then
 * caches them. */
void cli_session_close(session *s)
{
    if (!s->on_pocl || getenv("CLMODP_RELEASE") != NULL)
        clmodp_context_destroy(s->context);
    *s = (session){0};
}
