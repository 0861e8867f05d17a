/* Tests the operation counts of determinants against a closed form, in envelopes of all shapes. */
#include "problems/determinant.h"
#include "support/op_counts.h"
#include "support/skip.h"

static void check(clmodp_context *ctx, clm_op_counts *found, size_t n,
                  enum determinant_shape shape)
{
    determinant_problem d = determinant_problem_create(
        ctx, n, 2, 3, clm_determinant_prime_max(n) + 1, false);
    clm_op_counts expected;

    determinant_problem_fill(&d, shape, n);
    expected = determinant_problem_counts(&d);
    *found = (clm_op_counts){0};
    device_must(ctx, clm_determinants_run(ctx, &d.call, &d.on_device, 0, d.tiles));
    expected.groups = found->groups;
    counts_compare(found, &expected, "n = %zu, shape %d, %u lanes", n, (int)shape,
                   (unsigned)ctx->tuning.vector_width);
    determinant_problem_destroy(&d);
}

static void counts(void **state)
{
    static const enum determinant_shape shapes[] = {DETERMINANT_DENSE, DETERMINANT_BANDED,
                                                    DETERMINANT_ARROW};

    (void)state;
    for (size_t k = 0; k < COUNT_LANES; k++) {
        clm_op_counts found;
        clmodp_context *ctx = counts_open(&found, counts_lanes[k]);
        const bool works = counts_work(ctx);

        for (size_t n = 1; n <= 30 && works; n += n > 9 ? 10 : 2)
            for (size_t shape = 0; shape < 3; shape++)
                check(ctx, &found, n, shapes[shape]);
        clmodp_context_destroy(ctx);
        SKIP_UNLESS(works, COUNT_MISSING);
    }
}

TESTS(cmocka_unit_test(counts));
