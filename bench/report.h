/* Reports of the resultant benchmark: text, tables, CSV and a plot. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdio.h>

#include "bench/contest.h"

/* Measurements and the device measured. */
typedef struct report {
    const char *device, *driver;
    size_t threads;             /* of the host */
    double rate;                /* maximum number of word products of the device in a second */
    const contest *contests;
    size_t count;
} report;

/* Prints, for each stage, time, share, products, and their least time at the device's rate. */
void report_stages(FILE *out, const report *r);

/* Prints a line for each input, totals, and ratios to the other systems with geometric means. */
void report_table(FILE *out, const report *r);

/* Writes all figures, one line for each input after a line of column names. */
void report_csv(FILE *out, const report *r);

/* Writes a plot: for each input a bar of the shares of its stages, as in Fig. 7 of [Eme12]. */
void report_svg(FILE *out, const report *r);

typedef double (*report_ratio)(const contest *c, contender which);

/* Computes the geometric mean and the least of the ratios of a contender to clmodp. Returns the
 * number of inputs with a ratio. */
size_t report_ratios(const report *r, contender which, report_ratio ratio_of, double *mean,
                     double *least);

/* Returns the least time for this number of products. */
static inline double report_floor(const report *r, double products)
{
    return r->rate > 0 ? products / r->rate : 0;
}

#endif
