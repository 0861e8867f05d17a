/* Tests the kernels for batched short pairs with several tunings, by their known-answer tests, of
 * a tile and a few pairs more. tests/fpx/api/fpx_batch.c has pairs of all kinds. */
#include "fpx/pairs/resident.h"
#include "support/batch.h"

static void check(clm_pair_operation operation)
{
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (int large = 0; large < 2; large++) {
            const clm_self_test *property = clm_pairs_self_test(operation, large != 0);
            const clm_self_test *resident = clm_resident_self_test(operation, large != 0);

            ctx = batch_again(ctx, tuning);
            BATCH_OK(ctx, property->check(ctx, property->subject));
            ctx = batch_again(ctx, tuning);
            BATCH_OK(ctx, resident->check(ctx, resident->subject));
            assert_int_equal(ctx->memory_now, 0);
        }
        clmodp_context_destroy(ctx);
    }
}

static void test_products(void **state)
{
    (void)state;
    check(CLM_PAIRS_MULTIPLY);
}

static void test_quotients(void **state)
{
    (void)state;
    check(CLM_PAIRS_DIVIDE);
}

static void test_divisors(void **state)
{
    (void)state;
    check(CLM_PAIRS_EUCLID);
}

static void test_cofactors(void **state)
{
    (void)state;
    check(CLM_PAIRS_COFACTORS);
}

TESTS(cmocka_unit_test(test_products), cmocka_unit_test(test_quotients),
      cmocka_unit_test(test_divisors), cmocka_unit_test(test_cofactors));
