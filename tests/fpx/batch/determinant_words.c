/* Computes determinants, and prints the words of global memory that they should have moved, for
 * tests/project/words.py, which counts them. */
#include "problems/determinant.h"
#include "support/op_counts.h"

int main(void)
{
    static const enum determinant_shape shapes[] = {DETERMINANT_DENSE, DETERMINANT_BANDED,
                                                    DETERMINANT_ARROW};
    clmodp_context *ctx;

    if (clmodp_context_create(&ctx, NULL, NULL, 0) != CLMODP_OK)
        return 1;
    device_must(ctx, clm_context_open(ctx));
    for (size_t n = 1; n <= 19; n += 6)
        for (size_t shape = 0; shape < 3; shape++) {
            determinant_problem d = determinant_problem_create(
                ctx, n, 1, 2, clm_determinant_prime_max(n) + 1, false);
            clm_op_counts expected;

            determinant_problem_fill(&d, shapes[shape], n);
            expected = determinant_problem_counts(&d);
            device_must(ctx, clm_determinants_run(ctx, &d.call, &d.on_device, 0, d.tiles));
            counts_expect_words(ctx, "determinant_", expected.read, expected.written);
            determinant_problem_destroy(&d);
        }
    clmodp_context_destroy(ctx);
    return 0;
}
