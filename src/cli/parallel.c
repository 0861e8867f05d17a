/* A pool of threads for one loop over items, taken from one counter. */
#include "cli/parallel.h"

#include <pthread.h>
#include <stdatomic.h>

#include "portable/portable.h"

typedef struct pool {
    size_t count, piece, threads;
    cli_work work;
    void *argument;
    atomic_size_t next; /* the first item that no thread has taken */
    atomic_bool failed;
} pool;

typedef struct pool_thread {
    pool *pool;
    size_t number;
} pool_thread;

/* Takes and processes pieces until none is left. */
static void *run_pieces(void *opaque)
{
    const pool_thread *m = opaque;
    pool *c = m->pool;
    size_t first;

    while ((first = atomic_fetch_add(&c->next, c->piece)) < c->count)
        for (size_t k = first; k < c->count && k < first + c->piece; k++)
            if (atomic_load(&c->failed))
                return NULL;
            else if (!c->work(c->argument, k, m->number))
                atomic_store(&c->failed, true);
    return NULL;
}

size_t cli_thread_count(size_t threads)
{
    threads = threads != 0 ? threads : clm_processors();
    return threads < CLI_MOST_THREADS ? threads : CLI_MOST_THREADS;
}

bool cli_parallel(size_t count, size_t piece, size_t threads, cli_work work, void *argument)
{
    pool c = {.count = count, .piece = piece, .work = work, .argument = argument};
    const size_t pieces = (count + piece - 1) / piece;
    pool_thread members[CLI_MOST_THREADS];
    pthread_t thread[CLI_MOST_THREADS];
    bool started[CLI_MOST_THREADS] = {false};

    c.threads = cli_thread_count(threads);
    c.threads = c.threads < pieces ? c.threads : pieces;
    for (size_t n = 0; n < c.threads; n++)
        members[n] = (pool_thread){&c, n};
    for (size_t n = 1; n < c.threads; n++)
        started[n] = pthread_create(&thread[n], NULL, run_pieces, &members[n]) == 0;
    for (size_t n = 0; n < c.threads; n++)
        if (!started[n]) /* the caller's part, and the parts without a thread */
            (void)run_pieces(&members[n]);
    for (size_t n = 1; n < c.threads; n++)
        if (started[n])
            (void)pthread_join(thread[n], NULL);
    return !atomic_load(&c.failed);
}
