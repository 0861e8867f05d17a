/* Repeated timing of a piece of work, by the clock and in processor time. */
#ifndef BENCH_TIMING_H
#define BENCH_TIMING_H

#include <stdlib.h>
#include <time.h>

#define TIMING_MOST 101 /* runs */

/* The seconds of all runs so far. */
typedef struct timing {
    size_t warm_up; /* next runs that are not counted, since they compile and fill caches */
    size_t runs;
    double wall[TIMING_MOST], cpu[TIMING_MOST];
    double wall_began, cpu_began;
} timing;

static inline double timing_clock(clockid_t id)
{
    struct timespec t;

    clock_gettime(id, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Start and end a run; runs beyond TIMING_MOST are not counted either. Processor time covers all
 * threads of the process, including those of a CPU device. */
static inline void timing_start(timing *t)
{
    t->wall_began = timing_clock(CLOCK_MONOTONIC);
    t->cpu_began = timing_clock(CLOCK_PROCESS_CPUTIME_ID);
}

static inline void timing_stop(timing *t)
{
    if (t->warm_up > 0) {
        t->warm_up--;
        return;
    }
    if (t->runs == TIMING_MOST)
        return;
    t->wall[t->runs] = timing_clock(CLOCK_MONOTONIC) - t->wall_began;
    t->cpu[t->runs++] = timing_clock(CLOCK_PROCESS_CPUTIME_ID) - t->cpu_began;
}

/* Returns the processor time of a call, as the mean of as many calls as take `least` seconds. */
static inline double timing_turn(void (*run)(void *), void *user, double least)
{
    for (size_t runs = 1;; runs *= 2) {
        const double began = timing_clock(CLOCK_PROCESS_CPUTIME_ID);
        double seconds;

        for (size_t k = 0; k < runs; k++)
            run(user);
        seconds = timing_clock(CLOCK_PROCESS_CPUTIME_ID) - began;
        if (seconds > least)
            return seconds / (double)runs;
    }
}

static inline int timing_compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Returns the least of `runs` times, at least one. */
static inline double timing_least(const double *times, size_t runs)
{
    double least = times[0];

    for (size_t k = 1; k < runs; k++)
        least = times[k] < least ? times[k] : least;
    return least;
}

/* Sorts the `runs` times, so that [0] is the least. Returns the median. */
static inline double timing_median(double *times, size_t runs)
{
    qsort(times, runs, sizeof *times, timing_compare);
    return runs % 2 != 0 ? times[runs / 2] : 0.5 * (times[runs / 2 - 1] + times[runs / 2]);
}

#endif
