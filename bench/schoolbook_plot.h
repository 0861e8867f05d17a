/* Plots of times over the program parameter s. */
#ifndef BENCH_SCHOOLBOOK_PLOT_H
#define BENCH_SCHOOLBOOK_PLOT_H

#include "bench/schoolbook_table.h"
#include "bench/plot.h"

/* The curves so far: two for each size. */
typedef struct schoolbook_plot {
    plot_curve curves[2 * SCHOOLBOOK_ROWS];
    size_t count, sizes;
} schoolbook_plot;

void schoolbook_plot_add(schoolbook_plot *p, const schoolbook_row *mine,
                         const schoolbook_row *paper);

/* Ends the process if the file cannot be written. */
void schoolbook_plot_write(const char *path, const schoolbook_plot *p, const char *operation,
                           const char *device);

#endif
