/* Names that are no variables to other systems: words of their languages, constants, functions. */
#ifndef CLI_RESERVED_H
#define CLI_RESERVED_H

#include <stddef.h>

#include "cli/formats/format.h"

/* What a name of so many bytes is to the system that reads polynomials of this form, such as "a
 * word of the language"; NULL where it can be a variable there. */
const char *cli_reserved_meaning(output_format system, const char *name, size_t length);

/* What that system is called. */
const char *cli_reserved_system(output_format system);

/* Whether a polynomial of this form can have this variable, and mean what it does here; NULL:
 * none. Errors: EXIT_USAGE */
int cli_reserved_check(output_format system, const char *variable, failure *why);

#endif
