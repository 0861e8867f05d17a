/* The progress line, and cancelling through the progress callback. */
#include "cli/watch.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/clock.h"

static volatile sig_atomic_t interrupted;

static void on_interrupt(int number)
{
    (void)number;
    interrupted = 1;
}

/* Overwrite the line with blanks and go back to its beginning: works on any terminal. */
static void clear(watched *w)
{
    if (w->width > 0)
        (void)fprintf(stderr, "\r%*s\r", (int)w->width, "");
    w->width = 0;
}

static void show(watched *w, double now, double fraction)
{
    const double elapsed = now - w->began;
    char line[96], where[32] = "", rest[40] = "";
    int length;

    if (w->line > 0)
        (void)snprintf(where, sizeof where, "line %zu, ", w->line);
    if (fraction > 0.02)
        (void)snprintf(rest, sizeof rest, ", about %.0f s left",
                       elapsed * (1 - fraction) / fraction);
    length = snprintf(line, sizeof line, "clmodp: %s%.0f %% in %.0f s%s", where, 100 * fraction,
                      elapsed, rest);
    clear(w);
    (void)fputs(line, stderr);
    (void)fflush(stderr);
    w->width = (size_t)length;
    w->shown = now;
}

/* Called by the library between launches. */
static int on_progress(void *user, double fraction)
{
    watched *w = user;
    const double now = cli_clock();

    if (w->terminal && now - w->began > 1 && now - w->shown > 0.2)
        show(w, now, fraction);
    return interrupted;
}

void cli_watch_begin(watched *w, clmodp_context *context, size_t line)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART | SA_RESETHAND};

    *w = (watched){.context = context, .line = line, .terminal = isatty(STDERR_FILENO) == 1};
    w->began = cli_clock();
    (void)sigaction(SIGINT, NULL, &w->before);
    if (w->before.sa_handler != SIG_IGN)
        (void)sigaction(SIGINT, &action, NULL);
    clmodp_context_set_progress(context, on_progress, w);
}

void cli_watch_end(watched *w)
{
    clmodp_context_set_progress(w->context, NULL, NULL);
    (void)sigaction(SIGINT, &w->before, NULL);
    clear(w);
}

bool cli_interrupted(void)
{
    return interrupted != 0;
}

void cli_interrupt_now(void)
{
    if (!cli_interrupted())
        return;
    (void)signal(SIGINT, SIG_DFL);
    (void)raise(SIGINT);
}
