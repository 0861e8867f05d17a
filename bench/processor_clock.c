/* A clock that stops while the process has no processor, preloaded into programs (LD_PRELOAD) by
 * bench/gpu --processor-time. Times by the clock then are processor time of all threads, which is
 * meaningful if one of them works at a time. */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_RAW)
        clock = CLOCK_PROCESS_CPUTIME_ID;
    return (int)syscall(SYS_clock_gettime, clock, now);
}
