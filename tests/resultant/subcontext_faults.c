/* Tests of merged problems in a subcontext, as in a thread of a batch, with failures of every
 * OpenCL call and every allocation. */
#include "opencl/buffer.h"
#include "opencl/context.h"
#include "opencl/devices.h"
#include "resultant/merged.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/polynomials.h"
#include "support/skip.h"

#define COUNT 3

typedef struct work {
    clmodp_problem problem[COUNT];
    clmodp_zx *expected[COUNT];
    clmodp_resultant_options options;
} work;

static clmodp_status solve(clmodp_context *context, work *w, clm_merged merged[COUNT])
{
    clm_subcontext subcontext = {0};
    clmodp_context *own = &subcontext.context;
    clm_call call;
    clmodp_status st = clm_subcontext_create(&subcontext, context, 2);

    if (st != CLMODP_OK)
        return st;
    clm_call_begin(&call, own, 0, false);
    assert_true(clm_memory_left(own) <= context->call->max_memory / 2);
    st = clm_merged_compute(own, merged, COUNT, &w->options);
    assert_int_equal(own->memory_now, 0);
    (void)clm_call_end(own, &call, st);
    context->error = own->error;
    clm_subcontext_destroy(&subcontext);
    return st;
}

/* Checks that all finished results are right after any failure. */
static clmodp_status run(clmodp_context *context, void *argument)
{
    work *w = argument;
    clm_merged merged[COUNT] = {{.done = false}};
    clmodp_status st = CLMODP_OK;

    clm_error_clear(&context->error);
    for (size_t k = 0; k < COUNT && st == CLMODP_OK; k++) {
        bool fits;

        st = clm_merged_create(&context->error, &merged[k], &fits, &w->problem[k], &w->options);
        assert_true(st != CLMODP_OK || fits);
        merged[k].index = k;
    }
    if (st == CLMODP_OK)
        st = solve(context, w, merged);
    for (size_t k = 0; k < COUNT; k++) {
        assert_true(!merged[k].done || clmodp_zx_equal(w->problem[k].r, w->expected[k]));
        clm_merged_clear(&merged[k]);
    }
    return st == CLMODP_OK ? st : clm_error_complete(&context->error, st);
}

static void sweep(fault_kind kind)
{
    clmodp_context *context;
    work w = {0};

    SKIP_UNLESS(kind != FAULT_OPENCL || fault_layer_works(), FAULT_LAYER_MISSING);
    context = context_open(NULL);
    clmodp_resultant_options_init(&w.options);
    w.options.engine = CLMODP_ENGINE_EUCLID;
    w.options.max_result = CLMODP_DEFAULT_MAX_RESULT;
    for (size_t k = 0; k < COUNT; k++) {
        w.expected[k] = zx_new();
        w.problem[k] = (clmodp_problem){.size = sizeof(clmodp_problem),
                                        .f = random_dense(3, 4, 40, 2 * k),
                                        .g = random_dense(3, 4, 40, 2 * k + 1), .r = zx_new()};
        assert_int_equal(clmodp_resultant(context, w.expected[k], NULL, w.problem[k].f,
                                          w.problem[k].g, &w.options), CLMODP_OK);
    }
    assert_true(clm_subcontext_supported(context) ||
                clm_driver_mixes_queues(clmodp_context_device(context)));
    assert_uint_in_range(fault_sweep_warm(kind, context, run, &w, 1), 20, 5000);
    for (size_t k = 0; k < COUNT; k++) {
        clmodp_zxy_destroy((clmodp_zxy *)(uintptr_t)w.problem[k].f);
        clmodp_zxy_destroy((clmodp_zxy *)(uintptr_t)w.problem[k].g);
        clmodp_zx_destroy(w.problem[k].r);
        clmodp_zx_destroy(w.expected[k]);
    }
    clmodp_context_destroy(context);
}

static void opencl_calls_fail(void **state)
{
    (void)state;
    sweep(FAULT_OPENCL);
}

static void allocations_fail(void **state)
{
    (void)state;
    sweep(FAULT_ALLOCATION);
}

TESTS(
    cmocka_unit_test(opencl_calls_fail),
    cmocka_unit_test(allocations_fail));
