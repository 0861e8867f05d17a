/* Tests determinants on the device against elimination with 64-bit remainders on the host. */
#include "fpx/batch/determinant.h"

#include "cl/arith/tile.h"
#include "cl/fpx/batch/determinant_shape.h"
#include "problems/determinant.h"
#include "support/batch.h"

/* Limits of the primes: sums are reduced once, after 2 products, and after some. */
static const uint32_t limits[] = {0, UINT32_C(1) << 31, 1u << 30, 1717986919, 1u << 20};

#define LIMITS (sizeof limits / sizeof *limits)

/* Returns whether a lane is listed as unlucky. */
static bool is_listed(const u32 *unlucky, size_t lane)
{
    for (u32 k = 1; k <= unlucky[0]; k++)
        if (unlucky[k] == lane)
            return true;
    return false;
}

/* Runs a problem in stripes, and compares all lanes but the unlucky ones; returns their number. */
static size_t check(determinant_problem *d, size_t stripe, const char *what)
{
    clmodp_context *ctx = d->chunk.ctx;
    const clm_point_batch *batch = &d->chunk.batch;
    const size_t all = batch->primes * batch->lanes, each = ctx->tuning.tile * d->n * d->n;
    const size_t words = d->on_device.bytes / sizeof(u32);
    u32 *result = device_need(all, sizeof *result), *unlucky = device_need(all + 1, sizeof(u32));
    u32 *sent = device_need(words, sizeof *sent);
    size_t count;

    for (size_t first = 0; first < d->tiles; first += stripe) {
        const size_t tiles = clm_size_min(stripe, d->tiles - first);

        /* results must not depend on earlier contents of the blocks */
        for (size_t k = 0; k < words; k++)
            sent[k] = k < tiles * each ? d->values[first * each + k] : 0xfffffff7;
        BATCH_OK(ctx, clm_buffer_write(ctx, &d->on_device, 0, sent, words * sizeof *sent));
        BATCH_OK(ctx, clm_determinants_run(ctx, &d->call, &d->on_device, first, tiles));
    }
    BATCH_OK(ctx, clm_buffer_read(ctx, &d->result, 0, result, all * sizeof *result));
    BATCH_OK(ctx, clm_buffer_read(ctx, &d->unlucky, 0, unlucky, (all + 1) * sizeof(u32)));
    count = unlucky[0];
    assert_true(count <= batch->primes * batch->points);
    for (size_t prime = 0; prime < batch->primes; prime++)
        for (size_t k = 0; k < batch->points; k++) {
            const size_t lane = determinant_problem_lane(d, prime, k);
            const u32 got = fp_from(result[lane], d->chunk.info[prime].field);

            if (!is_listed(unlucky, lane) && got != determinant_problem_expected(d, prime, k))
                fail_msg("%s, n = %zu, W = %u, T = %u, p = %u, point %zu: %u, expected %u", what,
                         d->n, ctx->tuning.vector_width, ctx->tuning.tile,
                         d->chunk.info[prime].field.p, k, got,
                         determinant_problem_expected(d, prime, k));
        }
    free(sent);
    free(result);
    free(unlucky);
    return count;
}

static uint32_t limit_of(size_t number, size_t n)
{
    const uint32_t limit = limits[number % LIMITS];

    return limit != 0 ? limit : clm_determinant_prime_max(n) + 1;
}

/* Checks a shape modulo `primes` primes at `points` points each. */
static size_t run(clmodp_context *ctx, size_t n, enum determinant_shape shape, size_t number,
                  size_t primes, size_t points, bool shared)
{
    determinant_problem d =
        determinant_problem_create(ctx, n, primes, points, limit_of(number, n), shared);
    size_t unlucky;

    determinant_problem_fill(&d, shape, number + 1);
    unlucky = check(&d, number % 2 != 0 ? d.tiles : 1, shared ? "shared" : "own tiles");
    determinant_problem_destroy(&d);
    return unlucky;
}

/* All shapes at orders around the blocks of the matrix, and around the panels of blocks. */
static void orders(void **state)
{
    const size_t most = small_tests() ? 10 : 70;

    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);
        size_t number = tuning;

        for (size_t n = 1; n <= most; n += n > 18 ? 5 : 1)
            for (int shape = 0; shape < DETERMINANT_SHAPES; shape++, number++) {
                if (!batch_turn(number, 5))
                    continue;
                ctx = batch_again(ctx, tuning);
                (void)run(ctx, n, (enum determinant_shape)shape, number, 1 + number % 2,
                          ctx->tuning.tile + 3, false);
            }
        clmodp_context_destroy(ctx);
    }
}

/* Sums of all lengths modulo primes of all sizes: none, one and several reductions. */
static void sums(void **state)
{
    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        const size_t orders[] = {13, 37, 64, 67, 128};
        clmodp_context *ctx = batch_context(tuning);

        for (size_t k = 0; k < (small_tests() ? 1 : 5); k++)
            for (size_t limit = 0; limit < LIMITS; limit++) {
                ctx = batch_again(ctx, tuning);
                assert_int_equal(
                    run(ctx, orders[k], DETERMINANT_DENSE, limit + LIMITS * k, 1, 2, false), 0);
            }
        clmodp_context_destroy(ctx);
    }
}

/* Numbers of primes and of points around the lanes of a vector and of a tile. */
static void shared_tiles(void **state)
{
    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);
        const size_t w = ctx->tuning.vector_width;
        const size_t counts[] = {1, 2, w, w + 1, ctx->tuning.tile + 3};
        size_t number = tuning;

        for (size_t i = 0; i < 5; i++)
            for (size_t k = 0; k < 5; k++, number++)
                if (batch_turn(number, 12)) {
                    ctx = batch_again(ctx, tuning);
                    (void)run(ctx, 1 + number % 11, (enum determinant_shape)(number % 7), number,
                              counts[i], counts[k], true);
                }
        clmodp_context_destroy(ctx);
    }
}

/* Vanishing leading minors: only those of orders that are multiples of 4 are unlucky. */
static void minors(void **state)
{
    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning)) {
        clmodp_context *ctx = batch_context(tuning);

        for (size_t n = 3; n < (small_tests() ? 9 : 20); n += 5) {
            ctx = batch_again(ctx, tuning);
            assert_int_equal(run(ctx, n, DETERMINANT_MINOR, 0, 1, n, false), (n - 1) / 4);
            ctx = batch_again(ctx, tuning);
            assert_int_equal(run(ctx, n, DETERMINANT_PERMUTATION, 0, 1, 1, false),
                             run(ctx, n, DETERMINANT_PERMUTATION, 0, 1, 1, true));
        }
        clmodp_context_destroy(ctx);
    }
}

/* Entries of degree at most 1, many of them zero, at all points. */
typedef struct pivoting {
    determinant_problem problem;
    u32 *residues;
    clm_row *row;
    clm_buffer on_device, scratch;
    clm_rows rows;
} pivoting;

static pivoting pivoting_create(clmodp_context *ctx, size_t n, size_t zeros, size_t room)
{
    const size_t primes = 2, points = 5, entries = n * n;
    pivoting v = {.problem = determinant_problem_create(ctx, n, primes, points, 1u << 31, false)};
    clm_random random = {n + zeros};

    v.residues = device_need(2 * primes * entries, sizeof *v.residues);
    v.row = device_need(entries, sizeof *v.row);
    for (size_t e = 0; e < entries; e++)
        v.row[e] = (clm_row){(uint32_t)(2 * e),
                             clm_random_below(&random, 8) < zeros ? 0 : 1 + (uint32_t)(e % 2)};
    for (size_t k = 0; k < 2 * primes * entries; k++)
        v.residues[k] = batch_residue(&random, v.problem.chunk.info[k / (2 * entries)].field);
    v.on_device = batch_buffer(ctx, v.residues, 2 * primes * entries);
    v.scratch = batch_buffer(ctx, NULL, room * entries);
    v.rows = (clm_rows){.count = entries, .residues = 2 * entries};
    v.rows.table = batch_buffer(ctx, (const u32 *)v.row, 2 * entries);
    return v;
}

static void pivoting_destroy(pivoting *v)
{
    clmodp_context *ctx = v->problem.chunk.ctx;

    clm_buffers_destroy(ctx, &v->on_device, &v->scratch, &v->rows.table);
    determinant_problem_destroy(&v->problem);
    free(v->residues);
    free(v->row);
}

/* Sets the values of the entries at the points of all primes. */
static void set_values(pivoting *v)
{
    determinant_problem *d = &v->problem;
    const size_t entries = d->n * d->n, tile = d->chunk.ctx->tuning.tile;
    const clm_point_batch *batch = &d->chunk.batch;

    for (size_t prime = 0; prime < batch->primes; prime++) {
        const prime_info info = d->chunk.info[prime];
        u32 x = info.shift;

        for (size_t k = 0; k < batch->points; k++, x = fp_mul(x, info.root, info.field))
            for (size_t e = 0; e < entries; e++) {
                const u32 *c = v->residues + 2 * (prime * entries + e);
                const u32 length = v->row[e].length;
                const size_t lane = determinant_problem_lane(d, prime, k);

                d->values[TILE_INDEX(lane, entries, e, tile)] =
                    length == 0   ? 0
                    : length == 1 ? c[0]
                                  : fp_add(c[0], fp_mul(c[1], x, info.field), info.field);
            }
    }
}

/* All lanes as if unlucky, fewer at a time than there are. */
static void pivots(void **state)
{
    (void)state;
    for (size_t tuning = batch_first(); tuning < BATCH_TUNINGS; tuning = batch_next(tuning))
        for (size_t n = 1; n < (small_tests() ? 6 : 24); n += n < 6 ? 1 : 4)
            for (size_t zeros = 0; zeros < 8; zeros += 3) {
                clmodp_context *ctx = batch_context(tuning);
                pivoting v = pivoting_create(ctx, n, zeros, 3);
                determinant_problem *d = &v.problem;
                const clm_point_batch *batch = &d->chunk.batch;
                const size_t lanes = batch->primes * batch->lanes;
                u32 *result = device_need(lanes, sizeof *result);

                determinant_problem_fill(d, DETERMINANT_DENSE, 1);
                set_values(&v);
                BATCH_OK(ctx, clm_unlucky_all(ctx, &d->unlucky, batch->primes, batch->points,
                                              batch->lanes));
                BATCH_OK(ctx, clm_determinants_pivot(ctx, &d->call, &v.scratch,
                                                     batch->primes * batch->points, &v.on_device,
                                                     &v.rows));
                BATCH_OK(ctx, clm_buffer_read(ctx, &d->result, 0, result, lanes * sizeof(u32)));
                for (size_t prime = 0; prime < batch->primes; prime++)
                    for (size_t k = 0; k < batch->points; k++)
                        assert_int_equal(
                            fp_from(result[determinant_problem_lane(d, prime, k)],
                                    d->chunk.info[prime].field),
                            determinant_problem_expected(d, prime, k));
                free(result);
                pivoting_destroy(&v);
                clmodp_context_destroy(ctx);
            }
}

/* A band of two rows and columns of blocks, and one without zeros. */
static void layouts(void **state)
{
    const uint32_t first[] = {0, 0, 1, 2, 3, 0, 0, 1, 2, 4};
    const uint32_t place[] = {0, 1, 6, 11, 12, 23, 24};
    clm_error error = {0};
    clm_blocks b;

    (void)state;
    assert_int_equal(clm_blocks_space(NULL, 9), 9 * 16);
    assert_int_equal(clm_blocks_space(first, 5), 3 * 16);
    assert_int_equal(clm_blocks_create(&error, &b, first, place, 7, 5), CLMODP_OK);
    assert_int_equal(b.words, 8 + 2 * 7);
    assert_int_equal(b.zeros, 48 - 7);
    assert_memory_equal(b.table + 8, ((uint32_t[]){0, 1, 5, 9, 10, 28, 32}), 7 * sizeof *b.table);
    assert_memory_equal(b.table + 15, place, sizeof place);
    assert_memory_equal(b.table, ((uint32_t[]){0, 0, 0, 1, 0, 1, 0, 1}), 8 * sizeof *b.table);
    clm_blocks_destroy(&b);
    assert_int_equal(clm_blocks_create(&error, &b, first, NULL, 0, CLM_DETERMINANT_MOST + 1),
                     CLMODP_LIMIT);
}

/* The greatest primes for which sums of n - 4 products, and the least limit. */
static void primes(void **state)
{
    (void)state;
    assert_int_equal(clm_determinant_prime_max(1), INT32_MAX);
    assert_int_equal(clm_determinant_prime_max(1000), clm_determinant_prime_max(64));
    for (size_t n = 5; n <= 64; n++) {
        const double p = clm_determinant_prime_max(n);

        assert_true((double)(n - 4) * p * p + 0x1p33 * p <= 0x1p64);
        assert_true(p > 0x1p28);
    }
}

static void refuses(void **state)
{
    clmodp_context *ctx = batch_context(0);
    determinant_problem d = determinant_problem_create(ctx, 2, 1, 3, 1u << 30, false);

    (void)state;
    determinant_problem_fill(&d, DETERMINANT_DENSE, 1);
    assert_int_equal(clm_determinants_run(ctx, &d.call, &d.on_device, 0, d.tiles + 1),
                     CLMODP_INVALID);
    d.blocks.n = 0;
    assert_int_equal(clm_determinants_run(ctx, &d.call, &d.on_device, 0, d.tiles),
                     CLMODP_INVALID);
    determinant_problem_destroy(&d);
    clmodp_context_destroy(ctx);
}

TESTS(cmocka_unit_test(orders), cmocka_unit_test(sums), cmocka_unit_test(shared_tiles),
      cmocka_unit_test(minors), cmocka_unit_test(pivots), cmocka_unit_test(layouts),
      cmocka_unit_test(primes), cmocka_unit_test(refuses));
