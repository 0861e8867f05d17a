/* Curves in a picture, both scales logarithmic. */
#ifndef BENCH_PLOT_H
#define BENCH_PLOT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Points from left to right; infinite y are left out. */
typedef struct plot_curve {
    char label[48];
    double x[16], y[16];
    size_t count;
    unsigned colour; /* curves that belong together have the same */
    bool dashed;
} plot_curve;

typedef struct plot_picture {
    const char *title, *subtitle, *x_label, *y_label;
    const plot_curve *curves;
    size_t count;
} plot_picture;

/* Write it as SVG. */
void plot_write(FILE *out, const plot_picture *p);

#endif
