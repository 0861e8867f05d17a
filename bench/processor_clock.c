/* A clock that stands still while the process has no processor, to be loaded before a program
 * (LD_PRELOAD): bench/gpu --processor-time. What programs measure by the clock is processor time
 * then, of all their threads, so that it means something where one of them works at a time. */
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
