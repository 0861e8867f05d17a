/* Remarks, and lines on the terminal while something takes its time. */
#include "cli/verbosity.h"

#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "cli/failure.h"

static bool quiet;

void cli_set_quiet(void)
{
    quiet = true;
}

bool cli_is_quiet(void)
{
    return quiet;
}

bool cli_shows_progress(void)
{
    return !quiet && isatty(STDERR_FILENO) == 1;
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

enum { COLUMNS = 79 }; /* what every terminal has in a line; progress lines are no longer */

void cli_notice_begin(const char *line)
{
    if (!cli_shows_progress())
        return;
    (void)fprintf(stderr, "\r%-*.*s", COLUMNS, COLUMNS, line);
    (void)fflush(stderr);
}

void cli_notice_end(void)
{
    if (cli_shows_progress())
        (void)fprintf(stderr, "\r%*s\r", COLUMNS, "");
}

/* Called by the library. A program is built or loaded in every process; only tests take long. */
static void on_log(void *user, clmodp_log_kind kind, const char *line)
{
    char text[COLUMNS + 1];

    (void)user;
    if (kind == CLMODP_LOG_TESTING) {
        (void)snprintf(text, sizeof text, "clmodp: %s", line);
        cli_notice_begin(text);
    } else if (kind == CLMODP_LOG_TESTED) {
        cli_notice_end();
    } else if (kind == CLMODP_LOG_NOTE) {
        cli_notice_end(); /* a line of progress may stand there */
        cli_say("%s", line);
    }
}

void cli_notice_watch(clmodp_context *context)
{
    if (cli_shows_progress())
        clmodp_context_set_log(context, on_log, NULL);
}
