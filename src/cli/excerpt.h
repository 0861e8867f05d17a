/* The line of an input that a message is about, with a caret under the place. */
#ifndef CLI_EXCERPT_H
#define CLI_EXCERPT_H

#include <stddef.h>
#include <stdio.h>

/* Print line `line` of the text and a caret under byte `column` of it (both from 1); of a
 * long line, a window around the place. Nothing for an empty line. Whatever the text holds,
 * two lines of harmless characters are printed. */
void cli_excerpt(FILE *out, const char *text, size_t length, size_t line, size_t column);

#endif
