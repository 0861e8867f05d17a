/* Ranks that are threads of a test, each with a context; messages go as over any network. */
#ifndef TESTS_SUPPORT_RANKS_H
#define TESTS_SUPPORT_RANKS_H

#include <pthread.h>

#include "support/transport.h"

enum { MOST_RANKS = 4 };

/* Rank 0 is the test's thread. */
typedef struct job {
    transports *all;
    uint32_t ranks;
    clmodp_context *context[MOST_RANKS];
    clmodp_fleet_member member[MOST_RANKS];
    pthread_t thread[MOST_RANKS];
    clmodp_status served[MOST_RANKS];
    const clmodp_tasks *tasks;
} job;

/* All but rank 0 have these options, and do these tasks. */
void job_start_with(job *j, uint32_t ranks, const clmodp_context_options *others,
                    const clmodp_tasks *tasks);
void job_start(job *j, uint32_t ranks, const clmodp_context_options *others);

/* All are dismissed, and have given back what they took. */
void job_stop(job *j);

#endif
