/* A pool of threads for one loop over items, taken from one counter. */
#include "cli/parallel.h"

#include <pthread.h>
#include <stdatomic.h>

#include "portable/portable.h"

typedef struct pool {
    size_t count, piece;
    cli_work work;
    void *argument;
    atomic_size_t next; /* the first item that no thread has taken */
    atomic_bool failed;
} pool;

/* A thread of the pool, or its part of the work on the caller's thread. */
typedef struct pool_thread {
    pool *pool;
    size_t number;
} pool_thread;

/* Takes and processes pieces until none is left. */
static void *run_pieces(void *opaque)
{
    const pool_thread *own = opaque;
    pool *p = own->pool;
    size_t first;

    while ((first = atomic_fetch_add(&p->next, p->piece)) < p->count)
        for (size_t k = first; k < p->count && k < first + p->piece; k++)
            if (atomic_load(&p->failed))
                return NULL;
            else if (!p->work(p->argument, k, own->number))
                atomic_store(&p->failed, true);
    return NULL;
}

size_t cli_thread_count(size_t threads)
{
    threads = threads != 0 ? threads : clm_processors();
    return threads < CLI_MOST_THREADS ? threads : CLI_MOST_THREADS;
}

bool cli_parallel(size_t count, size_t piece, size_t threads, cli_work work, void *argument)
{
    pool p = {.count = count, .piece = piece, .work = work, .argument = argument};
    const size_t pieces = (count + piece - 1) / piece;
    pool_thread own[CLI_MOST_THREADS];
    pthread_t thread[CLI_MOST_THREADS];
    bool started[CLI_MOST_THREADS] = {false};

    threads = cli_thread_count(threads);
    threads = threads < pieces ? threads : pieces;
    for (size_t n = 0; n < threads; n++)
        own[n] = (pool_thread){&p, n};
    for (size_t n = 1; n < threads; n++)
        started[n] = pthread_create(&thread[n], NULL, run_pieces, &own[n]) == 0;
    for (size_t n = 0; n < threads; n++)
        if (!started[n]) /* the caller's part, and the parts without a thread */
            (void)run_pieces(&own[n]);
    for (size_t n = 1; n < threads; n++)
        if (started[n])
            (void)pthread_join(thread[n], NULL);
    return !atomic_load(&p.failed);
}
