/* Open contexts or fail the test. */
#include "support/context.h"

#include <stdlib.h>
#include <string.h>

#include "device/context.h"
#include "engines/euclid/programs.h"
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

/* Whether the driver is a version of PoCL that begins with `version`. */
static bool is_pocl(clmodp_context *context, const char *version)
{
    const clmodp_device *device = clmodp_context_device(context);

    return strcmp(device->platform_name, "Portable Computing Language") == 0 &&
           strncmp(device->driver, version, strlen(version)) == 0;
}

/* Setups have PoCL leave kernels as they are, which takes it less time. Of the versions that were
 * tried 5.0 computes wrongly then, with `cbs`, and 7.1 crashes (docs/drivers.md). */
static void optimise_unless_known(clmodp_context *context)
{
    if (!is_pocl(context, "3.1") && !is_pocl(context, "6.0"))
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
    optimise_unless_known(context);
    if (context_tuned_for_gpu())
        context_tune_for_gpu(context);
    clm_euclid_programs_declare(context);
    if (engine == NULL || strcmp(engine, "auto") != 0)
        context->named_engine = CLMODP_ENGINE_EUCLID;
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
    context->always_searches = true;
}

bool context_confuses_kernels(clmodp_context *context)
{
    return is_pocl(context, "5.0") && context_launches_nothing();
}

bool context_launches_nothing(void)
{
    return setenv("CLMODP_TEST_LAUNCHES_NOTHING", "1", 1) == 0;
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

int context_tear_down(void **state)
{
    clmodp_context_destroy(*state);
    return 0;
}
