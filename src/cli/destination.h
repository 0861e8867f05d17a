/* Where results go: standard output, or the file of --output in its place. */
#ifndef CLI_DESTINATION_H
#define CLI_DESTINATION_H

#include "cli/failure.h"

/* From now on what is printed goes to a file, for NULL or "-" to standard output as before. What
 * is a regular file, or does not exist, is written under a temporary name in the same folder;
 * anything else, such as a pipe or a device, directly. A signal that ends the program removes what
 * was begun.
 * Errors: EXIT_USAGE (an empty name), EXIT_FAILED (it could not be written) */
int cli_destination_open(const char *name, failure *why);

/* What messages call it. */
const char *cli_destination_name(void);

/* Behind what was printed and flushed: keep it on the disk under its own name.
 * Errors: EXIT_FAILED */
int cli_destination_keep(failure *why);

/* Remove what was begun and not kept. */
void cli_destination_drop(void);

#endif
