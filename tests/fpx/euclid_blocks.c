/* Lockstep Euclid in blocks of steps: against resultants and subresultants by plain 64-bit
 * arithmetic, and word for word against steps one by one. */
#include <math.h>

#include "support/lockstep.h"

#define ROOTS 16 /* in points: primes have roots of unity of that order */

static const clm_step_blocks some[] = {
    {.steps = 1, .order = 2},             /* the least there are */
    {.steps = 3, .order = 4},             /* windows that make one word */
    {.steps = 2, .order = 8},
    {.steps = 5, .order = 8, .least = 17},
    {.steps = 4, .order = 16},
    {.steps = 7, .order = 16},
};
#define SOME (sizeof some / sizeof *some)

/* One shape and pair of degrees in some of these ways; returns the number of unlucky lanes. */
static size_t check(clmodp_context *ctx, enum euclid_shape shape, size_t p, size_t q,
                    uint32_t below, size_t number)
{
    euclid_problem c = euclid_problem_create(ctx, p, q, 2, small_tests() ? ROOTS : 3 * ROOTS,
                                             below);
    size_t unlucky;

    c.chunk.batch.shared = number % 2 != 0;
    c.blocks = some[number / 2 % SOME];
    unlucky = lockstep_case(&c, shape);
    euclid_problem_destroy(&c);
    return unlucky;
}

/* Degrees next to those where blocks begin and end, gaps and common factors among them, and small
 * primes, modulo which lanes leave the sequence within blocks. */
static void shapes_and_degrees(void **state)
{
    static const size_t degrees[][2] = {{6, 6}, {23, 22}, {2, 3}, {9, 8}, {8, 9}, {13, 17},
                                        {40, 39}, {7, 31}};
    const size_t most = small_tests() ? 1 : sizeof degrees / sizeof *degrees;

    (void)state;
    for (size_t tuning = 1; tuning < BATCH_TUNINGS; tuning += 2) {
        if (tuning < batch_first())
            continue;

        clmodp_context *ctx = lockstep_start(tuning);
        size_t number = 0, unlucky = 0, small = 0;

        for (size_t i = 0; i < most; i++)
            for (int s = 0; s < SHAPES; s++) {
                const enum euclid_shape shape = (enum euclid_shape)s;
                const size_t p = degrees[i][0], q = degrees[i][1];

                if (s == DERIVATIVE && q + 1 != p)
                    continue;
                number++;
                if (!batch_turn(number, 6))
                    continue;
                small += check(ctx, shape, p, q, 0, number);
                number += 1 + number % 3;

                const size_t lanes = check(ctx, shape, p, q, EUCLID_PRIME_MAX, number);

                if (s == DENSE || s == COMMON)
                    unlucky += lanes;
            }
        assert_int_equal(unlucky, 0);
        assert_true(small_tests() || small > 100);
        lockstep_finish(ctx);
    }
}

/* A prime without the roots of unity leaves all lanes to the formal kernel. */
static void primes_without_roots(void **state)
{
    clmodp_context *ctx = lockstep_start(1);
    euclid_problem c = euclid_problem_create(ctx, 9, 8, 2, 48, 0); /* modulo 97 and 193 */

    (void)state;
    c.blocks = (clm_step_blocks){.steps = 4, .order = 64};
    if (!small_tests())
        assert_in_range(lockstep_case(&c, DENSE), 48, 60);
    euclid_problem_destroy(&c);
    lockstep_finish(ctx);
}

static void choices(void **state)
{
    clm_rates rates;
    clm_step_blocks blocks;

    (void)state;
    clm_rates_set(&rates, CLM_MACHINE_POCL);
    assert_int_equal(clm_step_blocks_choose(300, 4000, CLM_BLOCKS_ORDER, &rates).steps, 0);
    assert_int_equal(clm_step_blocks_choose(4000, 4000, 1, &rates).steps, 0);
    blocks = clm_step_blocks_choose(4000, 4000, CLM_BLOCKS_ORDER, &rates);
    assert_in_range(blocks.steps, 32, CLM_BLOCKS_ORDER / 2);
    assert_in_range(blocks.least, 2 * blocks.steps, 2000);
    for (uint32_t p = 1000; p < 8000; p = p * 5 / 4) {
        const clm_amounts chosen =
            clm_step_blocks_cost(
                p, p - 1, clm_step_blocks_choose(p, p - 1, CLM_BLOCKS_ORDER, &rates));
        const clm_amounts single = clm_step_blocks_cost(p, p - 1, (clm_step_blocks){0});

        assert_true(clm_nanoseconds(&chosen, &rates) <= clm_nanoseconds(&single, &rates));
    }
    rates.ns[CLM_OP_BLOCK_WORD] = 100.0; /* transforms that are too slow */
    assert_int_equal(clm_step_blocks_choose(4000, 4000, CLM_BLOCKS_ORDER, &rates).steps, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shapes_and_degrees),
        cmocka_unit_test(primes_without_roots),
        cmocka_unit_test(choices),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
