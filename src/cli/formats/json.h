/* What all JSON objects of the program have in common: their first member, and strings [RFC 8259,
 * section 7]. */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include "cli/text.h"

/* What members mean; raised when one goes or changes its meaning, not for new ones. */
#define CLI_JSON_FORMAT 1

/* Begin an object with the number of its format; further members follow after a comma. */
void cli_json_begin(text_buffer *out);

/* Append a string in quotes, with what JSON does not allow escaped and bytes that are no
 * UTF-8 replaced by U+FFFD; NULL becomes null. */
void cli_json_string(text_buffer *out, const char *string);

#endif
