/* Threads of this process that do tasks of a caller's, one at a time each. */
#ifndef CLM_RANKS_HANDS_H
#define CLM_RANKS_HANDS_H

#include <stdbool.h>

#include <clmodp/ranks.h>

#include "base/error.h"

typedef struct clm_hands clm_hands;

/* What a thread has done. */
typedef struct clm_handed {
    uint32_t thread;
    clmodp_status status; /* of the task's function */
    void *result;         /* memory of malloc, if that is OK */
    size_t size;
} clm_handed;

/* Start threads, tasks->threads of them. Release with clm_hands_destroy.
 * Errors: HOST_MEMORY (no memory, or no thread) */
clmodp_status clm_hands_create(clm_error *error, clm_hands **hands, const clmodp_tasks *tasks);

/* Wait until those at work are done, drop what they did, and end all. NULL is allowed. */
void clm_hands_destroy(clm_hands *hands);

/* A task for a thread that has none: memory of malloc, which becomes the thread's. */
void clm_hands_give(clm_hands *hands, uint32_t thread, void *task, size_t size);

/* What one of them has done, waiting at most so many seconds for it; INFINITY: until it is there.
 * False if nothing was done. Pre: somebody is at work, if it is to wait for ever */
bool clm_hands_take(clm_hands *hands, clm_handed *handed, double seconds);

#endif
