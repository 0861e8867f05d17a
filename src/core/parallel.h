/* Independent pieces of host work spread over threads; the monotonic clock, and conditions that
 * are waited for until some time on it. */
#ifndef CLM_CORE_PARALLEL_H
#define CLM_CORE_PARALLEL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* Seconds on a monotonic clock with an arbitrary origin. */
CLM_LAB_API double clm_clock_seconds(void);

/* A condition for clm_condition_wait; pthread_cond_destroy releases it. */
void clm_condition_create(pthread_cond_t *condition);

/* Wait for it, `lock` being held, until `when` at most; INFINITY: as long as it takes. False if
 * that time has come. As with pthread_cond_wait, true does not say what has changed. */
bool clm_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double when);

/* Work on item `index`; runs concurrently with other items and must not share mutable
 * state with them. `thread` < the number of threads names the thread, for scratch space. */
typedef clmodp_status (*clm_work)(void *argument, size_t index, size_t thread);

/* The number of threads that `wanted` means: itself, or the processors available to this
 * process when it is 0; never 0. */
size_t clm_thread_count(size_t wanted);

/* Run work(argument, i, thread) for every i < count on at most `threads` threads (the
 * caller's is one of them). After a failure no new item starts; the status of the failed
 * item with the lowest index among those that ran is returned. Threads that cannot be
 * created are done without. */
clmodp_status clm_parallel_for(size_t count, size_t threads, clm_work work, void *argument);

/* What can stop long work. Work looks at clm_watch_stopped between steps that take no more than
 * a fraction of a second, and returns CANCELLED then. */
typedef struct clm_watch {
    clmodp_status (*ask)(void *user); /* on the thread of the caller; not OK: stop */
    void *user;
    atomic_bool stopped; /* false to begin with */
} clm_watch;

static inline bool clm_watch_stopped(const clm_watch *watch)
{
    return watch != NULL && atomic_load_explicit(&watch->stopped, memory_order_relaxed);
}

/* As clm_parallel_for, while the caller's thread does nothing but ask, once and then some fifty
 * times a second; at most `threads` others work. Returns the answer if that was not OK. Where no
 * thread can be created the caller's works, and then asks once. watch = NULL: clm_parallel_for. */
clmodp_status clm_parallel_watched(size_t count, size_t threads, clm_work work, void *argument,
                                   clm_watch *watch);

/* Rows of words: `words` of each are copied, and the rest of to_stride is zeroed. */
typedef struct clm_rows_copy {
    uint32_t *to;
    const uint32_t *from;
    size_t to_stride, from_stride; /* words from a row to the next */
    size_t words, rows;            /* words <= to_stride */
} clm_rows_copy;

/* Copy them on at most `threads` threads. Errors: HOST_MEMORY */
clmodp_status clm_copy_rows(clm_error *error, const clm_rows_copy *copy, size_t threads);

#endif
