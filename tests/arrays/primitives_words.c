/* Runs scans and sorts, and prints the words of global memory that each should have moved, for
 * tests/project/words.py, which counts them. */
#include "core/random.h"
#include "problems/chunk.h"
#include "support/array_counts.h"
#include "support/op_counts.h"

#define MOST 3000

static clmodp_context *ctx;
static clm_buffer keys, values;

static void scan(size_t count, size_t bytes, bool exclusive, clm_scan_shape shape)
{
    const clm_op_counts t = scan_counts(count, bytes, exclusive, shape, &ctx->tuning);

    device_must(ctx, clm_scan(ctx, (clm_scan_range){&values, 0}, (clm_scan_range){&keys, 0}, count,
                              bytes, exclusive, shape));
    counts_expect_words(ctx, "scan_", t.read, t.written);
}

/* Names of kernels of the sort and of its scans begin with s, and no others run. */
static clm_sort_shape shape_of(clm_sort_method method, u32 bits, size_t group, size_t run)
{
    return (clm_sort_shape){.method = method, .bits = bits, .group = group, .run = run};
}

static void sort(size_t count, size_t key_bytes, size_t value_bytes, clm_sort_shape shape)
{
    const clm_sort_order order = {.key_bytes = key_bytes, .value_bytes = value_bytes, .end = 24};
    const clm_op_counts t = sort_counts(ctx, count, &order, shape);

    device_must(ctx, clm_sort(ctx, (clm_scan_range){&keys, 0},
                              (clm_scan_range){value_bytes > 0 ? &values : NULL, 0}, count, &order,
                              shape));
    counts_expect_words(ctx, "s", t.read, t.written);
}

int main(void)
{
    clm_random random = {1};
    u32 *words = device_need(2 * MOST, sizeof *words);

    if (clmodp_context_create(&ctx, NULL, NULL, 0) != CLMODP_OK)
        return 1;
    device_must(ctx, clm_context_open(ctx));
    for (size_t k = 0; k < 2 * MOST; k++)
        words[k] = (u32)clm_random_below(&random, (uint64_t)1 << 32);
    keys = device_words(ctx, words, 2 * MOST);
    values = device_words(ctx, words, 2 * MOST);
    free(words);
    for (size_t group = 1; group <= 4; group += 3) {
        scan(1000, sizeof(u32), true, (clm_scan_shape){.group = group, .run = 5});
        scan(MOST, sizeof(u64), false, (clm_scan_shape){.group = group, .run = 40});
        scan(1000, sizeof(u32), false,
             (clm_scan_shape){.group = group, .run = 5, .lookback = true});
        for (size_t bytes = 0; bytes <= sizeof(u64); bytes += sizeof(u32)) {
            sort(700, sizeof(u32), bytes, shape_of(CLM_SORT_SPLITS, 4, group, 30));
            sort(MOST, sizeof(u64), bytes, shape_of(CLM_SORT_SPLITS, 5, group, 50));
            sort(700, sizeof(u32), bytes, shape_of(CLM_SORT_TILES, 6, group, 50));
            sort(700, sizeof(u32), bytes, shape_of(CLM_SORT_SWEEP, 6, 16 * group, 5));
            sort(MOST, sizeof(u64), bytes, shape_of(CLM_SORT_TILES, 4, group, 100));
        }
    }
    clm_buffer_destroy(ctx, &values);
    clm_buffer_destroy(ctx, &keys);
    clmodp_context_destroy(ctx);
    return 0;
}
