/* Conditions that are waited for until some time on the clock of clm_clock_seconds. */
#ifndef CLM_BASE_CONDITION_H
#define CLM_BASE_CONDITION_H

#include <pthread.h>
#include <stdbool.h>

/* A condition for clm_condition_wait; pthread_cond_destroy releases it. */
void clm_condition_create(pthread_cond_t *condition);

/* Wait for it, `lock` being held, until `when` at most; INFINITY: as long as it takes. False if
 * that time has come. As with pthread_cond_wait, true does not say what has changed. */
bool clm_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double when);

#endif
