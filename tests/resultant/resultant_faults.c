/* Tests of a whole resultant, alone and with its first subresultant, with failures of every OpenCL
 * call and every allocation, and with wrong data in every transfer from the device. */
#include "opencl/context.h"
#include "support/fault_work.h"
#include "support/polynomials.h"
#include "support/skip.h"

/* Reconstructs on the device; by a GPU's cost coefficients the host would do it. */
static clmodp_status compute(clmodp_context *context, void *argument)
{
    fault_work *w = argument;
    clmodp_status st = fault_work_run(context, w);

    if (st == CLMODP_OK && context->tuning.vector_width > 1)
        assert_string_not_equal(w->report.crt_name, "tree");
    return st;
}

/* Creates a problem of several chunks, for each mode with another reconstruction on the device. */
static fault_work work_create(clmodp_context *context, clmodp_mode mode, bool subresultant)
{
    fault_work w = fault_work_create(context, random_dense(3, 4, 40, 11),
                                     random_dense(2, 5, 40, 12), subresultant, 0);

    w.options.mode = mode;
    w.options.crt = mode == CLMODP_MODE_PROBABLE ? CLMODP_CRT_MIXED_RADIX
                     : subresultant               ? CLMODP_CRT_CONVOLUTION
                                                  : CLMODP_CRT_POSITIONAL;
    w.options.max_memory = w.report.memory_bytes * 3 / 4;
    return w;
}

/* cosets: number of cosets of points; 0: chosen by the engine. */
static void sweep_cosets(fault_kind kind, clmodp_mode mode, bool subresultant, size_t cosets)
{
    const long every = fault_every();
    clmodp_context *context;
    fault_work w;

    SKIP_UNLESS(kind != FAULT_OPENCL || fault_layer_works(), FAULT_LAYER_MISSING);
    context = context_open(NULL);
    context_always_searches(context);
    context->overrides.cosets = cosets;
    w = work_create(context, mode, subresultant);
    assert_uint_in_range(fault_sweep_warm(kind, context, compute, &w, every),
                         (kind == FAULT_OPENCL ? 50 : 10) / every, 5000);
    fault_work_destroy(&w);
    clmodp_context_destroy(context);
}

static void sweep(fault_kind kind, clmodp_mode mode, bool subresultant)
{
    sweep_cosets(kind, mode, subresultant, 0);
}

static void opencl_calls_fail(void **state)
{
    (void)state;
    sweep(FAULT_OPENCL, CLMODP_MODE_CERTIFIED, false);
}

static void opencl_calls_fail_in_probable_mode(void **state)
{
    (void)state;
    sweep(FAULT_OPENCL, CLMODP_MODE_PROBABLE, false);
}

static void opencl_calls_fail_with_subresultants(void **state)
{
    (void)state;
    sweep(FAULT_OPENCL, CLMODP_MODE_CERTIFIED, true);
}

static void opencl_calls_fail_with_cosets(void **state)
{
    (void)state;
    sweep_cosets(FAULT_OPENCL, CLMODP_MODE_CERTIFIED, false, 3);
}

static void allocations_fail(void **state)
{
    (void)state;
    sweep(FAULT_ALLOCATION, CLMODP_MODE_CERTIFIED, false);
}

static void allocations_fail_in_probable_mode(void **state)
{
    (void)state;
    sweep(FAULT_ALLOCATION, CLMODP_MODE_PROBABLE, false);
}

static void allocations_fail_with_subresultants(void **state)
{
    (void)state;
    sweep(FAULT_ALLOCATION, CLMODP_MODE_CERTIFIED, true);
    sweep(FAULT_ALLOCATION, CLMODP_MODE_PROBABLE, true);
}

static void allocations_fail_with_cosets(void **state)
{
    (void)state;
    sweep_cosets(FAULT_ALLOCATION, CLMODP_MODE_CERTIFIED, false, 3);
}

/* With rows of few coefficients, or a first division by powers of y, on the device and on the
 * host. */
static void sweep_terms(fault_kind kind, const char *f, const char *g)
{
    static const clmodp_engine engines[] = {CLMODP_ENGINE_EUCLID, CLMODP_ENGINE_HOST};

    SKIP_UNLESS(kind != FAULT_OPENCL || fault_layer_works(), FAULT_LAYER_MISSING);
    for (size_t e = 0; e < sizeof engines / sizeof *engines; e++) {
        clmodp_context *context = context_open(NULL);
        fault_work w = fault_work_create(context, zxy_parse(f), zxy_parse(g), false, 0);

        w.options.engine = engines[e];
        assert_uint_in_range(fault_sweep_warm(kind, context, fault_work_run, &w, fault_every()),
                             kind == FAULT_OPENCL && e == 1 ? 0 : 10 / fault_every(), 5000);
        fault_work_destroy(&w);
        clmodp_context_destroy(context);
    }
}

static void opencl_calls_fail_with_few_terms(void **state)
{
    (void)state;
    sweep_terms(FAULT_OPENCL, "y^300 + x*y^100 + 1", "x*y^2 - y + 2");
    sweep_terms(FAULT_OPENCL, "(x^80 + x^40 + x + 1)*y^2 - 3", "(x^70 - 1)*y + x^40");
}

static void allocations_fail_with_few_terms(void **state)
{
    (void)state;
    sweep_terms(FAULT_ALLOCATION, "y^300 + x*y^100 + 1", "x*y^2 - y + 2");
    sweep_terms(FAULT_ALLOCATION, "(x^80 + x^40 + x + 1)*y^2 - 3", "(x^70 - 1)*y + x^40");
}

/* Wrong data from the device give CORRUPT or, in probable mode, more primes until a candidate
 * passes; never a wrong result. Returns the number of detected errors. */
static long count_noticed(clmodp_mode mode, bool subresultant, size_t cosets)
{
    clmodp_context *context;
    fault_work w;
    long noticed, further;

    context = context_open(NULL);
    context_always_searches(context);
    context->overrides.cosets = cosets;
    w = work_create(context, mode, subresultant);
    noticed = fault_sweep_reads(context, compute, &w, &further);
    fault_work_destroy(&w);
    clmodp_context_destroy(context);
    return noticed + further;
}

static void flipped_bits_are_noticed(void **state)
{
    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    assert_true(count_noticed(CLMODP_MODE_CERTIFIED, false, 0) > 0);
    assert_true(count_noticed(CLMODP_MODE_CERTIFIED, true, 0) > 0);
    assert_true(count_noticed(CLMODP_MODE_CERTIFIED, false, 3) > 0);
}

static void wrong_candidates_are_refused(void **state)
{
    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    assert_true(count_noticed(CLMODP_MODE_PROBABLE, false, 0) > 0);
    assert_true(count_noticed(CLMODP_MODE_PROBABLE, true, 0) > 0);
    assert_true(count_noticed(CLMODP_MODE_PROBABLE, true, 2) > 0);
}

/* Memory of the library besides buffers and staging: polynomials, bounds, tables of primes. */
#define BESIDES 65536

/* Makes a call, and measures its peak memory. */
static clmodp_status measure(clmodp_context *context, const clmodp_problem *problem,
                             const clmodp_resultant_options *options, long *peak)
{
    clmodp_status st;

    fault_memory_begin();
    st = clmodp_compute(context, problem, options);
    *peak = fault_memory_end();
    return st;
}

/* Checks that the memory held respects the cap, except for a tenth and BESIDES. A first call may
 * hold more for self-tests of the device, since less memory may select other kernels. */
static void check_cap(clmodp_context *context, clmodp_zxy *f, clmodp_zxy *g, clmodp_mode mode,
                      bool subresultant)
{
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_resultant_options options;
    clmodp_zx *r = zx_new();
    clmodp_zxy *s = zxy_new();
    const clmodp_problem problem = {
        .size = sizeof problem, .k = 1, .f = f, .g = g, .r = r, .s = s, .report = &report,
        .operation = subresultant ? CLMODP_OPERATION_SUBRESULTANT : CLMODP_OPERATION_RESULTANT};
    clmodp_status st = CLMODP_OK;
    int succeeded = 0;

    clmodp_resultant_options_init(&options);
    options.mode = mode;
    options.max_memory = (uint64_t)8 << 20;
    for (; st == CLMODP_OK; options.max_memory -= options.max_memory / 5) {
        const double most = 1.1 * (double)options.max_memory + BESIDES;
        long peak;

        st = measure(context, &problem, &options, &peak);
        if (st == CLMODP_OK && (double)peak > most)
            st = measure(context, &problem, &options, &peak);
        if (st != CLMODP_OK)
            break;
        if ((double)peak > most)
            fail_msg("%ld bytes under a cap of %ju", peak, (uintmax_t)options.max_memory);
        assert_true((double)report.memory_bytes > 0.7 * (double)peak);
        succeeded++;
    }
    assert_int_equal(st, CLMODP_DEVICE_MEMORY);
    assert_true(succeeded > 3);
    DESTROY(s, r);
}

static void caps_hold_for_all_allocations(void **state)
{
    clmodp_context *context;
    clmodp_zxy *f, *g;
    clmodp_zx *r;

    (void)state;
    SKIP_UNLESS(fault_layer_works(), FAULT_LAYER_MISSING);
    context = context_open(NULL);
    context_always_searches(context);
    f = random_dense(70, 6, 100, 21);
    g = random_dense(60, 7, 100, 22);
    r = zx_new();
    assert_int_equal(clmodp_resultant(context, r, NULL, f, g, NULL), CLMODP_OK); /* builds */
    check_cap(context, f, g, CLMODP_MODE_CERTIFIED, false);
    check_cap(context, f, g, CLMODP_MODE_PROBABLE, false);
    check_cap(context, f, g, CLMODP_MODE_CERTIFIED, true);
    context->overrides.cosets = 4;
    assert_int_equal(clmodp_resultant(context, r, NULL, f, g, NULL), CLMODP_OK); /* likewise */
    check_cap(context, f, g, CLMODP_MODE_CERTIFIED, false);
    check_cap(context, f, g, CLMODP_MODE_CERTIFIED, true);
    DESTROY(r, g, f);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(opencl_calls_fail),
    cmocka_unit_test(opencl_calls_fail_in_probable_mode),
    cmocka_unit_test(opencl_calls_fail_with_subresultants),
    cmocka_unit_test(opencl_calls_fail_with_cosets),
    cmocka_unit_test(allocations_fail),
    cmocka_unit_test(allocations_fail_in_probable_mode),
    cmocka_unit_test(allocations_fail_with_subresultants),
    cmocka_unit_test(allocations_fail_with_cosets),
    cmocka_unit_test(opencl_calls_fail_with_few_terms),
    cmocka_unit_test(allocations_fail_with_few_terms),
    cmocka_unit_test(flipped_bits_are_noticed),
    cmocka_unit_test(wrong_candidates_are_refused),
    cmocka_unit_test(caps_hold_for_all_allocations));
