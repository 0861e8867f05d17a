/* Remarks, progress lines, and cancelling by the progress callback. */
#include "cli/progress.h"

#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/environment.h"
#include "cli/failure.h"

/* Words printed between two readings of the clock: less than a millisecond's. */
#define LOOK 512

static atomic_int interrupted;

/* State shared by computations watched at the same time, each on its own thread. */
static struct {
    pthread_mutex_t lock;    /* guards all other members, except `before` as read by the handler */
    unsigned held;           /* calls of cli_interrupt_hold without release */
    struct sigaction before; /* earlier action of Ctrl-C, restored by the first one */
    size_t width;            /* columns of the terminal to clear */
    double shown;            /* time of the last report */
} common = {.lock = PTHREAD_MUTEX_INITIALIZER};

static void on_interrupt(int number)
{
    atomic_store(&interrupted, 1);
    (void)sigaction(number, &common.before, NULL);
}

/* Overwrites the line with blanks, which works on any terminal. */
static void clear_line(void)
{
    if (common.width > 0)
        (void)fprintf(stderr, "\r%*s\r", (int)common.width, "");
    common.width = 0;
}

static void show_progress(const watched *w, double now, double fraction)
{
    const double elapsed = now - w->began;
    char line[96], where[32] = "", rest[40] = "";
    int length;

    if (w->line > 0)
        (void)snprintf(where, sizeof where, "line %zu, ", w->line);
    if (fraction > 0.02)
        (void)snprintf(rest, sizeof rest, ", about %.0f s left",
                       elapsed * (1 - fraction) / fraction);
    length = snprintf(line, sizeof line, "clmodp: %s%.0f %%%s in %.0f s%s", where, 100 * fraction,
                      w->all > 0 ? " printed" : "", elapsed, rest);
    clear_line();
    (void)fputs(line, stderr);
    (void)fflush(stderr);
    common.width = (size_t)length;
    common.shown = now;
}

static void report_progress(const watched *w, double fraction)
{
    const double now = cli_clock();

    if (!w->terminal || now - w->began <= 1)
        return;
    pthread_mutex_lock(&common.lock);
    if (now - common.shown > 0.2)
        show_progress(w, now, fraction);
    pthread_mutex_unlock(&common.lock);
}

/* Called by the library between launches. */
static int on_progress(void *user, double fraction)
{
    report_progress(user, fraction);
    return atomic_load(&interrupted);
}

void cli_interrupt_hold(void)
{
    const struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};

    pthread_mutex_lock(&common.lock);
    if (common.held++ == 0) {
        (void)sigaction(SIGINT, NULL, &common.before);
        if (common.before.sa_handler != SIG_IGN)
            (void)sigaction(SIGINT, &action, NULL);
    }
    pthread_mutex_unlock(&common.lock);
}

void cli_interrupt_release(void)
{
    pthread_mutex_lock(&common.lock);
    if (--common.held == 0)
        (void)sigaction(SIGINT, &common.before, NULL);
    pthread_mutex_unlock(&common.lock);
}

static bool quiet;

/* Returns whether stderr is a terminal and the program is not quiet. */
static bool shows_progress(void)
{
    return !quiet && isatty(STDERR_FILENO) == 1;
}

void cli_progress_begin(watched *w, clmodp_context *context, size_t line)
{
    *w = (watched){.context = context, .line = line, .terminal = shows_progress()};
    w->began = cli_clock();
    cli_interrupt_hold();
    clmodp_context_set_progress(context, on_progress, w);
}

/* Clears the progress line until the next report of any computation. */
static void clear_report(void)
{
    pthread_mutex_lock(&common.lock);
    clear_line();
    pthread_mutex_unlock(&common.lock);
}

void cli_progress_end(watched *w)
{
    clmodp_context_set_progress(w->context, NULL, NULL);
    cli_interrupt_release();
    clear_report();
}

void cli_progress_print_begin(watched *w, size_t line, double words)
{
    const bool seen = shows_progress() && isatty(STDOUT_FILENO) != 1;

    *w = (watched){.line = line, .all = words, .terminal = seen && words > 0};
    w->began = cli_clock();
}

void cli_progress_printed(void *watched_, size_t words)
{
    watched *w = watched_;

    w->done += (double)words;
    if (!w->terminal || w->done < w->next)
        return;
    w->next = w->done + LOOK;
    report_progress(w, w->done < w->all ? w->done / w->all : 1);
}

void cli_progress_print_end(void)
{
    clear_report();
}

bool cli_interrupted(void)
{
    return atomic_load(&interrupted) != 0;
}

void cli_interrupt_now(void)
{
    if (!cli_interrupted())
        return;
    (void)signal(SIGINT, SIG_DFL);
    (void)raise(SIGINT);
}

void cli_set_quiet(void)
{
    quiet = true;
}

bool cli_is_quiet(void)
{
    return quiet;
}

void cli_remark(const char *format, ...)
{
    char text[4096];
    va_list list;

    if (quiet)
        return;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    cli_say("%s", text);
}

enum { COLUMNS = 79 }; /* columns of every terminal; progress lines are no longer */

void cli_progress_note_begin(const char *line)
{
    if (!shows_progress())
        return;
    (void)fprintf(stderr, "\r%-*.*s", COLUMNS, COLUMNS, line);
    (void)fflush(stderr);
}

void cli_progress_note_end(void)
{
    if (shows_progress())
        (void)fprintf(stderr, "\r%*s\r", COLUMNS, "");
}

/* Called by the library. Shows tests only: building or loading programs is quick. */
static void on_log(void *user, clmodp_log_kind kind, const char *line)
{
    char text[COLUMNS + 1];

    (void)user;
    if (kind == CLMODP_LOG_TESTING) {
        (void)snprintf(text, sizeof text, "clmodp: %s", line);
        cli_progress_note_begin(text);
    } else if (kind == CLMODP_LOG_TESTED) {
        cli_progress_note_end();
    } else if (kind == CLMODP_LOG_NOTE) {
        cli_progress_note_end(); /* clears a progress line */
        cli_say("%s", line);
    }
}

void cli_progress_note_watch(clmodp_context *context)
{
    if (shows_progress())
        clmodp_context_set_log(context, on_log, NULL);
}
