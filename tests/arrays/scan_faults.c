/* Tests prefix sums of a caller's memory against known sums while calls and allocations fail. */
#include <clmodp/opencl.h>

#include "opencl/buffer.h"
#include "support/context.h"
#include "support/faults.h"

#define WORDS 100

/* The caller's memory: the values, and their prefix sums. */
typedef struct work {
    clm_buffer values, sums;
} work;

static clmodp_status run(clmodp_context *ctx, void *argument)
{
    clmodp_status st = CLMODP_OK;
    const work *w = argument;
    const clmodp_cl_array values = {w->values.mem, 0, WORDS}, sums = {w->sums.mem, 0, WORDS};
    cl_event done = (cl_event)(uintptr_t)1;
    const clmodp_cl_events events = {.done = &done};
    clmodp_scan_options options;
    uint32_t words[WORDS];

    clmodp_scan_options_init(&options);
    options.group = 2;
    options.run = 3; /* three levels */
    st = clmodp_scan(ctx, &sums, &values, &events, &options);
    if (st != CLMODP_OK) {
        assert_null(done);
        return st;
    }
    clReleaseEvent(done);
    st = clm_buffer_read(ctx, &w->sums, 0, words, sizeof words);
    if (st == CLMODP_OK)
        for (uint32_t k = 0; k < WORDS; k++)
            assert_int_equal(words[k], 7 * (k + 1));
    return st;
}

static void faults_are_reported(void **state)
{
    clmodp_context *ctx = context_open(NULL);
    work w;

    (void)state;
    assert_int_equal(clm_buffer_create(ctx, &w.values, WORDS, sizeof(uint32_t)), CLMODP_OK);
    assert_int_equal(clm_buffer_create(ctx, &w.sums, WORDS, sizeof(uint32_t)), CLMODP_OK);
    assert_int_equal(clm_buffer_fill(ctx, &w.values, 7, WORDS), CLMODP_OK);
    assert_int_equal(run(ctx, &w), CLMODP_OK);
    if (fault_layer_works())
        assert_true(fault_sweep_warm(FAULT_OPENCL, ctx, run, &w, 1) > 20);
    assert_int_equal(fault_sweep_warm(FAULT_ALLOCATION, ctx, run, &w, 1), 0);
    clm_buffer_destroy(ctx, &w.values);
    clm_buffer_destroy(ctx, &w.sums);
    clmodp_context_destroy(ctx);
}

TESTS(cmocka_unit_test(faults_are_reported));
