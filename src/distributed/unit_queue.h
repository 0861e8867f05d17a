/* A queue of units of a plan, or of parts of units, for several workers. */
#ifndef CLM_DISTRIBUTED_UNIT_QUEUE_H
#define CLM_DISTRIBUTED_UNIT_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "core/error.h"
#include "engines/engine.h"

typedef struct clm_unit_range {
    uint64_t first, count;
} clm_unit_range;

/* A worker taking units from the queue. */
typedef struct clm_consumer {
    uint64_t units;           /* completed, also if others were first */
    uint64_t turns;           /* in which it took units */
    double seconds;           /* time of these units */
    uint64_t straggler_count; /* turns in which it was a straggler */
    clm_unit_range at;        /* its current units; none: count is 0 */
    double since;             /* beginning of the turn */
    bool straggles;           /* its units were given to others, too */
    bool gone;                /* it takes no more units */
} clm_consumer;

#define CLM_UNIT_UNOWNED UINT32_MAX

typedef struct clm_unit_queue {
    pthread_mutex_t lock; /* guards all later members, and the consumers */
    pthread_cond_t changed;
    uint64_t *waiting;    /* the next one last; each once, none completed */
    size_t count;         /* number of waiting units */
    uint32_t *owner; /* of each unit: the consumer that completed it first, or CLM_UNIT_UNOWNED */
    uint64_t units, done;
    uint64_t most;        /* greatest number taken at a time */
    clm_consumer *consumers;
    size_t consumer_count;
    bool stopped;
} clm_unit_queue;

/* Creates a queue in which all units wait. Release it with clm_unit_queue_destroy ({0} is safe).
 *
 * In:     most       greatest number of units taken at a time
 *         consumers  `consumer_count` of them, all zero; owned by the caller
 * Errors: HOST_MEMORY */
clmodp_status clm_unit_queue_create(clm_error *error, clm_unit_queue *queue, uint64_t units,
                                    uint64_t most, clm_consumer *consumers, size_t consumer_count);
void clm_unit_queue_destroy(clm_unit_queue *queue);

typedef enum clm_unit_result {
    CLM_UNIT_TAKEN,
    CLM_UNIT_WAIT, /* try again after a change */
    CLM_UNIT_NONE  /* no unit is left for this consumer */
} clm_unit_result;

/* Takes the next units for an idle consumer, without waiting: as many as it should complete
 * together with all others at their speeds. These become fewer, so that all end together (guided
 * self-scheduling [Polychronopoulos, Kuck 1987]). A consumer slower at one unit than the others at
 * all waiting ones gets none. Units being computed may still come back.
 *
 * A straggler's units are given to others, too, and the first result counts. A straggler has taken
 * twice as long as expected, and as long again as the asking consumer would need. So a stopped or
 * shared device delays others for a limited time.
 *
 * In:  now    on the clock of clm_clock_seconds, or a simulated one
 * Out: again  after CLM_UNIT_WAIT: time of the next straggler; INFINITY: none */
clm_unit_result clm_unit_try(clm_unit_queue *queue, clm_unit_range *units, double *again,
                             size_t consumer, double now);

/* Takes units as clm_unit_try does, but waits instead of returning CLM_UNIT_WAIT. Returns false
 * instead of CLM_UNIT_NONE. */
bool clm_unit_take(clm_unit_queue *queue, clm_unit_range *units, size_t consumer);

/* Completes a consumer's units, after `seconds` seconds. Returns false if others were first. */
bool clm_unit_done(clm_unit_queue *queue, size_t consumer, double seconds);

/* Returns whether any unit of a consumer is still to be done; true if it has none. */
bool clm_unit_is_wanted(clm_unit_queue *queue, size_t consumer);

/* Records that a consumer gave up its unwanted units. */
void clm_unit_abandon(clm_unit_queue *queue, size_t consumer);

/* Returns the number of a consumer's turns as a straggler. */
uint64_t clm_unit_stragglers(clm_unit_queue *queue, size_t consumer);

/* Removes a consumer. Its units wait again, unless others have them. */
void clm_consumer_leave(clm_unit_queue *queue, size_t consumer);

/* Stops the queue: no more units are taken. */
void clm_unit_queue_stop(clm_unit_queue *queue);

/* Returns the completed fraction of the units. */
double clm_unit_queue_progress(clm_unit_queue *queue);

/* Bounds of the outputs for an engine, narrower than the plan's. */
typedef struct clm_window {
    clm_bounds *each;
    uint64_t coefficients; /* of all outputs together */
} clm_window;

/* Creates empty windows, released by free(). Errors: HOST_MEMORY */
clmodp_status clm_windows_create(clm_error *error, clm_window **windows, size_t count,
                                 size_t outputs);

/* Gives each consumer, in order, a window: a share of each output by its speed. Consumers that
 * left get empty windows; one gets all if the engine does not support windows. Pre: one is left */
void clm_windows_divide(clm_window *windows, const clm_consumer *consumers, size_t count,
                        const clm_engine *engine, const clm_bounds *each, size_t outputs);

/* Moves the coefficients of a window from `parts`, which then allow only their release, to the
 * results; one polynomial for each output. Errors: HOST_MEMORY, LIMIT */
clmodp_status clm_window_collect(clmodp_zx *const *results, clmodp_zx *const *parts,
                                 const clm_window *window, size_t outputs);

#endif
