/* A line on the terminal while kernels are compiled. */
#include "cli/notice.h"

#include <stdio.h>

#include "cli/failure.h"
#include "cli/verbosity.h"

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
