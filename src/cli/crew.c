/* Threads that take pieces of work off one counter. */
#include "cli/crew.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>

enum { PIECE = 16, MOST_THREADS = 64 }; /* items at a time: a line takes some microseconds */

typedef struct crew {
    size_t count;
    crew_work work;
    void *argument;
    atomic_size_t next;
    atomic_bool failed;
} crew;

static void *run(void *opaque)
{
    crew *c = opaque;

    for (;;) {
        const size_t first = atomic_fetch_add(&c->next, PIECE);

        if (first >= c->count)
            return NULL;
        for (size_t k = first; k < c->count && k < first + PIECE; k++)
            if (atomic_load(&c->failed))
                return NULL;
            else if (!c->work(c->argument, k))
                atomic_store(&c->failed, true);
    }
}

static size_t processors(void)
{
    cpu_set_t set;

    return sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0
               ? (size_t)CPU_COUNT(&set)
               : 1;
}

bool cli_crew_run(size_t count, size_t threads, crew_work work, void *argument)
{
    crew c = {.count = count, .work = work, .argument = argument};
    const size_t pieces = (count + PIECE - 1) / PIECE;
    size_t most = threads != 0 ? threads : processors(), started = 0;
    pthread_t thread[MOST_THREADS];

    most = most < pieces ? most : pieces;
    most = most < MOST_THREADS ? most : MOST_THREADS;
    while (started + 1 < most && pthread_create(&thread[started], NULL, run, &c) == 0)
        started++;
    (void)run(&c);
    while (started > 0)
        (void)pthread_join(thread[--started], NULL);
    return !atomic_load(&c.failed);
}
