/* Events in the order of their times: a taker asks, or is done with its unit. */
#include "problems/unit_times.h"

#include <math.h>
#include <stdlib.h>

#include "fleet/unit_queue.h"

/* What a taker is at. */
typedef struct state {
    double at; /* when it asks, or is done; INFINITY: it waits, or has left */
    bool busy;
    double took;
} state;

/* A heap of takers, the next one first. */
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

/* Takers that were told LATER. */
typedef struct crowd {
    size_t *taker, count;
} crowd;

static void ask(const unit_times *t, clm_unit_queue *queue, state *states, heap *h, crowd *later,
                size_t taker, double now)
{
    uint64_t unit;

    switch (clm_unit_try(queue, &unit, taker)) {
    case CLM_UNIT_TAKEN:
        states[taker].busy = true;
        states[taker].took = (unit + 1 == t->units ? t->last_seconds : t->seconds) /
                             t->speeds[taker];
        states[taker].at = now + states[taker].took;
        push(h, taker);
        break;
    case CLM_UNIT_LATER: later->taker[later->count++] = taker; break;
    case CLM_UNIT_NEVER: break;
    }
}

/* All events. */
static double run(const unit_times *t, clm_unit_queue *queue, state *states, heap *h, crowd *later)
{
    double now = 0.0;

    while (h->count > 0 && queue->done < t->units) {
        const size_t taker = pop(h);

        now = states[taker].at;
        if (states[taker].busy) {
            const size_t waited = later->count;

            states[taker].busy = false;
            clm_unit_done(queue, taker, t->by_speed ? states[taker].took : 0.0);
            later->count = 0;
            for (size_t k = 0; k < waited; k++)
                ask(t, queue, states, h, later, later->taker[k], now);
        }
        ask(t, queue, states, h, later, taker, now);
    }
    return now;
}

double unit_times_simulate(const unit_times *t, uint64_t *taken)
{
    clm_error error = {0};
    clm_unit_queue queue;
    clm_taker *takers = calloc(t->takers, sizeof *takers);
    state *states = calloc(t->takers, sizeof *states);
    heap h = {states, calloc(t->takers, sizeof *h.taker), 0};
    crowd later = {calloc(t->takers, sizeof *later.taker), 0};
    double end = -1.0;

    if (takers != NULL && states != NULL && h.taker != NULL && later.taker != NULL &&
        clm_unit_queue_create(&error, &queue, t->units, takers, t->takers) == CLMODP_OK) {
        for (size_t k = 0; k < t->takers; k++) {
            states[k].at = t->starts[k];
            push(&h, k);
        }
        end = run(t, &queue, states, &h, &later);
        for (size_t k = 0; k < t->takers && taken != NULL; k++)
            taken[k] = takers[k].units;
        clm_unit_queue_destroy(&queue);
    }
    free(later.taker);
    free(h.taker);
    free(states);
    free(takers);
    return end;
}
