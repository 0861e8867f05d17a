/* SVG pictures by gnuplot. */
#ifndef CLI_FORMATS_GNUPLOT_H
#define CLI_FORMATS_GNUPLOT_H

#include <stdio.h>

#include "cli/failure.h"

/* Draws a picture on standard output; `draw` writes commands without user's text.
 * Errors: EXIT_FAILED */
int cli_gnuplot(void (*draw)(FILE *gnuplot, const void *what), const void *what, failure *why);

/* Checks, before a measurement, that gnuplot can be run. Errors: EXIT_FAILED */
int cli_gnuplot_ready(failure *why);

#endif
