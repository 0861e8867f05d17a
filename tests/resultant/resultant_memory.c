/* Tests that caps on device memory are respected, and do not change results. */
#include <stdbool.h>
#include <string.h>
#include <sys/resource.h>

#include "support/context.h"
#include "support/polynomials.h"

/* Returns whether a call succeeds under this cap; then it must give `expected` and respect it. */
static bool fits(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g,
                 const clmodp_zx *expected, const clmodp_resultant_options *options,
                 clmodp_resultant_report *report)
{
    clmodp_zx *r = zx_new();
    clmodp_status status = clmodp_resultant(context, r, report, f, g, options);

    if (status == CLMODP_OK) {
        assert_true(report->memory_bytes <= options->max_memory);
        assert_true(clmodp_zx_equal(r, expected));
    } else {
        if (status != CLMODP_DEVICE_MEMORY)
            fail_msg("%s", clmodp_context_message(context));
        assert_true(strlen(clmodp_context_message(context)) > 0);
    }
    clmodp_zx_destroy(r);
    return status == CLMODP_OK;
}

/* Tries caps from the memory used without one down to the smallest sufficient, by bisection. */
static void check_caps(clmodp_context *context, const clmodp_zxy *f, const clmodp_zxy *g,
                       clmodp_mode mode)
{
    clmodp_resultant_report report = {.size = sizeof report};
    clmodp_resultant_options options;
    clmodp_zx *expected = zx_new();
    uint64_t needed, works, fails = 0, most_chunks = 0;

    clmodp_resultant_options_init(&options);
    options.mode = mode;
    assert_int_equal(clmodp_resultant(context, expected, &report, f, g, &options), CLMODP_OK);
    needed = works = report.memory_bytes;
    while (works - fails > 1) {
        options.max_memory = fails + (works - fails) / 2;
        if (fits(context, f, g, expected, &options, &report))
            works = options.max_memory;
        else
            fails = options.max_memory;
    }
    assert_true(fails > 0 && works < needed);
    /* Caps above a sufficient one suffice, too. */
    for (options.max_memory = works; options.max_memory < needed;
         options.max_memory += 1 + options.max_memory / 7) {
        assert_true(fits(context, f, g, expected, &options, &report));
        if (report.chunks > most_chunks)
            most_chunks = report.chunks;
    }
    assert_true(most_chunks > 1);
    clmodp_zx_destroy(expected);
}

static void results_do_not_depend_on_the_cap(void **state)
{
    clmodp_context *context = context_open(NULL);
    clmodp_zxy *f = random_dense(3, 9, 100, 1), *g = random_dense(4, 7, 100, 2);

    (void)state;
    context_always_searches(context);
    check_caps(context, f, g, CLMODP_MODE_CERTIFIED);
    check_caps(context, f, g, CLMODP_MODE_PROBABLE);
    DESTROY(g, f);
    f = random_dense(40, 3, 200, 3); /* long rows, many points; several packs of primes */
    g = random_dense(30, 2, 200, 4);
    check_caps(context, f, g, CLMODP_MODE_CERTIFIED);
    check_caps(context, f, g, CLMODP_MODE_PROBABLE);
    DESTROY(g, f);
    clmodp_context_destroy(context);
}

static void the_context_has_a_cap_too(void **state)
{
    clmodp_context_options options;
    clmodp_context *context;
    clmodp_zxy *f = random_dense(5, 5, 50, 5), *g = random_dense(5, 5, 50, 6);
    clmodp_zx *r = zx_new();

    (void)state;
    clmodp_context_options_init(&options);
    options.max_memory = 100;
    context = context_open(&options);
    assert_int_equal(clmodp_resultant(context, r, NULL, f, g, NULL), CLMODP_DEVICE_MEMORY);
    clmodp_context_destroy(context);
    DESTROY(r, g, f);
}

/* Degrees of 2^31 - 1 are rejected before memory is allocated. */
static void hopeless_degrees_are_refused_at_once(void **state)
{
    clmodp_context_options options;
    clmodp_context *context;
    clmodp_zxy *f = zxy_new(), *g = zxy_new();
    clmodp_zx *r = zx_new();
    struct rusage before, after;

    (void)state;
    clmodp_context_options_init(&options);
    options.max_memory = (uint64_t)1 << 31;
    context = context_open(&options);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 1, 0), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(f, 1, 0, INT32_MAX), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(g, 1, 0, 1), CLMODP_OK);
    assert_int_equal(clmodp_zxy_set_coeff_si(g, -1, 0, 0), CLMODP_OK);
    assert_int_equal(getrusage(RUSAGE_SELF, &before), 0);
    assert_int_equal(clmodp_resultant(context, r, NULL, f, g, NULL), CLMODP_DEVICE_MEMORY);
    assert_non_null(strstr(clmodp_context_message(context), "bytes"));
    assert_int_equal(getrusage(RUSAGE_SELF, &after), 0);
    assert_true(after.ru_maxrss - before.ru_maxrss < 1 << 20); /* in units of 1024 bytes */
    DESTROY(r, g, f);
    clmodp_context_destroy(context);
}

TESTS(
    cmocka_unit_test(results_do_not_depend_on_the_cap),
    cmocka_unit_test(the_context_has_a_cap_too),
    cmocka_unit_test(hopeless_degrees_are_refused_at_once));
