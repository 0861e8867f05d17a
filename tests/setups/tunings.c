/* The pipeline compiles under every tuning that tests of kernels use; they begin with that. */
#include "device/kernel.h"
#include "support/batch.h"

static void the_pipeline_compiles(void **state)
{
    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);
        const clm_kernel *kernel = NULL;

        BATCH_OK(ctx, clm_kernel_get(ctx, &kernel, "multimodular/reduce.cl", "reduce_tiles"));
        assert_non_null(kernel);
        assert_int_equal(ctx->kept->builds, 1);
        clmodp_context_destroy(ctx);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_pipeline_compiles),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
