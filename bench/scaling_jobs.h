/* Jobs in a folder of this machine: what their files cost, what a worker takes to start, and whole
 * ones with a worker on each of some cores. */
#ifndef BENCH_SCALING_JOBS_H
#define BENCH_SCALING_JOBS_H

#include "bench/scaling_parts.h"

/* Fill what scaling_parts has of files and of starting. */
void scaling_jobs_measure(scaling_parts *parts);

/* Seconds of one job. */
typedef struct scaling_job {
    double planned, made; /* until the folder is there */
    double worked;        /* from the start of the first worker to the end of the last one */
    double finished;      /* all of it, and of that: */
    double lifted, checked;
} scaling_job;

/* With workers of one thread on cores 0, 1, ..., whose caches are full. */
void scaling_jobs_run(scaling_job *out, const scaling_parts *parts, size_t unit_primes,
                      size_t workers);

#endif
