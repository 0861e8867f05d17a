/* Tests lockstep Euclid in blocks of steps: against resultants and subresultants by direct 64-bit
 * arithmetic, and word for word against single steps. */
#include <math.h>
#include <string.h>

#include "core/parallel.h"
#include "fpx/batch/euclid.h"
#include "support/lockstep.h"

#define ROOTS 16 /* points are multiples: primes have roots of unity of this order */

static const clm_step_blocks some[] = {
    {.steps = 1, .order = 2},             /* the smallest possible */
    {.steps = 3, .order = 4},             /* windows that yield one word */
    {.steps = 2, .order = 8},
    {.steps = 5, .order = 8, .least = 17},
    {.steps = 4, .order = 16},
    {.steps = 7, .order = 16},
};
#define SOME (sizeof some / sizeof *some)

/* Checks a shape and pair of degrees with one of these blocks; returns the unlucky lanes. */
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

/* Degrees around those at which blocks begin and end, also with gaps and common factors, and small
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
    clm_costs costs;
    clm_step_blocks blocks;

    (void)state;
    clm_costs_of_machine(&costs, CLM_MACHINE_POCL);
    assert_int_equal(clm_step_blocks_choose(300, 4000, CLM_BLOCKS_ORDER, &costs).steps, 0);
    assert_int_equal(clm_step_blocks_choose(4000, 4000, 1, &costs).steps, 0);
    blocks = clm_step_blocks_choose(4000, 4000, CLM_BLOCKS_ORDER, &costs);
    assert_in_range(blocks.steps, 32, CLM_BLOCKS_ORDER / 2);
    assert_in_range(blocks.least, 2 * blocks.steps, 2000);
    for (uint32_t p = 1000; p < 8000; p = p * 5 / 4) {
        const clm_amounts chosen =
            clm_step_blocks_cost(
                p, p - 1, clm_step_blocks_choose(p, p - 1, CLM_BLOCKS_ORDER, &costs));
        const clm_amounts single = clm_step_blocks_cost(p, p - 1, (clm_step_blocks){0});

        assert_true(clm_nanoseconds(&chosen, &costs) <= clm_nanoseconds(&single, &costs));
    }
    costs.ns[CLM_OP_BLOCK_WORD] = 100.0; /* transforms too slow to pay */
    assert_int_equal(clm_step_blocks_choose(4000, 4000, CLM_BLOCKS_ORDER, &costs).steps, 0);
}

/* Returns the operations of blocks, added up one by one. */
static clm_amounts added_up(double p, double q, clm_step_blocks b)
{
    const double s = b.steps, order = b.order, passes = ceil(0.5 * log2(order));
    const double least = fmax(b.least, 2.0 * s);
    clm_amounts all = {.of = {[CLM_OP_EUCLID_PAIR] = p * q}};

    if (fmin(p, q) >= least)
        all.of[CLM_OP_BLOCK_WORD] = order;
    for (double n = fmin(p, q); n >= least; n -= s) {
        const double windows = ceil((n - s + 1.0) / (order - s));

        all.of[CLM_OP_EUCLID_PAIR] += 4.0 * s * (s + 1.0) - s * (2.0 * n - s);
        all.of[CLM_OP_BLOCK_WORD] += order * (4.0 * passes + windows * (4.0 * passes + 4.0));
    }
    return all;
}

/* Returns the least degree at which a block, without its table, pays; above `most`: none. */
static size_t first_that_pays(clm_step_blocks b, size_t most, const clm_costs *costs)
{
    size_t n = 2 * (size_t)b.steps;

    for (; n <= most; n += b.steps) {
        const double degree = (double)n, pairs = degree * degree;
        clm_amounts block;

        b.least = (uint32_t)n;
        block = added_up(degree, degree, b);
        block.of[CLM_OP_EUCLID_PAIR] += b.steps * (2.0 * degree - b.steps) - pairs;
        block.of[CLM_OP_BLOCK_WORD] -= b.order;
        if (clm_nanoseconds(&block, costs) <
            costs->ns[CLM_OP_EUCLID_PAIR] * b.steps * (2.0 * degree - b.steps))
            break;
    }
    return n;
}

static void closed_forms(void **state)
{
    static const double words[] = {0.0, 0.1, 0.6, 1.5, 4.0};
    clm_costs costs;

    (void)state;
    for (uint32_t order = 2; order <= 512; order *= 2)
        for (uint32_t steps = 1; steps < order; steps += 1 + steps / 3)
            for (uint32_t n = 1; n < 3000; n += 1 + n / 2) {
                const clm_step_blocks b = {steps, order, n % 7 * 10};
                const clm_amounts found = clm_step_blocks_cost(n, n + 9, b);
                const clm_amounts expected = added_up(n, n + 9, b);

                assert_true(found.of[CLM_OP_EUCLID_PAIR] == expected.of[CLM_OP_EUCLID_PAIR]);
                assert_true(found.of[CLM_OP_BLOCK_WORD] == expected.of[CLM_OP_BLOCK_WORD]);
            }
    clm_costs_of_machine(&costs, CLM_MACHINE_POCL);
    for (size_t k = 0; k < sizeof words / sizeof *words; k++)
        for (size_t n = 1000; n < 100000; n = n * 3 + 1) {
            clm_step_blocks b;

            costs.ns[CLM_OP_BLOCK_WORD] = words[k] * costs.ns[CLM_OP_EUCLID_PAIR];
            b = clm_step_blocks_choose(n, n, CLM_BLOCKS_ORDER, &costs);
            if (b.steps > 0)
                assert_int_equal(b.least, first_that_pays(b, n, &costs));
        }
}

/* The choice of blocks takes no time that grows with the degrees. */
static void immense_degrees(void **state)
{
    static const double words[] = {0.5, 100.0};
    const double began = clm_clock_seconds();
    clm_costs costs;

    (void)state;
    clm_costs_of_machine(&costs, CLM_MACHINE_POCL);
    for (int k = 0; k < 1000; k++) {
        costs.ns[CLM_OP_BLOCK_WORD] = words[k % 2];
        assert_int_equal(clm_step_blocks_choose(INT32_MAX, INT32_MAX, 512, &costs).steps > 0,
                         k % 2 == 0);
    }
    assert_true(clm_clock_seconds() - began < 60.0); /* hours, if each block were counted */
}

static void checked_degrees(void **state)
{
    clm_error error = {0};

    (void)state;
    assert_int_equal(clm_steps_check(&error, 46339, 46339, false), CLMODP_OK);
    assert_int_equal(clm_steps_check(&error, 46340, 46340, false), CLMODP_LIMIT);
    assert_non_null(strstr(error.message, "46340 and 46340"));
    assert_int_equal(clm_steps_check(&error, INT32_MAX, 1, false), CLMODP_LIMIT);
    assert_int_equal(clm_steps_check(&error, INT32_MAX, 46339, true), CLMODP_OK);
    assert_int_equal(clm_steps_check(&error, 46340, INT32_MAX, true), CLMODP_LIMIT);
    assert_int_equal(clm_steps_check(&error, SIZE_MAX - 1, 2, false), CLMODP_LIMIT);
    assert_int_equal(clm_steps_check(&error, SIZE_MAX, SIZE_MAX, true), CLMODP_LIMIT);
}

TESTS(
    cmocka_unit_test(shapes_and_degrees),
    cmocka_unit_test(primes_without_roots),
    cmocka_unit_test(choices),
    cmocka_unit_test(closed_forms),
    cmocka_unit_test(immense_degrees),
    cmocka_unit_test(checked_degrees));
