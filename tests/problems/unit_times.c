/* Simulates events in the order of their times: consumers request work units, or complete them. */
#include "problems/unit_times.h"

#include <math.h>
#include <stdlib.h>

#include "distributed/unit_queue.h"

/* The state of a consumer. */
typedef struct state {
    double at; /* time of its next request or completion; INFINITY: it waits, or has left */
    bool busy;
    double took;
} state;

/* A heap of consumers, the earliest first. */
typedef struct heap {
    const state *states;
    size_t *consumer;
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

static void push(heap *h, size_t consumer)
{
    size_t k = h->count++;

    h->consumer[k] = consumer;
    for (; k > 0 && before(h, h->consumer[k], h->consumer[(k - 1) / 2]); k = (k - 1) / 2)
        swap(&h->consumer[k], &h->consumer[(k - 1) / 2]);
}

static size_t pop(heap *h)
{
    const size_t first = h->consumer[0];
    size_t k = 0;

    h->consumer[0] = h->consumer[--h->count];
    for (;;) {
        size_t least = k;

        for (size_t child = 2 * k + 1; child <= 2 * k + 2 && child < h->count; child++)
            if (before(h, h->consumer[child], h->consumer[least]))
                least = child;
        if (least == k)
            return first;
        swap(&h->consumer[k], &h->consumer[least]);
        k = least;
    }
}

/* Consumers that wait until one becomes a straggler or a unit is completed. */
typedef struct crowd {
    size_t *consumer, count;
    double again; /* the earliest time to try again */
} crowd;

static double seconds_of(const unit_times *t, const clm_unit_range *units, size_t consumer)
{
    const bool last = units->first + units->count == t->units;
    const double all = (double)units->count * t->seconds;

    return (last ? all - t->seconds + t->last_seconds : all) / t->speeds[consumer];
}

static void ask(const unit_times *t, clm_unit_queue *queue, state *states, heap *h, crowd *later,
                size_t consumer, double now)
{
    clm_unit_range units;
    double again;

    switch (clm_unit_try(queue, &units, &again, consumer, now)) {
    case CLM_UNIT_TAKEN:
        states[consumer].busy = true;
        states[consumer].took = seconds_of(t, &units, consumer);
        states[consumer].at = now + states[consumer].took;
        push(h, consumer);
        break;
    case CLM_UNIT_WAIT:
        later->consumer[later->count++] = consumer;
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
        ask(t, queue, states, h, later, later->consumer[k], now);
}

/* Processes all events; returns the time of the last. */
static double run(const unit_times *t, clm_unit_queue *queue, state *states, heap *h, crowd *later)
{
    double now = 0.0;

    while (queue->done < t->units) {
        const double next = h->count > 0 ? states[h->consumer[0]].at : INFINITY;
        size_t consumer;

        if (next > later->again) {
            now = later->again;
            ask_all(t, queue, states, h, later, now);
            continue;
        }
        if (h->count == 0)
            break;
        consumer = pop(h);
        now = next;
        if (states[consumer].busy) {
            states[consumer].busy = false;
            clm_unit_done(queue, consumer, t->by_speed ? states[consumer].took : 0.0);
            ask_all(t, queue, states, h, later, now);
        }
        ask(t, queue, states, h, later, consumer, now);
    }
    return now;
}

static void count_taken(uint64_t *taken, const unit_times *t, const clm_unit_queue *queue)
{
    for (size_t k = 0; k < t->consumers; k++)
        taken[k] = 0;
    for (uint64_t k = 0; k < t->units; k++)
        taken[queue->owner[k]]++;
}

double unit_times_simulate(const unit_times *t, uint64_t *taken)
{
    const uint64_t most = t->at_once > 0 ? t->at_once : 1;
    clm_error error = {0};
    clm_unit_queue queue;
    clm_consumer *consumers = calloc(t->consumers, sizeof *consumers);
    state *states = calloc(t->consumers, sizeof *states);
    heap h = {states, calloc(t->consumers, sizeof *h.consumer), 0};
    crowd later = {calloc(t->consumers, sizeof *later.consumer), 0, INFINITY};
    double end = -1.0;

    if (consumers != NULL && states != NULL && h.consumer != NULL && later.consumer != NULL &&
        clm_unit_queue_create(&error, &queue, t->units, most, consumers, t->consumers) ==
            CLMODP_OK) {
        for (size_t k = 0; k < t->consumers; k++) {
            states[k].at = t->starts[k];
            push(&h, k);
        }
        end = run(t, &queue, states, &h, &later);
        if (taken != NULL)
            count_taken(taken, t, &queue);
        clm_unit_queue_destroy(&queue);
    }
    free(later.consumer);
    free(h.consumer);
    free(states);
    free(consumers);
    return end;
}
