/* Tables of [HMX], and pictures of times over s. */
#include "bench/plain_plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void fail_with(const char *path)
{
    perror(path);
    exit(1);
}

/* The numbers of a line, behind letters. */
static size_t numbers(double *out, size_t room, char *line)
{
    size_t count = 0;

    for (char *word = strtok(line, "\t\n"); word != NULL && count < room;
         word = strtok(NULL, "\t\n"))
        out[count++] = strtod(word[0] == 's' ? word + 1 : word, NULL);
    return count;
}

size_t plain_table(plain_row *rows, const char *name)
{
    char path[512], line[512];
    double s[18], v[18];
    size_t count = 0, columns = 0;
    FILE *file;

    (void)snprintf(path, sizeof path, "%s/%s", BENCH_SOURCE_DIR, name);
    file = fopen(path, "r");
    if (file == NULL)
        fail_with(path);
    while (fgets(line, sizeof line, file) != NULL && count < PLAIN_ROWS - 2) {
        plain_row *row = &rows[count];

        if (line[0] == '#')
            continue;
        if (columns == 0) {
            columns = numbers(s, 18, line);
            continue;
        }
        if (numbers(v, 18, line) != columns || columns < 3)
            continue;
        *row = (plain_row){.n = (size_t)v[0], .m = (size_t)v[1], .count = columns - 2};
        memcpy(row->s, s + 2, row->count * sizeof *s);
        memcpy(row->seconds, v + 2, row->count * sizeof *v);
        count++;
    }
    (void)fclose(file);
    return count;
}

double plain_row_least(const plain_row *row)
{
    double least = INFINITY;

    for (size_t k = 0; k < row->count; k++)
        least = fmin(least, row->seconds[k]);
    return least;
}

static void add(plain_plot *p, const plain_row *row, bool paper)
{
    plot_curve *c = &p->curves[p->count++];

    c->count = row->count;
    c->colour = (unsigned)p->sizes;
    c->dashed = paper;
    (void)snprintf(c->label, sizeof c->label, "%zu, %zu%s", row->n, row->m,
                   paper ? " [HMX]" : "");
    for (size_t k = 0; k < row->count; k++) {
        c->x[k] = row->s[k];
        c->y[k] = 1e3 * row->seconds[k];
    }
}

void plain_plot_add(plain_plot *p, const plain_row *mine, const plain_row *paper)
{
    add(p, mine, false);
    if (paper->count > 0)
        add(p, paper, true);
    p->sizes++;
}

void plain_plot_write(const char *path, const plain_plot *p, const char *operation,
                      const char *device)
{
    char title[128];
    plot_picture picture = {.title = title, .subtitle = device, .x_label = "program parameter s",
                            .y_label = "ms", .curves = p->curves, .count = p->count};
    FILE *out = fopen(path, "w");

    (void)snprintf(title, sizeof title, "Plain arithmetic over F_p: %s", operation);
    if (out == NULL)
        fail_with(path);
    plot_write(out, &picture);
    if (fclose(out) != 0)
        fail_with(path);
}
