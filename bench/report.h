/* What the resultant benchmark prints and writes. */
#ifndef BENCH_REPORT_H
#define BENCH_REPORT_H

#include <stdio.h>

#include "bench/contest.h"

/* What was measured, and on what. */
typedef struct report {
    const char *device, *driver;
    size_t threads;             /* of the host */
    double rate;                /* products of words a second that the device makes at most */
    const contest *contests;
    size_t count;
} report;

/* Stage by stage: time, share, products, and the time they would take at the device's rate. */
void report_stages(FILE *out, const report *r);

/* A line for each input, totals, and ratios to the others with their geometric mean. */
void report_table(FILE *out, const report *r);

/* Everything, one line for each input after a line of column names. */
void report_csv(FILE *out, const report *r);

/* A picture: for each input a bar of its stages' shares, as in Fig. 7 of [Eme12]. */
void report_svg(FILE *out, const report *r);

typedef double (*report_ratio)(const contest *c, contender who);

/* Geometric mean and least of the ratios of `who` to clmodp; the number of inputs that he
 * finished, 0 if none. */
size_t report_ratios(const report *r, contender who, report_ratio ratio_of, double *mean,
                     double *least);

/* The least time for so many products. */
static inline double report_floor(const report *r, double products)
{
    return r->rate > 0 ? products / r->rate : 0;
}

#endif
