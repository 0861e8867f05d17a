/* A task pool: free ranks and threads of this one take a caller's next task; results are delivered
 * in order. */
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

typedef struct clm_task_threads clm_task_threads;

typedef struct clm_task_result {
    uint32_t thread;
    clmodp_status status; /* of the task's function */
    void *result;         /* memory of malloc, if OK */
    size_t size;
} clm_task_result;

typedef struct task_thread {
    clm_task_threads *threads_of_pool;
    pthread_t thread;
    uint32_t number;
    void *task; /* NULL: none */
    size_t size;
    bool done;
    clm_task_result thread_result; /* valid if done */
} task_thread;

struct clm_task_threads {
    const clmodp_tasks *tasks;
    pthread_mutex_t lock; /* guards all worker threads */
    pthread_cond_t given, done;
    task_thread *task_thread;
    uint32_t started;
    bool ended;
};

static void *run_thread(void *argument)
{
    task_thread *h = argument;
    clm_task_threads *all = h->threads_of_pool;

    pthread_mutex_lock(&all->lock);
    for (;;) {
        clm_task_result thread_result = {.thread = h->number};

        while (h->task == NULL && !all->ended)
            pthread_cond_wait(&all->given, &all->lock);
        if (h->task == NULL)
            break;
        pthread_mutex_unlock(&all->lock);
        thread_result.status = all->tasks->work(all->tasks->user, h->number, h->task, h->size,
                                                &thread_result.result, &thread_result.size);
        free(h->task);
        pthread_mutex_lock(&all->lock);
        h->task = NULL;
        h->thread_result = thread_result;
        h->done = true;
        pthread_cond_signal(&all->done);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

/* Waits for current tasks, discards their results, and ends all threads. NULL is allowed. */
static void task_threads_destroy(clm_task_threads *all)
{
    if (all == NULL)
        return;
    pthread_mutex_lock(&all->lock);
    all->ended = true;
    pthread_cond_broadcast(&all->given);
    pthread_mutex_unlock(&all->lock);
    for (uint32_t k = 0; k < all->started; k++) {
        pthread_join(all->task_thread[k].thread, NULL);
        if (all->task_thread[k].done)
            free(all->task_thread[k].thread_result.result);
    }
    pthread_cond_destroy(&all->done);
    pthread_cond_destroy(&all->given);
    pthread_mutex_destroy(&all->lock);
    free(all->task_thread);
    free(all);
}

/* Starts tasks->threads threads. Release with task_threads_destroy.
 * Errors: HOST_MEMORY (no memory, or no thread) */
static clmodp_status task_threads_create(clm_error *error, clm_task_threads **out,
                                         const clmodp_tasks *tasks)
{
    clmodp_status st = CLMODP_OK;
    clm_task_threads *all = NULL;

    NEW(error, all, 1);
    all->tasks = tasks;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->given, NULL);
    clm_condition_create(&all->done);
    *out = all;
    NEW(error, all->task_thread, tasks->threads);
    for (uint32_t k = 0; k < tasks->threads; k++) {
        all->task_thread[k] = (task_thread){.threads_of_pool = all, .number = k};
        if (pthread_create(&all->task_thread[k].thread, NULL, run_thread, &all->task_thread[k]) !=
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
static void task_threads_give(clm_task_threads *all, uint32_t thread, void *task, size_t size)
{
    pthread_mutex_lock(&all->lock);
    all->task_thread[thread].task = task;
    all->task_thread[thread].size = size;
    pthread_cond_broadcast(&all->given);
    pthread_mutex_unlock(&all->lock);
}

static bool take_one(clm_task_threads *all, clm_task_result *thread_result)
{
    for (uint32_t k = 0; k < all->started; k++)
        if (all->task_thread[k].done) {
            *thread_result = all->task_thread[k].thread_result;
            all->task_thread[k].done = false;
            return true;
        }
    return false;
}

/* Takes a result, waiting at most `seconds` seconds; INFINITY: until there is one. Returns false
 * without one. Pre: with INFINITY, a thread is at work */
static bool task_threads_take(clm_task_threads *all, clm_task_result *thread_result,
                              double seconds)
{
    const double end = clm_clock_seconds() + seconds;
    bool taken, late = false;

    pthread_mutex_lock(&all->lock);
    while (!(taken = take_one(all, thread_result)) && !late)
        late = !clm_condition_wait(&all->done, &all->lock, end);
    pthread_mutex_unlock(&all->lock);
    return taken;
}

enum { WAITING = 4 };  /* results for each worker */
#define PAUSE 0.001    /* seconds between checks for replies */
#define INPUT_PAUSE 0.02 /* seconds between requests for further tasks */

/* A task in progress, or its result. */
typedef struct given {
    void *owned;
    const void *result;
    size_t size;
    bool done;
} given;

/* Workers: threads of this process, then all ranks but 0. */
typedef struct worker {
    bool busy;
    uint64_t at; /* number of its task, if busy */
} worker;

typedef struct task_pool {
    const clmodp_transport *transport; /* NULL: no other ranks */
    const clmodp_tasks *tasks;
    clm_error *error;
    clm_task_threads *threads_of_pool;  /* NULL: none */
    given *ring;       /* of tasks `taken` to `next` - 1; task n is at n mod room */
    uint64_t room, next, taken;
    worker *workers;
    uint32_t threads, others, busy; /* numbers of threads, of ranks but 0, and of both at work */
    uint32_t busy_others;
    bool ended;        /* no more tasks */
    bool later;        /* no task without waiting */
} task_pool;

static clmodp_status assign_task(task_pool *f)
{
    clmodp_status st = CLMODP_OK;
    uint32_t k = 0;
    int ended = 0;
    void *task = NULL;
    size_t size = 0;

    st = f->tasks->next(f->tasks->user, f->next == f->taken, &task, &size, &ended);
    if (st != CLMODP_OK)
        FAIL(f->error, st, "the next task could not be obtained");
    f->ended = ended != 0;
    f->later = !f->ended && task == NULL;
    if (task == NULL)
        goto done;
    while (f->workers[k].busy)
        k++;
    f->workers[k] = (worker){true, f->next++};
    f->busy++;
    if (k < f->threads) {
        task_threads_give(f->threads_of_pool, k, task, size);
        task = NULL;
    } else {
        TRY(clm_message_send(f->error, f->transport, k - f->threads + 1, CLM_MESSAGE_TASK, NULL, 0,
                             task, size));
        f->busy_others++; /* an unsent task gets no reply */
    }
done:
    free(task);
    return st;
}

static void receive(task_pool *f, uint32_t k, void *owned, const void *result, size_t size)
{
    f->ring[f->workers[k].at % f->room] = (given){owned, result, size, true};
}

static void mark_idle(task_pool *f, uint32_t k)
{
    f->workers[k].busy = false;
    f->busy--;
}

/* Handles the reply of a rank to a task. Errors: CORRUPT, and failures of the task */
static clmodp_status receive_from_rank(task_pool *f)
{
    clmodp_status st = CLMODP_OK;
    clm_message m;
    uint32_t k;

    TRY(clm_message_receive(f->error, f->transport, &m));
    k = f->threads + m.from - 1;
    if (m.from == 0 || !f->workers[k].busy ||
        (m.kind != CLM_MESSAGE_DONE && m.kind != CLM_MESSAGE_FAILED))
        FAIL(f->error, CLMODP_CORRUPT, "rank %u sent an unexpected reply", (unsigned)m.from);
    mark_idle(f, k);
    f->busy_others--;
    if (m.kind == CLM_MESSAGE_FAILED) {
        st = (clmodp_status)clm_read_number(&m.rest, 8, INT32_MAX);
        FAIL(f->error, st != CLMODP_OK ? st : CLMODP_CORRUPT, "rank %u: %.*s", (unsigned)m.from,
             (int)(m.rest.left < CLM_MESSAGE_SIZE ? m.rest.left : CLM_MESSAGE_SIZE),
             (const char *)m.rest.in);
    }
    receive(f, k, m.bytes, m.rest.in, m.rest.left);
    m = (clm_message){0};
done:
    clm_message_clear(&m);
    return st;
}

/* Handles the result of a thread, if there is one within `seconds` seconds. */
static clmodp_status receive_from_thread(task_pool *f, double seconds)
{
    clmodp_status st = CLMODP_OK;
    clm_task_result thread_result;

    if (!task_threads_take(f->threads_of_pool, &thread_result, seconds))
        return CLMODP_OK;
    mark_idle(f, thread_result.thread);
    if (thread_result.status != CLMODP_OK)
        FAIL(f->error, thread_result.status, "a task failed on thread %u of rank 0",
             (unsigned)thread_result.thread);
    receive(f, thread_result.thread, thread_result.result, thread_result.result,
            thread_result.size);
done:
    return st;
}

/* Handles the next result, if it comes soon. Pre: a worker is busy. Only this thread communicates
 * with ranks: if threads work, too, or tasks may come, it checks in turns. */
static clmodp_status await_result(task_pool *f)
{
    const struct timespec pause = {.tv_nsec = (long)(PAUSE * 1e9)};
    const bool threads = f->busy > f->busy_others;

    if (f->busy_others == 0)
        return receive_from_thread(f, f->later ? INPUT_PAUSE : INFINITY);
    if ((!threads && !f->later) || clm_message_waits(f->transport))
        return receive_from_rank(f);
    if (threads)
        return receive_from_thread(f, PAUSE);
    (void)nanosleep(&pause, NULL);
    return CLMODP_OK;
}

/* Passes available results on, in order. */
static clmodp_status deliver_results(task_pool *f)
{
    clmodp_status st = CLMODP_OK;

    while (f->taken < f->next && f->ring[f->taken % f->room].done) {
        given *g = &f->ring[f->taken++ % f->room];

        st = f->tasks->take(f->tasks->user, g->result, g->size);
        free(g->owned);
        *g = (given){0};
        if (st != CLMODP_OK)
            FAIL(f->error, st, "the result of a task was refused");
    }
done:
    return st;
}

static clmodp_status run(task_pool *f)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t all = f->threads + f->others;

    f->room = (uint64_t)WAITING * all;
    NEW(f->error, f->ring, (size_t)f->room);
    NEW(f->error, f->workers, all);
    if (f->threads > 0)
        TRY(task_threads_create(f->error, &f->threads_of_pool, f->tasks));
    for (;;) {
        f->later = false;
        while (!f->ended && !f->later && f->busy < all && f->next - f->taken < f->room)
            TRY(assign_task(f));
        if (f->busy == 0 && f->next == f->taken && f->ended)
            break;
        if (f->busy > 0)
            TRY(await_result(f));
        TRY(deliver_results(f));
    }
done:
    return st;
}

/* Waits for ranks to complete their tasks, before other messages are sent. */
static void wait_for_ranks(task_pool *f)
{
    f->error = NULL; /* keeps the first error */
    while (f->busy_others > 0) {
        const uint32_t before = f->busy_others;

        (void)receive_from_rank(f);
        if (f->busy_others == before) /* the transport fails */
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
    task_pool f = {.tasks = &asked, .error = &error};

    if (transport != NULL)
        TRY(clm_transport_read(&error, &known, transport));
    TRY(clm_tasks_read(&error, &asked, tasks));
    REQUIRE(&error, asked.next != NULL && asked.take != NULL);
    REQUIRE(&error, asked.work != NULL || asked.threads == 0);
    REQUIRE(&error, asked.threads <= UINT32_MAX - known.ranks);
    f.transport = transport != NULL ? &known : NULL;
    f.threads = asked.threads;
    f.others = known.ranks - 1;
    if (known.rank != 0 || f.threads + f.others == 0)
        FAIL(&error, CLMODP_INVALID, "only rank 0, with threads or other ranks, has tasks");
    st = run(&f);
    wait_for_ranks(&f);
done:
    task_threads_destroy(f.threads_of_pool);
    for (uint64_t k = 0; f.ring != NULL && k < f.room; k++)
        free(f.ring[k].owned);
    free(f.ring);
    free(f.workers);
    (void)clm_error_complete(&error, st);
    clm_error_tell(&error, message, size);
    return st;
}
