/* Plots of curves in SVG, with logarithmic scales. */
#ifndef BENCH_PLOT_H
#define BENCH_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* A curve with points from left to right; infinite y are left out. */
typedef struct plot_curve {
    char label[48];
    double x[16], y[16];
    size_t count;
    unsigned colour; /* the same for related curves */
    bool dashed;
} plot_curve;

typedef struct plot_picture {
    const char *title, *subtitle, *x_label, *y_label;
    const plot_curve *curves;
    size_t count;
} plot_picture;

/* Writes the plot as SVG. */
void plot_write(FILE *out, const plot_picture *p);

#endif
