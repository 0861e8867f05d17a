/* Threads that take pieces of work off one counter. */
#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/size.h"

#define ASK_NANOSECONDS 20000000L /* between two questions of a watch */

typedef struct clm_crew {
    pthread_mutex_t lock; /* guards next, status, failed_at and active */
    pthread_cond_t ended; /* active fell to 0 */
    size_t active;        /* hands of a watched crew */
    size_t next;
    size_t count;
    clmodp_status status;
    size_t failed_at;
    clm_work work;
    void *argument;
} clm_crew;

typedef struct clm_hand {
    clm_crew *crew;
    size_t worker;
    pthread_t thread;
} clm_hand;

size_t clm_thread_count(size_t wanted)
{
    cpu_set_t set;

    if (wanted > 0)
        return wanted;
    if (sched_getaffinity(0, sizeof set, &set) == 0 && CPU_COUNT(&set) > 0)
        return (size_t)CPU_COUNT(&set);

    long online = sysconf(_SC_NPROCESSORS_ONLN);
    return online > 0 ? (size_t)online : 1;
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

        clmodp_status st = crew->work(crew->argument, index, hand->worker);
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

clmodp_status clm_parallel_for(size_t count, size_t threads, clm_work work, void *argument)
{
    clm_crew crew = {.count = count, .work = work, .argument = argument};
    size_t others = clm_size_min(threads, count);
    size_t started = 0;
    clm_hand *hands;

    others = others > 0 ? others - 1 : 0;
    hands = clm_allocate(others + 1, sizeof *hands);
    if (hands == NULL)
        return CLMODP_HOST_MEMORY;
    pthread_mutex_init(&crew.lock, NULL);

    while (started < others) {
        hands[started] = (clm_hand){.crew = &crew, .worker = started + 1};
        if (pthread_create(&hands[started].thread, NULL, run_items, &hands[started]) != 0)
            break;
        started++;
    }
    hands[others] = (clm_hand){.crew = &crew, .worker = 0};
    run_items(&hands[others]);
    for (size_t i = 0; i < started; i++)
        pthread_join(hands[i].thread, NULL);

    pthread_mutex_destroy(&crew.lock);
    free(hands);
    return crew.status;
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

/* Ask until all hands have ended. */
static void watch_crew(clm_crew *crew, clm_watch *watch)
{
    struct timespec next;

    pthread_mutex_lock(&crew->lock);
    while (crew->active > 0) {
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
        clock_gettime(CLOCK_REALTIME, &next);
        next.tv_nsec += ASK_NANOSECONDS;
        next.tv_sec += next.tv_nsec / 1000000000L;
        next.tv_nsec %= 1000000000L;
        if (crew->active > 0)
            (void)pthread_cond_timedwait(&crew->ended, &crew->lock, &next);
    }
    pthread_mutex_unlock(&crew->lock);
}

clmodp_status clm_parallel_watched(size_t count, size_t threads, clm_work work, void *argument,
                                   clm_watch *watch)
{
    clm_crew crew = {.count = count, .work = work, .argument = argument};
    const size_t most = clm_size_min(clm_size_max(threads, 1), count);
    size_t started = 0;
    clm_hand *hands;

    if (watch == NULL)
        return clm_parallel_for(count, threads, work, argument);
    hands = clm_allocate(most + 1, sizeof *hands);
    if (hands == NULL)
        return CLMODP_HOST_MEMORY;
    pthread_mutex_init(&crew.lock, NULL);
    pthread_cond_init(&crew.ended, NULL);

    pthread_mutex_lock(&crew.lock);
    while (started < most) {
        hands[started] = (clm_hand){.crew = &crew, .worker = started};
        if (pthread_create(&hands[started].thread, NULL, run_items_watched, &hands[started]) != 0)
            break;
        crew.active = ++started;
    }
    pthread_mutex_unlock(&crew.lock);
    if (started == 0)
        run_items(&(clm_hand){.crew = &crew, .worker = 0});
    watch_crew(&crew, watch);
    for (size_t i = 0; i < started; i++)
        pthread_join(hands[i].thread, NULL);

    pthread_cond_destroy(&crew.ended);
    pthread_mutex_destroy(&crew.lock);
    free(hands);
    return crew.status;
}
