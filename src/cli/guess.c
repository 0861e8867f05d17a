/* Compares words by their edit distance. */
#include "cli/guess.h"

#include <string.h>

enum { LONGEST = 31 };

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Returns the edit distance with transpositions [Damerau 1964] of two short words. */
static size_t distance_of(const char *a, const char *b)
{
    size_t d[LONGEST + 1][LONGEST + 1];
    const size_t n = strlen(a), m = strlen(b);

    if (n > LONGEST || m > LONGEST)
        return SIZE_MAX;
    for (size_t i = 0; i <= n; i++) {
        for (size_t j = 0; j <= m; j++) {
            if (i == 0 || j == 0) {
                d[i][j] = i + j;
                continue;
            }
            d[i][j] = least(d[i - 1][j], d[i][j - 1]) + 1;
            d[i][j] = least(d[i][j], d[i - 1][j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                d[i][j] = least(d[i][j], d[i - 2][j - 2] + 1);
        }
    }
    return d[n][m];
}

bool cli_guess_consider(guess *g, const char *word)
{
    const size_t distance = distance_of(g->typed, word);
    const bool closer = distance < g->distance;

    if (closer)
        *g = (guess){g->typed, word, distance};
    return closer;
}

bool cli_guess_helps(const guess *g)
{
    return g->word != NULL && g->distance <= 1 + strlen(g->typed) / 4;
}
