/* Distributes units and coefficients by workers' speed. */
#include "distributed/unit_queue.h"

#include <math.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"

#define BUSY_UNITS 1.5  /* a unit of another worker, half done, and a waiting one */
#define STRAGGLER_FACTOR 2.0 /* times the expected time, before units are given to others, too */
#define STRAGGLER_LEAST_SECONDS 0.5  /* seconds that a busy machine may delay any unit */

clmodp_status clm_unit_queue_create(clm_error *error, clm_unit_queue *queue, uint64_t units,
                                    uint64_t most, clm_consumer *takers, size_t taker_count)
{
    clmodp_status st = CLMODP_OK;

    *queue = (clm_unit_queue){.units = units, .most = most, .takers = takers,
                              .taker_count = taker_count};
    NEW(error, queue->waiting, (size_t)units);
    NEW(error, queue->owner, (size_t)units);
    for (uint64_t k = 0; k < units; k++) {
        queue->waiting[k] = units - 1 - k;
        queue->owner[k] = CLM_UNIT_UNOWNED;
    }
    queue->count = (size_t)units;
    pthread_mutex_init(&queue->lock, NULL);
    clm_condition_create(&queue->changed);
done:
    if (st != CLMODP_OK) {
        free(queue->owner);
        free(queue->waiting);
    }
    return st;
}

void clm_unit_queue_destroy(clm_unit_queue *queue)
{
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
    free(queue->owner);
    free(queue->waiting);
}

/* Returns the seconds of a unit; 0: unknown. */
static double each_of(const clm_consumer *taker)
{
    return taker->units > 0 ? taker->seconds / (double)taker->units : 0.0;
}

/* Returns whether a taker is expected to complete its units. */
static bool is_at_work(const clm_consumer *taker)
{
    return !taker->gone && !taker->late;
}

/* Returns whether a taker should complete one more unit before the others complete all waiting
 * ones. One of unknown speed and the fastest always get one. */
static bool should_take(const clm_unit_queue *queue, size_t taker)
{
    const double each = each_of(&queue->takers[taker]);
    double others = 0.0, fastest = 0.0; /* units a second: of all, of one */

    for (size_t k = 0; k < queue->taker_count; k++) {
        const double other = each_of(&queue->takers[k]);

        if (k != taker && is_at_work(&queue->takers[k]) && other > 0.0) {
            others += 1.0 / other;
            fastest = fmax(fastest, 1.0 / other);
        }
    }
    return each * others <= (double)queue->count + 1.0 || each * fastest <= BUSY_UNITS;
}

/* Returns a taker's share of the waiting units by speed, average if it has completed none. */
static uint64_t share_of(const clm_unit_queue *queue, size_t taker)
{
    double known = 0.0, sum = 0.0, mean, own = 0.0, all = 0.0;
    uint64_t share;

    for (size_t k = 0; k < queue->taker_count; k++) {
        const double each = each_of(&queue->takers[k]);

        if (is_at_work(&queue->takers[k]) && each > 0.0) {
            known += 1.0;
            sum += 1.0 / each;
        }
    }
    mean = known > 0.0 ? sum / known : 1.0;
    for (size_t k = 0; k < queue->taker_count; k++) {
        const double each = each_of(&queue->takers[k]);
        const double speed = each > 0.0 ? 1.0 / each : mean;

        own = k == taker ? speed : own;
        all += k == taker || is_at_work(&queue->takers[k]) ? speed : 0.0;
    }
    share = (uint64_t)((double)queue->count * own / all);
    share = share < queue->most ? share : queue->most;
    return share > 0 ? share : 1;
}

/* Returns the time at which a taker becomes a straggler to another willing to help. */
static double straggler_at(const clm_consumer *taker, const clm_consumer *helper)
{
    const double own = each_of(taker), other = each_of(helper);
    const double expected = own > 0.0 ? own : other, again = other > 0.0 ? other : own;

    if (expected == 0.0)
        return INFINITY;
    return taker->since + fmax(STRAGGLER_LEAST_SECONDS,
                               (double)taker->at.count * (STRAGGLER_FACTOR * expected + again));
}

/* Returns a taker's units to the queue, except completed ones. */
static void put_back(clm_unit_queue *queue, const clm_consumer *taker)
{
    for (uint64_t k = taker->at.count; k-- > 0;)
        if (queue->owner[taker->at.first + k] == CLM_UNIT_UNOWNED)
            queue->waiting[queue->count++] = taker->at.first + k;
}

/* Finds stragglers, and returns their units to the queue. *again: time of the next one. */
static void find_straggler(clm_unit_queue *queue, double *again, size_t helper, double now)
{
    for (size_t k = 0; k < queue->taker_count; k++) {
        clm_consumer *taker = &queue->takers[k];
        double when;

        if (k == helper || taker->at.count == 0 || taker->late)
            continue;
        when = straggler_at(taker, &queue->takers[helper]);
        if (when > now) {
            *again = fmin(*again, when);
            continue;
        }
        taker->late = true;
        taker->straggler_count++;
        put_back(queue, taker);
        pthread_cond_broadcast(&queue->changed);
    }
}

static bool has_one_for(const clm_unit_queue *queue, size_t taker)
{
    return queue->count > 0 && should_take(queue, taker);
}

/* clm_unit_try for a caller holding the lock. */
static clm_unit_result try_locked(clm_unit_queue *queue, clm_unit_range *units, double *again,
                                  size_t taker, double now)
{
    clm_consumer *own = &queue->takers[taker];
    uint64_t share;

    *again = INFINITY;
    if (queue->stopped || queue->done >= queue->units)
        return CLM_UNIT_NONE;
    if (!has_one_for(queue, taker))
        find_straggler(queue, again, taker, now);
    if (!has_one_for(queue, taker))
        return CLM_UNIT_WAIT;
    share = share_of(queue, taker);
    units->first = queue->waiting[--queue->count];
    units->count = 1;
    while (units->count < share && queue->count > 0 &&
           queue->waiting[queue->count - 1] == units->first + units->count) {
        queue->count--;
        units->count++;
    }
    own->at = *units;
    own->since = now;
    own->late = false;
    return CLM_UNIT_TAKEN;
}

clm_unit_result clm_unit_try(clm_unit_queue *queue, clm_unit_range *units, double *again,
                             size_t taker, double now)
{
    clm_unit_result answer;

    pthread_mutex_lock(&queue->lock);
    answer = try_locked(queue, units, again, taker, now);
    pthread_mutex_unlock(&queue->lock);
    return answer;
}

bool clm_unit_take(clm_unit_queue *queue, clm_unit_range *units, size_t taker)
{
    clm_unit_result answer;
    double again;

    pthread_mutex_lock(&queue->lock);
    while ((answer = try_locked(queue, units, &again, taker, clm_clock_seconds())) ==
           CLM_UNIT_WAIT)
        (void)clm_condition_wait(&queue->changed, &queue->lock, again);
    pthread_mutex_unlock(&queue->lock);
    return answer == CLM_UNIT_TAKEN;
}

/* Removes units completed by a straggler. */
static void drop_done(clm_unit_queue *queue)
{
    size_t kept = 0;

    for (size_t k = 0; k < queue->count; k++)
        if (queue->owner[queue->waiting[k]] == CLM_UNIT_UNOWNED)
            queue->waiting[kept++] = queue->waiting[k];
    queue->count = kept;
}

static void end_turn(clm_consumer *taker)
{
    taker->at.count = 0;
    taker->late = false;
}

bool clm_unit_done(clm_unit_queue *queue, size_t taker, double seconds)
{
    clm_consumer *own = &queue->takers[taker];
    bool first = false;

    pthread_mutex_lock(&queue->lock);
    for (uint64_t k = 0; k < own->at.count; k++) {
        uint32_t *owner = &queue->owner[own->at.first + k];

        if (*owner != CLM_UNIT_UNOWNED)
            continue;
        *owner = (uint32_t)taker;
        queue->done++;
        first = true;
    }
    if (own->late)
        drop_done(queue);
    own->units += own->at.count;
    own->seconds += seconds;
    own->turns++;
    end_turn(own);
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    return first;
}

bool clm_unit_is_wanted(clm_unit_queue *queue, size_t taker)
{
    const clm_consumer *own = &queue->takers[taker];
    bool wanted;

    pthread_mutex_lock(&queue->lock);
    wanted = own->at.count == 0;
    for (uint64_t k = 0; k < own->at.count && !wanted; k++)
        wanted = queue->owner[own->at.first + k] == CLM_UNIT_UNOWNED;
    pthread_mutex_unlock(&queue->lock);
    return wanted;
}

void clm_unit_abandon(clm_unit_queue *queue, size_t taker)
{
    pthread_mutex_lock(&queue->lock);
    end_turn(&queue->takers[taker]);
    pthread_mutex_unlock(&queue->lock);
}

uint64_t clm_unit_stragglers(clm_unit_queue *queue, size_t taker)
{
    uint64_t straggler_count;

    pthread_mutex_lock(&queue->lock);
    straggler_count = queue->takers[taker].straggler_count;
    pthread_mutex_unlock(&queue->lock);
    return straggler_count;
}

void clm_consumer_leave(clm_unit_queue *queue, size_t taker)
{
    clm_consumer *own = &queue->takers[taker];

    pthread_mutex_lock(&queue->lock);
    if (!own->late)
        put_back(queue, own);
    end_turn(own);
    own->gone = true;
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

/* ---- windows of coefficients ---- */

/* Returns units a second, or almost zero if it has completed none. */
static double speed_of(const clm_consumer *taker)
{
    if (taker->gone)
        return 0.0;
    return taker->units == 0 ? 1e-9 : (double)taker->units / (taker->seconds + 1e-9);
}

/* Returns the taker with the last coefficient. */
static size_t last_taker(const clm_consumer *takers, size_t count)
{
    size_t last = 0;

    for (size_t k = 0; k < count; k++)
        last = takers[k].gone ? last : k;
    return last;
}

/* Returns the window of an output between two fractions of the whole. */
static clm_bounds window_of(const clm_bounds *own, double from, double to)
{
    const double width = (double)(own->degree - own->valuation + 1);
    const uint64_t first = (uint64_t)(from * width), end = (uint64_t)(to * width);
    clm_bounds window = *own;

    if (own->zero || first >= end)
        return (clm_bounds){.zero = true, .height_name = own->height_name};
    window.valuation = own->valuation + first;
    window.degree = own->valuation + end - 1;
    return window;
}

clmodp_status clm_windows_create(clm_error *error, clm_window **windows, size_t count,
                                 size_t outputs)
{
    clmodp_status st = CLMODP_OK;
    clm_bounds *each;
    size_t bytes;

    if (!clm_size_mul(&bytes, outputs, sizeof *each) ||
        !clm_size_add(&bytes, bytes, sizeof **windows))
        bytes = SIZE_MAX;
    *windows = clm_allocate(count, bytes);
    if (*windows == NULL)
        return clm_out_of_memory(error, count, bytes);
    each = (clm_bounds *)(*windows + count);
    for (size_t k = 0; k < count; k++)
        (*windows)[k].each = each + k * outputs;
    return st;
}

void clm_windows_divide(clm_window *windows, const clm_consumer *takers, size_t count,
                        const clm_engine *engine, const clm_bounds *each, size_t outputs)
{
    const size_t last = last_taker(takers, count);
    double all = 0.0, before = 0.0;

    for (size_t k = 0; k < count; k++)
        all += engine->reconstructs_windows ? speed_of(&takers[k]) : k == last;
    for (size_t k = 0; k < count; k++) {
        clm_window *w = &windows[k];
        const double from = before / all;

        before += engine->reconstructs_windows ? speed_of(&takers[k]) : k == last;
        w->coefficients = 0;
        for (size_t n = 0; n < outputs; n++) {
            w->each[n] = window_of(&each[n], from, k >= last ? 1.0 : before / all);
            if (!w->each[n].zero)
                w->coefficients += w->each[n].degree - w->each[n].valuation + 1;
        }
    }
}
