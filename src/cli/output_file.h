/* The destination of results: standard output, or the file of --output instead. */
#ifndef CLI_OUTPUT_FILE_H
#define CLI_OUTPUT_FILE_H

#include <stdio.h>

#include "cli/failure.h"
#include "cli/text.h"

/* Streams for results and statistics: standard output and error, or memory. */
typedef struct printer {
    FILE *answers, *statistics;
} printer;

static inline printer cli_printer_standard(void)
{
    return (printer){stdout, stderr};
}

/* Sends later output to a file; for NULL or "-" to standard output as before. A regular or new
 * file is written under a temporary name in the same folder, any other, such as a pipe or a
 * device, directly. A signal that ends the program removes the temporary file.
 * Errors: EXIT_USAGE (an empty name), EXIT_FAILED (cannot be written) */
int cli_output_file_open(const char *name, failure *why);

/* Removes a temporary file, unless kept. */
void cli_output_file_drop(void);

/* Holds SIGPIPE back: writing to any closed pipe is an error. For standard output the signal ends
 * the program in cli_output_flush, unless the parent ignores it. Called once, first. */
void cli_output_hold_pipe(void);

/* Flushes standard output, and checks that all writes to it and to stderr succeeded.
 * Errors: EXIT_FAILED (full disk, closed pipe ...) */
int cli_output_flush(failure *why);

/* Finishes a text on standard output and flushes. Errors: also EXIT_FAILED (out of memory) */
int cli_output_text(text_buffer *t, failure *why);

/* Flushes a printer's standard output; errors of a memory stream show when it is closed. */
int cli_printer_flush(const printer *to, failure *why);

/* Flushes after all results; gives the file of --output its name if there is one. */
int cli_output_finish(failure *why);

#endif
