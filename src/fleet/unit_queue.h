/* Units that wait to be computed, and who takes which. */
#ifndef CLM_FLEET_UNIT_QUEUE_H
#define CLM_FLEET_UNIT_QUEUE_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

/* What the queue knows of who takes units from it. */
typedef struct clm_taker {
    uint64_t units; /* done */
    double seconds; /* that they took */
    bool gone;
} clm_taker;

typedef struct clm_unit_queue {
    pthread_mutex_t lock; /* guards all that follows, and the takers */
    pthread_cond_t changed;
    uint64_t *waiting;    /* the next one last */
    size_t count;         /* of these */
    uint64_t units, done;
    clm_taker *takers;
    size_t taker_count;
    bool stopped;
} clm_unit_queue;

/* All units wait; nobody has taken one. Release with clm_unit_queue_destroy, if it succeeds.
 * In: takers  `taker_count` of them, all zero; the caller's. Errors: HOST_MEMORY */
clmodp_status clm_unit_queue_create(clm_error *error, clm_unit_queue *queue, uint64_t units,
                                    clm_taker *takers, size_t taker_count);
void clm_unit_queue_destroy(clm_unit_queue *queue);

typedef enum clm_unit_answer {
    CLM_UNIT_TAKEN,
    CLM_UNIT_LATER, /* to be asked for again when something has changed */
    CLM_UNIT_NEVER  /* there is none for it any more */
} clm_unit_answer;

/* The next unit for a taker, without waiting. Where it should take longer than the others for all
 * that wait, it is left to them; where all are being computed one may come back. */
clm_unit_answer clm_unit_try(clm_unit_queue *queue, uint64_t *unit, size_t taker);

/* The same, waiting as long as the answer is LATER; false: NEVER. */
bool clm_unit_take(clm_unit_queue *queue, uint64_t *unit, size_t taker);

/* It is done, in so many seconds; or it is not, and its taker takes no more. */
void clm_unit_done(clm_unit_queue *queue, size_t taker, double seconds);
void clm_unit_return(clm_unit_queue *queue, uint64_t unit, size_t taker);

/* A taker takes no more. */
void clm_taker_leave(clm_unit_queue *queue, size_t taker);

/* Nobody takes any more. */
void clm_unit_queue_stop(clm_unit_queue *queue);

/* The part of the units that is done. */
double clm_unit_queue_progress(clm_unit_queue *queue);

#endif
