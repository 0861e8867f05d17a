/* Every OpenCL call and every allocation of a whole resultant, alone and with its first
 * subresultant, made to fail, and every read-back made to lie. */
#include <stdbool.h>

#include "device/context.h"
#include "support/context.h"
#include "support/faults.h"
#include "support/polynomials.h"

typedef struct work {
    clmodp_zxy *f, *g;
    clmodp_zx *expected, *other;
    clmodp_zxy *expected_s;
    uint64_t max_memory;
    clmodp_mode mode;
    clmodp_lift lift;
    bool subresultant;
} work;

/* R, and S_1 if that is asked for. */
static clmodp_status call(clmodp_context *ctx, clmodp_zx *r, clmodp_zxy *s,
                          clmodp_resultant_report *report, const work *w,
                          const clmodp_resultant_options *options)
{
    if (w->subresultant)
        return clmodp_subresultant_1(ctx, s, r, report, w->f, w->g, options);
    return clmodp_resultant(ctx, r, report, w->f, w->g, options);
}

/* A resultant in several chunks; a failure must leave r and s as they were. */
static clmodp_status compute(clmodp_context *ctx, void *argument)
{
    work *w = argument;
    clmodp_zx *r = NULL;
    clmodp_zxy *s = NULL;
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_resultant_options options;
    clmodp_status st = clmodp_zx_create(&r);

    if (st == CLMODP_OK)
        st = clmodp_zxy_create(&s);
    if (st == CLMODP_OK)
        st = clmodp_zx_set(r, w->other);
    if (st == CLMODP_OK)
        st = clmodp_zxy_set(s, w->f);
    if (st != CLMODP_OK) {
        clmodp_zx_destroy(r);
        clmodp_zxy_destroy(s);
        return clm_fail(&ctx->error, st, "no memory");
    }
    clmodp_resultant_options_init(&options);
    options.max_memory = w->max_memory;
    options.mode = w->mode;
    options.lift = w->lift;
    st = call(ctx, r, s, &report, w, &options);
    if (st == CLMODP_OK)
        assert_string_not_equal(report.lift_name, "tree");
    assert_true(clmodp_zx_equal(r, st == CLMODP_OK ? w->expected : w->other));
    if (w->subresultant)
        assert_true(clmodp_zxy_equal(s, st == CLMODP_OK ? w->expected_s : w->f));
    assert_int_equal(ctx->memory_now, 0);
    clmodp_zxy_destroy(s);
    clmodp_zx_destroy(r);
    return st;
}

/* Each mode with one of the ways to lift on the device. */
static work work_create(clmodp_context *context, clmodp_mode mode, bool subresultant)
{
    work w = {
        .f = random_dense(3, 4, 40, 11),
        .g = random_dense(2, 5, 40, 12),
        .expected = zx_new(),
        .other = zx_new(),
        .expected_s = zxy_new(),
        .mode = mode,
        .subresultant = subresultant,
        .lift = mode == CLMODP_MODE_CERTIFIED ? CLMODP_LIFT_POSITIONAL
                                              : CLMODP_LIFT_MIXED_RADIX,
    };
    clmodp_resultant_report report = {.size = sizeof report};
    mpz_t c;

    mpz_init_set_ui(c, 12345);
    assert_int_equal(clmodp_zx_set_coeff(w.other, c, 2), CLMODP_OK);
    mpz_clear(c);
    if (call(context, w.expected, w.expected_s, &report, &w, NULL) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    w.max_memory = report.memory_bytes * 3 / 4;
    return w;
}

static void work_destroy(work *w)
{
    clmodp_zxy_destroy(w->f);
    clmodp_zxy_destroy(w->g);
    clmodp_zx_destroy(w->expected);
    clmodp_zx_destroy(w->other);
    clmodp_zxy_destroy(w->expected_s);
}

static void check_opencl_calls(clmodp_mode mode, bool subresultant)
{
    clmodp_context *context = context_open(NULL);
    work w = work_create(context, mode, subresultant);

    if (!fault_layer_works())
        skip();
    assert_in_range(fault_sweep_warm(FAULT_OPENCL, context, compute, &w, 1), 50, 5000);
    work_destroy(&w);
    clmodp_context_destroy(context);
}

static void opencl_calls_fail(void **state)
{
    (void)state;
    check_opencl_calls(CLMODP_MODE_CERTIFIED, false);
}

static void opencl_calls_fail_in_probable_mode(void **state)
{
    (void)state;
    check_opencl_calls(CLMODP_MODE_PROBABLE, false);
}

static void opencl_calls_fail_with_subresultants(void **state)
{
    (void)state;
    check_opencl_calls(CLMODP_MODE_CERTIFIED, true);
}

static void check_allocations(clmodp_mode mode, bool subresultant)
{
    clmodp_context *context = context_open(NULL);
    work w = work_create(context, mode, subresultant);

    assert_in_range(fault_sweep_warm(FAULT_ALLOCATION, context, compute, &w, 1), 10, 5000);
    work_destroy(&w);
    clmodp_context_destroy(context);
}

static void allocations_fail(void **state)
{
    (void)state;
    check_allocations(CLMODP_MODE_CERTIFIED, false);
}

static void allocations_fail_in_probable_mode(void **state)
{
    (void)state;
    check_allocations(CLMODP_MODE_PROBABLE, false);
}

static void allocations_fail_with_subresultants(void **state)
{
    (void)state;
    check_allocations(CLMODP_MODE_CERTIFIED, true);
    check_allocations(CLMODP_MODE_PROBABLE, true);
}

/* Lies in what is read back end in CORRUPT or, in probable mode, in more primes until a
 * candidate passes; never in a wrong result. Returns how many were noticed. */
static int count_noticed(clmodp_mode mode, bool subresultant)
{
    clmodp_context *context = context_open(NULL);
    work w = work_create(context, mode, subresultant);
    int noticed = 0;
    long reads;

    if (!fault_layer_works())
        skip();
    fault_flip_read(0);
    assert_int_equal(compute(context, &w), CLMODP_OK);
    reads = fault_reads();
    assert_true(reads > 1);
    for (long n = 1; n <= reads; n++) {
        clmodp_status st;

        fault_flip_read(n);
        st = compute(context, &w); /* asserts that a success is right */
        noticed += st == CLMODP_CORRUPT || fault_reads() > reads;
        fault_flip_read(0);
        assert_true(st == CLMODP_OK || st == CLMODP_CORRUPT);
        assert_int_equal(compute(context, &w), CLMODP_OK);
    }
    work_destroy(&w);
    clmodp_context_destroy(context);
    return noticed;
}

static void flipped_bits_are_noticed(void **state)
{
    (void)state;
    assert_true(count_noticed(CLMODP_MODE_CERTIFIED, false) > 0);
    assert_true(count_noticed(CLMODP_MODE_CERTIFIED, true) > 0);
}

static void wrong_candidates_are_refused(void **state)
{
    (void)state;
    assert_true(count_noticed(CLMODP_MODE_PROBABLE, false) > 0);
    assert_true(count_noticed(CLMODP_MODE_PROBABLE, true) > 0);
}

/* What the library holds besides buffers and staging: polynomials, bounds, tables of primes. */
#define BESIDES 65536

/* What is really held respects the cap, but for a tenth and that. */
static void check_cap(clmodp_context *context, clmodp_zxy *f, clmodp_zxy *g, clmodp_mode mode,
                      bool subresultant)
{
    const work w = {.f = f, .g = g, .subresultant = subresultant};
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_resultant_options options;
    clmodp_zx *r = zx_new();
    clmodp_zxy *s = zxy_new();
    clmodp_status st = CLMODP_OK;
    int succeeded = 0;

    clmodp_resultant_options_init(&options);
    options.mode = mode;
    options.max_memory = (uint64_t)8 << 20;
    for (; st == CLMODP_OK; options.max_memory -= options.max_memory / 5) {
        long peak;

        fault_memory_begin();
        st = call(context, r, s, &report, &w, &options);
        peak = fault_memory_end();
        if (st != CLMODP_OK)
            break;
        if ((double)peak > 1.1 * (double)options.max_memory + BESIDES)
            fail_msg("%ld bytes under a cap of %ju", peak, (uintmax_t)options.max_memory);
        assert_true((double)report.memory_bytes > 0.7 * (double)peak);
        succeeded++;
    }
    assert_int_equal(st, CLMODP_DEVICE_MEMORY);
    assert_true(succeeded > 3);
    clmodp_zxy_destroy(s);
    clmodp_zx_destroy(r);
}

static void caps_hold_for_what_is_allocated(void **state)
{
    clmodp_context *context = context_open(NULL);
    clmodp_zxy *f = random_dense(70, 6, 100, 21), *g = random_dense(60, 7, 100, 22);
    clmodp_zx *r = zx_new();

    (void)state;
    if (!fault_layer_works())
        skip();
    assert_int_equal(clmodp_resultant(context, r, NULL, f, g, NULL), CLMODP_OK); /* builds */
    check_cap(context, f, g, CLMODP_MODE_CERTIFIED, false);
    check_cap(context, f, g, CLMODP_MODE_PROBABLE, false);
    check_cap(context, f, g, CLMODP_MODE_CERTIFIED, true);
    clmodp_zx_destroy(r);
    clmodp_zxy_destroy(g);
    clmodp_zxy_destroy(f);
    clmodp_context_destroy(context);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(opencl_calls_fail),
        cmocka_unit_test(opencl_calls_fail_in_probable_mode),
        cmocka_unit_test(opencl_calls_fail_with_subresultants),
        cmocka_unit_test(allocations_fail),
        cmocka_unit_test(allocations_fail_in_probable_mode),
        cmocka_unit_test(allocations_fail_with_subresultants),
        cmocka_unit_test(flipped_bits_are_noticed),
        cmocka_unit_test(wrong_candidates_are_refused),
        cmocka_unit_test(caps_hold_for_what_is_allocated),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
