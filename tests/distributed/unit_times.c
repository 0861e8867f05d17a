/* Tests of simulated consumers of work units against computed times, and against threads. */
#include "support/assertions.h"

#include <math.h>
#include <string.h>
#include <time.h>

#include "core/parallel.h"
#include "distributed/unit_queue.h"
#include "problems/unit_times.h"
#include "support/small.h"

enum { MOST = 64 };

static double seconds_of(double each, double last, uint64_t units, size_t consumers,
                         const double *starts, const double *speeds, bool by_speed,
                         uint64_t *taken)
{
    const unit_times t = {.units = units, .seconds = each, .last_seconds = last,
                          .consumers = consumers, .starts = starts, .speeds = speeds,
                          .by_speed = by_speed};
    uint64_t sum = 0;
    const double end = unit_times_simulate(&t, taken);

    for (size_t k = 0; k < consumers; k++)
        sum += taken[k];
    assert_int_equal(sum, units);
    return end;
}

static void alike(double starts[MOST], double speeds[MOST])
{
    for (size_t k = 0; k < MOST; k++) {
        starts[k] = 0.0;
        speeds[k] = 1.0;
    }
}

/* Equal consumers need ceil(units / consumers) rounds. */
static void takers_alike_work_in_rounds(void **state)
{
    double starts[MOST], speeds[MOST];
    uint64_t taken[MOST];

    (void)state;
    alike(starts, speeds);
    for (size_t consumers = 1; consumers <= MOST; consumers++)
        for (uint64_t units = 1; units < 200; units += small_tests() ? 65 : 13) {
            const double rounds = ceil((double)units / (double)consumers);

            for (int by_speed = 0; by_speed < 2; by_speed++)
                assert_true(fabs(seconds_of(0.25, 0.25, units, consumers, starts, speeds,
                                            by_speed == 1, taken) - 0.25 * rounds) < 1e-9);
        }
}

static void a_short_last_unit_ends_early(void **state)
{
    const double starts[] = {0.0, 10.0}, speeds[] = {1.0, 1.0};
    uint64_t taken[2];

    (void)state;
    assert_true(fabs(seconds_of(1.0, 0.5, 5, 1, starts, speeds, true, taken) - 4.5) < 1e-9);
    /* a consumer that starts after the last unit was taken gets none */
    assert_true(fabs(seconds_of(1.0, 0.5, 5, 2, starts, speeds, true, taken) - 4.5) < 1e-9);
    assert_int_equal(taken[1], 0);
    /* a consumer that starts earlier gets its share */
    assert_true(fabs(seconds_of(1.0, 1.0, 14, 2, starts, speeds, true, taken) - 12.0) < 1e-9);
    assert_int_equal(taken[1], 2);
}

/* The slow consumer finishes at 9.5, when the fast one has its tenth unit and one is left. By the
 * rule the fast one does the last unit from 10 on; without, the slow one takes another 9.5. */
static void the_rule_leaves_last_units_to_the_fast(void **state)
{
    const double starts[] = {0.0, 0.0}, speeds[] = {9.5, 1.0};
    uint64_t taken[2];

    (void)state;
    assert_true(fabs(seconds_of(9.5, 9.5, 12, 2, starts, speeds, false, taken) - 19.0) < 1e-9);
    assert_int_equal(taken[1], 2);
    assert_true(fabs(seconds_of(9.5, 9.5, 12, 2, starts, speeds, true, taken) - 11.0) < 1e-9);
    assert_int_equal(taken[1], 1);
}

/* Sixteen whole units, and the same in eighths: towards the end consumers get fewer eighths, and
 * finish as if work were arbitrarily divisible, up to the time of two eighths. */
static void parts_of_units_end_together(void **state)
{
    static const double speeds[][4] = {{1.0, 0.7}, {1.0, 0.5}, {1.0, 0.3}, {1.0, 0.1},
                                       {1.0, 1.0, 0.6}, {1.0, 0.8, 0.6, 0.4}};
    static const double starts[4];
    double whole = 0.0, parts = 0.0; /* total excess over that time */

    (void)state;
    for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++) {
        size_t consumers = 0;
        double all = 0.0, least, end;
        unit_times t = {.units = 16, .seconds = 1.0, .last_seconds = 1.0, .starts = starts,
                        .speeds = speeds[k], .by_speed = true};

        for (; consumers < 4 && speeds[k][consumers] > 0.0; consumers++)
            all += speeds[k][consumers];
        t.consumers = consumers;
        least = 16.0 / all;
        whole += unit_times_simulate(&t, NULL) / least - 1.0;
        t.units = 8 * 16;
        t.at_once = 8;
        t.seconds = t.last_seconds = 1.0 / 8.0;
        end = unit_times_simulate(&t, NULL);
        parts += end / least - 1.0;
        assert_true(end >= least - 1e-9 && end <= least + 2.0 / 8.0);
    }
    assert_true(parts < whole / 4.0);
}

/* Two consumers have the last two units; the slow one would need a hundred seconds for one. */
static void stragglers_are_not_waited_for(void **state)
{
    const double starts[] = {0.0, 0.0}, speeds[] = {1.0, 0.01};
    uint64_t taken[2];

    (void)state;
    /* at 9 no unit is left, and the fast consumer begins the unit of the slow one */
    assert_true(fabs(seconds_of(1.0, 1.0, 10, 2, starts, speeds, true, taken) - 10.0) < 1e-9);
    assert_int_equal(taken[1], 0);
    /* as soon as the slow one is a straggler: after three times the fast one's time */
    assert_true(fabs(seconds_of(1.0, 1.0, 2, 2, starts, speeds, true, taken) - 4.0) < 1e-9);
    assert_int_equal(taken[0], 2);
    assert_true(fabs(seconds_of(1.0, 1.0, 2, 2, starts, speeds, false, taken) - 100.0) < 1e-9);
}

/* A thread that sleeps for the time of each unit. */
typedef struct sleeper {
    pthread_t thread;
    clm_unit_queue *queue;
    size_t number;
    double seconds;
} sleeper;

static void *sleep_through(void *argument)
{
    sleeper *s = argument;
    const struct timespec pause = {.tv_nsec = (long)(1e9 * s->seconds)};
    clm_unit_range units;

    while (clm_unit_take(s->queue, &units, s->number)) {
        (void)nanosleep(&pause, NULL);
        (void)clm_unit_done(s->queue, s->number, s->seconds);
    }
    return NULL;
}

enum { SLEEPERS = 4, UNITS = 60, TRIES = 7 };
static const double speeds_of[SLEEPERS] = {4.0, 2.0, 1.0, 0.2};

/* Returns the time of the queue with threads. */
static double sleep_all(double each, clm_consumer consumers[SLEEPERS])
{
    const double began = clm_clock_seconds();
    clm_unit_queue queue;
    clm_error error = {0};
    sleeper sleepers[SLEEPERS];

    memset(consumers, 0, SLEEPERS * sizeof *consumers);
    assert_int_equal(clm_unit_queue_create(&error, &queue, UNITS, 1, consumers, SLEEPERS),
                     CLMODP_OK);
    for (size_t k = 0; k < SLEEPERS; k++) {
        sleepers[k] = (sleeper){.queue = &queue, .number = k, .seconds = each / speeds_of[k]};
        assert_int_equal(pthread_create(&sleepers[k].thread, NULL, sleep_through, &sleepers[k]),
                         0);
    }
    for (size_t k = 0; k < SLEEPERS; k++)
        assert_int_equal(pthread_join(sleepers[k].thread, NULL), 0);
    clm_unit_queue_destroy(&queue);
    return clm_clock_seconds() - began;
}

/* Threads take about as many units in about the simulated time. On a busy machine, on which they
 * wake late, units that are twice as long follow. */
static void threads_take_as_simulated(void **state)
{
    static const double starts[SLEEPERS];
    clm_consumer consumers[SLEEPERS];
    uint64_t taken[SLEEPERS];
    double each = 0.04;
    bool agrees = false;

    (void)state;
    for (int k = 0; k < TRIES && !agrees; k++, each *= 2) {
        const double simulated = seconds_of(each, each, UNITS, SLEEPERS, starts, speeds_of, true,
                                            taken);
        const double took = sleep_all(each, consumers);

        assert_true(took > 0.95 * simulated);
        agrees = took < 1.25 * simulated;
        for (size_t n = 0; n < SLEEPERS; n++)
            agrees = agrees && fabs((double)consumers[n].units - (double)taken[n]) <=
                                   1.0 + 0.1 * (double)taken[n];
    }
    assert_true(agrees);
}

TESTS(
    cmocka_unit_test(takers_alike_work_in_rounds),
    cmocka_unit_test(a_short_last_unit_ends_early),
    cmocka_unit_test(the_rule_leaves_last_units_to_the_fast),
    cmocka_unit_test(parts_of_units_end_together),
    cmocka_unit_test(stragglers_are_not_waited_for),
    cmocka_unit_test(threads_take_as_simulated));
