/* Work that may take too long, in a process of its own. */
#ifndef BENCH_CHILD_H
#define BENCH_CHILD_H

typedef enum child_end {
    CHILD_RIGHT,     /* finished; the work said its answer is right */
    CHILD_WRONG,     /* finished; the answer is wrong */
    CHILD_TIMED_OUT,
    CHILD_FAILED     /* could not start, or died */
} child_end;

/* 1 if the answer is right. */
typedef int (*child_work)(void *argument, double *wall, double *cpu);

/* Run work in a copy of this process for at most `limit` seconds of
 * processor time, which other processes do not use up; what it stores to *wall and
 * *cpu comes back. It must not use OpenCL: the copy has none of the driver's threads. */
child_end child_run(child_work work, void *argument, unsigned limit, double *wall, double *cpu);

#endif
