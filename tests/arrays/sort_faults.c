/* Tests sorts of a caller's memory against known results while calls and allocations fail. */
#include <clmodp/opencl.h>

#include "opencl/buffer.h"
#include "support/context.h"
#include "support/faults.h"

#define KEYS 60

/* The caller's memory, keys followed by values, and the method of the sort. */
typedef struct work {
    clm_buffer words;
    clmodp_sort_method method;
} work;

static clmodp_status run(clmodp_context *ctx, void *argument)
{
    clmodp_status st = CLMODP_OK;
    const work *w = argument;
    const clmodp_cl_array keys = {w->words.mem, 0, KEYS}, values = {w->words.mem, KEYS, KEYS};
    cl_event done = (cl_event)(uintptr_t)1;
    const clmodp_cl_events events = {.done = &done};
    clmodp_sort_options options;
    uint32_t words[2 * KEYS];

    clmodp_sort_options_init(&options);
    options.method = w->method;
    options.run = 4;
    st = clm_buffer_fill(ctx, &w->words, 7, 2 * KEYS);
    if (st != CLMODP_OK)
        return st;
    st = clmodp_radix_sort(ctx, &keys, &values, &events, &options);
    if (st != CLMODP_OK) {
        assert_null(done);
        return st;
    }
    clReleaseEvent(done);
    st = clm_buffer_read(ctx, &w->words, 0, words, sizeof words);
    if (st == CLMODP_OK)
        for (uint32_t k = 0; k < 2 * KEYS; k++)
            assert_int_equal(words[k], 7);
    return st;
}

/* Opens a context whose self-tests an earlier context has passed: memory of self-tests would stay
 * in the pool, until a failure clears it. */
static clmodp_context *begin(work *w)
{
    clmodp_context *ctx = NULL;

    for (int turn = 0; turn < 2; turn++) {
        if (ctx != NULL) {
            clm_buffer_destroy(ctx, &w->words);
            clmodp_context_destroy(ctx);
        }
        ctx = context_open(NULL);
        assert_int_equal(clm_buffer_create(ctx, &w->words, 2 * KEYS, sizeof(uint32_t)),
                         CLMODP_OK);
        assert_int_equal(run(ctx, w), CLMODP_OK);
    }
    return ctx;
}

static void faults_are_reported(void **state)
{
    (void)state;
    for (int method = CLMODP_SORT_TILES; method <= CLMODP_SORT_BUCKETS; method++) {
        work w = {.method = (clmodp_sort_method)method};
        clmodp_context *ctx = begin(&w);

        if (fault_layer_works())
            assert_true(fault_sweep_warm(FAULT_OPENCL, ctx, run, &w, 1) > 20);
        assert_int_equal(fault_sweep_warm(FAULT_ALLOCATION, ctx, run, &w, 1), 0);
        clm_buffer_destroy(ctx, &w.words);
        clmodp_context_destroy(ctx);
    }
}

TESTS(cmocka_unit_test(faults_are_reported));
