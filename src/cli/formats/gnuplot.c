/* Draws plots by gnuplot in a child process. */
#include "cli/formats/gnuplot.h"

#include <stdbool.h>
#include <stdlib.h>
#include <sys/wait.h>

/* The exit status of the shell, without a message, if there is no gnuplot. */
#define MISSING 127
#define FIND "command -v gnuplot >/dev/null 2>&1 || exit 127; "

static int explain_exit(int status, failure *why)
{
    const bool left = status != -1 && WIFEXITED(status);

    if (left && WEXITSTATUS(status) == 0)
        return EXIT_OK;
    return cli_fail(why, EXIT_FAILED, left && WEXITSTATUS(status) == MISSING
                        ? "--format svg draws by gnuplot, which is not installed"
                        : "gnuplot failed to draw this");
}

int cli_gnuplot_ready(failure *why)
{
    return explain_exit(system(FIND), why);
}

int cli_gnuplot(void (*draw)(FILE *gnuplot, const void *what), const void *what, failure *why)
{
    FILE *gnuplot;

    (void)fflush(stdout);
    gnuplot = popen(FIND "exec gnuplot", "w");
    if (gnuplot == NULL)
        return cli_fail(why, EXIT_FAILED, "gnuplot cannot be started");
    (void)fputs("set terminal svg size 800,520 font 'sans-serif,13'\nset grid\n"
                "set key outside right\n", gnuplot);
    draw(gnuplot, what);
    return explain_exit(pclose(gnuplot), why);
}
