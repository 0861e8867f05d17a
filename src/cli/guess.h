/* Suggestions for misspelt words. */
#ifndef CLI_GUESS_H
#define CLI_GUESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h> /* SIZE_MAX */

/* The candidate closest to a typed word, by the number of letters inserted, deleted, changed or
 * swapped with their neighbour; SIZE_MAX for words longer than 31 letters. */
typedef struct guess {
    const char *typed;
    const char *word; /* NULL: none considered yet */
    size_t distance;
} guess;

#define CLI_GUESS(typed) ((guess){(typed), NULL, SIZE_MAX})

/* Keeps a word if it is closer than all before. Returns whether it is. */
bool cli_guess_consider(guess *g, const char *word);

/* Returns whether the word is close enough to be suggested. */
bool cli_guess_helps(const guess *g);

#endif
