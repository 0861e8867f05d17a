/* Conditions and the monotonic clock. */
#include "base/condition.h"

#include <math.h>
#include <time.h>

void clm_condition_create(pthread_cond_t *condition)
{
    pthread_condattr_t clock;

    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(condition, &clock);
    pthread_condattr_destroy(&clock);
}

bool clm_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double when)
{
    struct timespec at;

    if (isinf(when))
        return pthread_cond_wait(condition, lock) == 0;
    at.tv_sec = (time_t)when;
    at.tv_nsec = (long)((when - floor(when)) * 1e9);
    return pthread_cond_timedwait(condition, lock, &at) == 0;
}
