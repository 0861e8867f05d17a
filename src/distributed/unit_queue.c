/* Distributes units and coefficients by the speeds of workers. */
#include "distributed/unit_queue.h"

#include <math.h>

#include "core/memory.h"
#include "core/parallel.h"
#include "core/size.h"
#include "polynomials/zx.h"

/* Units that the fastest worker computes before it is idle: half of its current one on average,
 * and the waiting one. A worker that takes no longer for one unit should take it. */
#define BUSY_UNITS 1.5

#define STRAGGLER_FACTOR 2.0        /* times the expected time, before others get the units, too */
#define STRAGGLER_LEAST_SECONDS 0.5 /* by which a busy machine may delay any unit */

clmodp_status clm_unit_queue_create(clm_error *error, clm_unit_queue *queue, uint64_t units,
                                    uint64_t most, clm_consumer *consumers, size_t consumer_count)
{
    clmodp_status st = CLMODP_OK;

    *queue = (clm_unit_queue){.units = units, .most = most, .consumers = consumers,
                              .consumer_count = consumer_count};
    pthread_mutex_init(&queue->lock, NULL);
    clm_condition_create(&queue->changed);
    NEW(error, queue->waiting, (size_t)units);
    NEW(error, queue->owner, (size_t)units);
    for (uint64_t k = 0; k < units; k++) {
        queue->waiting[k] = units - 1 - k;
        queue->owner[k] = CLM_UNIT_UNOWNED;
    }
    queue->count = (size_t)units;
done:
    if (st != CLMODP_OK)
        clm_unit_queue_destroy(queue);
    return st;
}

void clm_unit_queue_destroy(clm_unit_queue *queue)
{
    if (queue->consumers == NULL)
        return;
    pthread_cond_destroy(&queue->changed);
    pthread_mutex_destroy(&queue->lock);
    free(queue->owner);
    free(queue->waiting);
    *queue = (clm_unit_queue){.units = 0};
}

/* Returns the seconds of a unit; 0: unknown. */
static double unit_seconds(const clm_consumer *consumer)
{
    return consumer->units > 0 ? consumer->seconds / (double)consumer->units : 0.0;
}

/* Returns whether a consumer is expected to complete its units. */
static bool is_at_work(const clm_consumer *consumer)
{
    return !consumer->gone && !consumer->straggles;
}

/* Returns whether a consumer should complete one more unit before the others complete all waiting
 * ones. One of unknown speed and the fastest always get one. */
static bool should_take(const clm_unit_queue *queue, size_t consumer)
{
    const double each = unit_seconds(&queue->consumers[consumer]);
    double others = 0.0, fastest = 0.0; /* units a second: of all, of one */

    for (size_t k = 0; k < queue->consumer_count; k++) {
        const double other = unit_seconds(&queue->consumers[k]);

        if (k != consumer && is_at_work(&queue->consumers[k]) && other > 0.0) {
            others += 1.0 / other;
            fastest = fmax(fastest, 1.0 / other);
        }
    }
    return each * others <= (double)queue->count + 1.0 || each * fastest <= BUSY_UNITS;
}

/* Returns a consumer's share of the waiting units by speed, average if it has completed none. */
static uint64_t share_of(const clm_unit_queue *queue, size_t consumer)
{
    double known = 0.0, sum = 0.0, mean, own = 0.0, all = 0.0;
    uint64_t share;

    for (size_t k = 0; k < queue->consumer_count; k++) {
        const double each = unit_seconds(&queue->consumers[k]);

        if (is_at_work(&queue->consumers[k]) && each > 0.0) {
            known += 1.0;
            sum += 1.0 / each;
        }
    }
    mean = known > 0.0 ? sum / known : 1.0;
    for (size_t k = 0; k < queue->consumer_count; k++) {
        const double each = unit_seconds(&queue->consumers[k]);
        const double speed = each > 0.0 ? 1.0 / each : mean;

        own = k == consumer ? speed : own;
        all += k == consumer || is_at_work(&queue->consumers[k]) ? speed : 0.0;
    }
    share = (uint64_t)((double)queue->count * own / all);
    return clm_size_max(clm_size_min(share, queue->most), 1);
}

/* Returns the time at which a consumer becomes a straggler to another willing to help. */
static double straggler_at(const clm_consumer *consumer, const clm_consumer *helper)
{
    const double own = unit_seconds(consumer), other = unit_seconds(helper);
    const double expected = own > 0.0 ? own : other, again = other > 0.0 ? other : own;

    if (expected == 0.0)
        return INFINITY;
    return consumer->since + fmax(STRAGGLER_LEAST_SECONDS,
                               (double)consumer->at.count * (STRAGGLER_FACTOR * expected + again));
}

/* Returns a consumer's units to the queue, except completed ones. */
static void put_back(clm_unit_queue *queue, const clm_consumer *consumer)
{
    for (uint64_t k = consumer->at.count; k-- > 0;)
        if (queue->owner[consumer->at.first + k] == CLM_UNIT_UNOWNED)
            queue->waiting[queue->count++] = consumer->at.first + k;
}

/* Finds stragglers, and returns their units to the queue. *again: time of the next one. */
static void find_straggler(clm_unit_queue *queue, double *again, size_t helper, double now)
{
    for (size_t k = 0; k < queue->consumer_count; k++) {
        clm_consumer *consumer = &queue->consumers[k];
        double when;

        if (k == helper || consumer->at.count == 0 || consumer->straggles)
            continue;
        when = straggler_at(consumer, &queue->consumers[helper]);
        if (when > now) {
            *again = fmin(*again, when);
            continue;
        }
        consumer->straggles = true;
        consumer->straggler_count++;
        put_back(queue, consumer);
        pthread_cond_broadcast(&queue->changed);
    }
}

static bool has_one_for(const clm_unit_queue *queue, size_t consumer)
{
    return queue->count > 0 && should_take(queue, consumer);
}

/* clm_unit_try for a caller holding the lock. */
static clm_unit_result try_locked(clm_unit_queue *queue, clm_unit_range *units, double *again,
                                  size_t consumer, double now)
{
    clm_consumer *own = &queue->consumers[consumer];
    uint64_t share;

    *again = INFINITY;
    if (queue->stopped || queue->done >= queue->units)
        return CLM_UNIT_NONE;
    if (!has_one_for(queue, consumer))
        find_straggler(queue, again, consumer, now);
    if (!has_one_for(queue, consumer))
        return CLM_UNIT_WAIT;
    share = share_of(queue, consumer);
    units->first = queue->waiting[--queue->count];
    units->count = 1;
    while (units->count < share && queue->count > 0 &&
           queue->waiting[queue->count - 1] == units->first + units->count) {
        queue->count--;
        units->count++;
    }
    own->at = *units;
    own->since = now;
    own->straggles = false;
    return CLM_UNIT_TAKEN;
}

clm_unit_result clm_unit_try(clm_unit_queue *queue, clm_unit_range *units, double *again,
                             size_t consumer, double now)
{
    clm_unit_result answer;

    pthread_mutex_lock(&queue->lock);
    answer = try_locked(queue, units, again, consumer, now);
    pthread_mutex_unlock(&queue->lock);
    return answer;
}

bool clm_unit_take(clm_unit_queue *queue, clm_unit_range *units, size_t consumer)
{
    clm_unit_result answer;
    double again;

    pthread_mutex_lock(&queue->lock);
    while ((answer = try_locked(queue, units, &again, consumer, clm_clock_seconds())) ==
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

static void end_turn(clm_consumer *consumer)
{
    consumer->at.count = 0;
    consumer->straggles = false;
}

bool clm_unit_done(clm_unit_queue *queue, size_t consumer, double seconds)
{
    clm_consumer *own = &queue->consumers[consumer];
    bool first = false;

    pthread_mutex_lock(&queue->lock);
    for (uint64_t k = 0; k < own->at.count; k++) {
        uint32_t *owner = &queue->owner[own->at.first + k];

        if (*owner != CLM_UNIT_UNOWNED)
            continue;
        *owner = (uint32_t)consumer;
        queue->done++;
        first = true;
    }
    if (own->straggles)
        drop_done(queue);
    own->units += own->at.count;
    own->seconds += seconds;
    own->turns++;
    end_turn(own);
    pthread_cond_broadcast(&queue->changed);
    pthread_mutex_unlock(&queue->lock);
    return first;
}

bool clm_unit_is_wanted(clm_unit_queue *queue, size_t consumer)
{
    const clm_consumer *own = &queue->consumers[consumer];
    bool wanted;

    pthread_mutex_lock(&queue->lock);
    wanted = own->at.count == 0;
    for (uint64_t k = 0; k < own->at.count && !wanted; k++)
        wanted = queue->owner[own->at.first + k] == CLM_UNIT_UNOWNED;
    pthread_mutex_unlock(&queue->lock);
    return wanted;
}

void clm_unit_abandon(clm_unit_queue *queue, size_t consumer)
{
    pthread_mutex_lock(&queue->lock);
    end_turn(&queue->consumers[consumer]);
    pthread_mutex_unlock(&queue->lock);
}

uint64_t clm_unit_stragglers(clm_unit_queue *queue, size_t consumer)
{
    uint64_t straggler_count;

    pthread_mutex_lock(&queue->lock);
    straggler_count = queue->consumers[consumer].straggler_count;
    pthread_mutex_unlock(&queue->lock);
    return straggler_count;
}

void clm_consumer_leave(clm_unit_queue *queue, size_t consumer)
{
    clm_consumer *own = &queue->consumers[consumer];

    pthread_mutex_lock(&queue->lock);
    if (!own->straggles)
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
static double speed_of(const clm_consumer *consumer)
{
    if (consumer->gone)
        return 0.0;
    return consumer->units == 0 ? 1e-9 : (double)consumer->units / (consumer->seconds + 1e-9);
}

/* Returns the last consumer that has not left; it gets the last coefficient. */
static size_t last_left(const clm_consumer *consumers, size_t count)
{
    size_t last = 0;

    for (size_t k = 0; k < count; k++)
        last = consumers[k].gone ? last : k;
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
    return CLMODP_OK;
}

void clm_windows_divide(clm_window *windows, const clm_consumer *consumers, size_t count,
                        const clm_engine *engine, const clm_bounds *each, size_t outputs)
{
    const size_t last = last_left(consumers, count);
    double all = 0.0, before = 0.0;

    for (size_t k = 0; k < count; k++)
        all += engine->reconstructs_windows ? speed_of(&consumers[k]) : k == last;
    for (size_t k = 0; k < count; k++) {
        clm_window *w = &windows[k];
        const double from = before / all;

        before += engine->reconstructs_windows ? speed_of(&consumers[k]) : k == last;
        w->coefficients = 0;
        for (size_t n = 0; n < outputs; n++) {
            w->each[n] = window_of(&each[n], from, k >= last ? 1.0 : before / all);
            if (!w->each[n].zero)
                w->coefficients += w->each[n].degree - w->each[n].valuation + 1;
        }
    }
}

clmodp_status clm_window_collect(clmodp_zx *const *results, clmodp_zx *const *parts,
                                 const clm_window *window, size_t outputs)
{
    clmodp_status st = CLMODP_OK;
    mpz_t c;

    mpz_init(c);
    for (size_t n = 0; n < outputs; n++)
        for (long i = clmodp_zx_degree(parts[n]);
             i >= 0 && (uint64_t)i >= window->each[n].valuation; i--) {
            clm_zx_take_coeff(c, parts[n], (size_t)i);
            TRY(clm_zx_move_coeff(results[n], c, (size_t)i));
        }
done:
    mpz_clear(c);
    return st;
}
