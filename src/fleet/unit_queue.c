/* Units by measured speed. */
#include "fleet/unit_queue.h"

#include "base/memory.h"

#define BUSY_UNITS 1.5 /* the one that others are at, half done, and one that waits */

clmodp_status clm_unit_queue_create(clm_error *error, clm_unit_queue *queue, uint64_t units,
                                    clm_taker *takers, size_t taker_count)
{
    clmodp_status st = CLMODP_OK;

    *queue = (clm_unit_queue){.units = units, .takers = takers, .taker_count = taker_count};
    NEW(error, queue->waiting, (size_t)units);
    for (uint64_t k = 0; k < units; k++)
        queue->waiting[k] = units - 1 - k;
    queue->count = (size_t)units;
    pthread_mutex_init(&queue->lock, NULL);
    pthread_cond_init(&queue->changed, NULL);
done:
    return st;
}

void clm_unit_queue_destroy(clm_unit_queue *queue)
{
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
    free(queue->waiting);
}

/* Whether a unit more should be done before the others have done all that wait, this one too. Who
 * has done none shows its speed by one; the fastest of all always takes one. */
static bool should_take(const clm_unit_queue *queue, size_t taker)
{
    const clm_taker *own = &queue->takers[taker];
    const double each = own->units > 0 ? own->seconds / (double)own->units : 0.0;
    double others = 0.0, fastest = 0.0; /* units a second: of all, of one */

    for (size_t k = 0; k < queue->taker_count; k++) {
        const clm_taker *other = &queue->takers[k];

        if (k != taker && !other->gone && other->units > 0 && other->seconds > 0.0) {
            const double speed = (double)other->units / other->seconds;

            others += speed;
            fastest = speed > fastest ? speed : fastest;
        }
    }
    return each * others <= (double)queue->count + 1.0 || each * fastest <= BUSY_UNITS;
}

/* clm_unit_try of who has the lock. */
static clm_unit_answer try_locked(clm_unit_queue *queue, uint64_t *unit, size_t taker)
{
    if (queue->stopped || queue->done >= queue->units)
        return CLM_UNIT_NEVER;
    if (queue->count == 0 || !should_take(queue, taker))
        return CLM_UNIT_LATER;
    *unit = queue->waiting[--queue->count];
    return CLM_UNIT_TAKEN;
}

clm_unit_answer clm_unit_try(clm_unit_queue *queue, uint64_t *unit, size_t taker)
{
    clm_unit_answer answer;

    pthread_mutex_lock(&queue->lock);
    answer = try_locked(queue, unit, taker);
    pthread_mutex_unlock(&queue->lock);
    return answer;
}

bool clm_unit_take(clm_unit_queue *queue, uint64_t *unit, size_t taker)
{
    clm_unit_answer answer;

    pthread_mutex_lock(&queue->lock);
    while ((answer = try_locked(queue, unit, taker)) == CLM_UNIT_LATER)
        pthread_cond_wait(&queue->changed, &queue->lock);
    pthread_mutex_unlock(&queue->lock);
    return answer == CLM_UNIT_TAKEN;
}

void clm_unit_done(clm_unit_queue *queue, size_t taker, double seconds)
{
    pthread_mutex_lock(&queue->lock);
    queue->done++;
    queue->takers[taker].units++;
    queue->takers[taker].seconds += seconds;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

void clm_unit_return(clm_unit_queue *queue, uint64_t unit, size_t taker)
{
    pthread_mutex_lock(&queue->lock);
    queue->waiting[queue->count++] = unit;
    queue->takers[taker].gone = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

void clm_taker_leave(clm_unit_queue *queue, size_t taker)
{
    pthread_mutex_lock(&queue->lock);
    queue->takers[taker].gone = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

void clm_unit_queue_stop(clm_unit_queue *queue)
{
    pthread_mutex_lock(&queue->lock);
    queue->stopped = true;
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
}

double clm_unit_queue_progress(clm_unit_queue *queue)
{
    double part;

    pthread_mutex_lock(&queue->lock);
    part = queue->units > 0 ? (double)queue->done / (double)queue->units : 1.0;
    pthread_mutex_unlock(&queue->lock);
    return part;
}
