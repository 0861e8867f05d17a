/* Reads tables of times over the program parameter s. */
#include "bench/schoolbook_table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Parses the numbers of a line, skipping prefixes `s`. */
static size_t numbers(double *out, size_t room, char *line)
{
    size_t count = 0;

    for (char *word = strtok(line, "\t\n"); word != NULL && count < room;
         word = strtok(NULL, "\t\n"))
        out[count++] = strtod(word[0] == 's' ? word + 1 : word, NULL);
    return count;
}

size_t schoolbook_table(schoolbook_row *rows, const char *name)
{
    char path[512], line[512];
    double s[18], v[18];
    size_t count = 0, columns = 0;
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/%s", BENCH_SOURCE_DIR, name);
    file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    while (fgets(line, sizeof line, file) != NULL && count < SCHOOLBOOK_ROWS - 2) {
        schoolbook_row *row = &rows[count];

        if (line[0] == '#')
            continue;
        if (columns == 0) {
            columns = numbers(s, 18, line);
            continue;
        }
        if (numbers(v, 18, line) != columns || columns < 3)
            continue;
        *row = (schoolbook_row){.n = (size_t)v[0], .m = (size_t)v[1], .count = columns - 2};
        memcpy(row->s, s + 2, row->count * sizeof *s);
        memcpy(row->seconds, v + 2, row->count * sizeof *v);
        count++;
    }
    (void)fclose(file);
    return count;
}

double schoolbook_row_least(const schoolbook_row *row)
{
    double least = INFINITY;

    for (size_t k = 0; k < row->count; k++)
        least = fmin(least, row->seconds[k]);
    return least;
}
