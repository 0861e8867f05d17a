/* Threads that take pieces of work off one counter. */
#include "base/parallel.h"

#include <pthread.h>
#include <stdint.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/memory.h"
#include "base/size.h"
#include "portable/portable.h"

#define ASK_SECONDS 0.02 /* between two questions of a watch */

typedef struct clm_crew {
    pthread_mutex_t lock; /* guards next, status, failed_at and active */
    pthread_cond_t ended; /* active fell to 0 */
    size_t active;        /* hands of a watched crew */
    struct clm_hand *hands;
    size_t started;       /* threads; their hands are the first ones */
    size_t next;
    size_t count;
    clmodp_status status;
    size_t failed_at;
    clm_work work;
    void *argument;
} clm_crew;

typedef struct clm_hand {
    clm_crew *crew;
    size_t number;
    pthread_t thread;
} clm_hand;

size_t clm_thread_count(size_t wanted)
{
    return wanted > 0 ? wanted : clm_processors();
}

static void *run_items(void *opaque)
{
    const clm_hand *hand = opaque;
    clm_crew *crew = hand->crew;

    for (;;) {
        size_t index = SIZE_MAX;

        pthread_mutex_lock(&crew->lock);
        if (crew->status == CLMODP_OK && crew->next < crew->count)
            index = crew->next++;
        pthread_mutex_unlock(&crew->lock);
        if (index == SIZE_MAX)
            return NULL;

        clmodp_status st = crew->work(crew->argument, index, hand->number);
        if (st == CLMODP_OK)
            continue;
        pthread_mutex_lock(&crew->lock);
        if (crew->status == CLMODP_OK || index < crew->failed_at) {
            crew->status = st;
            crew->failed_at = index;
        }
        pthread_mutex_unlock(&crew->lock);
    }
}

/* Start at most `threads` threads, workers `first` and up; those that cannot be created are done
 * without. False if there is no memory; otherwise end with release. */
static bool start(clm_crew *crew, size_t threads, size_t first, void *(*run)(void *))
{
    crew->hands = clm_allocate(clm_size_max(threads, 1), sizeof *crew->hands);
    if (crew->hands == NULL)
        return false;
    pthread_mutex_init(&crew->lock, NULL);
    clm_condition_create(&crew->ended);
    crew->active = threads;
    while (crew->started < threads) {
        clm_hand *hand = &crew->hands[crew->started];

        *hand = (clm_hand){.crew = crew, .number = first + crew->started};
        if (pthread_create(&hand->thread, NULL, run, hand) != 0)
            break;
        crew->started++;
    }
    pthread_mutex_lock(&crew->lock); /* some may have ended */
    crew->active -= threads - crew->started;
    pthread_mutex_unlock(&crew->lock);
    return true;
}

/* Wait for the threads; returns what came of the work. */
static clmodp_status release(clm_crew *crew)
{
    for (size_t i = 0; i < crew->started; i++)
        pthread_join(crew->hands[i].thread, NULL);
    pthread_cond_destroy(&crew->ended);
    pthread_mutex_destroy(&crew->lock);
    free(crew->hands);
    return crew->status;
}

clmodp_status clm_parallel_for(size_t count, size_t threads, clm_work work, void *argument)
{
    clm_crew crew = {.count = count, .work = work, .argument = argument};
    const size_t most = clm_size_min(threads, count);

    if (!start(&crew, most > 0 ? most - 1 : 0, 1, run_items))
        return CLMODP_HOST_MEMORY;
    run_items(&(clm_hand){.crew = &crew, .number = 0});
    return release(&crew);
}

static void *run_items_watched(void *opaque)
{
    clm_crew *crew = ((const clm_hand *)opaque)->crew;

    run_items(opaque);
    pthread_mutex_lock(&crew->lock);
    if (--crew->active == 0)
        pthread_cond_signal(&crew->ended);
    pthread_mutex_unlock(&crew->lock);
    return NULL;
}

/* Ask once, and again until all hands have ended. */
static void watch_crew(clm_crew *crew, clm_watch *watch)
{
    pthread_mutex_lock(&crew->lock);
    do {
        if (!clm_watch_stopped(watch)) {
            clmodp_status st;

            pthread_mutex_unlock(&crew->lock);
            st = watch->ask(watch->user);
            pthread_mutex_lock(&crew->lock);
            if (st != CLMODP_OK) {
                crew->status = st;
                crew->failed_at = 0; /* no item outweighs this */
                atomic_store(&watch->stopped, true);
            }
        }
        if (crew->active > 0)
            (void)clm_condition_wait(&crew->ended, &crew->lock,
                                     clm_clock_seconds() + ASK_SECONDS);
    } while (crew->active > 0);
    pthread_mutex_unlock(&crew->lock);
}

clmodp_status clm_parallel_watched(size_t count, size_t threads, clm_work work, void *argument,
                                   clm_watch *watch)
{
    clm_crew crew = {.count = count, .work = work, .argument = argument};
    const size_t most = clm_size_min(clm_size_max(threads, 1), count);

    if (watch == NULL)
        return clm_parallel_for(count, threads, work, argument);
    if (!start(&crew, most, 0, run_items_watched))
        return CLMODP_HOST_MEMORY;
    if (crew.started == 0)
        run_items(&(clm_hand){.crew = &crew, .number = 0});
    watch_crew(&crew, watch);
    return release(&crew);
}
