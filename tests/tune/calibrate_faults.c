/* Measurements while calls and allocations fail. */
#include <clmodp/tune.h>

#include "device/context.h"
#include "support/context.h"
#include "support/faults.h"

/* Since a run has thousands of calls: the first ones, and fewer and fewer after them. */
static void sweep(clmodp_context *ctx, fault_kind kind, long dense)
{
    for (long n = 1;; n = n < dense ? n + 1 : 2 * n) {
        const long before = fault_references();
        clmodp_calibration found;
        clmodp_status st;
        bool met;

        clmodp_calibration_init(&found);
        fault_arm(kind, n);
        st = clmodp_calibrate(ctx, &found);
        met = fault_disarm(kind);
        if (st != CLMODP_OK) {
            assert_true(clmodp_context_message(ctx)[0] != '\0');
            assert_int_equal(found.seconds, 0);
        }
        assert_int_equal(ctx->memory_now, 0);
        assert_int_equal(clm_finish(ctx), CLMODP_OK);
        if (kind == FAULT_OPENCL)
            assert_true(fault_references() <= before);
        if (!met) {
            assert_int_equal(st, CLMODP_OK);
            break;
        }
    }
}

static void faults_are_reported(void **state)
{
    clmodp_context_options options;
    clmodp_context *ctx;
    clmodp_calibration found;

    (void)state;
    clmodp_context_options_init(&options);
    options.max_memory = 64 << 20;
    ctx = context_open(&options);
    clmodp_calibration_init(&found);
    assert_int_equal(clmodp_calibrate(ctx, &found), CLMODP_OK); /* kernels are built */
    if (fault_layer_works())
        sweep(ctx, FAULT_OPENCL, 20);
    sweep(ctx, FAULT_ALLOCATION, 4);
    clmodp_context_destroy(ctx);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(faults_are_reported),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
