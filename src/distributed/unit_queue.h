/* Units that wait to be computed, of a plan or parts of these, and who takes which. */
#ifndef CLM_DISTRIBUTED_UNIT_QUEUE_H
#define CLM_DISTRIBUTED_UNIT_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/error.h"
#include "engines/engine.h"

/* Units first ... first + count - 1. */
typedef struct clm_unit_range {
    uint64_t first, count;
} clm_unit_range;

/* What the queue knows of who takes units from it. */
typedef struct clm_taker {
    uint64_t units; /* done, also those that others were done with before */
    uint64_t turns; /* in which it took these */
    double seconds; /* that they took */
    uint64_t lates; /* turns in which it was late */
    clm_unit_range at;   /* what it is at; none: count is 0 */
    double since;   /* when it began */
    bool late;      /* what it is at was given to others, too */
    bool gone;
} clm_taker;

#define CLM_UNIT_OF_NOBODY UINT32_MAX

typedef struct clm_unit_queue {
    pthread_mutex_t lock; /* guards all that follows, and the takers */
    pthread_cond_t changed;
    uint64_t *waiting;    /* the next one last; each once, and none that is done */
    size_t count;         /* of these */
    uint32_t *owner;      /* of each unit: the taker that was done with it first, or nobody */
    uint64_t units, done;
    uint64_t most;        /* that are taken at a time */
    clm_taker *takers;
    size_t taker_count;
    bool stopped;
} clm_unit_queue;

/* All units wait; nobody has taken one. Release with clm_unit_queue_destroy, if it succeeds.
 * In: takers  `taker_count` of them, all zero; the caller's. Errors: HOST_MEMORY */
clmodp_status clm_unit_queue_create(clm_error *error, clm_unit_queue *queue, uint64_t units,
                                    uint64_t most, clm_taker *takers, size_t taker_count);
void clm_unit_queue_destroy(clm_unit_queue *queue);

typedef enum clm_unit_answer {
    CLM_UNIT_TAKEN,
    CLM_UNIT_LATER, /* to be asked for again when something has changed, */
    CLM_UNIT_NEVER  /* there is none for it any more */
} clm_unit_answer;

/* The next units for a taker that is at none, without waiting. As many as it should be done with
 * when all others are, if everybody goes on at his speed: fewer and fewer, so that all end
 * together (guided self-scheduling [Polychronopoulos, Kuck 1987]). Where it should take longer for
 * one than the others for all that wait, it is left to them; where all are being computed, some
 * may come back, or somebody be late.
 *
 * Who is late has what he is at given to others, too, and whoever is done first counts. That is
 * who has been at it for twice as long as it should take, and as long again as the asking one
 * would: so it is no matter for long if his device has stopped, or is shared with somebody else.
 *
 * In:  now    on the clock of clm_clock_seconds, or a simulated one
 * Out: again  if the answer is LATER: when somebody will be late; INFINITY: nobody */
clm_unit_answer clm_unit_try(clm_unit_queue *queue, clm_unit_range *units, double *again,
                             size_t taker, double now);

/* The same, waiting as long as the answer is LATER; false: NEVER. */
bool clm_unit_take(clm_unit_queue *queue, clm_unit_range *units, size_t taker);

/* What a taker is at is done, in so many seconds. False if others were done with all of it before.
 */
bool clm_unit_done(clm_unit_queue *queue, size_t taker, double seconds);

/* Whether anything that a taker is at is still to be done; true if it is at nothing. */
bool clm_unit_is_wanted(clm_unit_queue *queue, size_t taker);

/* A taker gave up what it was at, which is not wanted. */
void clm_unit_forget(clm_unit_queue *queue, size_t taker);

/* In how many turns a taker was late. */
uint64_t clm_unit_lates(clm_unit_queue *queue, size_t taker);

/* A taker takes no more. What it was at waits again, unless others have it. */
void clm_taker_leave(clm_unit_queue *queue, size_t taker);

/* Nobody takes any more. */
void clm_unit_queue_stop(clm_unit_queue *queue);

/* The part of the units that is done. */
double clm_unit_queue_progress(clm_unit_queue *queue);

/* To an engine, bounds of the outputs, narrower than those of the plan. */
typedef struct clm_window {
    clm_bounds each[CLM_MOST_OUTPUTS];
    uint64_t coefficients; /* of all outputs together */
} clm_window;

/* A window for each taker, in their order: as much of each output as its speed was with units.
 * Those that are gone have none, and where the engine lifts no windows one has all. Pre: one is
 * left. */
void clm_windows_divide(clm_window *windows, const clm_taker *takers, size_t count,
                        const clm_engine *engine, const clm_bounds *each, size_t outputs);

#endif
