/* Tests that the layer for small devices (tests/layers/small_layer.c) enforces its limits, on
 * which the setup `small` relies. */
#include <string.h>

#include "opencl/buffer.h"
#include "opencl/devices.h"
#include "support/context.h"
#include "support/skip.h"

static void limits_are_told_and_kept(void **state)
{
    const char *layers = getenv("OPENCL_LAYERS");
    const size_t most = (size_t)64 << 20;
    clmodp_context *ctx;
    clm_buffer buffer = {0};
    cl_mem too_large;
    cl_int code = CL_SUCCESS;

    (void)state;
    SKIP_UNLESS(layers != NULL && strstr(layers, "small-layer") != NULL,
                "the OpenCL loader or its headers know no layers");
    ctx = context_open(NULL);
    assert_true(ctx->device.max_allocation <= most);
    assert_true(ctx->device.local_memory <= 32768);
    assert_true(ctx->device.max_work_group <= 256);
    assert_int_equal(clm_residue_require(ctx, CLM_RESIDUE_DOUBLE50), CLMODP_NO_DEVICE);
    assert_int_equal(clm_buffer_create(ctx, &buffer, ctx->device.max_allocation + 1, 1),
                     CLMODP_LIMIT);
    too_large = clCreateBuffer(ctx->cl, CL_MEM_READ_WRITE, most + 1, NULL, &code);
    assert_null(too_large);
    assert_int_equal(code, CL_INVALID_BUFFER_SIZE);
    clmodp_context_destroy(ctx);
}

TESTS(cmocka_unit_test(limits_are_told_and_kept));
