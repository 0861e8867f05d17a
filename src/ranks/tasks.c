/* A task pool: idle ranks, and threads of this one, take the caller's next task; the results are
 * delivered in the order of the tasks. */
#include <math.h>

#include <pthread.h>
#include <stdbool.h>
#include <string.h>
#include <time.h>

#include <clmodp/distributed.h>

#include "core/error.h"
#include "core/memory.h"
#include "core/parallel.h"
#include "ranks/messages.h"

/* Threads of this process that compute tasks beside other processes. */

typedef struct task_threads task_threads;

typedef struct task_result {
    uint32_t thread;
    clmodp_status status; /* of the task's function */
    void *data;           /* memory of malloc, if OK */
    size_t size;
} task_result;

typedef struct task_thread {
    task_threads *all;
    pthread_t thread;
    uint32_t number;
    void *task; /* NULL: none */
    size_t size;
    bool done;
    task_result result; /* if done */
} task_thread;

struct task_threads {
    const clmodp_tasks *tasks;
    pthread_mutex_t lock; /* guards all worker threads */
    pthread_cond_t given, done;
    task_thread *each;
    uint32_t started;
    bool ended;
};

static void *run_thread(void *argument)
{
    task_thread *own = argument;
    task_threads *all = own->all;

    pthread_mutex_lock(&all->lock);
    for (;;) {
        task_result result = {.thread = own->number};

        while (own->task == NULL && !all->ended)
            pthread_cond_wait(&all->given, &all->lock);
        if (own->task == NULL)
            break;
        pthread_mutex_unlock(&all->lock);
        result.status = all->tasks->work(all->tasks->user, own->number, own->task, own->size,
                                         &result.data, &result.size);
        free(own->task);
        pthread_mutex_lock(&all->lock);
        own->task = NULL;
        own->result = result;
        own->done = true;
        pthread_cond_signal(&all->done);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

/* Waits for current tasks, discards their results, and ends all threads. NULL is allowed. */
static void task_threads_destroy(task_threads *all)
{
    if (all == NULL)
        return;
    pthread_mutex_lock(&all->lock);
    all->ended = true;
    pthread_cond_broadcast(&all->given);
    pthread_mutex_unlock(&all->lock);
    for (uint32_t k = 0; k < all->started; k++) {
        pthread_join(all->each[k].thread, NULL);
        if (all->each[k].done)
            free(all->each[k].result.data);
    }
    pthread_cond_destroy(&all->done);
    pthread_cond_destroy(&all->given);
    pthread_mutex_destroy(&all->lock);
    free(all->each);
    free(all);
}

/* Starts tasks->threads threads. Release with task_threads_destroy.
 * Errors: HOST_MEMORY (no memory, or no thread) */
static clmodp_status task_threads_create(clm_error *error, task_threads **out,
                                         const clmodp_tasks *tasks)
{
    clmodp_status st = CLMODP_OK;
    task_threads *all = NULL;

    NEW(error, all, 1);
    all->tasks = tasks;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->given, NULL);
    clm_condition_create(&all->done);
    *out = all;
    NEW(error, all->each, tasks->threads);
    for (uint32_t k = 0; k < tasks->threads; k++) {
        all->each[k] = (task_thread){.all = all, .number = k};
        if (pthread_create(&all->each[k].thread, NULL, run_thread, &all->each[k]) !=
            0)
            FAIL(error, CLMODP_HOST_MEMORY, "no thread could be started for tasks");
        all->started++;
    }
done:
    if (st != CLMODP_OK) {
        task_threads_destroy(all);
        *out = NULL;
    }
    return st;
}

/* Gives an idle thread a task, in memory of malloc, which the thread then owns. */
static void task_threads_give(task_threads *all, uint32_t thread, void *task, size_t size)
{
    pthread_mutex_lock(&all->lock);
    all->each[thread].task = task;
    all->each[thread].size = size;
    pthread_cond_broadcast(&all->given);
    pthread_mutex_unlock(&all->lock);
}

static bool take_one(task_threads *all, task_result *result)
{
    for (uint32_t k = 0; k < all->started; k++)
        if (all->each[k].done) {
            *result = all->each[k].result;
            all->each[k].done = false;
            return true;
        }
    return false;
}

/* Takes a result, waiting at most `seconds` seconds; INFINITY: until there is one. Returns false
 * without one. Pre: with INFINITY, a thread is at work */
static bool task_threads_take(task_threads *all, task_result *result, double seconds)
{
    const double end = clm_clock_seconds() + seconds;
    bool taken, late = false;

    pthread_mutex_lock(&all->lock);
    while (!(taken = take_one(all, result)) && !late)
        late = !clm_condition_wait(&all->done, &all->lock, end);
    pthread_mutex_unlock(&all->lock);
    return taken;
}

enum { WAITING = 4 };    /* tasks in progress, or results not yet taken, for each worker */
#define PAUSE 0.001      /* seconds between checks for replies */
#define INPUT_PAUSE 0.02 /* seconds between requests for further tasks */

/* A task in progress, or its result. */
typedef struct ring_entry {
    void *owned;
    const void *result;
    size_t size;
    bool done;
} ring_entry;

/* A thread of this process or a rank but 0; the threads come first. */
typedef struct worker {
    bool busy;
    uint64_t at; /* number of its task, if busy */
} worker;

typedef struct task_pool {
    const clmodp_transport *transport; /* NULL: no other ranks */
    const clmodp_tasks *tasks;
    clm_error *error;
    task_threads *own_threads;         /* NULL: none */
    ring_entry *ring; /* of tasks `taken` to `next` - 1; task n is at n mod room */
    uint64_t room, next, taken;
    worker *workers;
    uint32_t threads, others, busy; /* numbers of threads, of ranks but 0, and of both at work */
    uint32_t busy_others;
    bool ended; /* there are no more tasks */
    bool later; /* the caller has no task now */
} task_pool;

/* Obtains the next task, and gives it to an idle worker. Pre: there is one */
static clmodp_status assign_task(task_pool *pool)
{
    clmodp_status st = CLMODP_OK;
    uint32_t k = 0;
    int ended = 0;
    void *task = NULL;
    size_t size = 0;

    st = pool->tasks->next(pool->tasks->user, pool->next == pool->taken, &task, &size, &ended);
    if (st != CLMODP_OK)
        FAIL(pool->error, st, "the next task could not be obtained");
    pool->ended = ended != 0;
    pool->later = !pool->ended && task == NULL;
    if (task == NULL)
        goto done;
    while (pool->workers[k].busy)
        k++;
    pool->workers[k] = (worker){true, pool->next++};
    pool->busy++;
    if (k < pool->threads) {
        task_threads_give(pool->own_threads, k, task, size);
        task = NULL;
    } else {
        TRY(clm_message_send(pool->error, pool->transport, k - pool->threads + 1,
                             CLM_MESSAGE_TASK, NULL, 0, task, size));
        pool->busy_others++; /* an unsent task gets no reply */
    }
done:
    free(task);
    return st;
}

static void store_result(task_pool *pool, uint32_t k, void *owned, const void *result, size_t size)
{
    pool->ring[pool->workers[k].at % pool->room] = (ring_entry){owned, result, size, true};
}

static void mark_idle(task_pool *pool, uint32_t k)
{
    pool->workers[k].busy = false;
    pool->busy--;
}

/* Handles the reply of a rank to a task. Errors: CORRUPT, and failures of the task */
static clmodp_status receive_from_rank(task_pool *pool)
{
    clmodp_status st = CLMODP_OK;
    clm_message m;
    uint32_t k;

    TRY(clm_message_receive(pool->error, pool->transport, &m));
    k = pool->threads + m.from - 1;
    if (m.from == 0 || !pool->workers[k].busy ||
        (m.kind != CLM_MESSAGE_DONE && m.kind != CLM_MESSAGE_FAILED))
        FAIL(pool->error, CLMODP_CORRUPT, "rank %u sent an unexpected reply", (unsigned)m.from);
    mark_idle(pool, k);
    pool->busy_others--;
    if (m.kind == CLM_MESSAGE_FAILED) {
        st = (clmodp_status)clm_read_number(&m.rest, 8, INT32_MAX);
        FAIL(pool->error, st != CLMODP_OK ? st : CLMODP_CORRUPT, "rank %u: %.*s", (unsigned)m.from,
             (int)(m.rest.left < CLM_MESSAGE_SIZE ? m.rest.left : CLM_MESSAGE_SIZE),
             (const char *)m.rest.in);
    }
    store_result(pool, k, m.bytes, m.rest.in, m.rest.left);
    m = (clm_message){0};
done:
    clm_message_clear(&m);
    return st;
}

/* Handles the result of a thread, if there is one within `seconds` seconds. */
static clmodp_status receive_from_thread(task_pool *pool, double seconds)
{
    clmodp_status st = CLMODP_OK;
    task_result result;

    if (!task_threads_take(pool->own_threads, &result, seconds))
        return CLMODP_OK;
    mark_idle(pool, result.thread);
    if (result.status != CLMODP_OK)
        FAIL(pool->error, result.status, "a task failed on thread %u of rank 0",
             (unsigned)result.thread);
    store_result(pool, result.thread, result.data, result.data, result.size);
done:
    return st;
}

/* Handles the next result, if one comes soon. Pre: a worker is busy. Only this thread communicates
 * with ranks; so it checks for their replies from time to time while threads work or tasks may
 * come. */
static clmodp_status await_result(task_pool *pool)
{
    const struct timespec pause = {.tv_nsec = (long)(PAUSE * 1e9)};
    const bool threads = pool->busy > pool->busy_others;

    if (pool->busy_others == 0)
        return receive_from_thread(pool, pool->later ? INPUT_PAUSE : INFINITY);
    if ((!threads && !pool->later) || clm_message_waits(pool->transport))
        return receive_from_rank(pool);
    if (threads)
        return receive_from_thread(pool, PAUSE);
    (void)nanosleep(&pause, NULL);
    return CLMODP_OK;
}

/* Passes available results on, in order. */
static clmodp_status deliver_results(task_pool *pool)
{
    clmodp_status st = CLMODP_OK;

    while (pool->taken < pool->next && pool->ring[pool->taken % pool->room].done) {
        ring_entry *g = &pool->ring[pool->taken++ % pool->room];

        st = pool->tasks->take(pool->tasks->user, g->result, g->size);
        free(g->owned);
        *g = (ring_entry){0};
        if (st != CLMODP_OK)
            FAIL(pool->error, st, "the result of a task was refused");
    }
done:
    return st;
}

static clmodp_status run(task_pool *pool)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t all = pool->threads + pool->others;

    pool->room = (uint64_t)WAITING * all;
    NEW(pool->error, pool->ring, (size_t)pool->room);
    NEW(pool->error, pool->workers, all);
    if (pool->threads > 0)
        TRY(task_threads_create(pool->error, &pool->own_threads, pool->tasks));
    for (;;) {
        pool->later = false;
        while (!pool->ended && !pool->later && pool->busy < all &&
               pool->next - pool->taken < pool->room)
            TRY(assign_task(pool));
        if (pool->busy == 0 && pool->next == pool->taken && pool->ended)
            break;
        if (pool->busy > 0)
            TRY(await_result(pool));
        TRY(deliver_results(pool));
    }
done:
    return st;
}

/* Waits for ranks to complete their tasks, before other messages are sent. */
static void wait_for_ranks(task_pool *pool)
{
    pool->error = NULL; /* keeps the first error */
    while (pool->busy_others > 0) {
        const uint32_t before = pool->busy_others;

        (void)receive_from_rank(pool);
        if (pool->busy_others == before) /* the transport fails */
            break;
    }
}

clmodp_status clmodp_ranks_run_tasks(const clmodp_transport *transport, const clmodp_tasks *tasks,
                                     char *message, size_t size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {0};
    clmodp_transport known = {.ranks = 1};
    clmodp_tasks asked;
    task_pool pool = {.tasks = &asked, .error = &error};

    if (transport != NULL)
        TRY(clm_transport_read(&error, &known, transport));
    TRY(clm_tasks_read(&error, &asked, tasks));
    REQUIRE(&error, asked.next != NULL && asked.take != NULL);
    REQUIRE(&error, asked.work != NULL || asked.threads == 0);
    REQUIRE(&error, asked.threads <= UINT32_MAX - known.ranks);
    pool.transport = transport != NULL ? &known : NULL;
    pool.threads = asked.threads;
    pool.others = known.ranks - 1;
    if (known.rank != 0 || pool.threads + pool.others == 0)
        FAIL(&error, CLMODP_INVALID, "only rank 0, with threads or other ranks, has tasks");
    st = run(&pool);
    wait_for_ranks(&pool);
done:
    task_threads_destroy(pool.own_threads);
    for (uint64_t k = 0; pool.ring != NULL && k < pool.room; k++)
        free(pool.ring[k].owned);
    free(pool.ring);
    free(pool.workers);
    (void)clm_error_complete(&error, st);
    clm_error_tell(&error, message, size);
    return st;
}
