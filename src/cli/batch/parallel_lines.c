/* Threads that take turns at pieces of work. */
#include "cli/batch/parallel_lines.h"

#include <pthread.h>
#include <stdatomic.h>

#include "portable/portable.h"

enum { PIECE = 16, MOST_THREADS = 64 }; /* items at a time: a line takes some microseconds */

typedef struct line_pool {
    size_t count, threads;
    line_work work;
    void *argument;
    atomic_bool failed;
} line_pool;

typedef struct pool_thread {
    line_pool *pool;
    size_t number;
} pool_thread;

/* Which pieces are whose does not depend on time: what a member takes from the heap for an item it
 * gives back itself when the pool runs again, and heaps of threads need not wait for each other.
 */
static void *run_pieces(void *opaque)
{
    const pool_thread *m = opaque;
    line_pool *c = m->pool;

    for (size_t first = m->number * PIECE; first < c->count; first += c->threads * PIECE)
        for (size_t k = first; k < c->count && k < first + PIECE; k++)
            if (atomic_load(&c->failed))
                return NULL;
            else if (!c->work(c->argument, k))
                atomic_store(&c->failed, true);
    return NULL;
}

bool cli_run_in_parallel(size_t count, size_t threads, line_work work, void *argument)
{
    line_pool c = {.count = count, .work = work, .argument = argument};
    const size_t pieces = (count + PIECE - 1) / PIECE;
    pool_thread members[MOST_THREADS];
    pthread_t thread[MOST_THREADS];
    bool started[MOST_THREADS] = {false};

    c.threads = threads != 0 ? threads : clm_processors();
    c.threads = c.threads < pieces ? c.threads : pieces;
    c.threads = c.threads < MOST_THREADS ? c.threads : MOST_THREADS;
    for (size_t n = 0; n < c.threads; n++)
        members[n] = (pool_thread){&c, n};
    for (size_t n = 1; n < c.threads; n++)
        started[n] = pthread_create(&thread[n], NULL, run_pieces, &members[n]) == 0;
    for (size_t n = 0; n < c.threads; n++)
        if (!started[n]) /* the caller's own part, and of those for whom there was no thread */
            (void)run_pieces(&members[n]);
    for (size_t n = 1; n < c.threads; n++)
        if (started[n])
            (void)pthread_join(thread[n], NULL);
    return !atomic_load(&c.failed);
}
