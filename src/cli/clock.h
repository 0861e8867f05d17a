/* Wall-clock time that only moves forward. */
#ifndef CLI_CLOCK_H
#define CLI_CLOCK_H

#include <time.h>

/* Seconds since some fixed moment. */
static inline double cli_clock(void)
{
    struct timespec now = {0};

    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

#endif
