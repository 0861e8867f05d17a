/* Runs work with a time limit in a child process. */
#ifndef BENCH_CHILD_H
#define BENCH_CHILD_H

typedef enum child_end {
    CHILD_RIGHT,     /* finished with a correct result */
    CHILD_WRONG,     /* finished with a wrong result */
    CHILD_TIMED_OUT,
    CHILD_FAILED     /* did not start, or crashed */
} child_end;

/* Returns 1 if the result is correct. */
typedef int (*child_work)(void *argument, double *wall, double *cpu);

/* Runs work in a copy of this process for at most `limit` seconds of processor time, which
 * excludes other processes; returns *wall and *cpu as stored by it. The work must not use OpenCL,
 * since the driver's threads do not exist in the copy. */
child_end child_run(child_work work, void *argument, unsigned limit, double *wall, double *cpu);

#endif
