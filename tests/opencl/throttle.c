/* Tests the throttle: measured times correct predictions, and limit the batches queued. */
#include "opencl/queue.h"
#include "support/assertions.h"

/* Adds a batch of so many predicted seconds that ends with command `end`. */
static void add(clm_throttle *t, int label, double seconds, uint64_t end, double now)
{
    clm_throttle_begin(t, label, seconds, now);
    clm_throttle_end(t, end, (double)end / 100);
}

static void little_is_queued_before_the_first_measurement(void **state)
{
    static clm_throttle t;

    (void)state;
    assert_false(clm_throttle_too_much(&t, 3, 0.9 * CLM_MOST_UNVERIFIED_SECONDS));
    assert_true(clm_throttle_too_much(&t, 3, 1.1 * CLM_MOST_UNVERIFIED_SECONDS));
    add(&t, 3, 0.01, 1, 0);
    clm_throttle_observe(&t, 1, 0.01); /* as predicted */
    assert_false(clm_throttle_too_much(&t, 3, 0.9 * CLM_MOST_QUEUED_SECONDS));
    assert_true(clm_throttle_too_much(&t, 3, 1.1 * CLM_MOST_QUEUED_SECONDS));
    assert_true(
        clm_throttle_too_much(&t, 4, 1.1 * CLM_MOST_UNVERIFIED_SECONDS)); /* another label */
}

static void work_in_progress_counts(void **state)
{
    static clm_throttle t;

    (void)state;
    add(&t, 0, 0.01, 1, 0);
    clm_throttle_observe(&t, 1, 0.01);
    add(&t, 0, 0.1, 2, 0.01);
    assert_false(clm_throttle_too_much(&t, 0, 0.09));
    assert_true(clm_throttle_too_much(&t, 0, 0.11));
    assert_int_equal(clm_throttle_oldest(&t), 2);
    clm_throttle_observe(&t, 1, 0.05); /* no news */
    assert_true(clm_throttle_too_much(&t, 0, 0.11));
    clm_throttle_observe(&t, 2, 0.11);
    assert_false(clm_throttle_too_much(&t, 0, 0.11));
    assert_true(t.reached == 0.02);
}

static void one_slow_batch_doubles_predictions(void **state)
{
    static clm_throttle t;

    (void)state;
    add(&t, 0, 0.01, 1, 0);
    clm_throttle_observe(&t, 1, 0.01);
    add(&t, 0, 0.01, 2, 0.01);
    clm_throttle_observe(&t, 2, 1.01); /* 100 times too slow: corrected by 2, and unsure again */
    assert_false(clm_throttle_too_much(&t, 0, 0.49 * CLM_MOST_UNVERIFIED_SECONDS));
    assert_true(clm_throttle_too_much(&t, 0, 0.51 * CLM_MOST_UNVERIFIED_SECONDS));
    add(&t, 0, 0.01, 3, 1.01);
    clm_throttle_observe(&t, 3, 1.02);
    assert_false(clm_throttle_too_much(&t, 0, 0.99 * CLM_MOST_QUEUED_SECONDS));
    assert_true(clm_throttle_too_much(&t, 0, 1.01 * CLM_MOST_QUEUED_SECONDS));
}

/* Batches completed together share the measured time, from the earliest possible start. */
static void batches_completed_together_share_the_time(void **state)
{
    static clm_throttle t;

    (void)state;
    for (uint64_t k = 1; k <= 4; k++)
        add(&t, 0, 0.01, k, 0.001 * (double)k);
    clm_throttle_observe(&t, 4, 0.041);
    assert_true(t.seen[0].factor > 0.99 && t.seen[0].factor < 1.01);
    assert_int_equal(t.done, 4);
}

static void the_number_of_batches_is_bounded(void **state)
{
    static clm_throttle t = {.unbounded = true};

    (void)state;
    for (uint64_t k = 1; k < CLM_MOST_BATCHES; k++) {
        assert_false(clm_throttle_too_much(&t, CLM_NO_LABEL, 1e9));
        add(&t, CLM_NO_LABEL, 1e9, k, 0);
    }
    assert_true(clm_throttle_too_much(&t, CLM_NO_LABEL, 1e-9));
    clm_throttle_observe(&t, 1, 1);
    assert_false(clm_throttle_too_much(&t, CLM_NO_LABEL, 1e9));
}

TESTS(
    cmocka_unit_test(little_is_queued_before_the_first_measurement),
    cmocka_unit_test(work_in_progress_counts),
    cmocka_unit_test(one_slow_batch_doubles_predictions),
    cmocka_unit_test(batches_completed_together_share_the_time),
    cmocka_unit_test(the_number_of_batches_is_bounded));
