/* Tests that many shapes need no new compilation, since degrees are kernel arguments. */
#include "opencl/context.h"
#include "support/context.h"
#include "support/polynomials.h"

static void a_hundred_shapes_compile_nothing(void **state)
{
    clmodp_context *context = context_open(NULL);
    clmodp_zx *r = zx_new();
    uint64_t builds = 0;

    (void)state;
    for (unsigned long k = 0; k < 101; k++) {
        clmodp_zxy *f = random_dense(k % 7, 1 + k % 11, 1 + k, k);
        clmodp_zxy *g = random_dense(k % 5 + 1, k % 13, 1 + k % 40, k + 1000);

        if (clmodp_resultant(context, r, NULL, f, g, NULL) != CLMODP_OK)
            fail_msg("shape %lu: %s", k, clmodp_context_message(context));
        if (k == 0)
            builds = context->kept->builds;
        assert_int_equal(context->kept->builds, builds);
        DESTROY(g, f);
    }
    assert_true(builds > 0);
    clmodp_zx_destroy(r);
    clmodp_context_destroy(context);
}

TESTS(cmocka_unit_test(a_hundred_shapes_compile_nothing));
