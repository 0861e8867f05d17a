/* The progress line of computing and of printing, and cancelling through the progress callback. */
#include "cli/watch.h"

#include <stdio.h>
#include <unistd.h>

#include "cli/clock.h"

/* Words that are printed between two looks at the clock: less than a millisecond's. */
#define LOOK 512

static volatile sig_atomic_t interrupted;
static struct sigaction next_interrupt; /* what the next one does */

static void on_interrupt(int number)
{
    interrupted = 1;
    (void)sigaction(number, &next_interrupt, NULL);
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
    length = snprintf(line, sizeof line, "clmodp: %s%.0f %%%s in %.0f s%s", where, 100 * fraction,
                      w->all > 0 ? " printed" : "", elapsed, rest);
    clear(w);
    (void)fputs(line, stderr);
    (void)fflush(stderr);
    w->width = (size_t)length;
    w->shown = now;
}

/* Unless it is too early, or there is nobody to look at it. */
static void report(watched *w, double fraction)
{
    const double now = cli_clock();

    if (w->terminal && now - w->began > 1 && now - w->shown > 0.2)
        show(w, now, fraction);
}

/* Called by the library between launches. */
static int on_progress(void *user, double fraction)
{
    report(user, fraction);
    return interrupted;
}

void cli_watch_begin(watched *w, clmodp_context *context, size_t line)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};

    *w = (watched){.context = context, .line = line, .terminal = isatty(STDERR_FILENO) == 1};
    w->began = cli_clock();
    (void)sigaction(SIGINT, NULL, &w->before);
    next_interrupt = w->before;
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

void cli_watch_print_begin(watched *w, size_t line, double words)
{
    const bool seen = isatty(STDERR_FILENO) == 1 && isatty(STDOUT_FILENO) != 1;

    *w = (watched){.line = line, .all = words, .terminal = seen && words > 0};
    w->began = cli_clock();
}

void cli_watch_printed(void *watched_, size_t words)
{
    watched *w = watched_;

    w->done += (double)words;
    if (!w->terminal || w->done < w->next)
        return;
    w->next = w->done + LOOK;
    report(w, w->done < w->all ? w->done / w->all : 1);
}

void cli_watch_print_end(watched *w)
{
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
