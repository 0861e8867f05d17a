/* Tests clm_evaluate, with all methods, against Horner's rule on the host. */
#include "fpx/batch/evaluate.h"

#include <stdlib.h>
#include <string.h>

#include "fpx/batch/sparse.h"

#include "cl/arith/tile.h"
#include "cl/fpx/batch/euclid_shape.h"

#include "problems/evaluate.h"
#include "support/batch.h"

/* Bounds of the primes of default sums, and of all primes. */
#define BELOW (EUCLID_PRIME_MAX + 1)
#define LARGE (UINT32_C(1) << 31)

/* A problem, its values, and the expected ones. */
typedef struct polynomials {
    clmodp_context *ctx;
    const device_chunk *chunk;
    evaluate_problem p;
    clm_buffer values, scratch;
    u32 *expected; /* [lane][row] */
} polynomials;

static polynomials create(clmodp_context *ctx, device_chunk *chunk, evaluate_problem p)
{
    polynomials f = {.ctx = ctx, .chunk = chunk, .p = p};
    const size_t lanes = chunk->batch.lanes, all = chunk->batch.primes * lanes;
    const size_t count = p.rows.count;

    f.values = device_words(ctx, NULL, all * count);
    f.expected = device_need(all * count, sizeof *f.expected);
    for (size_t lane = 0; lane < all; lane++)
        for (size_t row = 0; row < count && lane % lanes < chunk->batch.points; row++)
            f.expected[lane * count + row] =
                evaluate_problem_value(&f.p, lane / lanes, lane % lanes, row);
    return f;
}

static void destroy(polynomials *f)
{
    clm_buffer_destroy(f->ctx, &f->values);
    clm_buffer_destroy(f->ctx, &f->scratch);
    free(f->expected);
    evaluate_problem_destroy(&f->p);
}

static void check_value(const polynomials *f, const char *what, size_t lane, size_t row,
                        u32 value)
{
    const clm_point_batch *batch = &f->chunk->batch;
    fp_field field = f->chunk->info[lane / batch->lanes].field;
    u32 expected = f->expected[lane * f->p.rows.count + row];
    bool padding = lane % batch->lanes >= batch->points;

    if (padding ? value >= field.p : value != expected)
        fail_msg("%s: prime %u, %zu points, %zu rows, longest %zu, tile %u: lane %zu row %zu "
                 "(length %u): %u, expected %u",
                 what, field.p, batch->points, f->p.rows.count, f->p.rows.longest,
                 f->ctx->tuning.tile, lane, row, f->p.table[row].length, value, expected);
}

/* Reads the values of so many tiles and compares them. */
static void compare_tiles(polynomials *f, const char *what, size_t first, size_t tiles)
{
    const size_t tile = f->ctx->tuning.tile, rows = f->p.rows.count;
    u32 *values = calloc(tiles * tile * rows, sizeof *values);

    assert_non_null(values);
    BATCH_OK(f->ctx, clm_buffer_read(f->ctx, &f->values, 0, values,
                                     tiles * tile * rows * sizeof *values));
    for (size_t t = 0; t < tiles * tile; t++)
        for (size_t row = 0; row < rows; row++)
            check_value(f, what, first * tile + t, row, values[TILE_INDEX(t, rows, row, tile)]);
    free(values);
    BATCH_OK(f->ctx, clm_buffer_fill(f->ctx, &f->values, 0xffffffff, tiles * tile * rows));
}

/* Returns so many words of the scratch memory. */
static clm_buffer scratch_of(const polynomials *f, size_t words)
{
    clm_buffer scratch = f->scratch;

    assert_true(clm_buffer_holds(&scratch, words, sizeof(u32)));
    scratch.bytes = words * sizeof(u32);
    return scratch;
}

/* Returns the arguments of an evaluation with this scratch memory. */
static clm_evaluate_call call_of(const polynomials *f, const clm_buffer *scratch)
{
    return (clm_evaluate_call){&f->values, scratch, &f->p.residues, &f->p.rows, &f->chunk->batch};
}

static void check_tiles(polynomials *f, clm_evaluation method, size_t first, size_t tiles)
{
    static const char *const names[] = {"auto", "sums", "transform", "shared", "sparse"};
    clm_buffer scratch = scratch_of(
        f, clm_evaluate_scratch(f->ctx, &f->p.rows, &f->chunk->batch, tiles, method));
    const clm_evaluate_call call = call_of(f, &scratch);

    BATCH_OK(f->ctx, clm_evaluate(f->ctx, &call, first, tiles, method));
    compare_tiles(f, names[method], first, tiles);
}

/* Checks every applicable method that the cost rule chooses from. */
static void check_methods(polynomials *f)
{
    static const char *const names[] = {"butterfly of 4", "butterfly of 8", "butterfly of 16"};
    const clm_point_batch *batch = &f->chunk->batch;
    size_t tiles = batch->primes * (batch->lanes / f->ctx->tuning.tile);
    clm_buffer scratch;
    const clm_evaluate_call call = call_of(f, &scratch);

    for (size_t k = 0; k < 3 && batch->points % ((size_t)4 << k) == 0; k++) {
        size_t split = (size_t)4 << k;

        scratch = scratch_of(f, clm_butterfly_scratch(f->ctx, &f->p.rows, batch, split,
                                                      batch->primes));
        BATCH_OK(f->ctx, clm_butterfly_run(f->ctx, &call, split, 0, batch->primes));
        compare_tiles(f, names[k], 0, tiles);
    }
    if (clm_transform_plan(f->ctx, &f->p.rows, batch).split > 1) {
        scratch = scratch_of(f, clm_transform_scratch(f->ctx, &f->p.rows, batch, batch->primes));
        BATCH_OK(f->ctx, clm_transform_run(f->ctx, &call, 0, batch->primes));
        compare_tiles(f, "transform", 0, tiles);
    }
}

/* Checks all methods, on the whole chunk and on parts of it. */
static void check_problem(clmodp_context *ctx, device_chunk *chunk, evaluate_problem p)
{
    polynomials f = create(ctx, chunk, p);
    const size_t primes = chunk->batch.primes, count = p.rows.count;
    size_t prime_tiles = chunk->batch.lanes / ctx->tuning.tile, tiles = primes * prime_tiles;

    f.scratch = device_words(ctx, NULL, evaluate_problem_scratch(&f.p));
    BATCH_OK(ctx, clm_buffer_fill(ctx, &f.values, 0xffffffff, tiles * ctx->tuning.tile * count));
    check_methods(&f);
    for (int method = CLM_EVALUATE_AUTO; method <= CLM_EVALUATE_SPLIT; method++) {
        check_tiles(&f, method, 0, tiles);
        check_tiles(&f, method, (primes - 1) * prime_tiles, prime_tiles);
    }
    if (tiles > 2) {
        check_tiles(&f, CLM_EVALUATE_AUTO, 1, tiles - 2);
        check_tiles(&f, CLM_EVALUATE_SUMS, tiles / 3, tiles / 2);
    }
    destroy(&f);
}

static void check(clmodp_context *ctx, size_t primes, size_t points, uint32_t below,
                  const u32 *length, size_t count)
{
    device_chunk chunk = device_chunk_create(ctx, primes, points, below);

    chunk.batch.large = below > BELOW;
    check_problem(ctx, &chunk, evaluate_problem_create(&chunk, length, count));
    device_chunk_destroy(&chunk);
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

/* Sets the lengths of `count` rows: 0, 1, the longest, and a third of it. */
static void make_lengths(u32 *length, size_t count, u32 longest)
{
    for (size_t row = 0; row < count; row++)
        length[row] = row % 5 == 1 ? 0 : row % 5 == 3 ? longest / 3 + 1 : longest;
    length[count - 1] = 1;
}

static void every_number_of_points(void **state)
{
    static const size_t points[] = {1,  2,  3,  4,  5,  6,  7,  8,   9,   10,  12,  14,  15, 16,
                                    27, 32, 49, 64, 75, 81, 98, 120, 128, 210, 243, 250, 256};
    size_t count = sizeof points / sizeof *points;
    u32 length[13];

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t k = 0; k < count; k += small_tests() ? 8 : 1) {
            size_t rows = small_tests() ? 3 : 2 + (k + tuning) % 12;

            if (points[k] > 100 && !batch_turn(tuning + 1, 2))
                continue;

            make_lengths(length, rows, (u32)(1 + (k * 7 + tuning) % 30));
            check(ctx, 1 + k % 3, points[k], k % 2 ? BELOW : k % 4 ? 1u << 30 : LARGE, length,
                  rows);
            next_case(&ctx, tuning);
        }
        clmodp_context_destroy(ctx);
    }
}

static void every_length(void **state)
{
    static const u32 longest[] = {1, 2, 3, 4, 5, 7, 8, 9, 12, 16, 17, 24, 60, 127, 128, 129,
                                  130, 257, 600};
    size_t count = sizeof longest / sizeof *longest;
    u32 length[7];

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t k = 0; k < count; k += small_tests() ? 8 : 1) {
            /* Fewer points than coefficients too, and batches of a few tiles or rows. */
            ctx->tuning.stripe_bytes = tuning % 2 ? 1 << 14 : 1 << 20;
            make_lengths(length, 7, longest[k]);
            check(ctx, 2, small_tests() ? 12 : 72, k % 2 ? LARGE : BELOW, length,
                  small_tests() ? 2 : 7);
            if (!small_tests())
                check(ctx, 3, 400, k % 2 ? BELOW : LARGE, length, 7);
            next_case(&ctx, tuning);
        }
        clmodp_context_destroy(ctx);
    }
}

/* ---- Sums of absolute value p or more ---- */

#define SUM_TERMS 6
#define SUM_ROWS 60

static int64_t balanced(u32 v, u32 p)
{
    return v > p / 2 ? (int64_t)v - p : v;
}

/* Returns the sum of the absolute values of the powers x^0, x^split, ..., SUM_TERMS of them. */
static int64_t size_of_powers(u32 x, u32 split, fp_field f)
{
    const u32 step = fp_pow(x, split, f);
    u32 power = f.one;
    int64_t size = 0;

    for (size_t i = 0; i < SUM_TERMS; i++, power = fp_mul(power, step, f))
        size += llabs(balanced(power, f.p));
    return size;
}

/* Sets the coefficients to the greatest residues of the signs of x^i, all but slightly: so the
 * first of `split` sums is near its bound. Returns how many of them are p or more after the
 * reduction of cl/fpx/batch/sums.h. */
static size_t make_greatest(evaluate_problem *p, u32 x, u32 split, fp_field f)
{
    size_t beyond = 0;

    for (size_t row = 0; row < p->rows.count; row++) {
        u32 *coefficient = p->coefficients + p->table[row].offset, power = f.one;
        int64_t t = 0;

        for (u32 i = 0; i < p->table[row].length; i++, power = fp_mul(power, x, f)) {
            const u32 size = f.p / 2 - (i == split ? (u32)row * 12345 : 0);

            coefficient[i] = balanced(power, f.p) < 0 ? f.p - size : size;
            if (i % split == 0)
                t += balanced(coefficient[i], f.p) * balanced(power, f.p);
        }
        t += (int64_t)(int32_t)(0 - (u32)t * f.pinv) * (int64_t)f.p;
        beyond += llabs(t >> 32) >= f.p;
    }
    return beyond;
}

static void greatest_sums(void **state)
{
    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning))
        for (u32 split = 1; split <= 4; split += 3) {
            clmodp_context *ctx = batch_context(tuning);
            device_chunk chunk = device_chunk_create(ctx, 1, 12, BELOW);
            prime_info *info = chunk.info;
            clm_random random = {split};
            u32 length[SUM_ROWS], best = 1;
            evaluate_problem p;

            for (size_t k = 0; k < 200000; k++) {
                const u32 x = 1 + (u32)clm_random_below(&random, info->field.p - 1);

                if (size_of_powers(x, split, info->field) >
                    size_of_powers(best, split, info->field))
                    best = x;
            }
            info->shift = best;
            device_must(ctx, clm_buffer_write(ctx, &chunk.batch.info, 0, info, sizeof *info));
            for (size_t row = 0; row < SUM_ROWS; row++)
                length[row] = SUM_TERMS * split;
            p = evaluate_problem_create(&chunk, length, small_tests() ? 12 : SUM_ROWS);
            if (make_greatest(&p, best, split, info->field) == 0 && !small_tests())
                fail_msg("no sum of %u coefficients is as large as p", length[0]);
            device_must(ctx, clm_buffer_write(ctx, &p.residues, 0, p.coefficients,
                                              p.rows.residues * sizeof(u32)));
            check_problem(ctx, &chunk, p);
            device_chunk_destroy(&chunk);
            clmodp_context_destroy(ctx);
        }
}

static void large_batches(void **state)
{
    clmodp_context *ctx;
    u32 length[70];

    (void)state;
    if (small_tests())
        return;
    ctx = batch_context(1);
    make_lengths(length, 70, 24);
    check(ctx, 2, 2916, BELOW, length, 70);
    check(ctx, 2, 2940, BELOW, length, 20);
    ctx->tuning.stripe_bytes = 1 << 16;
    check(ctx, 5, 300, BELOW, length, 70);
    make_lengths(length, 5, 5000);
    check(ctx, 2, 5040, BELOW, length, 2);
    check(ctx, 2, 5040, LARGE, length, 2);
    clmodp_context_destroy(ctx);
}

/* A few long rows among many zeros take memory for their own coefficients only. */
static void lonely_rows(void **state)
{
    const size_t rows = small_tests() ? 14 : 200, longest = small_tests() ? 40 : 700;
    clm_random random = {5};
    u32 length[200];

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t lonely = 0; lonely <= (small_tests() ? 1 : 4); lonely++) {
            memset(length, 0, sizeof length);
            for (size_t k = 0; k < lonely; k++)
                length[clm_random_below(&random, rows)] =
                    (u32)(longest - clm_random_below(&random, longest / 2));
            ctx->tuning.stripe_bytes = lonely % 2 ? 1 << 14 : 1 << 20;
            check(ctx, 2, small_tests() ? 12 : lonely % 2 ? 240 : 81, BELOW, length, rows);
            next_case(&ctx, tuning);
        }
        clmodp_context_destroy(ctx);
    }
}

/* Checks sums over columns by all butterflies, and by the cheapest method. */
static void check_sparse(clmodp_context *ctx, size_t primes, size_t points, uint32_t below,
                         size_t rows, const u32 *exponent, size_t exponents)
{
    const u32 longest = exponent[exponents - 1] + 1;
    u32 length[40];
    device_chunk chunk = device_chunk_create(ctx, primes, points, below);
    polynomials f;
    size_t tiles = primes * (chunk.batch.lanes / ctx->tuning.tile);

    chunk.batch.large = below > BELOW;
    make_lengths(length, rows, longest);
    length[rows / 2 - 1] = length[rows - 1] = longest; /* the degrees of f and g in y */
    /* At x = 1 all powers are 2^32 mod p, nearly p / 2 for the largest primes. */
    for (size_t n = 0; n < primes; n++)
        chunk.info[n].shift = chunk.info[n].shift_inverse = chunk.info[n].field.one;
    BATCH_OK(ctx, clm_buffer_write(ctx, &chunk.batch.info, 0, chunk.info,
                                   primes * sizeof *chunk.info));
    f = create(ctx, &chunk, evaluate_problem_create(&chunk, length, rows));
    evaluate_problem_thin(&f.p, exponent, exponents);
    for (size_t lane = 0; lane < primes * chunk.batch.lanes; lane++)
        for (size_t row = 0; row < rows && lane % chunk.batch.lanes < points; row++)
            f.expected[lane * rows + row] = evaluate_problem_value(
                &f.p, lane / chunk.batch.lanes, lane % chunk.batch.lanes, row);
    f.scratch = device_words(ctx, NULL, evaluate_problem_scratch(&f.p));
    BATCH_OK(ctx, clm_buffer_fill(ctx, &f.values, 0xffffffff, tiles * ctx->tuning.tile * rows));
    for (size_t split = 4; split <= 16 && points % split == 0; split *= 2) {
        clm_buffer scratch =
            scratch_of(&f, clm_sparse_scratch(ctx, &f.p.rows, &chunk.batch, split, primes));
        const clm_evaluate_call call = call_of(&f, &scratch);

        BATCH_OK(ctx, clm_sparse_run(ctx, &call, split, 0, primes));
        compare_tiles(&f, "sums over columns", 0, tiles);
    }
    check_tiles(&f, CLM_EVALUATE_SPARSE, 0, tiles);
    check_tiles(&f, CLM_EVALUATE_AUTO, 0, tiles);
    destroy(&f);
    device_chunk_destroy(&chunk);
}

/* Lists exponents: two variables packed into x; one residue class, with sums of up to 40 products;
 * scattered powers, few of which are products of two others; a single power. */
static size_t list_exponents(u32 *exponent, size_t kind, size_t k)
{
    clm_random random = {k};
    size_t count = 0;

    switch (kind) {
    case 0:
        for (u32 b = 0; b <= 6; b++)
            for (u32 a = 0; a + b <= 6; a++)
                exponent[count++] = a + 40 * b;
        return count;
    case 1:
        for (; count < 40; count++)
            exponent[count] = 16 * (u32)count + 3;
        return count;
    case 2:
        for (; count < 30; count++)
            exponent[count] = (u32)(1 + (count > 0 ? exponent[count - 1] : 0) +
                                    clm_random_below(&random, 300));
        return count;
    default:
        exponent[0] = k % 2 ? 5000 : 0;
        return 1;
    }
}

static void sparse_rows(void **state)
{
    static const size_t points[] = {4, 12, 32, 60, 240, 1000};
    u32 exponent[64];

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t k = 0; k < sizeof points / sizeof *points; k += small_tests() ? 3 : 1) {
            const size_t primes = 1 + k % 3, rows = small_tests() ? 3 : 2 + 5 * k;
            const uint32_t below = (k + tuning) % 3 == 0 ? LARGE : BELOW;

            for (size_t kind = 0; kind < 4; kind++) {
                const size_t count = list_exponents(exponent, kind, k);

                ctx->tuning.stripe_bytes = k % 2 ? 1 << 12 : 1 << 20;
                check_sparse(ctx, primes, points[k], below, rows, exponent, count);
                next_case(&ctx, tuning);
            }
        }
        clmodp_context_destroy(ctx);
    }
}

static void refuses_bad_arguments(void **state)
{
    const u32 length[2] = {3, 5};
    clmodp_context *ctx = batch_context(1);
    device_chunk chunk = device_chunk_create(ctx, 2, 24, BELOW);
    polynomials f = create(ctx, &chunk, evaluate_problem_create(&chunk, length, 2));
    clm_buffer small = batch_buffer(ctx, length, 1), large = {0};
    const clm_evaluate_call little_scratch = call_of(&f, &small), right = call_of(&f, &large);
    clm_evaluate_call few_values = right;

    (void)state;
    few_values.values = &small;
    BATCH_OK(ctx, clm_buffer_create(ctx, &large, 1 << 16, sizeof(u32)));
    assert_int_equal(clm_evaluate(ctx, &few_values, 0, 6, CLM_EVALUATE_AUTO), CLMODP_INVALID);
    assert_int_equal(clm_evaluate(ctx, &little_scratch, 0, 6, CLM_EVALUATE_SUMS), CLMODP_INVALID);
    assert_int_equal(clm_evaluate(ctx, &little_scratch, 0, 6, CLM_EVALUATE_SPLIT),
                     CLMODP_INVALID);
    assert_int_equal(clm_evaluate(ctx, &right, 1, 4, CLM_EVALUATE_SPLIT), CLMODP_INVALID);
    assert_int_equal(clm_evaluate(ctx, &right, 1, 6, CLM_EVALUATE_SUMS), CLMODP_INVALID);
    BATCH_OK(ctx, clm_evaluate(ctx, &right, 6, 0, CLM_EVALUATE_AUTO));
    clm_buffer_destroy(ctx, &small);
    clm_buffer_destroy(ctx, &large);
    destroy(&f);
    device_chunk_destroy(&chunk);
    clmodp_context_destroy(ctx);
}

TESTS(
    cmocka_unit_test(every_number_of_points),
    cmocka_unit_test(every_length),
    cmocka_unit_test(large_batches),
    cmocka_unit_test(greatest_sums),
    cmocka_unit_test(lonely_rows),
    cmocka_unit_test(sparse_rows),
    cmocka_unit_test(refuses_bad_arguments));
