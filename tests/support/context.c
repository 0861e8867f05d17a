/* Opens contexts for tests, or fails the test. */
#include "support/context.h"

#include <stdlib.h>
#include <string.h>

#include "opencl/context.h"
#include "opencl/devices.h"
#include "engines/euclid/engine.h"
#include "problems/gpu.h"
#include "support/small.h"

void context_tune_for_gpu(clmodp_context *context)
{
    gpu_tune(context);
    assert_int_equal(context->tuning.vector_width, 1);
}

bool context_tuned_for_gpu(void)
{
    const char *tuning = getenv("CLMODP_TEST_TUNING");

    return tuning != NULL && strcmp(tuning, "gpu") == 0;
}

/* Restores the optimisation of kernels, disabled by setups to save time, except for PoCL versions
 * known to work without. Without it 5.0 computes wrongly with `cbs`, and 7.1 crashes
 * (docs/drivers.md). */
static void optimise_unless_known(clmodp_context *context)
{
    const clmodp_device *device = clmodp_context_device(context);

    if (!clm_is_pocl(device, "3.1") && !clm_is_pocl(device, "6.0"))
        unsetenv("POCL_EXTRA_BUILD_FLAGS");
}

clmodp_context *context_open(const clmodp_context_options *options)
{
    const char *engine = getenv("CLMODP_TEST_ENGINE");
    clmodp_context *context = NULL;
    char message[2048] = "";

    if (clmodp_context_create(&context, options, message, sizeof message) != CLMODP_OK)
        fail_msg("%s", message);
    if (clm_context_open(context) != CLMODP_OK)
        fail_msg("%s", clmodp_context_message(context));
    context->overrides.simulated = small_tests();
    optimise_unless_known(context);
    if (context_tuned_for_gpu())
        context_tune_for_gpu(context);
    clm_euclid_programs_declare(context);
    if (engine == NULL || strcmp(engine, "auto") != 0)
        context->overrides.engine = CLMODP_ENGINE_EUCLID;
    return context;
}

clmodp_context *context_open_in(const char *kernel_dir, const char *cache_dir)
{
    clmodp_context_options options;

    clmodp_context_options_init(&options);
    options.kernel_dir = kernel_dir;
    options.cache_dir = cache_dir;
    return context_open(&options);
}

void context_always_searches(clmodp_context *context)
{
    context->overrides.always_searches = true;
}

bool context_skips_threads(clmodp_context *context)
{
    return clm_driver_mixes_queues(clmodp_context_device(context)) && context_launches_nothing();
}

bool context_launches_nothing(void)
{
    return unsetenv("CLMODP_TEST_LAUNCHES") == 0;
}

clmodp_context *context_again(clmodp_context *context)
{
    if (!small_tests())
        return context;
    clmodp_context_destroy(context);
    return context_open(NULL);
}

int context_set_up(void **state)
{
    *state = context_open(NULL);
    return 0;
}

int context_set_up_searching(void **state)
{
    (void)context_set_up(state);
    context_always_searches(*state);
    return 0;
}

int context_set_up_host(void **state)
{
    clmodp_context_options options;
    clmodp_context *context;

    clmodp_context_options_init(&options);
    options.device = "host";
    assert_int_equal(clmodp_context_create(&context, &options, NULL, 0), CLMODP_OK);
    *state = context;
    return 0;
}

int context_tear_down(void **state)
{
    clmodp_context_destroy(*state);
    return 0;
}
