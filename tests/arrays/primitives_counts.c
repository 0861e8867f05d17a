/* Tests operation counts of scans and sorts by their kernels against the closed forms, with sizes
 * around runs, tiles and vectors, all digits and types, and all vector widths. */

#include "core/random.h"
#include "problems/chunk.h"
#include "support/array_counts.h"
#include "support/batch.h"
#include "support/skip.h"
#include "support/op_counts.h"

#define MOST 9000

/* A counting context, with keys and values of up to eight bytes. */
typedef struct setting {
    clmodp_context *ctx;
    clm_op_counts op_counts;
    clm_buffer keys, values;
} setting;

static setting *set(uint32_t lanes)
{
    setting *t = device_need(1, sizeof *t);
    u32 *words = device_need(2 * MOST, sizeof *words);
    clm_random random = {1};

    t->ctx = counts_open(&t->op_counts, lanes);
    for (size_t k = 0; k < 2 * MOST; k++)
        words[k] = (u32)clm_random_below(&random, (uint64_t)1 << 32);
    t->keys = device_words(t->ctx, words, 2 * MOST);
    t->values = device_words(t->ctx, words, 2 * MOST);
    free(words);
    return t;
}

static void reset(setting *t)
{
    clm_buffer_destroy(t->ctx, &t->values);
    clm_buffer_destroy(t->ctx, &t->keys);
    clmodp_context_destroy(t->ctx);
    free(t);
}

static void for_lanes(void (*check)(setting *))
{
    for (size_t k = 0; k < COUNT_LANES; k += batch_few() ? 2 : 1) {
        setting *t = set(counts_lanes[k]);
        const bool works = counts_work(t->ctx);

        if (works)
            check(t);
        reset(t);
        SKIP_UNLESS(works, COUNT_MISSING);
    }
}

static void scan(setting *t, size_t count, size_t bytes, bool exclusive, clm_scan_shape shape)
{
    const clm_op_counts expected =
        scan_counts(count, bytes, exclusive, shape, &t->ctx->tuning);

    device_must(t->ctx, clm_scan(t->ctx, (clm_scan_range){&t->values, 0},
                                 (clm_scan_range){&t->keys, 0}, count, bytes, exclusive, shape));
    counts_compare(&t->op_counts, &expected,
                   "%zu elements of %zu bytes%s, group %zu, run %zu%s, %u lanes", count, bytes,
                   exclusive ? ", exclusive" : "", shape.group, shape.run,
                   shape.lookback ? ", look-back" : "", t->ctx->tuning.vector_width);
}

static void check_scans(setting *t)
{
    static const size_t runs[] = {1, 2, 8, 32, 128, 512}, groups[] = {1, 3, 16};

    for (size_t r = 0; r < sizeof runs / sizeof *runs; r++)
        for (size_t g = 0; g < sizeof groups / sizeof *groups; g++) {
            const size_t run = runs[r];
            const clm_scan_shape shape = {.group = groups[g], .run = run};
            const size_t tile = run * groups[g];
            const size_t counts[] = {0, 1, run, run + 1, tile - 1, tile, tile + 1, 5 * tile,
                                     tile * tile, tile * tile + 1, 1000, MOST};

            for (size_t k = 0; k < sizeof counts / sizeof *counts && tile > 1; k++)
                if (counts[k] <= MOST && !(small_tests() && k % 3 != 0))
                    scan(t, counts[k], k % 2 == 0 ? sizeof(u32) : sizeof(u64), (k + g) % 3 == 0,
                         shape);
        }
}

/* Groups see more earlier tiles at once than can be under way. */
static void check_lookback(setting *t)
{
    const clm_scan_shape shape = {.group = 64, .run = 3, .lookback = true};
    static const size_t counts[] = {0, 1, 191, 192, 193, 2000, MOST};

    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        scan(t, counts[k], k % 2 == 0 ? sizeof(u32) : sizeof(u64), k % 3 == 0, shape);
}

static void test_scans(void **state)
{
    (void)state;
    for_lanes(check_scans);
    for_lanes(check_lookback);
}

static void sort(setting *t, size_t count, const clm_sort_order *order, clm_sort_shape shape)
{
    const clm_op_counts expected = sort_counts(t->ctx, count, order, shape);
    const clm_buffer *values = order->value_bytes > 0 ? &t->values : NULL;

    if (shape.bits > clm_sort_most_bits(t->ctx, shape.method, order))
        return; /* not enough local memory for these digits; on CPUs the limit comes from caches */
    device_must(t->ctx, clm_sort(t->ctx, (clm_scan_range){&t->keys, 0},
                                 (clm_scan_range){values, 0}, count, order, shape));
    counts_compare(&t->op_counts, &expected,
                   "%zu keys of %zu bytes, values of %zu, bits %u to %u by %u, %s, group %zu, "
                   "run %zu, %u lanes",
                   count, order->key_bytes, order->value_bytes, order->begin, order->end,
                   shape.bits,
                   shape.method == CLM_SORT_TILES ? "tiles"
                   : shape.method == CLM_SORT_SPLITS ? "splits" : "sweeps",
                   shape.group, shape.run, t->ctx->tuning.vector_width);
}

/* Keys and values of all sizes, short and long digits, one tile and several. Vectors change only
 * the inner scans, so that the shortest and the longest digits suffice for them. */
static void check_sorts(setting *t, clm_sort_method method)
{
    const u32 longest = clm_sort_longest_digit(method);
    const bool few = t->ctx->tuning.vector_width > 1 || batch_few();
    const u32 step = few ? longest - 1 : 2;

    for (u32 bits = 1; bits <= longest; bits += step)
        for (size_t k = 0; k < 6; k++) {
            const clm_sort_order order = {
                .kind = k == 2 ? CLM_SORT_FLOAT : CLM_SORT_UNSIGNED, .descending = k == 3,
                .key_bytes = k % 2 == 0 ? sizeof(u32) : sizeof(u64),
                .value_bytes = k / 2 * sizeof(u32), .begin = k == 4 ? 3 : 0,
                .end = k == 4 ? 4 : k == 5 ? 11 : 32};
            const clm_sort_shape shape = {.method = method, .bits = bits,
                                          .group = k % 2 == 0 ? 1 : 5,
                                          .run = k == 1 ? 1 : 16, .long_places = k == 4};
            const size_t tile = shape.group * shape.run;
            const size_t counts[] = {1, 2, tile, tile + 1, 3 * tile - 1, 700, 5000};

            for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
                sort(t, counts[i], &order, shape);
        }
}

static void check_tiles(setting *t)
{
    check_sorts(t, CLM_SORT_TILES);
}

static void check_splits(setting *t)
{
    check_sorts(t, CLM_SORT_SPLITS);
}

static void check_sweeps(setting *t)
{
    check_sorts(t, CLM_SORT_SWEEP);
}

static void test_tiles(void **state)
{
    (void)state;
    for_lanes(check_tiles);
}

static void test_splits(void **state)
{
    (void)state;
    for_lanes(check_splits);
}

static void test_sweeps(void **state)
{
    (void)state;
    for_lanes(check_sweeps);
}

TESTS(cmocka_unit_test(test_scans), cmocka_unit_test(test_tiles), cmocka_unit_test(test_splits),
      cmocka_unit_test(test_sweeps));
