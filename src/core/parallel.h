/* Parallel loops over independent items of host work, the monotonic clock, and condition variables
 * with timeouts on this clock. */
#ifndef CLM_CORE_PARALLEL_H
#define CLM_CORE_PARALLEL_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/error.h"

/* Returns the seconds on a monotonic clock with an arbitrary origin. */
CLM_LAB_API double clm_clock_seconds(void);

/* Creates a condition for clm_condition_wait; pthread_cond_destroy releases it. */
void clm_condition_create(pthread_cond_t *condition);

/* Waits for a condition with `lock` held, until time `when` (INFINITY: without limit). Returns
 * false after the timeout. As with pthread_cond_wait, true does not imply any change. */
bool clm_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double when);

/* Processes item `index` concurrently with others, without sharing mutable state. `thread`, below
 * the number of threads, serves for scratch space. */
typedef clmodp_status (*clm_work)(void *argument, size_t index, size_t thread);

/* Returns `wanted`, or if it is 0 the number of processors available to this process; never 0. */
size_t clm_thread_count(size_t wanted);

/* Runs work(argument, i, thread) for every i < count on at most `threads` threads, including the
 * caller's; on fewer if not all can be created. After a failure no new item starts; returns the
 * status of the failed item of lowest index. */
clmodp_status clm_parallel_for(size_t count, size_t threads, clm_work work, void *argument);

/* Cancellation of long work, which checks clm_poller_stopped at least every fraction of a second
 * and then returns CANCELLED. */
typedef struct clm_poller {
    clmodp_status (*ask)(void *user); /* called on the caller's thread; not OK: stop */
    void *user;
    atomic_bool stopped; /* initially false */
} clm_poller;

static inline bool clm_poller_stopped(const clm_poller *watch)
{
    return watch != NULL && atomic_load_explicit(&watch->stopped, memory_order_relaxed);
}

/* Returns CANCELLED if the watch is stopped. */
static inline clmodp_status clm_poller_check(const clm_poller *watch)
{
    return clm_poller_stopped(watch) ? CLMODP_CANCELLED : CLMODP_OK;
}

/* Like clm_parallel_for, but at most `threads` other threads work while the caller's polls the
 * watch, once and then some fifty times a second. Returns the status of the poll if not OK. If no
 * thread can be created, the caller's works and then polls once. watch = NULL:
 * clm_parallel_for. */
clmodp_status clm_parallel_watched(size_t count, size_t threads, clm_work work, void *argument,
                                   clm_poller *watch);

/* Calls run(argument) on another thread while the caller's polls the watch; without a watch, on
 * the caller's thread. Returns as clm_parallel_watched. */
clmodp_status clm_run_watched(clmodp_status (*run)(void *argument), void *argument,
                              clm_poller *watch);

/* Rows of words: `words` of each are copied, and the rest of to_stride is zeroed. */
typedef struct clm_rows_copy {
    uint32_t *to;
    const uint32_t *from;
    size_t to_stride, from_stride; /* words from a row to the next */
    size_t words, rows;            /* words <= to_stride */
} clm_rows_copy;

/* Copies the rows on at most `threads` threads. Errors: HOST_MEMORY */
clmodp_status clm_copy_rows(clm_error *error, const clm_rows_copy *copy, size_t threads);

#endif
