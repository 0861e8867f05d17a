/* Units go to whoever is done with one first, come back from those that fail, and nobody waits
 * for ever. */
#include "support/assertions.h"

#include "fleet/unit_queue.h"

enum { MOST = 8 };

typedef struct asker {
    pthread_t thread;
    clm_unit_queue *queue;
    size_t number;
    uint64_t taken;  /* units */
    uint64_t fails;  /* the unit with which it does, or none */
    double seconds;  /* told for each */
} asker;

static void begin(clm_unit_queue *queue, clm_taker takers[MOST], uint64_t units, size_t count)
{
    clm_error error = {0};

    for (size_t k = 0; k < count; k++)
        takers[k] = (clm_taker){0};
    assert_int_equal(clm_unit_queue_create(&error, queue, units, takers, count), CLMODP_OK);
}

/* As if a taker had done units at this speed. */
static void done_before(clm_unit_queue *queue, size_t taker, uint64_t units, double seconds)
{
    queue->units += units;
    for (uint64_t k = 0; k < units; k++)
        clm_unit_done(queue, taker, seconds / (double)units);
}

static void *take_all(void *argument)
{
    asker *a = argument;
    uint64_t unit;

    while (clm_unit_take(a->queue, &unit, a->number)) {
        if (unit == a->fails) {
            clm_unit_return(a->queue, unit, a->number);
            break;
        }
        a->taken++;
        clm_unit_done(a->queue, a->number, a->seconds);
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
    clm_taker takers[MOST];
    asker askers[MOST];
    uint64_t taken = 0;

    (void)state;
    begin(&queue, takers, 1000, MOST);
    for (size_t k = 0; k < MOST; k++)
        start(&askers[k], &queue, k);
    for (size_t k = 0; k < MOST; k++) {
        assert_int_equal(pthread_join(askers[k].thread, NULL), 0);
        assert_int_equal(takers[k].units, askers[k].taken);
        taken += askers[k].taken;
    }
    assert_int_equal(taken, 1000);
    assert_true(clm_unit_queue_progress(&queue) == 1.0);
    clm_unit_queue_destroy(&queue);
}

static void first_units_go_first(void **state)
{
    clm_unit_queue queue;
    clm_taker takers[MOST];
    uint64_t unit;

    (void)state;
    begin(&queue, takers, 3, 1);
    for (uint64_t k = 0; k < 3; k++) {
        assert_true(clm_unit_take(&queue, &unit, 0));
        assert_int_equal(unit, k);
        clm_unit_done(&queue, 0, 1.0);
    }
    assert_false(clm_unit_take(&queue, &unit, 0));
    clm_unit_queue_destroy(&queue);
}

/* Ten times as slow: it takes one of many, and leaves few to the other. */
static void the_slow_leave_the_last_to_the_fast(void **state)
{
    clm_unit_queue queue;
    clm_taker takers[MOST];
    asker slow;
    uint64_t unit;

    (void)state;
    begin(&queue, takers, 30, 2);
    done_before(&queue, 0, 10, 10.0);
    done_before(&queue, 1, 1, 10.0);
    assert_true(clm_unit_take(&queue, &unit, 1));
    clm_unit_done(&queue, 1, 10.0);
    while (queue.count > 5) {
        assert_true(clm_unit_take(&queue, &unit, 0));
        clm_unit_done(&queue, 0, 1.0);
    }
    start(&slow, &queue, 1);
    while (clm_unit_take(&queue, &unit, 0))
        clm_unit_done(&queue, 0, 1.0);
    assert_int_equal(pthread_join(slow.thread, NULL), 0);
    assert_int_equal(slow.taken, 0);
    clm_unit_queue_destroy(&queue);
}

/* Also not where as many as there are takers of one speed look at one unit. */
static void the_fastest_always_takes(void **state)
{
    clm_unit_queue queue;
    clm_taker takers[MOST];
    uint64_t unit;

    (void)state;
    begin(&queue, takers, 1, MOST);
    for (size_t k = 0; k < MOST; k++)
        done_before(&queue, k, 3, 3.0);
    assert_true(clm_unit_take(&queue, &unit, 5));
    clm_unit_done(&queue, 5, 1.0);
    clm_unit_queue_destroy(&queue);
}

/* Even to the slow, once nobody else is left. */
static void what_comes_back_is_done_by_others(void **state)
{
    clm_unit_queue queue;
    clm_taker takers[MOST];
    asker slow;
    uint64_t unit;

    (void)state;
    begin(&queue, takers, 4, 2);
    done_before(&queue, 0, 10, 1.0);
    done_before(&queue, 1, 1, 10.0);
    for (size_t k = 0; k < 3; k++) {
        assert_true(clm_unit_take(&queue, &unit, 0));
        clm_unit_done(&queue, 0, 0.1);
    }
    assert_true(clm_unit_take(&queue, &unit, 0));
    start(&slow, &queue, 1); /* waits: the other one is at the last */
    clm_unit_return(&queue, unit, 0);
    assert_int_equal(pthread_join(slow.thread, NULL), 0);
    assert_int_equal(slow.taken, 1);
    assert_true(takers[0].gone);
    clm_unit_queue_destroy(&queue);
}

static void nobody_takes_after_a_stop(void **state)
{
    clm_unit_queue queue;
    clm_taker takers[MOST];
    asker waiting;
    uint64_t unit;

    (void)state;
    begin(&queue, takers, 1, 2);
    assert_true(clm_unit_take(&queue, &unit, 0));
    start(&waiting, &queue, 1);
    clm_unit_queue_stop(&queue);
    assert_int_equal(pthread_join(waiting.thread, NULL), 0);
    assert_int_equal(waiting.taken, 0);
    assert_false(clm_unit_take(&queue, &unit, 0));
    clm_unit_queue_destroy(&queue);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_units_are_done_once),
        cmocka_unit_test(first_units_go_first),
        cmocka_unit_test(the_slow_leave_the_last_to_the_fast),
        cmocka_unit_test(the_fastest_always_takes),
        cmocka_unit_test(what_comes_back_is_done_by_others),
        cmocka_unit_test(nobody_takes_after_a_stop),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
