/* Tasks on threads. */
#include "ranks/hands.h"

#include <pthread.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/memory.h"

typedef struct hand {
    clm_hands *hands;
    pthread_t thread;
    uint32_t number;
    void *task; /* NULL: none */
    size_t size;
    bool done;
    clm_handed handed; /* if it is */
} hand;

struct clm_hands {
    const clmodp_tasks *tasks;
    pthread_mutex_t lock; /* guards all hands */
    pthread_cond_t given, done;
    hand *hand;
    uint32_t started;
    bool ended;
};

static void *run(void *argument)
{
    hand *h = argument;
    clm_hands *all = h->hands;

    pthread_mutex_lock(&all->lock);
    for (;;) {
        clm_handed handed = {.thread = h->number};

        while (h->task == NULL && !all->ended)
            pthread_cond_wait(&all->given, &all->lock);
        if (h->task == NULL)
            break;
        pthread_mutex_unlock(&all->lock);
        handed.status = all->tasks->work(all->tasks->user, h->number, h->task, h->size,
                                         &handed.result, &handed.size);
        free(h->task);
        pthread_mutex_lock(&all->lock);
        h->task = NULL;
        h->handed = handed;
        h->done = true;
        pthread_cond_signal(&all->done);
    }
    pthread_mutex_unlock(&all->lock);
    return NULL;
}

clmodp_status clm_hands_create(clm_error *error, clm_hands **out, const clmodp_tasks *tasks)
{
    clmodp_status st = CLMODP_OK;
    clm_hands *all = NULL;

    NEW(error, all, 1);
    all->tasks = tasks;
    pthread_mutex_init(&all->lock, NULL);
    pthread_cond_init(&all->given, NULL);
    clm_condition_create(&all->done);
    *out = all;
    NEW(error, all->hand, tasks->threads);
    for (uint32_t k = 0; k < tasks->threads; k++) {
        all->hand[k] = (hand){.hands = all, .number = k};
        if (pthread_create(&all->hand[k].thread, NULL, run, &all->hand[k]) != 0)
            FAIL(error, CLMODP_HOST_MEMORY, "no thread could be started for tasks");
        all->started++;
    }
done:
    if (st != CLMODP_OK) {
        clm_hands_destroy(all);
        *out = NULL;
    }
    return st;
}

void clm_hands_destroy(clm_hands *all)
{
    if (all == NULL)
        return;
    pthread_mutex_lock(&all->lock);
    all->ended = true;
    pthread_cond_broadcast(&all->given);
    pthread_mutex_unlock(&all->lock);
    for (uint32_t k = 0; k < all->started; k++) {
        pthread_join(all->hand[k].thread, NULL);
        if (all->hand[k].done)
            free(all->hand[k].handed.result);
    }
    pthread_cond_destroy(&all->done);
    pthread_cond_destroy(&all->given);
    pthread_mutex_destroy(&all->lock);
    free(all->hand);
    free(all);
}

void clm_hands_give(clm_hands *all, uint32_t thread, void *task, size_t size)
{
    pthread_mutex_lock(&all->lock);
    all->hand[thread].task = task;
    all->hand[thread].size = size;
    pthread_cond_broadcast(&all->given);
    pthread_mutex_unlock(&all->lock);
}

/* One that is done, whose result is taken. */
static bool take_one(clm_hands *all, clm_handed *handed)
{
    for (uint32_t k = 0; k < all->started; k++)
        if (all->hand[k].done) {
            *handed = all->hand[k].handed;
            all->hand[k].done = false;
            return true;
        }
    return false;
}

bool clm_hands_take(clm_hands *all, clm_handed *handed, double seconds)
{
    const double end = clm_clock_seconds() + seconds;
    bool taken, late = false;

    pthread_mutex_lock(&all->lock);
    while (!(taken = take_one(all, handed)) && !late)
        late = !clm_condition_wait(&all->done, &all->lock, end);
    pthread_mutex_unlock(&all->lock);
    return taken;
}
