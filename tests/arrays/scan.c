/* Tests prefix sums of any length against a loop. */
#include <string.h>

#include "core/random.h"
#include "opencl/kernel.h"
#include "arrays/scan.h"
#include "support/batch.h"

/* Computes sums modulo 2^64; the low halves are the sums of 32-bit words. */
static void reference(uint64_t *sums, const uint64_t *values, size_t count, bool exclusive)
{
    uint64_t sum = 0;

    for (size_t k = 0; k < count; k++) {
        sums[k] = exclusive ? sum : sum + values[k];
        sum += values[k];
    }
}

/* Converts 64-bit elements to elements of so many bytes. */
static void pack(unsigned char *out, const uint64_t *values, size_t count, size_t bytes)
{
    for (size_t k = 0; k < count; k++) {
        const uint32_t low = (uint32_t)values[k];

        memcpy(out + k * bytes, bytes == sizeof low ? (const void *)&low : &values[k], bytes);
    }
}

/* A test case: element type, kind of scan, and position in longer memory. */
typedef struct instance {
    size_t count, bytes, from, to; /* the first element read, and written */
    bool exclusive, in_place;
    clm_scan_shape shape;
} instance;

/* Asserts the sums, and that memory beside them is unchanged. */
static void check_memory(const instance *i, const unsigned char *found,
                         const unsigned char *before, const uint64_t *sums, size_t elements)
{
    unsigned char *expected = malloc(elements * i->bytes);

    assert_non_null(expected);
    memcpy(expected, before, elements * i->bytes);
    pack(expected + i->to * i->bytes, sums, i->count, i->bytes);
    for (size_t k = 0; k < elements; k++)
        if (memcmp(found + k * i->bytes, expected + k * i->bytes, i->bytes) != 0)
            fail_msg("%zu elements of %zu bytes from %zu to %zu%s%s, groups of %zu, runs of %zu: "
                     "%s: element %zu is wrong", i->count, i->bytes, i->from, i->to,
                     i->exclusive ? ", exclusive" : "", i->in_place ? ", in place" : "",
                     i->shape.group, i->shape.run, i->shape.lookback ? ", by look-back" : "", k);
    free(expected);
}

static void check_on(clmodp_context *ctx, const instance *i)
{
    const size_t elements = clm_size_max(i->from, i->to) + i->count + 3;
    clm_random random = {i->count * 31 + i->from};
    uint64_t *values = calloc(elements, sizeof *values);
    uint64_t *sums = calloc(elements, sizeof *sums);
    unsigned char *in = calloc(elements, i->bytes), *out = calloc(elements, i->bytes);
    clm_buffer source, target;

    for (size_t k = 0; k < elements; k++)
        values[k] = k % 5 == 0 ? UINT64_MAX : clm_random_next(&random);
    reference(sums, values + i->from, i->count, i->exclusive);
    pack(in, values, elements, i->bytes);
    BATCH_OK(ctx, clm_buffer_load(ctx, &source, in, elements, i->bytes));
    BATCH_OK(ctx, clm_buffer_load(ctx, &target, in, elements, i->bytes));
    BATCH_OK(ctx, clm_scan(ctx, (clm_scan_range){i->in_place ? &source : &target, i->to},
                           (clm_scan_range){&source, i->from}, i->count, i->bytes, i->exclusive,
                           i->shape));
    BATCH_OK(ctx, clm_buffer_read(ctx, i->in_place ? &source : &target, 0, out,
                                  elements * i->bytes));
    check_memory(i, out, in, sums, elements);
    clm_buffer_destroy(ctx, &source);
    clm_buffer_destroy(ctx, &target);
    free(values);
    free(sums);
    free(in);
    free(out);
}

static void check(void **state, const instance *i)
{
    check_on(*state = context_again(*state), i);
}

/* Counts around one tile, several, and tiles of tiles; the other parameters take turns. */
static void prefixes_are_sums(void **state)
{
    static const clm_scan_shape shapes[] = {{.group = 1, .run = 2},  {.group = 1, .run = 64},
                                            {.group = 4, .run = 1},  {.group = 5, .run = 3},
                                            {.group = 16, .run = 8}, {.group = 64, .run = 1},
                                            {.group = 1, .run = 3, .lookback = true},
                                            {.group = 16, .run = 5, .lookback = true},
                                            {.group = 2, .run = 15, .lookback = true}};
    static const size_t numbers[] = {1, 2, 3, 7, 20, 100};
    unsigned turn = 0;

    for (size_t k = 0; k < sizeof shapes / sizeof *shapes; k++) {
        const size_t tile = shapes[k].group * shapes[k].run;

        for (size_t n = 0; n < sizeof numbers / sizeof *numbers; n++)
            for (size_t more = 0; more < 3; more++, turn++) {
                const size_t count = tile * numbers[n] + more - 1;
                const bool in_place = turn % 3 == 0;
                const size_t from = turn % 7, to = in_place ? from : turn % 5;

                if (count < (small_tests() ? 600 : 9000))
                    check(state, &(instance){count, turn % 2 == 0 ? 4 : 8, from, to,
                                             turn / 2 % 2 == 1, in_place, shapes[k]});
            }
    }
    check(state, &(instance){0, 4, 1, 2, false, false, shapes[1]});
    check(state, &(instance){small_tests() ? 5000 : 300000, 8, 1, 2, true, false,
                             clm_scan_default(*state)});
}

/* Groups whose totals are not announced: later groups add the elements of their tiles (not in
 * place, where groups that do not announce must not store), and the device is not taken for one on
 * which groups can wait for each other. */
static void lost_totals_are_added(void **state)
{
    static const size_t counts[] = {1, 30, 31, 300, 1000, 2999};
    clmodp_context *ctx = *state;

    for (size_t k = 0; k < 2 * sizeof counts / sizeof *counts; k++) {
        ctx = *state = context_again(*state);
        ctx->overrides.loses_totals = true;
        check_on(ctx, &(instance){counts[k / 2], k % 2 == 0 ? 4 : 8, 3, k % 3, k % 4 < 2, false,
                                  {.group = k % 5 == 0 ? 1 : 10, .run = 3, .lookback = true}});
    }
    ctx = *state = context_again(*state);
    free(ctx->cache_dir);
    ctx->cache_dir = NULL;
    ctx->tuning.vector_width = 1;
    ctx->overrides.loses_totals = true;
    if (!small_tests()) { /* the probe is in place: Oclgrind would report that groups add elements
                             which others replace */
        BATCH_OK(ctx, clm_lookback_probe(ctx));
        assert_int_equal(ctx->kept->progress, CLM_PROGRESS_BROKEN);
        assert_false(clm_scan_default(ctx).lookback);
    }
    ctx->overrides.loses_totals = false;
    ctx->kept->progress = CLM_PROGRESS_UNKNOWN;
    BATCH_OK(ctx, clm_lookback_probe(ctx));
    assert_int_equal(clm_scan_default(ctx).lookback,
                     ctx->kept->progress == CLM_PROGRESS_KEPT);
}

static void wrong_ranges_are_refused(void **state)
{
    clmodp_context *ctx = *state;
    const clm_scan_shape shape = {.group = 4, .run = 2};
    const u32 ones[100] = {1};
    clm_buffer words = batch_buffer(ctx, ones, 100);
    const clm_scan_range all = {&words, 0}, late = {&words, 1}, never = {&words, SIZE_MAX};

    BATCH_OK(ctx, clm_scan(ctx, all, all, 100, 4, false, shape));
    assert_int_equal(clm_scan(ctx, all, all, 101, 4, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, late, late, 100, 4, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, never, all, 100, 4, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, all, all, 51, 8, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, all, all, 10, 2, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, all, all, 10, 4, false, (clm_scan_shape){.group = 1, .run = 1}),
                     CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, all, all, 10, 4, false, (clm_scan_shape){.run = 1}),
                     CLMODP_INVALID);
    clm_buffer_destroy(ctx, &words);
}

TESTS(
    WITH_CONTEXT(prefixes_are_sums),
    WITH_CONTEXT(lost_totals_are_added),
    WITH_CONTEXT(wrong_ranges_are_refused));
