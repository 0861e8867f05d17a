/* The monotonic clock, and conditions that are waited for until some time on it. */
#ifndef CLM_BASE_CLOCK_H
#define CLM_BASE_CLOCK_H

#include <pthread.h>
#include <stdbool.h>

#include "core/error.h"

/* Seconds on a monotonic clock with an arbitrary origin. */
CLM_LAB_API double clm_clock_seconds(void);

/* A condition for clm_condition_wait; pthread_cond_destroy releases it. */
void clm_condition_create(pthread_cond_t *condition);

/* Wait for it, `lock` being held, until `when` at most; INFINITY: as long as it takes. False if
 * that time has come. As with pthread_cond_wait, true does not say what has changed. */
bool clm_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double when);

#endif
