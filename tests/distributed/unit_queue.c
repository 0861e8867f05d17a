/* Tests that work units go to free consumers, return from failing ones, and that no consumer waits
 * forever. */
#include "support/assertions.h"

#include <string.h>

#include "distributed/unit_queue.h"

enum { MOST = 8 };

typedef struct asker {
    pthread_t thread;
    clm_unit_queue *queue;
    size_t number;
    uint64_t taken;  /* units */
    uint64_t fails;  /* the unit at which it fails, or UINT64_MAX */
    double seconds;  /* reported for each unit */
} asker;

static void begin(clm_unit_queue *queue, clm_consumer consumers[MOST], uint64_t units,
                  size_t count)
{
    clm_error error = {0};

    for (size_t k = 0; k < count; k++)
        consumers[k] = (clm_consumer){0};
    assert_int_equal(clm_unit_queue_create(&error, queue, units, 1, consumers, count), CLMODP_OK);
}

/* Lets a consumer have done units at this speed. */
static void done_before(clm_unit_queue *queue, size_t consumer, uint64_t units, double seconds)
{
    queue->consumers[consumer].units += units;
    queue->consumers[consumer].seconds += seconds;
}

static void *take_all(void *argument)
{
    asker *a = argument;
    clm_unit_range units;

    while (clm_unit_take(a->queue, &units, a->number)) {
        if (units.first == a->fails) {
            clm_consumer_leave(a->queue, a->number);
            break;
        }
        a->taken += units.count;
        assert_true(clm_unit_done(a->queue, a->number, a->seconds));
    }
    return NULL;
}

static void start(asker *a, clm_unit_queue *queue, size_t number)
{
    *a = (asker){.queue = queue, .number = number, .fails = UINT64_MAX, .seconds = 1.0};
    assert_int_equal(pthread_create(&a->thread, NULL, take_all, a), 0);
}

static void all_units_are_done_once(void **state)
{
    clm_unit_queue queue;
    clm_consumer consumers[MOST];
    asker askers[MOST];
    uint64_t taken = 0;

    (void)state;
    begin(&queue, consumers, 1000, MOST);
    for (size_t k = 0; k < MOST; k++)
        start(&askers[k], &queue, k);
    for (size_t k = 0; k < MOST; k++) {
        assert_int_equal(pthread_join(askers[k].thread, NULL), 0);
        assert_int_equal(consumers[k].units, askers[k].taken);
        taken += askers[k].taken;
    }
    assert_int_equal(taken, 1000);
    assert_true(clm_unit_queue_progress(&queue) == 1.0);
    clm_unit_queue_destroy(&queue);
}

static void first_batches_go_first(void **state)
{
    clm_unit_queue queue;
    clm_consumer consumers[MOST];
    clm_unit_range units;

    (void)state;
    begin(&queue, consumers, 3, 1);
    for (uint64_t k = 0; k < 3; k++) {
        assert_true(clm_unit_take(&queue, &units, 0));
        assert_int_equal(units.first, k);
        assert_int_equal(units.count, 1);
        (void)clm_unit_done(&queue, 0, 1.0);
    }
    assert_false(clm_unit_take(&queue, &units, 0));
    clm_unit_queue_destroy(&queue);
}

/* A consumer of a tenth of the speed takes one of many units, but leaves the last to the other. */
static void slow_consumers_leave_the_last_unit(void **state)
{
    clm_unit_queue queue;
    clm_consumer consumers[MOST];
    asker slow;
    clm_unit_range units;

    (void)state;
    begin(&queue, consumers, 30, 2);
    done_before(&queue, 0, 10, 10.0);
    done_before(&queue, 1, 1, 10.0);
    assert_true(clm_unit_take(&queue, &units, 1));
    (void)clm_unit_done(&queue, 1, 10.0);
    while (queue.count > 5) {
        assert_true(clm_unit_take(&queue, &units, 0));
        (void)clm_unit_done(&queue, 0, 1.0);
    }
    start(&slow, &queue, 1);
    while (clm_unit_take(&queue, &units, 0))
        (void)clm_unit_done(&queue, 0, 1.0);
    assert_int_equal(pthread_join(slow.thread, NULL), 0);
    assert_int_equal(slow.taken, 0);
    clm_unit_queue_destroy(&queue);
}

/* One of many equally fast consumers gets the only unit. */
static void a_fastest_consumer_gets_the_only_unit(void **state)
{
    clm_unit_queue queue;
    clm_consumer consumers[MOST];
    clm_unit_range units;

    (void)state;
    begin(&queue, consumers, 1, MOST);
    for (size_t k = 0; k < MOST; k++)
        done_before(&queue, k, 3, 3.0);
    assert_true(clm_unit_take(&queue, &units, 5));
    (void)clm_unit_done(&queue, 5, 1.0);
    clm_unit_queue_destroy(&queue);
}

/* A returned unit goes even to a slow consumer if no other is left. */
static void returned_units_go_to_slow_consumers(void **state)
{
    clm_unit_queue queue;
    clm_consumer consumers[MOST];
    asker slow;
    clm_unit_range units;

    (void)state;
    begin(&queue, consumers, 4, 2);
    done_before(&queue, 0, 10, 1.0);
    done_before(&queue, 1, 1, 10.0);
    for (size_t k = 0; k < 3; k++) {
        assert_true(clm_unit_take(&queue, &units, 0));
        (void)clm_unit_done(&queue, 0, 0.1);
    }
    assert_true(clm_unit_take(&queue, &units, 0));
    start(&slow, &queue, 1); /* waits, since the other one has the last unit */
    clm_consumer_leave(&queue, 0);
    assert_int_equal(pthread_join(slow.thread, NULL), 0);
    assert_int_equal(slow.taken, 1);
    assert_true(consumers[0].gone);
    clm_unit_queue_destroy(&queue);
}

/* With two equal consumers each gets half of the waiting units, up to a limit. */
static void consumers_take_fewer_and_fewer_units(void **state)
{
    static const uint64_t expected[] = {10, 10, 10, 5, 2, 1, 1, 1};
    clm_error error = {0};
    clm_consumer consumers[2] = {{0}};
    clm_unit_queue queue;
    clm_unit_range units;
    uint64_t next = 0;

    (void)state;
    assert_int_equal(clm_unit_queue_create(&error, &queue, 40, 10, consumers, 2), CLMODP_OK);
    for (size_t k = 0; k < sizeof expected / sizeof *expected; k++) {
        assert_true(clm_unit_take(&queue, &units, k % 2));
        assert_int_equal(units.first, next);
        assert_int_equal(units.count, expected[k]);
        next += units.count;
        assert_true(clm_unit_done(&queue, k % 2, (double)units.count));
    }
    assert_int_equal(next, 40);
    assert_false(clm_unit_take(&queue, &units, 0));
    clm_unit_queue_destroy(&queue);
}

static void expect_units(clm_unit_queue *queue, size_t consumer, double now, uint64_t first,
                         uint64_t count)
{
    clm_unit_range units;
    double again;

    assert_int_equal(clm_unit_try(queue, &units, &again, consumer, now), CLM_UNIT_TAKEN);
    assert_int_equal(units.first, first);
    assert_int_equal(units.count, count);
}

static void expect_later(clm_unit_queue *queue, size_t consumer, double now, double then)
{
    clm_unit_range units;
    double again;

    assert_int_equal(clm_unit_try(queue, &units, &again, consumer, now), CLM_UNIT_WAIT);
    assert_true(again == then);
}

/* Of three equal consumers the first is a straggler with units 0 to 3. The others have done the
 * rest, and begin these units after twice its expected time plus their own time. */
static void begin_late(clm_unit_queue *queue, clm_consumer consumers[MOST])
{
    clm_error error = {0};

    memset(consumers, 0, 3 * sizeof *consumers);
    assert_int_equal(clm_unit_queue_create(&error, queue, 8, 4, consumers, 3), CLMODP_OK);
    done_before(queue, 0, 10, 10.0);
    consumers[0].at = (clm_unit_range){0, 4};
    consumers[0].since = 100.0;
    queue->count -= 4; /* units 4 to 7 remain */
    done_before(queue, 1, 10, 10.0);
    done_before(queue, 2, 10, 10.0);
    expect_units(queue, 1, 100.0, 4, 1);
    expect_units(queue, 2, 100.0, 5, 1);
    assert_true(clm_unit_done(queue, 1, 1.0));
    expect_units(queue, 1, 101.0, 6, 1);
    assert_true(clm_unit_done(queue, 2, 1.0));
    expect_units(queue, 2, 101.0, 7, 1);
    assert_true(clm_unit_done(queue, 1, 1.0));
    expect_later(queue, 1, 102.0, 104.0); /* if the third one were a straggler */
    assert_true(clm_unit_done(queue, 2, 1.0));
    expect_later(queue, 1, 102.0, 112.0);
    expect_later(queue, 2, 111.9, 112.0);
    expect_units(queue, 1, 112.0, 0, 2);
    assert_int_equal(clm_unit_stragglers(queue, 0), 1);
    expect_units(queue, 2, 112.0, 2, 1);
}

/* The straggler finishes after all: its units are not wanted from other consumers. */
static void units_of_stragglers_are_given_to_others(void **state)
{
    clm_unit_queue queue;
    clm_consumer consumers[MOST];

    (void)state;
    begin_late(&queue, consumers);
    assert_true(clm_unit_done(&queue, 2, 1.0));
    assert_true(clm_unit_is_wanted(&queue, 0) && clm_unit_is_wanted(&queue, 1));
    assert_true(clm_unit_done(&queue, 0, 13.0));
    assert_true(queue.done == 8 && queue.count == 0);
    assert_true(queue.owner[0] == 0 && queue.owner[2] == 2 && queue.owner[3] == 0);
    assert_false(clm_unit_is_wanted(&queue, 1));
    assert_false(clm_unit_done(&queue, 1, 2.0));
    assert_int_equal(queue.owner[0], 0);
    clm_unit_queue_destroy(&queue);
}

/* The straggler is stopped when the others have done its units; or it fails, and no unit is queued
 * twice. */
static void stragglers_may_stop_or_fail(void **state)
{
    clm_unit_queue queue;
    clm_consumer consumers[MOST];

    (void)state;
    for (int fails = 0; fails < 2; fails++) {
        begin_late(&queue, consumers);
        if (fails)
            clm_consumer_leave(&queue, 0);
        assert_int_equal(queue.count, 1);
        assert_true(clm_unit_done(&queue, 1, 2.0) && clm_unit_done(&queue, 2, 1.0));
        assert_true(clm_unit_is_wanted(&queue, 0));
        expect_units(&queue, 1, 114.0, 3, 1);
        assert_true(clm_unit_done(&queue, 1, 1.0));
        assert_true(queue.done == 8 && queue.count == 0);
        assert_true(clm_unit_is_wanted(&queue, 0) == (fails == 1));
        clm_unit_abandon(&queue, 0);
        assert_true(clm_unit_is_wanted(&queue, 0));
        clm_unit_queue_destroy(&queue);
    }
}

/* The slow consumer leaves the last unit to the fast one, which becomes a straggler. */
static void slow_consumers_help_stragglers(void **state)
{
    clm_unit_queue queue;
    clm_consumer consumers[MOST];

    (void)state;
    begin(&queue, consumers, 3, 2);
    done_before(&queue, 0, 10, 1.0);
    done_before(&queue, 1, 1, 10.0);
    expect_units(&queue, 0, 100.0, 0, 1);
    expect_later(&queue, 1, 100.0, 100.0 + (0.2 + 10.0));
    expect_units(&queue, 1, 111.0, 0, 1);
    clm_unit_queue_destroy(&queue);
}

static void no_units_are_taken_after_a_stop(void **state)
{
    clm_unit_queue queue;
    clm_consumer consumers[MOST];
    asker waiting;
    clm_unit_range units;

    (void)state;
    begin(&queue, consumers, 1, 2);
    assert_true(clm_unit_take(&queue, &units, 0));
    start(&waiting, &queue, 1);
    clm_unit_queue_stop(&queue);
    assert_int_equal(pthread_join(waiting.thread, NULL), 0);
    assert_int_equal(waiting.taken, 0);
    assert_false(clm_unit_take(&queue, &units, 0));
    clm_unit_queue_destroy(&queue);
}

TESTS(
    cmocka_unit_test(all_units_are_done_once),
    cmocka_unit_test(first_batches_go_first),
    cmocka_unit_test(slow_consumers_leave_the_last_unit),
    cmocka_unit_test(a_fastest_consumer_gets_the_only_unit),
    cmocka_unit_test(returned_units_go_to_slow_consumers),
    cmocka_unit_test(consumers_take_fewer_and_fewer_units),
    cmocka_unit_test(units_of_stragglers_are_given_to_others),
    cmocka_unit_test(stragglers_may_stop_or_fail),
    cmocka_unit_test(slow_consumers_help_stragglers),
    cmocka_unit_test(no_units_are_taken_after_a_stop));
