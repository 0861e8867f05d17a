/* Strings in JSON [RFC 8259, section 7]. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdio.h>

/* Print a text in quotes, with what JSON does not allow escaped and bytes that are no
 * UTF-8 replaced by U+FFFD; NULL is printed as null. */
void cli_json_string(FILE *out, const char *text);

#endif
