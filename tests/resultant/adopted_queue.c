/* Tests of resultants on a caller's queue, with and without profiling. */
#include <string.h>

#include <clmodp/opencl.h>

#include "opencl/context.h"
#include "support/context.h"
#include "support/polynomials.h"

/* Opens a context with a new queue on the owner's device; NULL: no such queue is supported. */
static clmodp_context *adopt(const clmodp_context *owner, cl_command_queue_properties how,
                             clmodp_status expected)
{
    clmodp_context *context = NULL;
    char message[512] = "";
    cl_int code = CL_SUCCESS;
    cl_command_queue queue = clCreateCommandQueue(owner->cl, owner->cl_device, how, &code);

    if (code != CL_SUCCESS) {
        assert_true((how & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE) != 0);
        assert_int_equal(code, CL_INVALID_QUEUE_PROPERTIES);
        return NULL;
    }
    assert_int_equal(clmodp_context_create_from_queue(&context, queue, NULL, message,
                                                      sizeof message), expected);
    assert_int_equal(clReleaseCommandQueue(queue), CL_SUCCESS);
    if (expected != CLMODP_OK) {
        assert_null(context);
        assert_non_null(strstr(message, "in-order"));
    } else if (context_tuned_for_gpu()) {
        context_tune_for_gpu(context);
    }
    return context;
}

/* Checks both device engines against the host's. *seconds: device time; below 0: unknown. */
static void compute(clmodp_context *context, double *seconds)
{
    static const clmodp_engine engines[] = {CLMODP_ENGINE_HOST, CLMODP_ENGINE_EUCLID,
                                            CLMODP_ENGINE_SCHUR};
    clmodp_zxy *f = random_dense(4, 7, 40, 1), *g = random_dense(3, 6, 50, 2);
    clmodp_zx *expected = zx_new(), *found = zx_new();

    *seconds = 0;
    for (size_t k = 0; k < sizeof engines / sizeof *engines; k++) {
        clmodp_resultant_options options;
        clmodp_resultant_report report = {.size = sizeof report};

        clmodp_resultant_options_init(&options);
        options.engine = engines[k];
        assert_int_equal(clmodp_resultant(context, k == 0 ? expected : found, &report, f, g,
                                          &options), CLMODP_OK);
        for (size_t n = 0; n < report.stage_count; n++)
            *seconds += report.stages[n].device_seconds;
        if (k > 0)
            assert_true(clmodp_zx_equal(found, expected));
    }
    assert_true(clmodp_zx_degree(expected) > 0);
    DESTROY(found, expected, g, f);
}

static void queues_in_order_compute(void **state)
{
    const clmodp_context *owner = *state;
    double seconds;

    for (int profiled = 0; profiled < 2; profiled++) {
        clmodp_context *context =
            adopt(owner, profiled ? CL_QUEUE_PROFILING_ENABLE : 0, CLMODP_OK);

        compute(context, &seconds);
        assert_true(profiled ? seconds > 0 : seconds < 0); /* the queue is unchanged */
        clmodp_context_destroy(context);
    }
}

static void queues_out_of_order_are_refused(void **state)
{
    assert_null(adopt(*state, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE, CLMODP_INVALID));
    assert_null(adopt(*state, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE | CL_QUEUE_PROFILING_ENABLE,
                      CLMODP_INVALID));
}

TESTS(
    WITH_CONTEXT(queues_in_order_compute),
    WITH_CONTEXT(queues_out_of_order_are_refused));
