/* Plots of times over the program parameter s. */
#ifndef BENCH_PLAIN_PLOT_H
#define BENCH_PLAIN_PLOT_H

#include "bench/plain_table.h"
#include "bench/plot.h"

/* The curves so far: two for each size. */
typedef struct plain_plot {
    plot_curve curves[2 * PLAIN_ROWS];
    size_t count, sizes;
} plain_plot;

void plain_plot_add(plain_plot *p, const plain_row *mine, const plain_row *paper);

/* Ends the process if the file cannot be written. */
void plain_plot_write(const char *path, const plain_plot *p, const char *operation,
                      const char *device);

#endif
