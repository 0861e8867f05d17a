/* Tests primitives on arrays of the host against loops, also with overlapping arrays; failed calls
 * must change nothing. */
#include <clmodp/arrays.h>

#include <string.h>

#include "core/random.h"
#include "opencl/context.h"
#include "support/batch.h"

#define MOST 3000

static const size_t counts[] = {0, 1, 2, 511, 512, 513, MOST};
#define COUNTS (sizeof counts / sizeof *counts)

static uint64_t values[MOST], out[MOST];
static uint32_t words[MOST], out_words[MOST];

static void fill(size_t seed)
{
    clm_random random = {seed};

    for (size_t k = 0; k < MOST; k++) {
        values[k] = clm_random_next(&random);
        words[k] = (uint32_t)clm_random_next(&random);
        out[k] = UINT64_C(0x5a5a5a5a5a5a5a5a);
        out_words[k] = 0x5a5a5a5a;
    }
}

static void prefix_sums(void **state)
{
    clmodp_scan_options options;

    clmodp_scan_options_init(&options);
    options.element = CLMODP_ELEMENT_UINT64;
    options.kind = CLMODP_SCAN_EXCLUSIVE;
    for (size_t n = 0; n < COUNTS; n++) {
        const size_t count = counts[n];
        uint64_t sum = 0;
        uint32_t word = 0;

        fill(n);
        BATCH_OK(*(clmodp_context **)state,
                 clmodp_scan_host(*state, out, values, count, &options));
        for (size_t k = 0; k < count; sum += values[k++])
            assert_true(out[k] == sum);
        for (size_t k = count; k < MOST; k++)
            assert_true(out[k] == UINT64_C(0x5a5a5a5a5a5a5a5a));
        if (count > 0) { /* onto the values, shifted by one */
            memcpy(out_words, words, sizeof words);
            BATCH_OK(*(clmodp_context **)state,
                     clmodp_scan_host(*state, out_words + 1, out_words, count - 1, NULL));
            for (size_t k = 0; k + 1 < count; k++)
                assert_int_equal(out_words[k + 1], word += words[k]);
        }
    }
}

/* Unaligned arrays, two bytes behind an aligned address. */
static void reductions(void **state)
{
    static unsigned char apart[sizeof values + 2];
    clmodp_reduce_options options;

    clmodp_reduce_options_init(&options);
    options.element = CLMODP_ELEMENT_UINT64;
    for (size_t n = 0; n < COUNTS; n++) {
        uint64_t expected[] = {0, UINT64_MAX, 0}, found;

        fill(n);
        memcpy(apart + 2, values, sizeof values);
        for (size_t k = 0; k < counts[n]; k++) {
            expected[0] += values[k];
            expected[1] = values[k] < expected[1] ? values[k] : expected[1];
            expected[2] = values[k] > expected[2] ? values[k] : expected[2];
        }
        for (int k = 0; k < 3; k++) {
            options.reduction = (clmodp_reduction)k;
            BATCH_OK(*(clmodp_context **)state,
                     clmodp_reduce_host(*state, &found, apart + 2, counts[n], &options));
            assert_true(found == expected[k]);
        }
    }
}

static void selections(void **state)
{
    clmodp_select_options options;

    clmodp_select_options_init(&options);
    options.bit = 5;
    for (size_t n = 0; n < COUNTS; n++) {
        const size_t count = counts[n];
        uint32_t total, at = 0;

        fill(n);
        for (size_t k = 0; k < count; k++)
            words[k] *= k % 3 == 1;
        BATCH_OK(*(clmodp_context **)state,
                 clmodp_compact_host(*state, out_words, &total, words, words, count, NULL));
        for (size_t k = 0; k < count; k++)
            if (words[k] != 0)
                assert_int_equal(out_words[at++], words[k]);
        assert_int_equal(total, at);
        for (size_t k = at; k < MOST; k++) /* unchanged */
            assert_int_equal(out_words[k], 0x5a5a5a5a);

        memcpy(out_words, words, sizeof words);
        BATCH_OK(*(clmodp_context **)state,
                 clmodp_split_host(*state, out_words, &total, out_words, count, &options));
        at = 0;
        for (size_t turn = 0; turn < 2; turn++) {
            for (size_t k = 0; k < count; k++)
                if ((words[k] >> 5 & 1) == turn)
                    assert_int_equal(out_words[at++], words[k]);
            if (turn == 0)
                assert_int_equal(total, at);
        }
    }
}

static int by_value(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* Keys alone, and with words as values, whose order must stay if keys are equal. */
static void sorts(void **state)
{
    clmodp_sort_options options;

    clmodp_sort_options_init(&options);
    options.key = CLMODP_SORT_UINT64;
    for (size_t n = 0; n < COUNTS; n++)
        for (int method = CLMODP_SORT_AUTO; method <= CLMODP_SORT_BUCKETS; method++) {
            const size_t count = counts[n];

            options.method = (clmodp_sort_method)method;
            fill(n);
            for (size_t k = 0; k < count; k++)
                values[k] = values[k] << 32 | k;
            for (size_t k = 0; k < count; k++) {
                out[k] = values[k];
                out_words[k] = (uint32_t)k;
            }
            qsort(values, count, sizeof *values, by_value);
            options.begin_bit = 32;
            BATCH_OK(*(clmodp_context **)state,
                     clmodp_radix_sort_host(*state, out, out_words, count, &options));
            for (size_t k = 0; k < count; k++) {
                assert_true(out[k] == values[k]);
                assert_int_equal(out_words[k], (uint32_t)values[k]);
            }
            for (size_t k = 0; k < count; k++)
                out[count - 1 - k] = values[k];
            options.begin_bit = 0;
            BATCH_OK(*(clmodp_context **)state,
                     clmodp_radix_sort_host(*state, out, NULL, count, &options));
            assert_memory_equal(out, values, count * sizeof *out);
        }
}

/* Asserts the status and message of a refused call, which changes no array and keeps no memory. */
static void unchanged(void **state, clmodp_status found, clmodp_status expected, const char *why)
{
    const char *message = clmodp_context_message(*state);
    const clmodp_context *ctx = *state;

    if (found != expected || strstr(message, why) == NULL)
        fail_msg("%d: \"%s\", expected %d: \"%s\"", found, message, expected, why);
    for (size_t k = 0; k < MOST; k++) {
        assert_int_equal(out_words[k], 0x5a5a5a5a);
        assert_true(out[k] == UINT64_C(0x5a5a5a5a5a5a5a5a));
    }
    assert_int_equal(ctx->memory_now, 0);
}

static void missing_arrays_are_refused(void **state)
{
    uint32_t total;

    fill(1);
    assert_int_equal(clmodp_scan_host(NULL, out, values, 1, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_reduce_host(NULL, out, values, 1, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_split_host(NULL, out, &total, values, 1, NULL), CLMODP_INVALID);
    assert_int_equal(clmodp_radix_sort_host(NULL, out, values, 1, NULL), CLMODP_INVALID);
    unchanged(state, clmodp_scan_host(*state, out, NULL, 2, NULL), CLMODP_INVALID,
              "values or sums: the array of 2 elements is NULL");
    unchanged(state, clmodp_scan_host(*state, NULL, values, 2, NULL), CLMODP_INVALID, "sums");
    unchanged(state, clmodp_reduce_host(*state, NULL, NULL, 0, NULL), CLMODP_INVALID,
              "result: the array of 1 element is NULL");
    unchanged(state, clmodp_reduce_host(*state, out, NULL, 1, NULL), CLMODP_INVALID, "values");
    unchanged(state, clmodp_compact_host(*state, out, NULL, NULL, NULL, 0, NULL), CLMODP_INVALID,
              "total: ");
    unchanged(state, clmodp_compact_host(*state, out, out_words, values, NULL, 4, NULL),
              CLMODP_INVALID, "flags: ");
    unchanged(state, clmodp_split_host(*state, out, NULL, values, 4, NULL), CLMODP_INVALID,
              "zeros: ");
    unchanged(state, clmodp_radix_sort_host(*state, NULL, out, 4, NULL), CLMODP_INVALID, "keys: ");
    BATCH_OK(*(clmodp_context **)state, clmodp_scan_host(*state, NULL, NULL, 0, NULL));
    BATCH_OK(*(clmodp_context **)state, clmodp_radix_sort_host(*state, NULL, NULL, 0, NULL));
    BATCH_OK(*(clmodp_context **)state,
             clmodp_compact_host(*state, NULL, &total, NULL, NULL, 0, NULL));
    assert_int_equal(total, 0);
}

static void wrong_calls_are_refused(void **state)
{
    clmodp_sort_options options;
    clmodp_scan_options scan;
    clmodp_select_options select = {0};

    fill(1);
    clmodp_sort_options_init(&options);
    clmodp_scan_options_init(&scan);
    unchanged(state, clmodp_radix_sort_host(*state, out_words, out_words + 99, 100, NULL),
              CLMODP_INVALID, "keys and values overlap");
    unchanged(state, clmodp_radix_sort_host(*state, out_words + 99, out_words, 100, NULL),
              CLMODP_INVALID, "keys and values overlap");
    unchanged(state, clmodp_split_host(*state, out_words, out_words + 9, words, 10, NULL),
              CLMODP_INVALID, "out and zeros overlap");
    unchanged(state, clmodp_split_host(*state, out, out_words, words, 10, &select), CLMODP_INVALID,
              "has size 0");
    options.s = 12;
    unchanged(state, clmodp_radix_sort_host(*state, out_words, NULL, 10, &options), CLMODP_INVALID,
              "s = 12");
    options.s = 0;
    unchanged(state, clmodp_radix_sort_host(*state, out_words, NULL, SIZE_MAX / 2, NULL),
              CLMODP_LIMIT, "exceed all memory");
    unchanged(state, clmodp_scan_host(*state, out_words, words, SIZE_MAX / 8, NULL), CLMODP_LIMIT,
              "allows");
    unchanged(state, clmodp_reduce_host(*state, out_words, words, SIZE_MAX / 8, NULL),
              CLMODP_LIMIT, "allows");
    options.max_memory = 2 * MOST * sizeof *out_words - 1; /* keys, and values */
    unchanged(state, clmodp_radix_sort_host(*state, out_words, out, MOST, &options),
              CLMODP_DEVICE_MEMORY, "exceed the cap");
    options.method = CLMODP_SORT_TILES;
    options.max_memory = 2 * MOST * sizeof *out_words; /* no memory left for the target */
    unchanged(state, clmodp_radix_sort_host(*state, out_words, NULL, MOST, &options),
              CLMODP_DEVICE_MEMORY, "exceed the cap");
    scan.max_memory = 2 * MOST * sizeof *out_words - 1; /* values and sums */
    unchanged(state, clmodp_scan_host(*state, out_words, words, MOST, &scan), CLMODP_DEVICE_MEMORY,
              "exceed the cap");
}

static void the_host_alone_has_no_device(void **state)
{
    clmodp_context_options options;
    clmodp_context *host;
    uint32_t keys[] = {2, 1};

    (void)state;
    clmodp_context_options_init(&options);
    options.device = "host";
    assert_int_equal(clmodp_context_create(&host, &options, NULL, 0), CLMODP_OK);
    assert_int_equal(clmodp_radix_sort_host(host, keys, NULL, 2, NULL), CLMODP_NO_DEVICE);
    assert_int_equal(keys[0], 2);
    clmodp_context_destroy(host);
}

/* The user data of the progress callback. */
typedef struct listener {
    int calls, last; /* so far; the call that cancels, 0: none */
    double fraction;
} listener;

static int listen(void *user, double fraction)
{
    listener *l = user;

    assert_true(fraction >= l->fraction && fraction <= 1);
    l->fraction = fraction;
    return ++l->calls == l->last;
}

/* Cancels at each call of the progress callback in turn. */
static void calls_are_cancelled(void **state)
{
    clmodp_sort_options options;
    int all = 1;

    fill(1);
    clmodp_sort_options_init(&options);
    options.method = CLMODP_SORT_TILES;
    options.s = 4;
    BATCH_OK(*(clmodp_context **)state,
             clmodp_radix_sort_host(*state, words, values, MOST, &options)); /* self-tests */
    for (int last = 1; last <= all; last++) {
        listener l = {.last = last}, whole = {0};

        fill(1);
        clmodp_context_set_progress(*state, listen, &l);
        unchanged(state, clmodp_radix_sort_host(*state, out_words, words, MOST, &options),
                  CLMODP_CANCELLED, "cancelled");
        assert_int_equal(l.calls, last);
        clmodp_context_set_progress(*state, listen, &whole);
        BATCH_OK(*(clmodp_context **)state,
                 clmodp_radix_sort_host(*state, words, out_words, MOST, &options));
        assert_true(whole.fraction == 1);
        all = whole.calls;
    }
    assert_true(all >= 1 + 2 + 8 + 1 + 2); /* to the device, eight passes, and back */
    fill(1);
    for (int last = 1; last <= 6; last++) {
        listener l = {.last = last};

        clmodp_context_set_progress(*state, listen, &l);
        unchanged(state, clmodp_split_host(*state, out_words, words, words, MOST, NULL),
                  CLMODP_CANCELLED, "cancelled");
    }
    clmodp_context_set_progress(*state, NULL, NULL);
}

TESTS_BETWEEN(context_set_up, context_tear_down,
    cmocka_unit_test(prefix_sums),
    cmocka_unit_test(reductions),
    cmocka_unit_test(selections),
    cmocka_unit_test(sorts),
    cmocka_unit_test(missing_arrays_are_refused),
    cmocka_unit_test(wrong_calls_are_refused),
    cmocka_unit_test(the_host_alone_has_no_device),
    cmocka_unit_test(calls_are_cancelled));
