/* Tests that primitives on arrays of the host leave them unchanged when calls or allocations
 * fail. */
#include <clmodp/arrays.h>

#include <string.h>

#include "support/context.h"
#include "support/faults.h"

#define WORDS 90

/* The results of a call, initialised before it. */
typedef struct results {
    uint32_t first[WORDS], second[WORDS];
} results;

static clmodp_status sort(clmodp_context *ctx, results *r)
{
    clmodp_sort_options options;

    clmodp_sort_options_init(&options);
    options.run = 8;
    options.descending = 1;
    return clmodp_radix_sort_host(ctx, r->first, r->second, WORDS, &options);
}

static clmodp_status scan(clmodp_context *ctx, results *r)
{
    clmodp_scan_options options;

    clmodp_scan_options_init(&options);
    options.group = 2;
    options.run = 3; /* three levels */
    return clmodp_scan_host(ctx, r->first, r->first, WORDS, &options);
}

static clmodp_status reduce(clmodp_context *ctx, results *r)
{
    return clmodp_reduce_host(ctx, r->first, r->second, WORDS, NULL);
}

static clmodp_status compact(clmodp_context *ctx, results *r)
{
    return clmodp_compact_host(ctx, r->first, r->second, r->first, r->first, WORDS, NULL);
}

static clmodp_status split(clmodp_context *ctx, results *r)
{
    return clmodp_split_host(ctx, r->first, r->second, r->first, WORDS, NULL);
}

/* The call, and its results without faults. */
typedef struct work {
    clmodp_status (*call)(clmodp_context *ctx, results *r);
    results right;
    bool known;
} work;

static clmodp_status run(clmodp_context *ctx, void *argument)
{
    work *w = argument;
    results r, before;
    clmodp_status st;

    for (uint32_t k = 0; k < WORDS; k++) {
        r.first[k] = k * 7919 % 10;
        r.second[k] = k + 100;
    }
    before = r;
    st = w->call(ctx, &r);
    if (st != CLMODP_OK) {
        assert_memory_equal(&r, &before, sizeof r);
        return st;
    }
    if (!w->known)
        w->right = r;
    w->known = true;
    assert_memory_equal(&r, &w->right, sizeof r);
    return st;
}

static void faults_change_nothing(void **state)
{
    static clmodp_status (*const all[])(clmodp_context *, results *) = {sort, scan, reduce,
                                                                        compact, split};

    (void)state;
    for (size_t k = 0; k < sizeof all / sizeof *all; k++) {
        work w = {.call = all[k]};
        clmodp_context *ctx = context_open(NULL);

        assert_int_equal(run(ctx, &w), CLMODP_OK); /* passes the self-tests for the next */
        clmodp_context_destroy(ctx);
        ctx = context_open(NULL);
        assert_int_equal(run(ctx, &w), CLMODP_OK);
        if (fault_layer_works())
            assert_true(fault_sweep_warm(FAULT_OPENCL, ctx, run, &w, 1) > 10);
        assert_true(fault_sweep_warm(FAULT_ALLOCATION, ctx, run, &w, 1) > 0);
        clmodp_context_destroy(ctx);
    }
}

TESTS(cmocka_unit_test(faults_change_nothing));
