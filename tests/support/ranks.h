/* Ranks as threads of a test, each with a context; messages go through a clmodp_transport. */
#ifndef TESTS_SUPPORT_RANKS_H
#define TESTS_SUPPORT_RANKS_H

#include <pthread.h>

#include "support/transport.h"

enum { MOST_RANKS = 4 };

/* The ranks; rank 0 is the test's own thread. */
typedef struct job {
    transports *all;
    uint32_t ranks;
    clmodp_context *context[MOST_RANKS];
    clmodp_fleet_member member[MOST_RANKS];
    pthread_t thread[MOST_RANKS];
    clmodp_status served[MOST_RANKS];
    const clmodp_tasks *tasks;
} job;

/* Starts all ranks but rank 0 with these options, to serve these tasks. */
void job_start_with(job *j, uint32_t ranks, const clmodp_context_options *others,
                    const clmodp_tasks *tasks);
void job_start(job *j, uint32_t ranks, const clmodp_context_options *others);

/* Dismisses all ranks, and asserts that their contexts have released all memory. */
void job_stop(job *j);

#endif
