/* Measures job folders on this machine: costs of their files, start-up time of a worker process,
 * and complete jobs with one worker process on each of some cores. */
#ifndef BENCH_SCALING_JOBS_H
#define BENCH_SCALING_JOBS_H

#include "bench/scaling_parts.h"

/* Fills the members of scaling_parts about files and start-up. */
void scaling_jobs_measure(scaling_parts *parts);

/* The seconds of one job. */
typedef struct scaling_job {
    double planned, made; /* until the folder is complete */
    double worked;        /* from the start of the first worker process to the end of the last */
    double finished;      /* in total, including: */
    double reconstructed, checked;
} scaling_job;

/* Runs a job with workers of one thread on cores 0, 1, ..., with warm caches. */
void scaling_jobs_run(scaling_job *out, const scaling_parts *parts, size_t unit_primes,
                      size_t workers);

#endif
