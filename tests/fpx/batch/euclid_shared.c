/* Tests values and remainder sequences of shared tiles against arithmetic on the host. */
#include "fpx/batch/evaluate.h"
#include "support/lockstep.h"

#define COUNTS 6

/* Counts around whole vectors, and one above a tile. */
static void count_around(size_t counts[COUNTS], const clmodp_context *ctx)
{
    const size_t w = ctx->tuning.vector_width;
    const size_t all[COUNTS] = {1, 2, w - 1, w, w + 1, ctx->tuning.tile + 3};

    for (size_t k = 0; k < COUNTS; k++)
        counts[k] = all[k];
}

/* Evaluates rows of 0 to 3 coefficients at every point, `step` tiles at a time, and compares. */
static void check_values(euclid_problem *c, clm_buffer *values, size_t step)
{
    clmodp_context *ctx = c->chunk.ctx;
    const clm_point_batch *batch = &c->chunk.batch;
    const size_t tiles = clm_point_batch_tiles(batch, ctx->tuning.tile);
    const size_t each = ctx->tuning.tile * c->rows.count;
    clm_buffer residues = batch_buffer(ctx, c->residues, batch->primes * c->rows.residues);
    const clm_evaluate_call call = {values, NULL, &residues, &c->rows, batch};
    u32 *want = euclid_problem_values(c), *got = calloc(step * each, sizeof *got);

    assert_non_null(got);
    assert_int_equal(clm_evaluate_scratch(ctx, &c->rows, batch, step, CLM_EVALUATE_SHARED), 0);
    for (size_t first = 0; first < tiles; first += step) {
        const size_t count = clm_size_min(step, tiles - first);

        BATCH_OK(ctx, clm_evaluate(ctx, &call, first, count, CLM_EVALUATE_SHARED));
        BATCH_OK(ctx, clm_buffer_read(ctx, values, 0, got, count * each * sizeof *got));
        for (size_t k = 0; k < count * each; k++)
            if (got[k] != want[first * each + k])
                fail_msg("%zu primes, %zu points, %zu rows, W = %u, T = %u: word %zu of tile %zu "
                         "is %u, expected %u", batch->primes, batch->points, c->rows.count,
                         ctx->tuning.vector_width, ctx->tuning.tile, k, first, got[k],
                         want[first * each + k]);
    }
    clm_buffer_destroy(ctx, &residues);
    free(got);
    free(want);
}

static void values(void **state)
{
    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);
        size_t counts[COUNTS], number = tuning;
        clm_buffer words = {0};

        BATCH_OK(ctx, clm_buffer_create(ctx, &words, 16 * LOCKSTEP_LANES * LOCKSTEP_LANES, 4));
        count_around(counts, ctx);
        for (size_t i = 0; i < COUNTS; i++)
            for (size_t k = 0; k < COUNTS; k++, number++) {
                if (counts[i] == 0 || counts[k] == 0 || !batch_turn(number, 6))
                    continue;

                const uint32_t below = number % 2 != 0 ? UINT32_C(1) << 31 : 1 << 20;
                euclid_problem c = euclid_problem_create(ctx, 1 + number % 5, number % 4,
                                                         counts[i], counts[k], below);

                c.chunk.batch.shared = true;
                euclid_problem_fill(&c, number % 3 != 0 ? DENSE : EXTREME, number);
                for (size_t r = 0; r < c.rows.count; r++)
                    c.table[2 * r + 1] = (u32)((r + number) % (EUCLID_LENGTH + 1));
                BATCH_OK(ctx, clm_buffer_write(ctx, &c.rows.table, 0, c.table,
                                               2 * c.rows.count * sizeof *c.table));
                check_values(&c, &words, clm_point_batch_tiles(&c.chunk.batch, ctx->tuning.tile));
                check_values(&c, &words, 2);
                euclid_problem_destroy(&c);
            }
        clm_buffer_destroy(ctx, &words);
        clmodp_context_destroy(ctx);
    }
}

/* Numbers of primes and of points around the lanes of a vector; some lanes leave the sequence. */
static void sequences(void **state)
{
    static const enum euclid_shape shapes[] = {DENSE, HOLES, MEETING, EXTREME, EVEN};

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = lockstep_start(tuning);
        size_t counts[COUNTS], number = tuning, unlucky = 0;

        count_around(counts, ctx);
        for (size_t i = 0; i < COUNTS; i++)
            for (size_t k = 0; k < COUNTS; k++, number++) {
                if (counts[i] == 0 || counts[k] == 0 || !batch_turn(number, 12))
                    continue;

                const size_t p = small_tests() ? 3 : 2 + number % 9, q = 1 + number % 4;
                euclid_problem c = euclid_problem_create(ctx, p, q, counts[i], counts[k],
                                                         EUCLID_PRIME_MAX);

                c.chunk.batch.shared = true;
                unlucky += lockstep_case(&c, shapes[number % 5]);
                euclid_problem_destroy(&c);
            }
        assert_true(small_tests() || unlucky > 0);
        lockstep_finish(ctx);
    }
}

/* Degrees for which each vector is a group. With primes above the kernel's limit, all points of a
 * vector are left to the formal kernel, unless the kernel for large primes is used. */
static void large_primes(void **state)
{
    clmodp_context *ctx = lockstep_start(1);
    const uint32_t below[] = {EUCLID_PRIME_MAX, EUCLID_PRIME_MAX + 200, UINT32_C(1) << 31};

    (void)state;
    for (size_t k = 0; k < 3; k++)
        for (int large = 0; large <= 1; large++) {
            const size_t p = small_tests() ? 4 : 70, q = small_tests() ? 3 : 61;
            euclid_problem c = euclid_problem_create(ctx, p, q, 11, 2, below[k]);

            c.chunk.batch.shared = true;
            c.chunk.batch.large = large != 0;

            const size_t unlucky = lockstep_case(&c, DENSE);

            if (k == 0 || large != 0)
                assert_int_equal(unlucky, 0);
            else
                assert_in_range(unlucky, k == 1 ? 2 : 22, 22);
            euclid_problem_destroy(&c);
        }
    lockstep_finish(ctx);
}

static void refuses_other_layouts(void **state)
{
    clmodp_context *ctx = batch_context(1);
    euclid_problem c = euclid_problem_create(ctx, 2, 1, 3, 5, 1 << 20);
    clm_buffer residues = batch_buffer(ctx, c.residues, 3 * c.rows.residues), words = {0};
    clm_point_batch *batch = &c.chunk.batch; /* 15 sequences: two tiles of 8, three of 5 */
    const clm_evaluate_call call = {&words, NULL, &residues, &c.rows, batch};

    (void)state;
    BATCH_OK(ctx, clm_buffer_create(ctx, &words, 2 * 8 * c.rows.count, 4));
    assert_int_equal(clm_evaluate(ctx, &call, 0, 1, CLM_EVALUATE_SHARED), CLMODP_INVALID);
    batch->shared = true;
    assert_int_equal(clm_point_batch_tiles(batch, 8), 2);
    for (int method = CLM_EVALUATE_AUTO; method < CLM_EVALUATE_SHARED; method++)
        assert_int_equal(clm_evaluate(ctx, &call, 0, 1, (clm_evaluation)method), CLMODP_INVALID);
    assert_int_equal(clm_evaluate(ctx, &call, 0, 3, CLM_EVALUATE_SHARED), CLMODP_INVALID);
    BATCH_OK(ctx, clm_evaluate(ctx, &call, 0, 2, CLM_EVALUATE_SHARED));
    words.bytes -= sizeof(u32);
    assert_int_equal(clm_evaluate(ctx, &call, 0, 2, CLM_EVALUATE_SHARED), CLMODP_INVALID);
    words.bytes += sizeof(u32);
    residues.bytes -= sizeof(u32);
    assert_int_equal(clm_evaluate(ctx, &call, 0, 2, CLM_EVALUATE_SHARED), CLMODP_INVALID);
    clm_buffer_destroy(ctx, &words);
    clm_buffer_destroy(ctx, &residues);
    euclid_problem_destroy(&c);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(values),
    cmocka_unit_test(sequences),
    cmocka_unit_test(large_primes),
    cmocka_unit_test(refuses_other_layouts));
