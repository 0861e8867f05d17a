/* Simulates events in the order of their times: a taker requests work units, or completes them. */
#include "problems/unit_times.h"

#include <math.h>
#include <stdlib.h>

#include "distributed/unit_queue.h"

/* The state of a taker. */
typedef struct state {
    double at; /* time of its next request or completion; INFINITY: it waits, or has left */
    bool busy;
    double took;
} state;

/* A heap of takers, the earliest first. */
typedef struct heap {
    const state *states;
    size_t *taker;
    size_t count;
} heap;

static bool before(const heap *h, size_t a, size_t b)
{
    const double x = h->states[a].at, y = h->states[b].at;

    return x < y || (x == y && a < b);
}

static void swap(size_t *a, size_t *b)
{
    const size_t moved = *a;

    *a = *b;
    *b = moved;
}

static void push(heap *h, size_t taker)
{
    size_t k = h->count++;

    h->taker[k] = taker;
    for (; k > 0 && before(h, h->taker[k], h->taker[(k - 1) / 2]); k = (k - 1) / 2)
        swap(&h->taker[k], &h->taker[(k - 1) / 2]);
}

static size_t pop(heap *h)
{
    const size_t first = h->taker[0];
    size_t k = 0;

    h->taker[0] = h->taker[--h->count];
    for (;;) {
        size_t least = k;

        for (size_t child = 2 * k + 1; child <= 2 * k + 2 && child < h->count; child++)
            if (before(h, h->taker[child], h->taker[least]))
                least = child;
        if (least == k)
            return first;
        swap(&h->taker[k], &h->taker[least]);
        k = least;
    }
}

/* Takers that got LATER, and wait until one becomes a straggler or a unit is completed. */
typedef struct crowd {
    size_t *taker, count;
    double again; /* the earliest time to try again */
} crowd;

static double seconds_of(const unit_times *t, const clm_unit_range *units, size_t taker)
{
    const bool last = units->first + units->count == t->units;
    const double all = (double)units->count * t->seconds;

    return (last ? all - t->seconds + t->last_seconds : all) / t->speeds[taker];
}

static void ask(const unit_times *t, clm_unit_queue *queue, state *states, heap *h, crowd *later,
                size_t taker, double now)
{
    clm_unit_range units;
    double again;

    switch (clm_unit_try(queue, &units, &again, taker, now)) {
    case CLM_UNIT_TAKEN:
        states[taker].busy = true;
        states[taker].took = seconds_of(t, &units, taker);
        states[taker].at = now + states[taker].took;
        push(h, taker);
        break;
    case CLM_UNIT_WAIT:
        later->taker[later->count++] = taker;
        later->again = fmin(later->again, again);
        break;
    case CLM_UNIT_NONE: break;
    }
}

static void ask_all(const unit_times *t, clm_unit_queue *queue, state *states, heap *h,
                    crowd *later, double now)
{
    const size_t waited = later->count;

    later->count = 0;
    later->again = INFINITY;
    for (size_t k = 0; k < waited; k++)
        ask(t, queue, states, h, later, later->taker[k], now);
}

/* Processes all events; returns the time of the last. */
static double run(const unit_times *t, clm_unit_queue *queue, state *states, heap *h, crowd *later)
{
    double now = 0.0;

    while (queue->done < t->units) {
        const double next = h->count > 0 ? states[h->taker[0]].at : INFINITY;
        size_t taker;

        if (next > later->again) {
            now = later->again;
            ask_all(t, queue, states, h, later, now);
            continue;
        }
        if (h->count == 0)
            break;
        taker = pop(h);
        now = next;
        if (states[taker].busy) {
            states[taker].busy = false;
            clm_unit_done(queue, taker, t->by_speed ? states[taker].took : 0.0);
            ask_all(t, queue, states, h, later, now);
        }
        ask(t, queue, states, h, later, taker, now);
    }
    return now;
}

static void count_taken(uint64_t *taken, const unit_times *t, const clm_unit_queue *queue)
{
    for (size_t k = 0; k < t->takers; k++)
        taken[k] = 0;
    for (uint64_t k = 0; k < t->units; k++)
        taken[queue->owner[k]]++;
}

double unit_times_simulate(const unit_times *t, uint64_t *taken)
{
    const uint64_t most = t->at_once > 0 ? t->at_once : 1;
    clm_error error = {0};
    clm_unit_queue queue;
    clm_consumer *takers = calloc(t->takers, sizeof *takers);
    state *states = calloc(t->takers, sizeof *states);
    heap h = {states, calloc(t->takers, sizeof *h.taker), 0};
    crowd later = {calloc(t->takers, sizeof *later.taker), 0, INFINITY};
    double end = -1.0;

    if (takers != NULL && states != NULL && h.taker != NULL && later.taker != NULL &&
        clm_unit_queue_create(&error, &queue, t->units, most, takers, t->takers) == CLMODP_OK) {
        for (size_t k = 0; k < t->takers; k++) {
            states[k].at = t->starts[k];
            push(&h, k);
        }
        end = run(t, &queue, states, &h, &later);
        if (taken != NULL)
            count_taken(taken, t, &queue);
        clm_unit_queue_destroy(&queue);
    }
    free(later.taker);
    free(h.taker);
    free(states);
    free(takers);
    return end;
}
