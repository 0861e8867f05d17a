/* Plots times over the program parameter s. */
#include "bench/schoolbook_plot.h"

#include <stdlib.h>

static void fail_with(const char *path)
{
    perror(path);
    exit(1);
}

static void add(schoolbook_plot *p, const schoolbook_row *row, bool paper)
{
    plot_curve *c = &p->curves[p->count++];

    c->count = row->count;
    c->colour = (unsigned)p->sizes;
    c->dashed = paper;
    (void)snprintf(c->label, sizeof c->label, "%zu, %zu%s", row->n, row->m, paper ? " [HMX]" : "");
    for (size_t k = 0; k < row->count; k++) {
        c->x[k] = row->s[k];
        c->y[k] = 1e3 * row->seconds[k];
    }
}

void schoolbook_plot_add(schoolbook_plot *p, const schoolbook_row *mine,
                         const schoolbook_row *paper)
{
    add(p, mine, false);
    if (paper->count > 0)
        add(p, paper, true);
    p->sizes++;
}

void schoolbook_plot_write(const char *path, const schoolbook_plot *p, const char *operation,
                           const char *device)
{
    char title[128];
    plot_picture picture = {.title = title, .subtitle = device, .x_label = "program parameter s",
                            .y_label = "ms", .curves = p->curves, .count = p->count};
    FILE *out = fopen(path, "w");

    (void)snprintf(title, sizeof title, "Schoolbook arithmetic over F_p: %s", operation);
    if (out == NULL)
        fail_with(path);
    plot_write(out, &picture);
    if (fclose(out) != 0)
        fail_with(path);
}
