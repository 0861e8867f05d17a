/* Tests reductions and selections of a caller's memory while calls and allocations fail. */
#include <clmodp/opencl.h>

#include "opencl/buffer.h"
#include "support/context.h"
#include "support/faults.h"

#define WORDS 90

/* Uses three parts of a memory object and one word. */
static clmodp_status run(clmodp_context *ctx, void *argument)
{
    clmodp_status st = CLMODP_OK;
    const clm_buffer *words = argument;
    const clmodp_cl_array values = {words->mem, 0, WORDS}, flags = {words->mem, WORDS, WORDS};
    const clmodp_cl_array out = {words->mem, 2 * WORDS, WORDS};
    const clmodp_cl_array total = {words->mem, 3 * WORDS, 1};
    clmodp_reduce_options options;
    uint32_t found;

    clmodp_reduce_options_init(&options);
    options.group = 2;
    options.run = 3; /* three levels */
    TRY(clm_buffer_fill(ctx, words, 7, 3 * WORDS + 1));
    TRY(clmodp_compact(ctx, &out, &total, &values, &flags, NULL, NULL));
    TRY(clm_buffer_read(ctx, words, 3 * WORDS * sizeof found, &found, sizeof found));
    assert_int_equal(found, WORDS);
    TRY(clmodp_split(ctx, &out, &total, &values, NULL, NULL));
    TRY(clmodp_reduce(ctx, &total, &out, NULL, &options));
    TRY(clm_buffer_read(ctx, words, 3 * WORDS * sizeof found, &found, sizeof found));
    assert_int_equal(found, 7 * WORDS);
done:
    return st;
}

static void faults_are_reported(void **state)
{
    clmodp_context *ctx = NULL;
    clm_buffer words;

    (void)state;
    for (int turn = 0; turn < 2; turn++) { /* the second context skips the self-tests */
        if (ctx != NULL) {
            clm_buffer_destroy(ctx, &words);
            clmodp_context_destroy(ctx);
        }
        ctx = context_open(NULL);
        assert_int_equal(clm_buffer_create(ctx, &words, 3 * WORDS + 1, sizeof(uint32_t)),
                         CLMODP_OK);
        assert_int_equal(run(ctx, &words), CLMODP_OK);
    }
    if (fault_layer_works())
        assert_true(fault_sweep_warm(FAULT_OPENCL, ctx, run, &words, 1) > 20);
    assert_int_equal(fault_sweep_warm(FAULT_ALLOCATION, ctx, run, &words, 1), 0);
    clm_buffer_destroy(ctx, &words);
    clmodp_context_destroy(ctx);
}

TESTS(cmocka_unit_test(faults_are_reported));
