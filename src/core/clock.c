/* The monotonic clock, and conditions. */
#include "core/clock.h"

#include <math.h>
#include <time.h>

#include "portable/portable.h"

double clm_clock_seconds(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0.0;
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void clm_condition_create(pthread_cond_t *condition)
{
    pthread_condattr_t clock;

    pthread_condattr_init(&clock);
    (void)clm_condition_clock(&clock);
    pthread_cond_init(condition, &clock);
    pthread_condattr_destroy(&clock);
}

/* Seconds by which the clock of conditions is ahead of clm_clock_seconds. */
static double seconds_ahead(void)
{
    const clockid_t clock = clm_condition_clock(NULL);
    struct timespec now;

    if (clock == CLOCK_MONOTONIC || clock_gettime(clock, &now) != 0)
        return 0;
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec - clm_clock_seconds();
}

bool clm_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double when)
{
    struct timespec at;

    if (isinf(when))
        return pthread_cond_wait(condition, lock) == 0;
    when += seconds_ahead();
    at.tv_sec = (time_t)when;
    at.tv_nsec = (long)((when - floor(when)) * 1e9);
    return pthread_cond_timedwait(condition, lock, &at) == 0;
}
