/* Threads that take pieces of work off one counter. */
#include "base/parallel.h"

#include <pthread.h>
#include <sched.h>
#include <stdint.h>
#include <unistd.h>

#include "base/memory.h"
#include "base/size.h"

typedef struct clm_crew {
    pthread_mutex_t lock; /* guards next, status and failed_at */
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
