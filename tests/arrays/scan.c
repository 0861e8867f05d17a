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
                     "element %zu is wrong", i->count, i->bytes, i->from, i->to,
                     i->exclusive ? ", exclusive" : "", i->in_place ? ", in place" : "",
                     i->shape.group, i->shape.run, k);
    free(expected);
}

static void check(void **state, const instance *i)
{
    clmodp_context *ctx = *state = context_again(*state);
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
    BATCH_OK(ctx, clm_buffer_create(ctx, &source, elements, i->bytes));
    BATCH_OK(ctx, clm_buffer_write(ctx, &source, 0, in, elements * i->bytes));
    BATCH_OK(ctx, clm_buffer_create(ctx, &target, elements, i->bytes));
    BATCH_OK(ctx, clm_buffer_write(ctx, &target, 0, in, elements * i->bytes));
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

/* Counts around one tile, several, and tiles of tiles; the other parameters take turns. */
static void prefixes_are_sums(void **state)
{
    static const clm_scan_shape shapes[] = {{1, 2}, {1, 64}, {4, 1}, {5, 3}, {16, 8}, {64, 1}};
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

static void wrong_ranges_are_refused(void **state)
{
    clmodp_context *ctx = *state;
    const clm_scan_shape shape = {4, 2};
    const u32 ones[100] = {1};
    clm_buffer words = batch_buffer(ctx, ones, 100);
    const clm_scan_range all = {&words, 0}, late = {&words, 1}, never = {&words, SIZE_MAX};

    BATCH_OK(ctx, clm_scan(ctx, all, all, 100, 4, false, shape));
    assert_int_equal(clm_scan(ctx, all, all, 101, 4, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, late, late, 100, 4, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, never, all, 100, 4, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, all, all, 51, 8, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, all, all, 10, 2, false, shape), CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, all, all, 10, 4, false, (clm_scan_shape){1, 1}),
                     CLMODP_INVALID);
    assert_int_equal(clm_scan(ctx, all, all, 10, 4, false, (clm_scan_shape){0, 1}),
                     CLMODP_INVALID);
    clm_buffer_destroy(ctx, &words);
}

TESTS(
    WITH_CONTEXT(prefixes_are_sums),
    WITH_CONTEXT(wrong_ranges_are_refused));
