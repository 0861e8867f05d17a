/* Tests sorting of keys and values, of any length, against a stable merge sort on the host. */
#include "arrays/sort.h"

#include <string.h>

#include "arrays/cost.h"
#include "core/random.h"
#include "support/batch.h"

/* Distributions of keys. */
typedef enum spread {
    RANDOM, FEW, CONSTANT, RISING, FALLING, POWERS, HUGE, CLUSTERS, ALMOST, RARE, GREATEST, DENSE,
    SPREADS
} spread;

/* A test case: keys, order, shape, and position in longer memory. */
typedef struct instance {
    size_t count, first, value_first;
    spread spread;
    clm_sort_order order;
    clm_sort_shape shape;
} instance;

/* An element with the number to compare. */
typedef struct element {
    uint64_t rank, key, value;
} element;

/* Returns the compared bits of a key as a number; floats are a sign and a magnitude. */
static uint64_t rank_of(uint64_t key, const clm_sort_order *order)
{
    const unsigned width = (unsigned)(8 * order->key_bytes), bits = order->end - order->begin;
    const uint64_t sign = UINT64_C(1) << (width - 1), all = sign - 1 + sign;
    uint64_t rank = key;

    if (order->kind == CLM_SORT_SIGNED)
        rank = key >= sign ? key - sign : key + sign;
    else if (order->kind == CLM_SORT_FLOAT)
        rank = key >= sign ? all - key : key + sign;
    if (order->descending)
        rank = all - rank;
    rank >>= order->begin;
    return bits == 64 ? rank : rank & ((UINT64_C(1) << bits) - 1);
}

/* Merge sort, in which the left element comes first among equals. */
static void sort_on_host(element *x, element *scratch, size_t count)
{
    const size_t half = count / 2;
    size_t a = 0, b = half;

    if (count < 2)
        return;
    sort_on_host(x, scratch, half);
    sort_on_host(x + half, scratch, count - half);
    for (size_t k = 0; k < count; k++)
        scratch[k] = b == count || (a < half && x[a].rank <= x[b].rank) ? x[a++] : x[b++];
    memcpy(x, scratch, count * sizeof *x);
}

static uint64_t key_at(const instance *i, size_t k, clm_random *random)
{
    const uint64_t next = clm_random_next(random);

    switch (i->spread) {
    case FEW: return next % 3 * UINT64_C(0x8101010181010101);
    case CONSTANT: return 77;
    case RISING: return k * UINT64_C(0x10000001);
    case FALLING: return ~(uint64_t)k * UINT64_C(0x10000001);
    case POWERS: return next >> 5 >> next % 59; /* each number of bits as often */
    case HUGE: return k % 9 == 0 ? next : UINT64_C(0x5a5a5a0000000000) + next % 4;
    case CLUSTERS: return (next % 2 + 1) * UINT64_C(0x3000010030000100) + next / 2 % 30;
    case ALMOST: return k == 700 ? ~next : next % 2 * UINT64_C(0xffffffffffffffff);
    case RARE: return k == 700 ? ~next : next >> 40; /* high bits that a sample can miss */
    case GREATEST: return UINT64_MAX;
    case DENSE: return (k * 4099 + k % 7 / 6) % 131071; /* of 17 bits */
    case RANDOM:
    case SPREADS: break;
    }
    return next;
}

static void pack(unsigned char *out, size_t k, uint64_t word, size_t bytes)
{
    const uint32_t low = (uint32_t)word;

    memcpy(out + k * bytes, bytes == sizeof low ? (const void *)&low : &word, bytes);
}

static void compare(const instance *i, const char *what, const unsigned char *found,
                    const unsigned char *expected, size_t bytes)
{
    for (size_t k = 0; k < bytes; k++)
        if (found[k] != expected[k])
            fail_msg("%s of %zu keys of %zu bytes, values of %zu, kind %d%s, bits %u to %u, "
                     "spread %d, method %d, s = %u, groups of %zu, runs of %zu: byte %zu is wrong",
                     what, i->count, i->order.key_bytes, i->order.value_bytes, i->order.kind,
                     i->order.descending ? " descending" : "", (unsigned)i->order.begin,
                     (unsigned)i->order.end, i->spread, i->shape.method, (unsigned)i->shape.bits,
                     i->shape.group, i->shape.run, k);
}

static clm_buffer upload(clmodp_context *ctx, const void *bytes, size_t size)
{
    clm_buffer buffer = {0};

    BATCH_OK(ctx, clm_buffer_load(ctx, &buffer, bytes, size, 1));
    return buffer;
}

/* Shortens digits if the device lacks local memory for them. */
static clm_sort_shape that_fits(const clmodp_context *ctx, const instance *i)
{
    clm_sort_shape shape = i->shape;
    const u32 most = clm_sort_most_bits(ctx, shape.method, &i->order);

    if ((shape.method == CLM_SORT_TILES || shape.method == CLM_SORT_BUCKETS) && shape.bits > most)
        shape.bits = most;
    return shape;
}

/* Sorts and compares; memory beside keys and values must be unchanged. */
static void check(void **state, const instance *i)
{
    const bool loses = ((clmodp_context *)*state)->overrides.loses_totals;
    clmodp_context *ctx = *state = context_again(*state);
    const size_t key_bytes = i->order.key_bytes, value_bytes = i->order.value_bytes;
    const size_t key_size = (i->first + i->count + 3) * key_bytes;
    const size_t value_size =
        (i->value_first + i->count + 3) * (value_bytes > 0 ? value_bytes : 1);
    clm_random random = {i->count * 31 + i->first};
    element *x = calloc(i->count + 1, sizeof *x), *scratch = calloc(i->count + 1, sizeof *x);
    unsigned char *keys = malloc(key_size), *values = malloc(value_size);
    unsigned char *found = malloc(key_size + value_size);
    clm_buffer key_buffer, value_buffer;

    assert_true(x != NULL && scratch != NULL && keys != NULL && values != NULL && found != NULL);
    memset(keys, 0xa5, key_size);
    memset(values, 0x5a, value_size);
    for (size_t k = 0; k < i->count; k++) {
        x[k].key = key_at(i, k, &random);
        if (key_bytes == sizeof(uint32_t))
            x[k].key >>= 32 * (i->spread == RANDOM);
        x[k].key &= key_bytes == sizeof(uint32_t) ? UINT32_MAX : UINT64_MAX;
        x[k].rank = rank_of(x[k].key, &i->order);
        x[k].value = k * UINT64_C(0x100000003);
        pack(keys, i->first + k, x[k].key, key_bytes);
        if (value_bytes > 0)
            pack(values, i->value_first + k, x[k].value, value_bytes);
    }
    ctx->overrides.loses_totals = loses;
    key_buffer = upload(ctx, keys, key_size);
    value_buffer = upload(ctx, values, value_size);
    BATCH_OK(ctx, clm_sort(ctx, (clm_scan_range){&key_buffer, i->first},
                           (clm_scan_range){&value_buffer, i->value_first}, i->count, &i->order,
                           that_fits(ctx, i)));
    sort_on_host(x, scratch, i->count);
    for (size_t k = 0; k < i->count; k++) {
        pack(keys, i->first + k, x[k].key, key_bytes);
        if (value_bytes > 0)
            pack(values, i->value_first + k, x[k].value, value_bytes);
    }
    BATCH_OK(ctx, clm_buffer_read(ctx, &key_buffer, 0, found, key_size));
    compare(i, "keys", found, keys, key_size);
    BATCH_OK(ctx, clm_buffer_read(ctx, &value_buffer, 0, found, value_size));
    compare(i, "values", found, values, value_size);
    clm_buffer_destroy(ctx, &key_buffer);
    clm_buffer_destroy(ctx, &value_buffer);
    free(x);
    free(scratch);
    free(keys);
    free(values);
    free(found);
}

/* A tile of these counts is a run in the first method, and a group of runs in the second. */
static const clm_sort_shape shapes[] = {
    {.method = CLM_SORT_TILES, .bits = 8, .group = 1, .run = 64},
    {.method = CLM_SORT_TILES, .bits = 1, .group = 1, .run = 7},
    {.method = CLM_SORT_TILES, .bits = 11, .group = 1, .run = 30},
    {.method = CLM_SORT_TILES, .bits = 5, .group = 1, .run = 16, .long_places = true},
    {.method = CLM_SORT_BUCKETS, .bits = 8, .group = 1, .run = 64},
    {.method = CLM_SORT_BUCKETS, .bits = 1, .group = 1, .run = 7},
    {.method = CLM_SORT_BUCKETS, .bits = 11, .group = 1, .run = 300},
    {.method = CLM_SORT_BUCKETS, .bits = 4, .group = 1, .run = 100, .long_places = true},
    {.method = CLM_SORT_SPLITS, .bits = 8, .group = 1, .run = 64},
    {.method = CLM_SORT_SPLITS, .bits = 1, .group = 4, .run = 1},
    {.method = CLM_SORT_SPLITS, .bits = 4, .group = 16, .run = 4, .long_places = true},
    {.method = CLM_SORT_SPLITS, .bits = 3, .group = 5, .run = 3},
    {.method = CLM_SORT_SPLITS, .bits = 2, .group = 64, .run = 1},
    {.method = CLM_SORT_SWEEP, .bits = 8, .group = 1, .run = 16},
    {.method = CLM_SORT_SWEEP, .bits = 5, .group = 64, .run = 3, .long_places = true},
    {.method = CLM_SORT_SWEEP, .bits = 7, .group = 32, .run = 4},
    {.method = CLM_SORT_SWEEP, .bits = 1, .group = 7, .run = 5},
};
#define SHAPES (sizeof shapes / sizeof *shapes)

/* All kinds of keys and values, with counts around one tile and several. */
static void keys_are_sorted(void **state)
{
    static const size_t numbers[] = {1, 2, 5, 17};
    unsigned turn = 0;

    for (size_t k = 0; k < SHAPES; k++) {
        const size_t tile = shapes[k].group * shapes[k].run;

        for (size_t n = 0; n < 4; n++)
            for (size_t more = 0; more < 3; more++, turn++) {
                const size_t key_bytes = turn % 2 == 0 ? 4 : 8;
                const instance i = {
                    .count = tile * numbers[n] + more - 1,
                    .first = turn % 7,
                    .value_first = turn % 5,
                    .spread = (spread)(turn % SPREADS),
                    .order = {.kind = (clm_sort_kind)(turn / 2 % 3), .descending = turn / 3 % 2,
                              .key_bytes = key_bytes, .value_bytes = turn / 4 % 3 * 4,
                              .end = (u32)(8 * key_bytes)},
                    .shape = shapes[k],
                };

                if (i.count < (small_tests() ? 120 : 5000) && batch_turn(turn, 7))
                    check(state, &i);
            }
    }
}

static void long_arrays(void **state)
{
    for (int method = 0; method <= CLM_SORT_BUCKETS; method++)
        for (unsigned turn = 0; turn < (small_tests() ? 1 : 6); turn++) {
            instance i = {.count = small_tests() ? 700 : 100003 + 20000 * turn,
                          .first = turn,
                          .spread = (spread)(turn % SPREADS),
                          .order = {.kind = (clm_sort_kind)(turn % 3),
                                    .key_bytes = turn % 2 == 0 ? 4 : 8,
                                    .value_bytes = turn / 2 * 4,
                                    .end = turn % 2 == 0 ? 32 : 64}};

            i.shape = clm_sort_default(*state, (clm_sort_method)method, &i.order);
            check(state, &i);
        }
}

/* Long buckets, of two digits: of keys that agree in as many leading bits as the bucket's length
 * has, in fewer, and in too many. They are divided into pieces. */
static void long_buckets(void **state)
{
    static const spread spreads[] = {DENSE, RANDOM, FALLING, POWERS, CLUSTERS};

    for (size_t k = 0; k < sizeof spreads / sizeof *spreads; k++)
        for (unsigned values = 0; values <= 8; values += 4) {
            instance i = {.count = small_tests() ? 701 : 70001, .spread = spreads[k],
                          .order = {.kind = (clm_sort_kind)((k + values / 4) % 3),
                                    .descending = k % 2 == 1, .key_bytes = values == 4 ? 8 : 4,
                                    .value_bytes = values, .end = values == 4 ? 64 : 32}};

            i.shape = clm_sort_default(*state, CLM_SORT_BUCKETS, &i.order);
            i.shape.bits = 1;
            if (small_tests())
                i.shape.run = 500;
            check(state, &i);
        }
}

/* Few buckets of equally distributed keys are a little too long for one work-item: those are moved
 * once more by a digit that leaves hardly a key to each. */
static void lengths_of_buckets(void **state)
{
    const clm_sort_order order = {.key_bytes = 4, .end = 32};
    const clm_sort_shape known = clm_sort_default(*state, CLM_SORT_BUCKETS, &order);
    clm_sort_shape longer = known;

    longer.bits += 2;
    longer = clm_sort_fit(*state, longer, (clm_sort_shape){0}, &order);
    for (unsigned log = 10; log < 32; log++) {
        const size_t count = (size_t)1 << log;
        const clm_sort_shape shape = clm_sort_choose(*state, count, CLM_SORT_BUCKETS, &order);
        const size_t length = count >> shape.bits;

        if (shape.bits != known.bits) {
            assert_true(count >> known.bits > known.run / 2 && length <= shape.run / 2);
            continue;
        }
        assert_int_equal(shape.run, known.run);
        if (longer.bits == known.bits + 2 && longer.run == known.run) /* local memory allows it */
            assert_true(length <= known.run / 2 || length > 2 * known.run);
    }
}

/* Counts around default tiles, with few and with many. */
static void default_tiles(void **state)
{
    static const size_t numbers[] = {1, 2, 3, 9};
    unsigned turn = 0;

    for (int method = 0; method <= CLM_SORT_BUCKETS; method++)
        for (size_t n = 0; n < (small_tests() ? 1 : 4); n++)
            for (size_t more = 0; more < 3; more++, turn++) {
                instance i = {.spread = (spread)(turn % SPREADS),
                              .order = {.descending = turn % 2, .key_bytes = 4,
                                        .value_bytes = turn / 2 % 2 * 4, .end = 32}};

                i.shape = clm_sort_default(*state, (clm_sort_method)method, &i.order);
                i.count = numbers[n] * clm_sort_tile(*state, 1, &i.shape) + more - 1;
                check(state, &i);
            }
}

/* Groups whose totals are not announced: later groups count the digits of their tiles. */
static void lost_totals_are_counted(void **state)
{
    static const size_t counts[] = {2, 48, 49, 400, 1000};

    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++) {
        clmodp_context *ctx = *state;

        ctx->overrides.loses_totals = true;
        check(state, &(instance){.count = counts[k], .first = k, .spread = (spread)k,
                                 .order = {.key_bytes = 4, .value_bytes = 4, .end = 32},
                                 .shape = {.method = CLM_SORT_SWEEP, .bits = 8, .group = 16,
                                           .run = 3, .long_places = k % 2 == 1}});
    }
}

/* Every first and last bit of 32-bit keys, and some of 64-bit keys. */
static void bit_ranges(void **state)
{
    const u32 step = small_tests() ? 13 : 1;

    for (int method = 0; method <= CLM_SORT_BUCKETS; method++)
        for (u32 width = 32; width <= 64; width += 32)
            for (u32 begin = 0; begin <= width; begin += width == 32 ? step : 8 + step)
                for (u32 end = begin; end <= width; end += width == 32 ? step : 10 + step) {
                    const instance i = {
                        .count = 40,
                        .spread = begin % 2 == 0 ? RANDOM : FEW,
                        .order = {.kind = (clm_sort_kind)((begin + end) % 3),
                                  .descending = end % 2 == 0, .key_bytes = width / 8,
                                  .value_bytes = 4, .begin = begin, .end = end},
                        .shape = {.method = (clm_sort_method)method, .bits = 8,
                                  .group = method == 0 || method == CLM_SORT_BUCKETS ? 1 : 4,
                                  .run = method == 0 || method == CLM_SORT_BUCKETS ? 9 : 3},
                    };

                    check(state, &i);
                }
}

static void nothing_to_sort(void **state)
{
    for (size_t count = 0; count < 2; count++)
        for (size_t k = 0; k < SHAPES; k += 3)
            check(state, &(instance){.count = count, .first = 2,
                                     .order = {.key_bytes = 4, .value_bytes = 8, .end = 32},
                                     .shape = shapes[k]});
}

static void wrong_calls_are_refused(void **state)
{
    clmodp_context *ctx = *state;
    const clm_sort_order order = {.key_bytes = 4, .end = 32};
    clm_sort_order wrong = order;
    const clm_sort_shape shape = {.method = CLM_SORT_SPLITS, .bits = 4, .group = 4, .run = 2};
    const u32 ones[100] = {1};
    clm_buffer words = batch_buffer(ctx, ones, 100);
    const clm_scan_range all = {&words, 0}, late = {&words, 1}, none = {NULL, 0};

    BATCH_OK(ctx, clm_sort(ctx, all, none, 100, &order, shape));
    assert_int_equal(clm_sort(ctx, all, none, 101, &order, shape), CLMODP_INVALID);
    assert_int_equal(clm_sort(ctx, late, none, 100, &order, shape), CLMODP_INVALID);
    assert_int_equal(clm_sort(ctx, (clm_scan_range){&words, SIZE_MAX}, none, 2, &order, shape),
                     CLMODP_INVALID);
    wrong.end = 33;
    assert_int_equal(clm_sort(ctx, all, none, 9, &wrong, shape), CLMODP_INVALID);
    wrong = order;
    wrong.key_bytes = 2;
    assert_int_equal(clm_sort(ctx, all, none, 9, &wrong, shape), CLMODP_INVALID);
    assert_int_equal(clm_sort(ctx, all, none, 9, &order, (clm_sort_shape){.bits = 12, .group = 1,
                                                                          .run = 1}),
                     CLMODP_INVALID);
    assert_int_equal(clm_sort(ctx, all, none, 9, &order,
                              (clm_sort_shape){.method = CLM_SORT_SPLITS, .bits = 1,
                                               .group = 1 << 16, .run = 1 << 16}),
                     CLMODP_LIMIT);
    assert_int_equal(clm_sort(ctx, all, none, 9, &order,
                              (clm_sort_shape){.method = CLM_SORT_SWEEP, .bits = 4, .group = 48,
                                               .run = 1}),
                     CLMODP_LIMIT);
    clm_buffer_destroy(ctx, &words);
}

TESTS(
    WITH_CONTEXT(long_buckets),
    WITH_CONTEXT(lengths_of_buckets),
    WITH_CONTEXT(long_arrays),
    WITH_CONTEXT(keys_are_sorted),
    WITH_CONTEXT(default_tiles),
    WITH_CONTEXT(lost_totals_are_counted),
    WITH_CONTEXT(bit_ranges),
    WITH_CONTEXT(nothing_to_sort),
    WITH_CONTEXT(wrong_calls_are_refused));
