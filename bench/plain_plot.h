/* Times over the program parameter s: the paper's tables, and pictures of both. */
#ifndef BENCH_PLAIN_PLOT_H
#define BENCH_PLAIN_PLOT_H

#include "bench/plot.h"

#define PLAIN_ROWS 16 /* of a table, and others, at most */

/* Seconds for each s, of n and m coefficients. */
typedef struct plain_row {
    size_t n, m, count;
    double s[16], seconds[16];
} plain_row;

/* The rows of a file in this folder: "n m s1 s2 ..." on a line, and a line for each size below.
 * Returns how many there are; ends the process if it cannot be read. */
size_t plain_table(plain_row *rows, const char *name);

/* The least of its times. */
double plain_row_least(const plain_row *row);

/* Curves so far: two for each size. */
typedef struct plain_plot {
    plot_curve curves[2 * PLAIN_ROWS];
    size_t count, sizes;
} plain_plot;

void plain_plot_add(plain_plot *p, const plain_row *mine, const plain_row *paper);

/* Ends the process if the file cannot be written. */
void plain_plot_write(const char *path, const plain_plot *p, const char *operation,
                      const char *device);

#endif
