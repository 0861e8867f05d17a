/* Guess what a mistyped word was meant to be. */
#ifndef CLI_SUGGEST_H
#define CLI_SUGGEST_H

#include <stddef.h>

/* The distance between two words in letters put in, left out, changed, or swapped with
 * their neighbour; words longer than 31 letters are far from everything (SIZE_MAX). */
size_t cli_distance(const char *a, const char *b);

/* Whether a word at this distance from `typed` is worth suggesting. */
int cli_close_enough(const char *typed, size_t distance);

#endif
