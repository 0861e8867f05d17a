/* Gnuplot in a process of its own. */
#include "cli/gnuplot.h"

#include <sys/wait.h>

int cli_gnuplot(void (*draw)(FILE *gnuplot, const void *what), const void *what, failure *why)
{
    FILE *gnuplot;
    int status;

    (void)fflush(stdout);
    gnuplot = popen("gnuplot", "w"); /* the shell leaves with 127 if there is none */
    if (gnuplot == NULL)
        return cli_fail(why, LEAVE_FAILED, "gnuplot cannot be started");
    (void)fputs("set terminal svg size 800,520 font 'sans-serif,13'\nset grid\n"
                "set key outside right\n", gnuplot);
    draw(gnuplot, what);
    status = pclose(gnuplot);
    if (status == -1 || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return cli_fail(why, LEAVE_FAILED, status != -1 && WIFEXITED(status) &&
                        WEXITSTATUS(status) == 127
                            ? "--format svg draws by gnuplot, which is not installed"
                            : "gnuplot failed to draw this");
    return LEAVE_FINE;
}
