/* Tests of large problems of a batch, of which several are in flight at a time: results, failures,
 * memory, progress and cancellation, with the parameters of CPUs and of GPUs. */
#include <string.h>

#include "opencl/context.h"
#include "opencl/kernel.h"
#include "support/context.h"
#include "support/polynomials.h"
#include "support/small.h"

enum { COUNT = 8 };

/* Problems of different shapes, so that none are merged, and the results of single calls. */
typedef struct batch {
    clmodp_problem problem[COUNT];
    clmodp_resultant_report reports[COUNT];
    clmodp_zx *expected[COUNT];
} batch;

static void fill(clmodp_context *context, batch *b)
{
    memset(b, 0, sizeof *b);
    for (size_t k = 0; k < COUNT; k++) {
        clmodp_problem *p = &b->problem[k];

        b->reports[k].size = sizeof b->reports[k];
        b->expected[k] = zx_new();
        *p = (clmodp_problem){.size = sizeof *p, .modulus = k == 3 ? 998244353 : 0,
                              .f = random_dense(3 + k % 3, 2 + k, 40 + 60 * k, 2 * k),
                              .g = random_dense(4 + k, 3 + k % 2, 50, 2 * k + 1),
                              .r = b->expected[k], .report = &b->reports[k]};
        assert_int_equal(clmodp_compute(context, p, NULL), CLMODP_OK);
        p->r = zx_linear(3, 7);
    }
}

static void clear(batch *b)
{
    for (size_t k = 0; k < COUNT; k++)
        DESTROY((clmodp_zxy *)(uintptr_t)b->problem[k].f, (clmodp_zxy *)(uintptr_t)b->problem[k].g,
                b->problem[k].r, b->expected[k]);
}

/* Opens a context on the device with so many threads. */
static clmodp_context *open_with(size_t threads, bool gpu)
{
    clmodp_context *context = context_open(NULL);

    if (gpu)
        context_tune_for_gpu(context);
    context->threads = threads;
    return context;
}

static void check(const batch *b)
{
    for (size_t k = 0; k < COUNT; k++) {
        assert_int_equal(b->problem[k].status, CLMODP_OK);
        assert_true(clmodp_zx_equal(b->problem[k].r, b->expected[k]));
        assert_true(b->reports[k].seconds > 0.0 && b->reports[k].memory_bytes > 0);
    }
}

static size_t count_programs(const clmodp_context *context)
{
    size_t count = 0;

    for (const clm_program *p = context->kept->programs; p != NULL; p = p->next)
        count++;
    return count;
}

/* With none, few and all programs built, which a batch leaves to the context. */
static void results_equal_those_of_single_calls(void **state)
{
    batch b;

    (void)state;
    for (int gpu = 0; gpu < 2; gpu++)
        for (size_t threads = 1; threads < 6; threads += 3) {
            clmodp_context *context = open_with(threads, gpu == 1);
            size_t programs;

            fill(context, &b);
            for (int turn = 0; turn < 2; turn++) {
                assert_int_equal(clmodp_compute_batch(context, b.problem, COUNT, NULL), CLMODP_OK);
                assert_string_equal(clmodp_context_message(context), "");
                check(&b);
                assert_int_equal(context->memory_now, 0);
            }
            clmodp_context_destroy(context);

            context = open_with(threads, gpu == 1);
            assert_int_equal(clmodp_compute_batch(context, b.problem, COUNT, NULL), CLMODP_OK);
            check(&b);
            programs = count_programs(context);
            for (size_t k = 0; k < COUNT; k++)
                assert_int_equal(clmodp_compute(context, &b.problem[k], NULL), CLMODP_OK);
            assert_int_equal(count_programs(context), programs);
            clear(&b);
            clmodp_context_destroy(context);
        }
}

/* A problem that fails in flight does not disturb others. */
static void failures_stay_alone(void **state)
{
    clmodp_resultant_options options;
    batch b;

    (void)state;
    clmodp_resultant_options_init(&options);
    for (int gpu = 0; gpu < 2; gpu++) {
        clmodp_context *context = open_with(4, gpu == 1);
        clmodp_zx *unchanged = zx_linear(3, 7);
        const clmodp_zxy *f;

        fill(context, &b);
        f = b.problem[2].f;
        b.problem[2].f = NULL;
        b.problem[5].modulus = 1;
        options.max_result = 6000; /* too little for the last one */
        assert_int_equal(clmodp_compute_batch(context, b.problem, COUNT, &options), CLMODP_OK);
        assert_non_null(strstr(clmodp_context_message(context), "problem 2: "));
        assert_int_equal(b.problem[2].status, CLMODP_INVALID);
        assert_int_equal(b.problem[5].status, CLMODP_INVALID);
        assert_int_equal(b.problem[COUNT - 1].status, CLMODP_LIMIT);
        assert_int_equal(b.problem[0].status, CLMODP_OK);
        for (size_t k = 0; k < COUNT; k++)
            assert_true(clmodp_zx_equal(b.problem[k].r, b.problem[k].status == CLMODP_OK
                                                            ? b.expected[k] : unchanged));
        assert_int_equal(context->memory_now, 0);
        b.problem[2].f = f;
        clmodp_zx_destroy(unchanged);
        clear(&b);
        clmodp_context_destroy(context);
    }
}

/* All calls in flight together keep below the cap. A call that fails with its part of the memory
 * has all of it afterwards. */
static void memory_is_shared(void **state)
{
    clmodp_context *context = open_with(2, false);
    clmodp_resultant_options options;
    uint64_t most = 0;
    size_t repeated = 0;
    batch b;

    (void)state;
    fill(context, &b);
    clmodp_resultant_options_init(&options);
    for (size_t k = 0; k < COUNT; k++)
        most = b.reports[k].memory_bytes > most ? b.reports[k].memory_bytes : most;
    for (options.max_memory = 3 * most; options.max_memory > most / 64;
         options.max_memory /= 2) {
        const clmodp_status st = clmodp_compute_batch(context, b.problem, COUNT, &options);

        assert_int_equal(st, CLMODP_OK);
        for (size_t k = 0; k < COUNT; k++) {
            clmodp_problem alone = b.problem[k];

            if (b.problem[k].status == CLMODP_OK) {
                assert_true(clmodp_zx_equal(b.problem[k].r, b.expected[k]));
                assert_in_range(b.reports[k].memory_bytes, 1,
                                options.max_memory / (options.max_memory > 2 * most ? 2 : 1));
                repeated += b.reports[k].memory_bytes > options.max_memory / 2;
                continue;
            }
            assert_int_equal(b.problem[k].status, CLMODP_DEVICE_MEMORY);
            assert_int_equal(clmodp_compute(context, &alone, &options), CLMODP_DEVICE_MEMORY);
        }
        assert_int_equal(context->memory_now, 0);
    }
    assert_true(repeated > 0 || !clm_subcontext_supported(context));
    clear(&b);
    clmodp_context_destroy(context);
}

static int stop_after(void *user, double fraction)
{
    assert_true(fraction >= 0.0 && fraction <= 1.0);
    return --*(int *)user < 0;
}

/* Cancelling is possible at every progress call; finished results are right. */
static void can_be_cancelled(void **state)
{
    clmodp_status st = CLMODP_CANCELLED;
    batch b;

    (void)state;
    for (int gpu = 0; gpu < 2; gpu++) {
        clmodp_context *context = open_with(4, gpu == 1);

        fill(context, &b);
        for (int asked = 0; asked < (small_tests() ? 4 : 12); asked++) {
            int left = asked;

            clmodp_context_set_progress(context, stop_after, &left);
            st = clmodp_compute_batch(context, b.problem, COUNT, NULL);
            clmodp_context_set_progress(context, NULL, NULL);
            assert_true(st == CLMODP_OK || st == CLMODP_CANCELLED);
            for (size_t k = 0; k < COUNT; k++) {
                assert_true(b.problem[k].status == st || b.problem[k].status == CLMODP_OK);
                assert_true(b.problem[k].status != CLMODP_OK ||
                            clmodp_zx_equal(b.problem[k].r, b.expected[k]));
            }
            assert_int_equal(context->memory_now, 0);
        }
        clear(&b);
        clmodp_context_destroy(context);
    }
}

TESTS(
    cmocka_unit_test(results_equal_those_of_single_calls),
    cmocka_unit_test(failures_stay_alone),
    cmocka_unit_test(memory_is_shared),
    cmocka_unit_test(can_be_cancelled));
