/* Tests of merged problems in a subcontext, as on a worker of a batch, and of a batch of problems
 * in flight, with failures of every OpenCL call and every allocation. */
#include <stdatomic.h>
#include <string.h>
#include <time.h>

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

/* Computes and checks a batch, whose problems differ in shape and are in flight together. */
static clmodp_status fly(clmodp_context *context, void *argument)
{
    work *w = argument;
    clmodp_status st = clmodp_compute_batch(context, w->problem, COUNT, &w->options);

    for (size_t k = 0; k < COUNT; k++) {
        if (w->problem[k].status == CLMODP_OK)
            assert_true(clmodp_zx_equal(w->problem[k].r, w->expected[k]));
        else if (st == CLMODP_OK)
            st = w->problem[k].status;
    }
    return st;
}

/* Creates problems of equal shapes, or of different degrees in y, which a batch does not merge. */
static clmodp_context *set_up(work *w, bool equal)
{
    clmodp_context *context = context_open(NULL);

    memset(w, 0, sizeof *w);
    clmodp_resultant_options_init(&w->options);
    w->options.engine = CLMODP_ENGINE_EUCLID;
    w->options.max_result = CLMODP_DEFAULT_MAX_RESULT;
    for (size_t k = 0; k < COUNT; k++) {
        clmodp_problem *p = &w->problem[k];

        w->expected[k] = zx_new();
        *p = (clmodp_problem){.size = sizeof *p,
                              .f = random_dense(3, equal ? 4 : 4 + k, 40, 2 * k),
                              .g = random_dense(3, 4, 40, 2 * k + 1), .r = zx_new()};
        assert_int_equal(clmodp_resultant(context, w->expected[k], NULL, p->f, p->g, &w->options),
                         CLMODP_OK);
    }
    context->threads = 2;
    return context;
}

static void tear_down(clmodp_context *context, work *w)
{
    for (size_t k = 0; k < COUNT; k++)
        DESTROY((clmodp_zxy *)(uintptr_t)w->problem[k].f, (clmodp_zxy *)(uintptr_t)w->problem[k].g,
                w->problem[k].r, w->expected[k]);
    clmodp_context_destroy(context);
}

static void sweep(fault_kind kind, fault_operation operation)
{
    clmodp_context *context;
    work w;

    SKIP_UNLESS(kind != FAULT_OPENCL || fault_layer_works(), FAULT_LAYER_MISSING);
    context = set_up(&w, operation == run);
    assert_true(clm_subcontext_supported(context) ||
                clm_driver_mixes_queues(clmodp_context_device(context)));
    assert_uint_in_range(fault_sweep_warm(kind, context, operation, &w,
                                          operation == fly ? fault_every() : 1), 20, 5000);
    tear_down(context, &w);
}

static void opencl_calls_fail(void **state)
{
    (void)state;
    sweep(FAULT_OPENCL, run);
}

static void allocations_fail(void **state)
{
    (void)state;
    sweep(FAULT_ALLOCATION, run);
}

/* The first launch of a batch waits for the progress of the other problems. */
static atomic_int launches;
static atomic_bool others_done;

static void delay_first(const char *kernel, size_t items, size_t groups)
{
    const struct timespec pause = {.tv_nsec = 1000000L};

    (void)kernel, (void)items, (void)groups;
    if (atomic_fetch_add(&launches, 1) == 0)
        for (int k = 0; k < 20000 && !atomic_load(&others_done); k++)
            (void)nanosleep(&pause, NULL);
}

static int see_others(void *user, double fraction)
{
    (void)user;
    if (fraction * COUNT >= COUNT - 1)
        atomic_store(&others_done, true);
    return 0;
}

/* While a call waits for the device, another worker computes all other problems. */
static void calls_overlap(void **state)
{
    clmodp_context *context;
    work w;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    context = set_up(&w, false);
    SKIP_UNLESS(clm_subcontext_supported(context), "the driver mixes queues");
    clmodp_context_set_progress(context, see_others, NULL);
    atomic_store(&others_done, false);
    atomic_store(&launches, 0);
    fault_watch_launches(delay_first);
    assert_int_equal(fly(context, &w), CLMODP_OK);
    fault_watch_launches(NULL);
    assert_true(atomic_load(&others_done));
    tear_down(context, &w);
}

static void opencl_calls_in_flight_fail(void **state)
{
    (void)state;
    sweep(FAULT_OPENCL, fly);
}

static void allocations_in_flight_fail(void **state)
{
    (void)state;
    sweep(FAULT_ALLOCATION, fly);
}

TESTS(
    cmocka_unit_test(opencl_calls_fail),
    cmocka_unit_test(allocations_fail),
    cmocka_unit_test(calls_overlap),
    cmocka_unit_test(opencl_calls_in_flight_fail),
    cmocka_unit_test(allocations_in_flight_fail));
