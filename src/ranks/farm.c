/* Tasks of a caller's, in order: to other ranks, and to threads of this one. */
#include <math.h>
#include <string.h>
#include <time.h>

#include "base/memory.h"
#include "ranks/hands.h"
#include "ranks/messages.h"

enum { WAITING = 4 };  /* results for each who works */
#define PAUSE 0.001    /* seconds between two looks at who has an answer */
#define INPUT_PAUSE 0.02 /* between two questions for a task that is to come */

/* A task that was given away, or its result. */
typedef struct given {
    void *owned;
    const void *result;
    size_t size;
    bool done;
} given;

/* Who works: first threads of this process, then ranks but 0. */
typedef struct worker {
    bool busy;
    uint64_t at; /* the task that it is at, if so */
} worker;

typedef struct farm {
    const clmodp_transport *transport; /* NULL: there are no other ranks */
    const clmodp_tasks *tasks;
    clm_error *error;
    clm_hands *hands;  /* NULL: none */
    given *ring;       /* of tasks `taken` to `next` - 1; task n is at n mod room */
    uint64_t room, next, taken;
    worker *workers;
    uint32_t threads, others, busy; /* how many: threads, ranks but 0, and of both at work */
    uint32_t busy_others;
    bool ended;        /* there are no more */
    bool later;        /* there was none without waiting */
} farm;

static clmodp_status give(farm *f)
{
    clmodp_status st = CLMODP_OK;
    uint32_t k = 0;
    int ended = 0;
    void *task = NULL;
    size_t size = 0;

    st = f->tasks->next(f->tasks->user, f->next == f->taken, &task, &size, &ended);
    if (st != CLMODP_OK)
        FAIL(f->error, st, "there should be a next task");
    f->ended = ended != 0;
    f->later = !f->ended && task == NULL;
    if (task == NULL)
        goto done;
    while (f->workers[k].busy)
        k++;
    f->workers[k] = (worker){true, f->next++};
    f->busy++;
    if (k < f->threads) {
        clm_hands_give(f->hands, k, task, size);
        task = NULL;
    } else {
        TRY(clm_say(f->error, f->transport, k - f->threads + 1, CLM_SAYS_TASK, NULL, 0, task,
                    size));
        f->busy_others++; /* what was not sent has no answer */
    }
done:
    free(task);
    return st;
}

/* A worker has a result. */
static void receive(farm *f, uint32_t k, void *owned, const void *result, size_t size)
{
    f->ring[f->workers[k].at % f->room] = (given){owned, result, size, true};
}

static void rest(farm *f, uint32_t k)
{
    f->workers[k].busy = false;
    f->busy--;
}

/* What a rank says that is at a task. Errors: CORRUPT, what failed there */
static clmodp_status hear_rank(farm *f)
{
    clmodp_status st = CLMODP_OK;
    clm_message m;
    uint32_t k;

    TRY(clm_hear(f->error, f->transport, &m));
    k = f->threads + m.from - 1;
    if (m.from == 0 || !f->workers[k].busy ||
        (m.word != CLM_SAYS_DONE && m.word != CLM_SAYS_FAILED))
        FAIL(f->error, CLMODP_CORRUPT, "rank %u answers what nobody asked", (unsigned)m.from);
    rest(f, k);
    f->busy_others--;
    if (m.word == CLM_SAYS_FAILED) {
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

/* What a thread has done, if one has within so many seconds. */
static clmodp_status hear_thread(farm *f, double seconds)
{
    clmodp_status st = CLMODP_OK;
    clm_handed handed;

    if (!clm_hands_take(f->hands, &handed, seconds))
        return CLMODP_OK;
    rest(f, handed.thread);
    if (handed.status != CLMODP_OK)
        FAIL(f->error, handed.status, "a task failed on thread %u of rank 0",
             (unsigned)handed.thread);
    receive(f, handed.thread, handed.result, handed.result, handed.size);
done:
    return st;
}

/* Whoever answers next, if that is soon. Pre: somebody is busy. Only this thread speaks to ranks:
 * so while threads are at work, too, or tasks may come, it looks at them in turns. */
static clmodp_status hear(farm *f)
{
    const struct timespec pause = {.tv_nsec = (long)(PAUSE * 1e9)};
    const bool threads = f->busy > f->busy_others;

    if (f->busy_others == 0)
        return hear_thread(f, f->later ? INPUT_PAUSE : INFINITY);
    if ((!threads && !f->later) || clm_is_spoken_to(f->transport))
        return hear_rank(f);
    if (threads)
        return hear_thread(f, PAUSE);
    (void)nanosleep(&pause, NULL);
    return CLMODP_OK;
}

/* Results as far as they are there in order. */
static clmodp_status take(farm *f)
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

static clmodp_status run(farm *f)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t all = f->threads + f->others;

    f->room = (uint64_t)WAITING * all;
    NEW(f->error, f->ring, (size_t)f->room);
    NEW(f->error, f->workers, all);
    if (f->threads > 0)
        TRY(clm_hands_create(f->error, &f->hands, f->tasks));
    for (;;) {
        f->later = false;
        while (!f->ended && !f->later && f->busy < all && f->next - f->taken < f->room)
            TRY(give(f));
        if (f->busy == 0 && f->next == f->taken && f->ended)
            break;
        if (f->busy > 0)
            TRY(hear(f));
        TRY(take(f));
    }
done:
    return st;
}

/* Ranks that are at a task end it; nobody else speaks meanwhile. */
static void wait_for_ranks(farm *f)
{
    f->error = NULL; /* there was another */
    while (f->busy_others > 0) {
        const uint32_t before = f->busy_others;

        (void)hear_rank(f);
        if (f->busy_others == before) /* the transport fails */
            break;
    }
}

clmodp_status clmodp_ranks_farm(const clmodp_transport *transport, const clmodp_tasks *tasks,
                                char *message, size_t size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {0};
    clmodp_transport known = {.ranks = 1};
    clmodp_tasks asked;
    farm f = {.tasks = &asked, .error = &error};

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
        FAIL(&error, CLMODP_INVALID, "tasks are given out by rank 0, to others or to threads");
    st = run(&f);
    wait_for_ranks(&f);
done:
    clm_hands_destroy(f.hands);
    for (uint64_t k = 0; f.ring != NULL && k < f.room; k++)
        free(f.ring[k].owned);
    free(f.ring);
    free(f.workers);
    (void)clm_error_complete(&error, st);
    clm_error_tell(&error, message, size);
    return st;
}
