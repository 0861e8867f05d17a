/* Tests with failures of every OpenCL call and every allocation between a plan and its result, and
 * with wrong data in every transfer from the device. */
#include <string.h>

#include "opencl/context.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/polynomials.h"
#include "support/skip.h"

enum { MOST_UNITS = 8 };

typedef struct work {
    clmodp_problem problem;
    clmodp_resultant_options resultant;
    clmodp_plan_options options;
    clmodp_zxy *f, *g;
    clmodp_zx *expected, *other;
} work;

static work work_create(clmodp_context *context)
{
    work w = {.f = random_dense(2, 3, 25, 1), .g = random_dense(2, 3, 25, 2),
              .expected = zx_new(), .other = zx_linear(3, 7)};

    clmodp_problem_init(&w.problem);
    w.problem.f = w.f;
    w.problem.g = w.g;
    clmodp_resultant_options_init(&w.resultant);
    w.resultant.engine = CLMODP_ENGINE_EUCLID;
    w.resultant.crt = CLMODP_CRT_POSITIONAL;
    clmodp_plan_options_init(&w.options);
    w.options.unit_primes = 3;
    assert_int_equal(clmodp_resultant(context, w.expected, NULL, w.f, w.g, &w.resultant),
                     CLMODP_OK);
    return w;
}

static void work_destroy(work *w)
{
    DESTROY(w->f, w->g, w->expected, w->other);
}

/* Replaces the plan by a copy read from its bytes. */
static clmodp_status send_plan(clmodp_context *context, clmodp_plan **plan)
{
    const size_t size = clmodp_plan_size(*plan);
    unsigned char bytes[4096];
    clmodp_plan *arrived = NULL;
    clmodp_status st;

    assert_true(size <= sizeof bytes);
    clmodp_plan_write(*plan, bytes);
    st = clmodp_plan_read(context, &arrived, bytes, size);
    clmodp_plan_destroy(*plan);
    *plan = arrived;
    return st;
}

static clmodp_status run(clmodp_context *context, const clmodp_plan *plan, clmodp_zx *r,
                         clmodp_images **images)
{
    clmodp_plan_info info = {.size = sizeof info};
    clmodp_status st = clmodp_plan_describe(plan, &info);

    assert_true(st == CLMODP_OK && info.units > 1 && info.units <= MOST_UNITS);
    for (uint64_t unit = 0; unit < info.units && st == CLMODP_OK; unit++)
        st = clmodp_plan_run(context, &images[unit], plan, unit);
    if (st == CLMODP_OK)
        st = clmodp_plan_finish(context, r, NULL, NULL, plan,
                                (const clmodp_images *const *)images, (size_t)info.units);
    return st;
}

static clmodp_status compute(clmodp_context *context, void *argument)
{
    work *w = argument;
    clmodp_plan *plan = NULL;
    clmodp_images *images[MOST_UNITS] = {0};
    clmodp_zx *r = NULL;
    clmodp_status st = clmodp_zx_create(&r);

    if (st == CLMODP_OK)
        st = clmodp_zx_set(r, w->other);
    if (st != CLMODP_OK) {
        clmodp_zx_destroy(r);
        return clm_fail(&context->error, st, "no memory");
    }
    w->options.resultant = &w->resultant;
    st = clmodp_plan_create(context, &plan, &w->problem, &w->options);
    if (st == CLMODP_OK)
        st = send_plan(context, &plan);
    if (st == CLMODP_OK)
        st = run(context, plan, r, images);
    assert_true(clmodp_zx_equal(r, st == CLMODP_OK ? w->expected : w->other));
    assert_int_equal(context->memory_now, 0);
    for (size_t k = 0; k < MOST_UNITS; k++)
        clmodp_images_destroy(images[k]);
    clmodp_plan_destroy(plan);
    clmodp_zx_destroy(r);
    return st;
}

static void sweep(fault_kind kind)
{
    clmodp_context *context;
    work w;

    SKIP_UNLESS(kind != FAULT_OPENCL || fault_layer_works(), FAULT_LAYER_MISSING);
    context = context_open(NULL);
    w = work_create(context);
    assert_uint_in_range(fault_sweep_warm(kind, context, compute, &w, 1), 50, 5000);
    work_destroy(&w);
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

static void flipped_bits_are_noticed(void **state)
{
    clmodp_context *context;
    long further;
    work w;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    context = context_open(NULL);
    w = work_create(context);
    assert_true(fault_sweep_reads(context, compute, &w, &further) > 0);
    work_destroy(&w);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(opencl_calls_fail),
    cmocka_unit_test(allocations_fail),
    cmocka_unit_test(flipped_bits_are_noticed));
