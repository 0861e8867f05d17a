/* Tasks of a caller's, in order. */
#include <string.h>

#include "base/memory.h"
#include "ranks/messages.h"

enum { WAITING = 4 }; /* results for each rank */

/* A task that was given away, or its result. */
typedef struct given {
    clm_message result;
    bool done;
} given;

typedef struct farm {
    const clmodp_transport *transport;
    const clmodp_tasks *tasks;
    clm_error *error;
    given *ring;       /* of tasks `taken` to `next` - 1; task n is at n mod room */
    uint64_t room, next, taken;
    uint64_t *at;      /* the task that each rank is at, */
    bool *busy;        /* if it is at one */
    uint32_t free;     /* ranks */
    bool ended;        /* there are no more */
} farm;

static clmodp_status give(farm *f)
{
    clmodp_status st = CLMODP_OK;
    uint32_t rank = 1;
    void *task = NULL;
    size_t size = 0;

    st = f->tasks->next(f->tasks->user, &task, &size);
    if (st != CLMODP_OK)
        FAIL(f->error, st, "there should be a next task");
    f->ended = task == NULL;
    if (f->ended)
        goto done;
    while (f->busy[rank])
        rank++;
    f->at[rank] = f->next++;
    f->busy[rank] = true;
    f->free--;
    TRY(clm_say(f->error, f->transport, rank, CLM_SAYS_TASK, NULL, 0, task, size));
done:
    free(task);
    return st;
}

/* What a rank says that is at a task. Errors: CORRUPT, what failed there */
static clmodp_status hear(farm *f)
{
    clmodp_status st = CLMODP_OK;
    clm_message m;
    given *g;

    TRY(clm_hear(f->error, f->transport, &m));
    if (m.from == 0 || !f->busy[m.from] ||
        (m.word != CLM_SAYS_DONE && m.word != CLM_SAYS_FAILED))
        FAIL(f->error, CLMODP_CORRUPT, "rank %u answers what nobody asked", (unsigned)m.from);
    f->busy[m.from] = false;
    f->free++;
    if (m.word == CLM_SAYS_FAILED) {
        st = (clmodp_status)clm_read_number(&m.rest, 8, INT32_MAX);
        FAIL(f->error, st != CLMODP_OK ? st : CLMODP_CORRUPT, "rank %u: %.*s", (unsigned)m.from,
             (int)(m.rest.left < CLM_MESSAGE_SIZE ? m.rest.left : CLM_MESSAGE_SIZE),
             (const char *)m.rest.in);
    }
    g = &f->ring[f->at[m.from] % f->room];
    *g = (given){.result = m, .done = true};
    m = (clm_message){0};
done:
    clm_message_clear(&m);
    return st;
}

/* Results as far as they are there in order. */
static clmodp_status take(farm *f)
{
    clmodp_status st = CLMODP_OK;

    while (f->taken < f->next && f->ring[f->taken % f->room].done) {
        given *g = &f->ring[f->taken++ % f->room];

        st = f->tasks->take(f->tasks->user, g->result.rest.in, g->result.rest.left);
        clm_message_clear(&g->result);
        g->done = false;
        if (st != CLMODP_OK)
            FAIL(f->error, st, "the result of a task was refused");
    }
done:
    return st;
}

static clmodp_status run(farm *f)
{
    clmodp_status st = CLMODP_OK;
    const uint32_t others = f->transport->ranks - 1;

    f->free = others;
    f->room = (uint64_t)WAITING * others;
    NEW(f->error, f->ring, (size_t)f->room);
    NEW(f->error, f->at, f->transport->ranks);
    NEW(f->error, f->busy, f->transport->ranks);
    for (;;) {
        while (!f->ended && f->free > 0 && f->next - f->taken < f->room)
            TRY(give(f));
        if (f->free == others)
            break;
        TRY(hear(f));
        TRY(take(f));
    }
done:
    return st;
}

/* Whoever is at a task ends it; nobody else speaks meanwhile. */
static void wait_for_all(farm *f)
{
    f->error = NULL; /* there was another */
    while (f->busy != NULL && f->free + 1 < f->transport->ranks) {
        const uint32_t before = f->free;

        (void)hear(f);
        if (f->free == before) /* the transport fails */
            break;
    }
}

clmodp_status clmodp_ranks_farm(const clmodp_transport *transport, const clmodp_tasks *tasks,
                                char *message, size_t size)
{
    clmodp_status st = CLMODP_OK;
    clm_error error = {0};
    clmodp_transport known;
    clmodp_tasks asked;
    farm f = {.transport = &known, .tasks = &asked, .error = &error};

    TRY(clm_transport_read(&error, &known, transport));
    TRY(clm_tasks_read(&error, &asked, tasks));
    REQUIRE(&error, asked.next != NULL && asked.take != NULL);
    if (known.rank != 0 || known.ranks < 2)
        FAIL(&error, CLMODP_INVALID, "tasks are given out by rank 0 of several");
    st = run(&f);
    wait_for_all(&f);
done:
    for (uint64_t k = 0; f.ring != NULL && k < f.room; k++)
        clm_message_clear(&f.ring[k].result);
    free(f.ring);
    free(f.at);
    free(f.busy);
    (void)clm_error_complete(&error, st);
    clm_error_tell(&error, message, size);
    return st;
}
