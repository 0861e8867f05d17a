/* Where results go: standard output, or the file of --output in its place. */
#ifndef CLI_DESTINATION_H
#define CLI_DESTINATION_H

#include <stdio.h>

#include "cli/failure.h"
#include "cli/text.h"

/* Where answers are printed, and statistics: standard output and error, or memory. */
typedef struct printer {
    FILE *answers, *statistics;
} printer;

static inline printer cli_printer_standard(void)
{
    return (printer){stdout, stderr};
}

/* From now on what is printed goes to a file, for NULL or "-" to standard output as before. What
 * is a regular file, or does not exist, is written under a temporary name in the same folder;
 * anything else, such as a pipe or a device, directly. A signal that ends the program removes what
 * was begun.
 * Errors: EXIT_USAGE (an empty name), EXIT_FAILED (it could not be written) */
int cli_destination_open(const char *name, failure *why);

/* Remove what was begun and not kept. */
void cli_destination_drop(void);

/* Write out what was printed, and see whether that, and statistics on stderr, went well.
 * Errors: EXIT_FAILED (full disk, closed pipe ...) */
int cli_output_flush(failure *why);

/* The same behind a text on standard output, which is finished. Errors: also EXIT_FAILED (there
 * was no memory for all of it) */
int cli_output_text(text_buffer *t, failure *why);

/* The same of a printer; of memory it is known when the file is closed. */
int cli_printer_flush(const printer *to, failure *why);

/* The same behind all results; keeps the file of --output if there is one. */
int cli_output_finish(failure *why);

/* Draw an SVG picture on standard output: `draw` writes the commands, which are numbers and words
 * of ours alone. Errors: EXIT_FAILED */
int cli_gnuplot(void (*draw)(FILE *gnuplot, const void *what), const void *what, failure *why);

/* Whether it can be drawn, before what there is to draw is measured. Errors: EXIT_FAILED */
int cli_gnuplot_ready(failure *why);

#endif
