/* The public functions for self-tests of a device. */
#include <clmodp/resultant.h>

#include "opencl/cache.h"
#include "opencl/context.h"
#include "resultant/task.h"

/* Opens the device and sets `needs` to the *count self-tests that these options require always or
 * (all) for some inputs. */
static clmodp_status find_needs(clmodp_context *context,
                                const clm_self_test *needs[CLM_MOST_PASSED_TESTS], size_t *count,
                                bool all, const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    clmodp_resultant_options checked;
    clm_compute_options how;
    const clm_engine *engine;

    TRY(clm_task_read_options(&context->error, &checked, options));
    how = clm_task_options(context, &checked);
    engine = clm_choice_on_device(&how);
    TRY(engine->require(context, &how.of_engine));
    *count =
        (all ? clm_engine_all_tests : clm_engine_required_tests)(needs, engine, &how.of_engine);
done:
    return st;
}

static clmodp_status run_self_tests(clmodp_context *context, bool all,
                                    const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clm_self_test *needs[CLM_MOST_PASSED_TESTS];
    size_t count;

    START(context, &context->error);
    TRY(find_needs(context, needs, &count, all, options));
    TRY((all ? clm_self_tests_prepare : clm_self_tests_ensure)(context, needs, count));
done:
    return clm_error_complete(&context->error, st);
}

clmodp_status clmodp_device_check(clmodp_context *context, const clmodp_resultant_options *options)
{
    return run_self_tests(context, false, options);
}

clmodp_status clmodp_device_prepare(clmodp_context *context,
                                    const clmodp_resultant_options *options)
{
    return run_self_tests(context, true, options);
}

clmodp_status clmodp_device_check_state(clmodp_context *context, clmodp_self_test_state *state,
                                        const clmodp_resultant_options *options)
{
    clmodp_status st = CLMODP_OK;
    const clm_self_test *needs[CLM_MOST_PASSED_TESTS];
    size_t count;

    START(context, &context->error);
    REQUIRE(&context->error, state != NULL);
    TRY(find_needs(context, needs, &count, false, options));
    *state = clm_self_tests_passed(context, needs, count) ? CLMODP_SELF_TEST_PASSED
             : clm_cache_is_writable(context->cache_dir)  ? CLMODP_SELF_TEST_DUE
                                                    : CLMODP_SELF_TEST_NOT_STORED;
done:
    return clm_error_complete(&context->error, st);
}
