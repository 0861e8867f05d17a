/* Independent pieces of host work spread over threads. */
#ifndef CLM_BASE_PARALLEL_H
#define CLM_BASE_PARALLEL_H

#include <stddef.h>

#include "base/error.h"

/* Work on item `index`; runs concurrently with other items and must not share mutable
 * state with them. `worker` < the number of threads names the thread, for scratch space. */
typedef clmodp_status (*clm_work)(void *argument, size_t index, size_t worker);

/* The number of threads that `wanted` means: itself, or the processors available to this
 * process when it is 0; never 0. */
size_t clm_thread_count(size_t wanted);

/* Run work(argument, i, worker) for every i < count on at most `threads` threads (the
 * caller's is one of them). After a failure no new item starts; the status of the failed
 * item with the lowest index among those that ran is returned. Threads that cannot be
 * created are done without. */
clmodp_status clm_parallel_for(size_t count, size_t threads, clm_work work, void *argument);

#endif
