/* Radix sort on the device: passes by tiles (cl/arrays/sort_tiles.cl) and by splits
 * (cl/arrays/sort_splits.cl), other methods, and self-tests of all. */
#include "arrays/sort.h"

#include "arrays/sort_buckets.h"
#include "arrays/sort_sweep.h"
#include "cl/arrays/sort_shape.h"
#include "core/size.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"
#include "opencl/queue.h"

/* A tile of TILES fits the second-level cache of a CPU; longer tiles have longer runs of equal
 * digits. Tiles are shorter, but not too short, if compute units had too few (bench/sort). */
#define TILE_BYTES ((size_t)1 << 18)
#define BUCKET_BYTES ((size_t)1 << 19)
#define UNIT_TILES ((size_t)4)
#define LEAST_TILE ((size_t)8192)

/* Sizes and buffers common to all passes of a sort. */
typedef struct sort_work {
    clmodp_context *ctx;
    const clm_sort_order *order;
    clm_sort_shape shape;
    size_t count, tile, tiles;
    size_t value_bytes;       /* of a value, as seen by kernels */
    size_t index_bytes;       /* of an index */
    clm_buffer keys, values;  /* of the same length as the caller's */
    clm_buffer counts;        /* counts of digits, tile by tile; then indices */
} sort_work;

typedef struct sort_pair {
    clm_scan_range keys, values;
} sort_pair;

/* On CPUs a group has one work-item, since barriers are expensive; a tile of SPLITS stays in the
 * second-level cache (bench/sort). On GPUs (predicted) a work-item has four elements and a digit
 * four bits [Satish, Harris, Garland 2009]. clm_sort_choose selects the digits of TILES. */
static const clm_sort_shape on_cpu = {.bits = 8, .group = 1, .run = 8192};
static const clm_sort_shape on_gpu = {.bits = 4, .group = 256, .run = 4};

/* SWEEP (predicted): keys and values of a work-item take 64 bytes, so that a group's ranks, keys
 * and values fit 48 KiB. */
static const clm_sort_shape by_sweep = {.bits = 8, .group = 256, .run = 64};

static bool is_cpu(const clmodp_context *ctx)
{
    return ctx->tuning.vector_width > 1;
}

/* Returns whether, with this method, one work-item sorts a whole tile, whose length only local
 * memory limits. */
static bool is_long_tile(clm_sort_method method)
{
    return method == CLM_SORT_TILES || method == CLM_SORT_BUCKETS;
}

clm_sort_method clm_sort_best_method(const clmodp_context *ctx)
{
    return is_cpu(ctx) ? CLM_SORT_BUCKETS
           : ctx->kept->progress == CLM_PROGRESS_KEPT ? CLM_SORT_SWEEP : CLM_SORT_SPLITS;
}

/* Local memory of TILES: a tile with gaps, and an end for each digit; or tables of counts. */
static size_t tiles_local_bytes(const clm_sort_order *order, const clm_sort_shape *shape)
{
    const size_t digits = (size_t)1 << shape->bits;
    size_t tile;

    if (!clm_size_add(&tile, shape->run, SORT_GAP * digits))
        return SIZE_MAX;
    tile = clm_size_times(tile, order->key_bytes + order->value_bytes);
    return clm_size_max(clm_size_min(tile, SIZE_MAX / 2) +
                            (digits + SORT_SPARE + SORT_NO_VALUE) * sizeof(u32),
                        SORT_TABLES * digits * sizeof(u32));
}

/* Local memory of SPLITS: a tile twice, for alternating halves; sums; beginnings of digits. */
static size_t splits_local_bytes(const clm_sort_order *order, const clm_sort_shape *shape)
{
    const size_t tile = clm_size_times(shape->group, shape->run);
    const size_t words = 2 * shape->group + ((size_t)1 << shape->bits) + SORT_NO_VALUE;

    return clm_size_times(tile, 2 * (order->key_bytes + order->value_bytes)) +
           words * sizeof(u32);
}

static bool fits_local_memory(const clmodp_context *ctx, const clm_sort_shape *shape,
                              const clm_sort_order *order)
{
    static size_t (*const local_bytes[])(const clm_sort_order *, const clm_sort_shape *) = {
        [CLM_SORT_TILES] = tiles_local_bytes, [CLM_SORT_SPLITS] = splits_local_bytes,
        [CLM_SORT_SWEEP] = clm_sort_sweep_local_bytes,
        [CLM_SORT_BUCKETS] = clm_sort_buckets_local_bytes};

    return local_bytes[shape->method](order, shape) <= ctx->device.local_memory;
}

u32 clm_sort_longest_digit(clm_sort_method method)
{
    return is_long_tile(method) ? 11 : 8;
}

u32 clm_sort_most_bits(const clmodp_context *ctx, clm_sort_method method,
                       const clm_sort_order *order)
{
    clm_sort_shape shape = clm_sort_default(ctx, method, order);

    shape.bits = clm_sort_longest_digit(method);
    while (shape.bits > 1 && !fits_local_memory(ctx, &shape, order))
        shape.bits--;
    return shape.bits;
}

clm_sort_shape clm_sort_default(const clmodp_context *ctx, clm_sort_method method,
                                const clm_sort_order *order)
{
    clm_sort_shape shape = method == CLM_SORT_SWEEP ? by_sweep : is_cpu(ctx) ? on_cpu : on_gpu;

    shape.method = method;
    if (is_long_tile(method))
        shape.run = (method == CLM_SORT_TILES ? TILE_BYTES : BUCKET_BYTES) /
                    (order->key_bytes + order->value_bytes);
    if (method == CLM_SORT_BUCKETS)
        shape.bits = on_cpu.bits;
    if (method == CLM_SORT_SWEEP)
        shape.run /= order->key_bytes + order->value_bytes;
    shape.group = clm_size_min(shape.group, ctx->device.max_work_group);
    return clm_sort_fit(ctx, shape, (clm_sort_shape){0}, order);
}

clm_sort_shape clm_sort_fit(const clmodp_context *ctx, clm_sort_shape shape, clm_sort_shape given,
                            const clm_sort_order *order)
{
    shape.bits = given.bits > 0 ? given.bits : shape.bits;
    shape.group = given.group > 0 ? given.group : shape.group;
    shape.run = given.run > 0 ? given.run : shape.run;
    while ((is_long_tile(shape.method) || given.run == 0) && shape.run > 1 &&
           !fits_local_memory(ctx, &shape, order))
        shape.run /= 2;
    while (!is_long_tile(shape.method) && given.group == 0 && shape.group > 1 &&
           !fits_local_memory(ctx, &shape, order))
        shape.group /= 2;
    while (given.bits == 0 && shape.bits > 1 && !fits_local_memory(ctx, &shape, order))
        shape.bits--;
    return shape;
}

size_t clm_sort_tile(const clmodp_context *ctx, size_t count, const clm_sort_shape *shape)
{
    const size_t tiles = UNIT_TILES * ctx->device.compute_units;

    if (!is_long_tile(shape->method))
        return clm_size_times(shape->group, shape->run);
    return clm_size_min(clm_size_max(clm_div_up(count, tiles), LEAST_TILE), shape->run);
}

u32 clm_sort_passes(const clm_sort_order *order, const clm_sort_shape *shape)
{
    return shape->method == CLM_SORT_SWEEP
               ? clm_sort_sweep_passes(order, shape)
               : (u32)clm_div_up(order->end - order->begin, shape->bits);
}

bool clm_sort_returns(const clm_sort_order *order, const clm_sort_shape *shape)
{
    return shape->method == CLM_SORT_TILES && clm_sort_passes(order, shape) % 2 != 0;
}

u32 clm_sort_pass_begin(const clm_sort_order *order, u32 pass, u32 passes)
{
    return order->begin + sort_pass_begin(order->end - order->begin, pass, passes);
}

static clm_kernel_key sort_kernel(const sort_work *w, const char *file, const char *name)
{
    return clm_kernel_with(file, name, CLM_SORT_DEFINITIONS, w->order->key_bytes,
                           w->order->value_bytes, w->index_bytes, (unsigned)w->shape.bits,
                           w->order->kind == CLM_SORT_FLOAT);
}

static clmodp_status find_places(sort_work *w, const sort_shape *s)
{
    const clm_scan_range counts = {&w->counts, 0};
    /* TILES counts all possible digits, SPLITS only digits of the pass */
    const u32 bits = w->shape.method == CLM_SORT_TILES ? w->shape.bits : s->bits;

    return clm_scan(w->ctx, counts, counts, w->tiles << bits, w->index_bytes, true,
                    clm_scan_default(w->ctx));
}

static const clm_buffer *values_buffer(const sort_work *w, const sort_pair *pair)
{
    return w->order->value_bytes > 0 ? pair->values.buffer : pair->keys.buffer;
}

static size_t value_end(const sort_work *w, size_t first)
{
    return w->order->value_bytes > 0 ? first + w->count : 0;
}

/* Arguments common to several kernels: keys, or keys and values; and counts of digits. */
#define ARG_KEYS(w, pair, use) \
    ARG_##use##_OF((pair)->keys.buffer, (pair)->keys.first + (w)->count, (w)->order->key_bytes)
#define ARG_PAIRS(w, pair, use)                                                          \
    ARG_KEYS(w, pair, use), ARG_##use##_OF(values_buffer(w, pair),                       \
                                           value_end(w, (pair)->values.first),           \
                                           (w)->value_bytes)
#define ARG_COUNTS(w, digits, use) \
    ARG_##use##_OF(&(w)->counts, (digits) * (w)->tiles, (w)->index_bytes)

#define TILES_FILE "arrays/sort_tiles.cl"

static clmodp_status count_tile_digits(sort_work *w, const sort_pair *from,
                                       const sort_shape *s)
{
    const size_t digits = (size_t)1 << w->shape.bits;

    return clm_run(w->ctx, sort_kernel(w, TILES_FILE, "sort_tiles_count"), w->tiles, 1,
                   ARG_COUNTS(w, digits, OUT), ARG_KEYS(w, from, IN), ARG_STRUCT(*s),
                   ARG_LOCAL(SORT_TABLES * digits * sizeof(u32)));
}

static clmodp_status scatter_tiles(sort_work *w, const sort_pair *to, const sort_pair *from,
                                   const sort_shape *s)
{
    const size_t digits = (size_t)1 << w->shape.bits;
    const size_t places = w->tile + SORT_GAP * digits;
    const size_t values = w->order->value_bytes > 0 ? places : 1;

    return clm_run(w->ctx, sort_kernel(w, TILES_FILE, "sort_tiles_scatter"), w->tiles, 1,
                   ARG_PAIRS(w, to, OUT), ARG_PAIRS(w, from, IN), ARG_COUNTS(w, digits, IN),
                   ARG_STRUCT(*s), ARG_LOCAL(places * w->order->key_bytes),
                   ARG_LOCAL(values * w->value_bytes),
                   ARG_LOCAL((digits + SORT_SPARE) * sizeof(u32)));
}

static clmodp_status return_from_tiles(sort_work *w, const sort_pair *to,
                                       const sort_pair *from, const sort_shape *s)
{
    return clm_run(w->ctx, sort_kernel(w, TILES_FILE, "sort_tiles_return"), w->tiles, 1,
                   ARG_PAIRS(w, to, OUT), ARG_PAIRS(w, from, IN), ARG_STRUCT(*s));
}

static clmodp_status run_tiles_pass(sort_work *w, const sort_pair *to,
                                    const sort_pair *from, const sort_shape *s)
{
    clmodp_status st = CLMODP_OK;

    TRY(count_tile_digits(w, from, s));
    TRY(find_places(w, s));
    TRY(scatter_tiles(w, to, from, s));
done:
    return st;
}

#define SPLITS_FILE "arrays/sort_splits.cl"

/* Sorts tiles into temporary memory. */
static clmodp_status sort_split_tiles(sort_work *w, const sort_pair *from, const sort_shape *s)
{
    const size_t digits = (size_t)1 << s->bits, group = w->shape.group;
    const size_t values = w->order->value_bytes > 0 ? 2 * w->tile : 1;
    const sort_pair sorted = {{&w->keys, 0}, {&w->values, 0}};
    sort_shape own = *s;

    own.to = 0;
    own.value_to = 0;
    return clm_run(w->ctx, sort_kernel(w, SPLITS_FILE, "sort_splits_tiles"), w->tiles * group,
                   group, ARG_PAIRS(w, &sorted, OUT), ARG_COUNTS(w, digits, OUT),
                   ARG_PAIRS(w, from, IN), ARG_STRUCT(own),
                   ARG_LOCAL(2 * w->tile * w->order->key_bytes),
                   ARG_LOCAL(values * w->value_bytes), ARG_LOCAL(2 * group * sizeof(u32)),
                   ARG_LOCAL(digits * sizeof(u32)));
}

/* Moves the sorted tiles to their places in the caller's memory. */
static clmodp_status spread_split_tiles(sort_work *w, const sort_pair *to, const sort_shape *s)
{
    const size_t digits = (size_t)1 << s->bits, group = w->shape.group;
    const sort_pair sorted = {{&w->keys, 0}, {&w->values, 0}};
    sort_shape own = *s;

    own.from = 0;
    own.value_from = 0;
    return clm_run(w->ctx, sort_kernel(w, SPLITS_FILE, "sort_splits_spread"), w->tiles * group,
                   group, ARG_PAIRS(w, to, OUT), ARG_PAIRS(w, &sorted, IN),
                   ARG_COUNTS(w, digits, IN), ARG_STRUCT(own),
                   ARG_LOCAL(w->tile * w->order->key_bytes), ARG_LOCAL(digits * sizeof(u32)));
}

static clmodp_status run_splits_pass(sort_work *w, const sort_pair *pair,
                                     const sort_shape *s)
{
    clmodp_status st = CLMODP_OK;

    TRY(sort_split_tiles(w, pair, s));
    TRY(find_places(w, s));
    TRY(spread_split_tiles(w, pair, s));
done:
    return st;
}

static clmodp_status create_work(sort_work *w, const sort_pair *given)
{
    clmodp_status st = CLMODP_OK;
    const clm_sort_order *order = w->order;

    REQUIRE(&w->ctx->error, clm_range_fits(given->keys, w->count) &&
                                clm_range_fits(given->values, w->count));
    w->tile = clm_sort_tile(w->ctx, w->count, &w->shape);
    if (w->tile > (size_t)1 << 31)
        FAIL(&w->ctx->error, CLMODP_LIMIT, "%zu work-items with %zu elements each are too many "
             "for a tile", w->shape.group, w->shape.run);
    w->tiles = clm_div_up(w->count, w->tile);
    if (w->tiles > UINT32_MAX >> clm_sort_longest_digit(w->shape.method))
        FAIL(&w->ctx->error, CLMODP_LIMIT, "%zu tiles of %zu elements are too many: use longer "
             "runs", w->tiles, w->tile);
    w->value_bytes = clm_size_max(order->value_bytes, sizeof(u32));
    w->index_bytes = clm_sort_index_bytes(w->count, &w->shape);
    TRY(clm_scratch_create(w->ctx, &w->keys, w->count, order->key_bytes));
    if (order->value_bytes > 0)
        TRY(clm_scratch_create(w->ctx, &w->values, w->count, order->value_bytes));
    TRY(clm_scratch_create(w->ctx, &w->counts, w->tiles << w->shape.bits, w->index_bytes));
done:
    return st;
}

static void set_elements(sort_shape *s, const sort_pair *to, const sort_pair *from)
{
    s->from = from->keys.first;
    s->value_from = from->values.first;
    s->to = to->keys.first;
    s->value_to = to->values.first;
}

/* Makes all passes. */
static clmodp_status run_passes(sort_work *w, const sort_pair *given)
{
    clmodp_status st = CLMODP_OK;
    const sort_pair own = {{&w->keys, 0}, {&w->values, 0}};
    const clm_sort_order *order = w->order;
    const u32 passes = clm_sort_passes(order, &w->shape);
    const size_t bytes = order->key_bytes + order->value_bytes;
    const double moved = 4.0 * (double)w->count * (double)bytes / sizeof(u32); /* words a pass */
    sort_shape s = {.count = w->count, .tile = w->tile, .tiles = (u32)w->tiles,
                    .flip = clm_sort_flip(order)};

    for (u32 pass = 0; pass < passes; pass++) {
        const sort_pair *from = pass % 2 == 0 ? given : &own;
        const sort_pair *to = pass % 2 == 0 ? &own : given;

        s.begin = clm_sort_pass_begin(order, pass, passes);
        s.bits = clm_sort_pass_begin(order, pass + 1, passes) - s.begin;
        if (w->shape.method == CLM_SORT_SPLITS)
            from = to = given;
        TRY(clm_throttle_launches(w->ctx, moved, (double)pass / passes));
        set_elements(&s, to, from);
        if (w->shape.method == CLM_SORT_SPLITS)
            TRY(run_splits_pass(w, given, &s));
        else
            TRY(run_tiles_pass(w, to, from, &s));
    }
    if (clm_sort_returns(order, &w->shape)) {
        set_elements(&s, given, &own);
        TRY(return_from_tiles(w, given, &own, &s));
    }
done:
    return st;
}

clmodp_status clm_sort(clmodp_context *ctx, clm_scan_range keys, clm_scan_range values,
                       size_t count, const clm_sort_order *order, clm_sort_shape shape)
{
    clmodp_status st = CLMODP_OK;
    const sort_pair given = {keys, values};
    sort_work w = {.ctx = ctx, .order = order, .shape = shape, .count = count};

    REQUIRE(&ctx->error, shape.bits >= 1 && shape.bits <= clm_sort_longest_digit(shape.method));
    REQUIRE(&ctx->error, shape.group > 0 && shape.run > 0);
    REQUIRE(&ctx->error, order->key_bytes == sizeof(u32) || order->key_bytes == sizeof(u64));
    REQUIRE(&ctx->error, order->value_bytes == 0 || order->value_bytes == sizeof(u32) ||
            order->value_bytes == sizeof(u64));
    REQUIRE(&ctx->error, order->begin <= order->end && order->end <= 8 * order->key_bytes);
    if (count < 2 || order->begin == order->end)
        goto done;
    if (shape.method == CLM_SORT_SWEEP)
        return clm_sort_sweep(ctx, keys, values, count, order, &shape);
    if (shape.method == CLM_SORT_BUCKETS)
        return clm_sort_buckets(ctx, keys, values, count, order, &shape,
                                clm_sort_tile(ctx, count, &shape));
    TRY(create_work(&w, &given));
    TRY(run_passes(&w, &given));
done:
    clm_scratches_destroy(ctx, &w.keys, &w.values, &w.counts);
    return st;
}

enum { KNOWN_KEYS = 131 };

/* A self-test, which is its own subject, and the method and the order that it tests. */
typedef struct sort_self_test {
    clm_self_test test;
    clm_sort_method method;
    clm_sort_order order;
} sort_self_test;

/* A number that orders keys; floating point numbers consist of a sign and a magnitude. */
static u64 key_rank(u64 key, const clm_sort_order *order)
{
    const u64 sign = (u64)1 << (8 * order->key_bytes - 1);

    if (order->kind != CLM_SORT_FLOAT)
        return key;
    return (key & sign) != 0 ? sign - 1 - (key & (sign - 1)) : sign + key;
}

/* Test keys; some are equal, so that their values show whether the sort is stable. */
static u64 known_key(size_t k, const clm_sort_order *order)
{
    const u64 key = (k % 97 + 1) * UINT64_C(0x9e3779b97f4a7c15);

    return order->key_bytes == sizeof(u32) ? key >> 32 : key;
}

static void write_element(unsigned char *array, size_t k, size_t bytes, u64 element)
{
    const u32 low = (u32)element;

    memcpy(array + k * bytes, bytes == sizeof low ? (const void *)&low : &element, bytes);
}

/* Sorts the indices of the keys, by insertion. */
static void sort_numbers(size_t numbers[KNOWN_KEYS], const clm_sort_order *order)
{
    for (size_t k = 0; k < KNOWN_KEYS; k++) {
        size_t at = k;

        for (; at > 0 && key_rank(known_key(numbers[at - 1], order), order) >
                         key_rank(known_key(k, order), order); at--)
            numbers[at] = numbers[at - 1];
        numbers[at] = k;
    }
}

static clmodp_status compare_known(clmodp_context *ctx, const unsigned char *keys,
                                   const unsigned char *values, const clm_sort_order *order)
{
    size_t numbers[KNOWN_KEYS];
    unsigned char expected[sizeof(u64)];

    sort_numbers(numbers, order);
    for (size_t k = 0; k < KNOWN_KEYS; k++) {
        write_element(expected, 0, order->key_bytes, known_key(numbers[k], order));
        if (memcmp(keys + k * order->key_bytes, expected, order->key_bytes) != 0)
            return clm_self_test_fail(ctx, "order", "known keys");
        if (order->value_bytes == 0)
            continue;
        write_element(expected, 0, order->value_bytes, numbers[k]);
        if (memcmp(values + k * order->value_bytes, expected, order->value_bytes) != 0)
            return clm_self_test_fail(ctx, "values", "known keys");
    }
    return CLMODP_OK;
}

static clmodp_status sort_known(clmodp_context *ctx, const clm_sort_order *order,
                                clm_sort_shape shape)
{
    clmodp_status st = CLMODP_OK;
    const size_t value_bytes = clm_size_max(order->value_bytes, 1);
    unsigned char keys[KNOWN_KEYS * sizeof(u64)], values[KNOWN_KEYS * sizeof(u64)] = {0};
    clm_buffer key_buffer = {0}, value_buffer = {0};

    for (size_t k = 0; k < KNOWN_KEYS; k++) {
        write_element(keys, k, order->key_bytes, known_key(k, order));
        if (order->value_bytes > 0)
            write_element(values, k, order->value_bytes, k);
    }
    TRY(clm_buffer_load(ctx, &key_buffer, keys, KNOWN_KEYS, order->key_bytes));
    TRY(clm_buffer_load(ctx, &value_buffer, values, KNOWN_KEYS, value_bytes));
    TRY(clm_sort(ctx, (clm_scan_range){&key_buffer, 0}, (clm_scan_range){&value_buffer, 0},
                 KNOWN_KEYS, order, shape));
    TRY(clm_buffer_read(ctx, &key_buffer, 0, keys, KNOWN_KEYS * order->key_bytes));
    TRY(clm_buffer_read(ctx, &value_buffer, 0, values, KNOWN_KEYS * value_bytes));
    TRY(compare_known(ctx, keys, values, order));
done:
    clm_buffers_destroy(ctx, &key_buffer, &value_buffer);
    return st;
}

/* Tests tiles of some 16 keys, of SWEEP two default runs; the last one has fewer. Tests BUCKETS by
 * one work-item, too. */
static clmodp_status check_known_sort(clmodp_context *ctx, const void *argument)
{
    clmodp_status st = CLMODP_OK;
    const sort_self_test *s = argument;
    const clm_sort_shape given = clm_sort_default(ctx, s->method, &s->order);
    clm_sort_shape shape = given;

    shape.group = clm_size_min(shape.group, 2);
    if (s->method != CLM_SORT_SWEEP)
        shape.run = 16 / shape.group;
    TRY(sort_known(ctx, &s->order, shape));
    if (s->method == CLM_SORT_BUCKETS)
        TRY(sort_known(ctx, &s->order, given));
done:
    return st;
}

static const clm_kernel_files method_files[] = {
    [CLM_SORT_TILES] = CLM_KERNEL_FILES(TILES_FILE, "arrays/scan.cl"),
    [CLM_SORT_SPLITS] = CLM_KERNEL_FILES(SPLITS_FILE, "arrays/scan.cl"),
    [CLM_SORT_SWEEP] = CLM_KERNEL_FILES("arrays/sort_sweep.cl"),
    [CLM_SORT_BUCKETS] = CLM_KERNEL_FILES("arrays/sort_buckets.cl"),
};

static const sort_self_test self_tests[4][2][2][3];

/* Self-tests by method, kind (0: integers, 1: floating point), and words of keys and of values. */
#define SORT_TEST(method, name, floats, noun, keys, values)                                     \
    {{#keys "-word known " noun " with " #values "-word values are sorted correctly by " name,   \
      &method_files[method], check_known_sort,                                                  \
      &self_tests[method][floats][(keys) - 1][values], false},                                  \
     method, {.kind = (floats) ? CLM_SORT_FLOAT : CLM_SORT_UNSIGNED, .key_bytes = 4 * (keys),    \
              .value_bytes = 4 * (values), .end = 32 * (keys)}}
#define KEY_TESTS(method, name, floats, noun, keys)                                             \
    {SORT_TEST(method, name, floats, noun, keys, 0),                                            \
     SORT_TEST(method, name, floats, noun, keys, 1),                                            \
     SORT_TEST(method, name, floats, noun, keys, 2)}
#define METHOD_TESTS(method, name)                                                              \
    {{KEY_TESTS(method, name, 0, "integers", 1), KEY_TESTS(method, name, 0, "integers", 2)},     \
     {KEY_TESTS(method, name, 1, "numbers", 1), KEY_TESTS(method, name, 1, "numbers", 2)}}

static const sort_self_test self_tests[4][2][2][3] = {
    METHOD_TESTS(CLM_SORT_TILES, "tiles"), METHOD_TESTS(CLM_SORT_SPLITS, "splits"),
    METHOD_TESTS(CLM_SORT_SWEEP, "sweeps"), METHOD_TESTS(CLM_SORT_BUCKETS, "buckets")};

const clm_self_test *clm_sort_self_test(clm_sort_method method, const clm_sort_order *order)
{
    return &self_tests[method][order->kind == CLM_SORT_FLOAT][order->key_bytes / sizeof(u32) - 1]
                      [order->value_bytes / sizeof(u32)].test;
}
