/* Tests of measurements with failing calls and allocations. */
#include <clmodp/tuning.h>

#include <string.h>

#include "opencl/buffer.h"
#include "opencl/context.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/skip.h"

/* A measurement; on failure it leaves no data. */
typedef clmodp_status (*measurement)(clmodp_context *ctx, int which);

static clmodp_status calibrate(clmodp_context *ctx, int which)
{
    clmodp_calibration found;
    clmodp_status st;

    (void)which;
    clmodp_calibration_init(&found);
    st = clmodp_calibrate(ctx, &found);
    assert_true(st == CLMODP_OK || found.seconds == 0);
    return st;
}

static clmodp_status tune(clmodp_context *ctx, int which)
{
    clmodp_tune_options options;
    clmodp_tuned *rows;
    size_t count;
    clmodp_status st;

    clmodp_tune_options_init(&options);
    options.from = options.to = 16;
    options.runs = 1;
    st = clmodp_tune(ctx, &rows, &count, (clmodp_tune_algorithm)which, &options);
    assert_true(st == CLMODP_OK ? count > 0 : rows == NULL && count == 0);
    clmodp_tune_free(rows);
    return st;
}

/* Lets calls fail: the first ones, and then ever fewer, since a run has thousands. */
static void sweep(clmodp_context *ctx, measurement measure, int which, fault_kind kind, long dense)
{
    for (long n = 1;; n = n < dense ? n + 1 : (1 + fault_every()) * n) {
        clmodp_status st;
        long before;
        bool met;

        clm_pool_clear(ctx);
        before = fault_references();
        fault_arm(kind, n);
        st = measure(ctx, which);
        met = fault_disarm(kind);
        if (st != CLMODP_OK)
            assert_true(clmodp_context_message(ctx)[0] != '\0');
        assert_int_equal(ctx->memory_now, 0);
        assert_int_equal(clm_finish(ctx), CLMODP_OK);
        clm_pool_clear(ctx);
        if (kind == FAULT_OPENCL)
            assert_true(fault_references() <= before);
        if (!met) {
            assert_int_equal(st, CLMODP_OK);
            break;
        }
    }
}

static void sweep_both(clmodp_context *ctx, measurement measure, int which)
{
    assert_int_equal(measure(ctx, which), CLMODP_OK); /* kernels are built */
    if (fault_layer_works())
        sweep(ctx, measure, which, FAULT_OPENCL, 20 / fault_every());
    sweep(ctx, measure, which, FAULT_ALLOCATION, 4 / fault_every());
}

static clmodp_context *open_small(void)
{
    clmodp_context_options options;

    clmodp_context_options_init(&options);
    options.max_memory = 64 << 20;
    return context_open(&options);
}

static void faults_of_devices(void **state)
{
    clmodp_context *ctx = open_small();

    (void)state;
    sweep_both(ctx, calibrate, 0);
    clmodp_context_destroy(ctx);
}

static void faults_of_algorithms(void **state)
{
    clmodp_context *ctx = open_small();

    (void)state;
    for (int which = 0; which < CLMODP_TUNE_ALGORITHMS; which += fault_every() > 1 ? 3 : 1)
        sweep_both(ctx, tune, which);
    clmodp_context_destroy(ctx);
}

/* A wrong result is detected, since others are compared with the first. */
static void wrong_results_are_seen(void **state)
{
    clmodp_context *ctx = open_small();

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    assert_int_equal(tune(ctx, CLMODP_TUNE_SCAN), CLMODP_OK); /* reads known answers, too */
    fault_flip_read(1);
    assert_int_equal(tune(ctx, CLMODP_TUNE_SCAN), CLMODP_CORRUPT);
    assert_non_null(strstr(clmodp_context_message(ctx), "different results"));
    fault_flip_read(0);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(faults_of_devices),
    cmocka_unit_test(faults_of_algorithms),
    cmocka_unit_test(wrong_results_are_seen));
