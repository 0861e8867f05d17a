/* Curves on standard output. */
#ifndef CLI_GNUPLOT_H
#define CLI_GNUPLOT_H

#include <stdio.h>

#include "cli/failure.h"

/* Draw an SVG picture on standard output: `draw` writes the commands, which are numbers and words
 * of ours alone. Errors: EXIT_FAILED */
int cli_gnuplot(void (*draw)(FILE *gnuplot, const void *what), const void *what, failure *why);

/* Whether it can be drawn, before what there is to draw is measured. Errors: EXIT_FAILED */
int cli_gnuplot_ready(failure *why);

#endif
