/* Thread pool whose threads take items from one counter; the monotonic clock, and conditions. */
#include "core/parallel.h"

#include <math.h>
#include <pthread.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

#include "core/memory.h"
#include "core/size.h"
#include "portable/portable.h"

double clm_clock_seconds(void)
{
    struct timespec now;

    if (clock_gettime(CLOCK_MONOTONIC, &now) != 0)
        return 0.0;
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

void clm_condition_create(pthread_cond_t *condition)
{
    pthread_condattr_t clock;

    pthread_condattr_init(&clock);
    (void)clm_condition_clock(&clock);
    pthread_cond_init(condition, &clock);
    pthread_condattr_destroy(&clock);
}

/* Returns the seconds by which the clock of conditions is ahead of clm_clock_seconds. */
static double seconds_ahead(void)
{
    const clockid_t clock = clm_condition_clock(NULL);
    struct timespec now;

    if (clock == CLOCK_MONOTONIC || clock_gettime(clock, &now) != 0)
        return 0;
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec - clm_clock_seconds();
}

bool clm_condition_wait(pthread_cond_t *condition, pthread_mutex_t *lock, double when)
{
    struct timespec at;

    if (isinf(when))
        return pthread_cond_wait(condition, lock) == 0;
    when += seconds_ahead();
    at.tv_sec = (time_t)when;
    at.tv_nsec = (long)((when - floor(when)) * 1e9);
    return pthread_cond_timedwait(condition, lock, &at) == 0;
}

#define ASK_SECONDS 0.02 /* between two polls of a watch */

typedef struct clm_thread_pool {
    pthread_mutex_t lock; /* guards the following fields */
    pthread_cond_t ended; /* signals that `active` fell to 0 */
    struct clm_pool_thread *workers;
    size_t most;   /* threads that may be started */
    size_t begun;  /* entries of `workers` in use, from the first; some may have no thread */
    size_t active; /* worker threads started and not yet ended */
    size_t next;
    size_t count;
    clmodp_status status;
    size_t failed_at;
    size_t first; /* thread number of the first entry */
    clm_work work;
    void *argument;
} clm_thread_pool;

typedef struct clm_pool_thread {
    clm_thread_pool *pool;
    pthread_t thread;
} clm_pool_thread;

size_t clm_thread_count(size_t wanted)
{
    return wanted > 0 ? wanted : clm_processors();
}

static void run_items(clm_thread_pool *pool, size_t number)
{
    for (;;) {
        size_t index = SIZE_MAX;

        pthread_mutex_lock(&pool->lock);
        if (pool->status == CLMODP_OK && pool->next < pool->count)
            index = pool->next++;
        pthread_mutex_unlock(&pool->lock);
        if (index == SIZE_MAX)
            return;

        clmodp_status st = pool->work(pool->argument, index, number);
        if (st == CLMODP_OK)
            continue;
        pthread_mutex_lock(&pool->lock);
        if (pool->status == CLMODP_OK || index < pool->failed_at) {
            pool->status = st;
            pool->failed_at = index;
        }
        pthread_mutex_unlock(&pool->lock);
    }
}

static void *run_thread(void *opaque);

/* Starts another worker thread if work is left; NULL if none was started. */
static clm_pool_thread *start_thread(clm_thread_pool *pool)
{
    clm_pool_thread *worker = NULL;

    pthread_mutex_lock(&pool->lock);
    if (pool->status == CLMODP_OK && pool->begun < pool->most && pool->next < pool->count) {
        worker = &pool->workers[pool->begun++];
        pool->active++;
    }
    pthread_mutex_unlock(&pool->lock);
    if (worker == NULL || pthread_create(&worker->thread, NULL, run_thread, worker) == 0)
        return worker;
    pthread_mutex_lock(&pool->lock);
    pool->most = 0; /* further threads would fail too */
    pool->active--;
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Processes items together with two more worker threads, which do likewise: starting all in
 * sequence, some ten microseconds each, would outlast many loops. No thread starts once all items
 * are taken. */
static void work_with_others(clm_thread_pool *pool, size_t number)
{
    clm_pool_thread *const others[] = {start_thread(pool), start_thread(pool)};

    run_items(pool, number);
    for (size_t k = 0; k < 2; k++)
        if (others[k] != NULL)
            pthread_join(others[k]->thread, NULL);
}

static void *run_thread(void *opaque)
{
    clm_pool_thread *worker = opaque;
    clm_thread_pool *pool = worker->pool;

    work_with_others(pool, pool->first + (size_t)(worker - pool->workers));
    pthread_mutex_lock(&pool->lock);
    if (--pool->active == 0)
        pthread_cond_signal(&pool->ended);
    pthread_mutex_unlock(&pool->lock);
    return NULL;
}

/* Initialises a pool of up to `threads` threads, released by release_pool; false: no memory. */
static bool prepare_pool(clm_thread_pool *pool, size_t threads, size_t first)
{
    pool->workers = clm_allocate(clm_size_max(threads, 1), sizeof *pool->workers);
    if (pool->workers == NULL)
        return false;
    for (size_t k = 0; k < threads; k++)
        pool->workers[k].pool = pool;
    pool->most = threads;
    pool->first = first;
    pthread_mutex_init(&pool->lock, NULL);
    clm_condition_create(&pool->ended);
    return true;
}

/* Releases the pool and returns the status of the work. Pre: all threads have been joined */
static clmodp_status release_pool(clm_thread_pool *pool)
{
    pthread_cond_destroy(&pool->ended);
    pthread_mutex_destroy(&pool->lock);
    free(pool->workers);
    return pool->status;
}

clmodp_status clm_parallel_for(size_t count, size_t threads, clm_work work, void *argument)
{
    clm_thread_pool pool = {.count = count, .work = work, .argument = argument};
    const size_t most = clm_size_min(threads, count);
    clmodp_status st = CLMODP_OK;

    if (most <= 1) { /* without the locks of a pool, which take as long as a short item */
        for (size_t k = 0; k < count && st == CLMODP_OK; k++)
            st = work(argument, k, 0);
        return st;
    }
    if (!prepare_pool(&pool, most - 1, 1))
        return CLMODP_HOST_MEMORY;
    work_with_others(&pool, 0);
    return release_pool(&pool);
}

static void watch_pool(clm_thread_pool *pool, clm_poller *watch)
{
    pthread_mutex_lock(&pool->lock);
    do {
        if (!clm_poller_stopped(watch)) {
            clmodp_status st;

            pthread_mutex_unlock(&pool->lock);
            st = watch->ask(watch->user);
            pthread_mutex_lock(&pool->lock);
            if (st != CLMODP_OK) {
                pool->status = st;
                pool->failed_at = 0; /* takes precedence over all items */
                atomic_store(&watch->stopped, true);
            }
        }
        if (pool->active > 0)
            (void)clm_condition_wait(&pool->ended, &pool->lock, clm_clock_seconds() + ASK_SECONDS);
    } while (pool->active > 0);
    pthread_mutex_unlock(&pool->lock);
}

clmodp_status clm_parallel_watched(size_t count, size_t threads, clm_work work, void *argument,
                                   clm_poller *watch)
{
    clm_thread_pool pool = {.count = count, .work = work, .argument = argument};
    clm_pool_thread *worker;

    if (watch == NULL)
        return clm_parallel_for(count, threads, work, argument);
    if (!prepare_pool(&pool, clm_size_min(clm_size_max(threads, 1), count), 0))
        return CLMODP_HOST_MEMORY;
    worker = start_thread(&pool);
    if (worker == NULL)
        run_items(&pool, 0);
    watch_pool(&pool, watch);
    if (worker != NULL)
        pthread_join(worker->thread, NULL);
    return release_pool(&pool);
}

/* A call of clm_run_watched. */
typedef struct single {
    clmodp_status (*run)(void *argument);
    void *argument;
} single;

static clmodp_status run_single(void *argument, size_t index, size_t thread)
{
    const single *s = argument;

    (void)index;
    (void)thread;
    return s->run(s->argument);
}

clmodp_status clm_run_watched(clmodp_status (*run)(void *argument), void *argument,
                              clm_poller *watch)
{
    single s = {run, argument};

    return watch == NULL ? run(argument) : clm_parallel_watched(1, 1, run_single, &s, watch);
}

#define PIECE_WORDS ((size_t)1 << 17) /* 100 us, at 10 GB/s read and written */

typedef struct row_pieces {
    const clm_rows_copy *copy;
    size_t each; /* rows per piece */
} row_pieces;

static clmodp_status copy_piece(void *argument, size_t index, size_t thread)
{
    const row_pieces *d = argument;
    const clm_rows_copy *c = d->copy;
    const size_t first = index * d->each, end = clm_size_min(first + d->each, c->rows);

    (void)thread;
    for (size_t i = first; i < end; i++) {
        uint32_t *row = c->to + i * c->to_stride;

        memcpy(row, c->from + i * c->from_stride, c->words * sizeof *row);
        memset(row + c->words, 0, (c->to_stride - c->words) * sizeof *row);
    }
    return CLMODP_OK;
}

clmodp_status clm_copy_rows(clm_error *error, const clm_rows_copy *copy, size_t threads)
{
    row_pieces d = {copy, 1 + PIECE_WORDS / clm_size_max(copy->to_stride, 1)};

    if (clm_parallel_for(clm_div_up(copy->rows, d.each), threads, copy_piece, &d) != CLMODP_OK)
        return clm_fail(error, CLMODP_HOST_MEMORY, "the host has no memory for %zu thread%s",
                        threads, CLM_S(threads));
    return CLMODP_OK;
}
