/* Tests clm_interpolate against sums on the host and as the inverse of clm_evaluate. */
#include "fpx/batch/interpolate.h"

#include "fpx/batch/evaluate.h"
#include "problems/interpolate.h"
#include "support/batch.h"

/* tiles: the number that the scratch memory holds at a time. */
static void check(clmodp_context *ctx, size_t primes, size_t points, uint32_t below, size_t tiles)
{
    interpolate_problem p = interpolate_problem_create(ctx, primes, points, below);
    const size_t step = points / 12 + 1;
    u32 *result = device_need(primes * points, sizeof *result);
    clm_buffer out = device_words(ctx, NULL, primes * points);
    clm_buffer scratch = device_words(ctx, NULL, tiles * clm_interpolate_scratch(ctx, points));

    BATCH_OK(ctx, clm_interpolate(ctx, &out, &scratch, &p.in, &p.chunk.batch));
    BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, result, primes * points * sizeof *result));
    for (size_t t = 0; t < primes * points; t += step) {
        const size_t prime = t / points, i = t % points;
        const u32 expected = interpolate_problem_coefficient(&p, prime, i);

        if (result[t] != expected)
            fail_msg("prime %u, %zu points, tile %u: coefficient %zu: %u, expected %u",
                     p.chunk.info[prime].field.p, points, ctx->tuning.tile, i, result[t],
                     expected);
    }
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &scratch);
    free(result);
    interpolate_problem_destroy(&p);
}

/* Gives each case under Oclgrind its own context, since the search for uninitialised words fails
 * when a buffer is larger than a freed one before it. */
static void next_case(clmodp_context **ctx, size_t tuning)
{
    if (small_tests()) {
        clmodp_context_destroy(*ctx);
        *ctx = batch_context(tuning);
    }
}

static void every_number_of_points(void **state)
{
    static const size_t points[] = {1,  2,  3,  4,  5,  6,   7,   8,   9,   10,  12,  14,
                                    15, 16, 27, 32, 49, 64,  75,  81,  98,  120, 128, 210,
                                    243, 250, 256, 343, 625, 729, 1024, 2916, 2940, 4096};
    size_t count = sizeof points / sizeof *points;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t k = 0; k < (small_tests() ? 20 : count); k += small_tests() ? 3 : 1) {
            check(ctx, 1 + k % 3, points[k], 1u << (k % 2 ? 31 : 30), 1);
            next_case(&ctx, tuning);
        }
        clmodp_context_destroy(ctx);
    }
}

/* Numbers of primes around whole tiles, in batches of one, two and three tiles. */
static void every_number_of_primes(void **state)
{
    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);
        size_t width = ctx->tuning.vector_width;

        for (size_t tiles = 1; tiles <= 3; tiles++)
            for (size_t primes = width * 2 - 1; primes <= width * 2 + 1; primes++) {
                check(ctx, primes, small_tests() ? 6 : 70, 1u << 31, tiles);
                next_case(&ctx, tuning);
            }
        clmodp_context_destroy(ctx);
    }
}

/* Evaluates and interpolates one row, as long as there are points. */
static void check_round_trip(clmodp_context *ctx, size_t points)
{
    device_chunk chunk = device_chunk_create(ctx, 2, points, 1u << 31);
    const u32 table[2] = {0, (u32)points}; /* of rows, and of blocks */
    size_t tiles = 2 * (chunk.batch.lanes / ctx->tuning.tile);
    clm_rows rows = {.count = 1, .residues = points, .longest = points, .padded = points,
                     .table = batch_buffer(ctx, table, 2),
                     .blocks = batch_buffer(ctx, table, 2)};
    u32 *host = calloc(2 * points, sizeof *host), *result = calloc(2 * points, sizeof *host);
    clm_random random = {points};
    clm_buffer in, values = {0}, out = {0}, scratch = {0};
    size_t words = clm_evaluate_scratch(ctx, &rows, &chunk.batch, tiles, CLM_EVALUATE_AUTO);

    for (size_t i = 0; i < 2 * points; i++)
        host[i] = batch_residue(&random, chunk.info[i / points].field);
    in = batch_buffer(ctx, host, 2 * points);
    BATCH_OK(ctx, clm_buffer_create(ctx, &values, 2 * chunk.batch.lanes, sizeof(u32)));
    BATCH_OK(ctx, clm_buffer_create(ctx, &out, 2 * points, sizeof(u32)));
    BATCH_OK(ctx, clm_buffer_create(
                      ctx, &scratch,
                      clm_size_max(words, clm_interpolate_scratch(ctx, points)), sizeof(u32)));
    BATCH_OK(ctx, clm_evaluate(ctx,
                               &(clm_evaluate_call){&values, &scratch, &in, &rows, &chunk.batch},
                               0, tiles, CLM_EVALUATE_AUTO));
    BATCH_OK(ctx, clm_interpolate(ctx, &out, &scratch, &values, &chunk.batch));
    BATCH_OK(ctx, clm_buffer_read(ctx, &out, 0, result, 2 * points * sizeof *result));
    for (size_t i = 0; i < 2 * points; i++)
        if (result[i] != fp_from(host[i], chunk.info[i / points].field))
            fail_msg("%zu points, tile %u: coefficient %zu", points, ctx->tuning.tile, i);
    clm_buffer_destroy(ctx, &rows.table);
    clm_buffer_destroy(ctx, &rows.blocks);
    clm_buffer_destroy(ctx, &in);
    clm_buffer_destroy(ctx, &values);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &scratch);
    free(host);
    free(result);
    device_chunk_destroy(&chunk);
}

static void interpolation_inverts_evaluation(void **state)
{
    static const size_t points[] = {1, 5, 12, 64, 700, 729, 2916, 4096, 16384, 15120};
    size_t count = small_tests() ? 4 : sizeof points / sizeof *points;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t k = 0; k < count; k++) {
            check_round_trip(ctx, points[k]);
            next_case(&ctx, tuning);
        }
        clmodp_context_destroy(ctx);
    }
}

static void refuses_bad_arguments(void **state)
{
    clmodp_context *ctx = batch_context(1);
    device_chunk chunk = device_chunk_create(ctx, 1, 21, 1u << 31);
    static const u32 words[1024];
    clm_buffer out = batch_buffer(ctx, words, 21), in = batch_buffer(ctx, words, 24);
    clm_buffer scratch = batch_buffer(ctx, words, clm_interpolate_scratch(ctx, 21));
    clm_buffer small = batch_buffer(ctx, words, 20);
    clm_point_batch odd = chunk.batch;

    (void)state;
    BATCH_OK(ctx, clm_interpolate(ctx, &out, &scratch, &in, &chunk.batch));
    assert_int_equal(clm_interpolate(ctx, &small, &scratch, &in, &chunk.batch), CLMODP_INVALID);
    assert_int_equal(clm_interpolate(ctx, &out, &small, &in, &chunk.batch), CLMODP_INVALID);
    assert_int_equal(clm_interpolate(ctx, &out, &scratch, &small, &chunk.batch), CLMODP_INVALID);
    odd.points = 19;
    assert_int_equal(clm_interpolate(ctx, &out, &scratch, &in, &odd), CLMODP_INVALID);
    clm_buffer_destroy(ctx, &out);
    clm_buffer_destroy(ctx, &in);
    clm_buffer_destroy(ctx, &scratch);
    clm_buffer_destroy(ctx, &small);
    device_chunk_destroy(&chunk);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(every_number_of_points),
    cmocka_unit_test(every_number_of_primes),
    cmocka_unit_test(interpolation_inverts_evaluation),
    cmocka_unit_test(refuses_bad_arguments));
