/* Radix sort by buckets (cl/arrays/sort_buckets.cl): its launches, and their memory. */
#include "arrays/sort_buckets.h"

#include "cl/arrays/sort_buckets_shape.h"
#include "cl/arrays/sort_shape.h"
#include "core/size.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"
#include "opencl/queue.h"

/* Arrays of at most SHORT_RUNS times the longest bucket are sorted in SHORT_ROUNDS rounds: empty
 * rounds would take a tenth of the time (bench/sort). */
#define SHORT_RUNS 16
#define SHORT_ROUNDS 3

/* Sizes and buffers of a sort. */
typedef struct buckets_work {
    clmodp_context *ctx;
    const clm_sort_order *order;
    u32 bits;                 /* of a round's digit */
    clm_scan_range given_keys, given_values;
    sort_buckets_shape s;
    size_t workers;           /* work-items that share tiles and buckets */
    size_t tiles;             /* most tiles of a round */
    size_t value_bytes;       /* of a value, as seen by kernels */
    size_t index_bytes;       /* of an index */
    size_t digit_bytes;       /* of a stored digit */
    clm_buffer keys, values;  /* of the same length as the caller's */
    clm_buffer counts;        /* of digits; then places */
    clm_buffer extents;       /* bits of keys, tile by tile */
    clm_buffer segments, rounds;
    clm_buffer map, digits;   /* of the first round */
} buckets_work;

/* Local memory of elements: a tile or a bucket with gaps. */
static size_t local_elements(size_t tile, u32 bits)
{
    return clm_size_min(tile, SIZE_MAX / 2) +
           clm_size_max((size_t)SORT_GAP << bits, SORT_GROUPS * SORT_GROUP_GAP);
}

/* Local memory of an end for each digit, or of tables of counts; of lengths of groups; and of ends
 * of pieces. */
static size_t local_ends(size_t run, u32 bits)
{
    return (clm_size_max((size_t)1 << SORT_LONE_BITS(run), (size_t)SORT_TABLES << bits) +
            2 * SORT_GROUPS) * sizeof(u32);
}

size_t clm_sort_buckets_local_bytes(const clm_sort_order *order, const clm_sort_shape *shape)
{
    const size_t elements = local_elements(shape->run, shape->bits);
    const size_t bytes = clm_size_times(elements, order->key_bytes + order->value_bytes);

    return clm_size_min(bytes, SIZE_MAX / 2) + local_ends(shape->run, shape->bits) +
           SORT_NO_VALUE * sizeof(u32);
}

/* Returns the rounds after which no bucket is long: one for each digit, one for equal keys, and
 * one because a sample can be wrong, and a path's digits have fewer bits. */
static size_t most_rounds(const clm_sort_order *order, u32 bits)
{
    return clm_div_up(order->end - order->begin, bits) + 2;
}

/* Returns the rounds to launch; 0: one work-item sorts all. */
static size_t rounds_of(size_t count, const clm_sort_order *order, const clm_sort_shape *shape)
{
    const size_t most = most_rounds(order, shape->bits);

    if (count <= shape->run)
        return count <= shape->run / 4 ? 0 : 1;
    return count / SHORT_RUNS <= shape->run ? clm_size_min(most, SHORT_ROUNDS) : most;
}

static clm_kernel_key buckets_kernel(const buckets_work *w, const char *name)
{
    return clm_kernel_with("arrays/sort_buckets.cl", name, CLM_SORT_DEFINITIONS,
                           w->order->key_bytes, w->order->value_bytes, w->index_bytes,
                           (unsigned)w->bits, w->order->kind == CLM_SORT_FLOAT);
}

/* Arguments common to several kernels. */
#define ARG_MEMORY(w, own)                                                                    \
    ARG_INOUT_OF((w)->given_keys.buffer, (w)->given_keys.first + (w)->s.count,                \
                 (w)->order->key_bytes),                                                      \
        ARG_INOUT_OF((own) ? &(w)->keys : (w)->given_keys.buffer, (own) ? (w)->s.count : 0,   \
                     (w)->order->key_bytes),                                                  \
        ARG_INOUT_OF(values_of(w, false), value_end(w, (w)->given_values.first),              \
                     (w)->value_bytes),                                                       \
        ARG_INOUT_OF(values_of(w, own), (own) ? value_end(w, 0) : 0, (w)->value_bytes)
#define ARG_COUNTS(w, use) \
    ARG_##use##_OF(&(w)->counts, (w)->tiles << (w)->bits, (w)->index_bytes)
#define ARG_EXTENTS(w, use) ARG_##use##_OF(&(w)->extents, (w)->tiles, 3 * (w)->order->key_bytes)
#define ARG_SEGMENTS(w, use)                                                                  \
    ARG_##use(&(w)->segments, ((w)->s.round + 1) * (w)->s.most, sort_segment),                \
        ARG_INOUT(&(w)->rounds, (w)->s.round + 1, sort_round)
#define ARG_MAP(w) ARG_IN(&(w)->map, 1, sort_map)
#define ARG_DIGITS(w, use) ARG_##use##_OF(&(w)->digits, (w)->s.count, (w)->digit_bytes)
#define ARG_ELEMENTS(w, count)                                                                \
    ARG_LOCAL((count) * (w)->order->key_bytes),                                               \
        ARG_LOCAL(((w)->order->value_bytes > 0 ? (count) : 1) * (w)->value_bytes),            \
        ARG_LOCAL(local_ends((w)->s.run, (w)->bits))

static const clm_buffer *values_of(const buckets_work *w, bool own)
{
    if (w->order->value_bytes == 0)
        return w->given_keys.buffer;
    return own ? &w->values : w->given_values.buffer;
}

static size_t value_end(const buckets_work *w, size_t first)
{
    return w->order->value_bytes > 0 ? first + w->s.count : 0;
}

static clmodp_status run_round(buckets_work *w)
{
    clmodp_status st = CLMODP_OK;
    clmodp_context *ctx = w->ctx;
    const size_t tile = local_elements(w->s.tile, w->bits);

    TRY(clm_run(ctx, buckets_kernel(w, "sort_buckets_count"), w->workers, 1, ARG_COUNTS(w, OUT),
                ARG_EXTENTS(w, OUT), ARG_MEMORY(w, true), ARG_SEGMENTS(w, IN), ARG_MAP(w),
                ARG_DIGITS(w, INOUT), ARG_STRUCT(w->s),
                ARG_LOCAL(SORT_PLACES * w->order->key_bytes),
                ARG_LOCAL(local_ends(w->s.run, w->bits))));
    TRY(clm_run(ctx, buckets_kernel(w, "sort_buckets_plan"), 1, 1, ARG_COUNTS(w, INOUT),
                ARG_EXTENTS(w, IN),
                ARG_INOUT(&w->segments, (w->s.round + 2) * w->s.most, sort_segment),
                ARG_INOUT(&w->rounds, w->s.round + 2, sort_round), ARG_MAP(w),
                ARG_STRUCT(w->s)));
    TRY(clm_run(ctx, buckets_kernel(w, "sort_buckets_move"), w->workers, 1, ARG_MEMORY(w, true),
                ARG_COUNTS(w, IN), ARG_SEGMENTS(w, IN), ARG_MAP(w), ARG_DIGITS(w, IN),
                ARG_STRUCT(w->s), ARG_ELEMENTS(w, tile)));
    TRY(clm_run(ctx, buckets_kernel(w, "sort_buckets_finish"), w->workers, 1, ARG_MEMORY(w, true),
                ARG_COUNTS(w, IN), ARG_SEGMENTS(w, IN), ARG_MAP(w), ARG_STRUCT(w->s),
                ARG_ELEMENTS(w, local_elements(w->s.run, w->bits))));
done:
    return st;
}

static clmodp_status create_buffers(buckets_work *w, size_t rounds)
{
    clmodp_status st = CLMODP_OK;
    const size_t count = w->s.count;

    TRY(clm_scratch_create(w->ctx, &w->keys, count, w->order->key_bytes));
    if (w->order->value_bytes > 0)
        TRY(clm_scratch_create(w->ctx, &w->values, count, w->order->value_bytes));
    TRY(clm_scratch_create(w->ctx, &w->counts, w->tiles << w->bits, w->index_bytes));
    TRY(clm_scratch_create(w->ctx, &w->extents, w->tiles, 3 * w->order->key_bytes));
    TRY(clm_scratch_create(w->ctx, &w->segments, clm_size_times(rounds + 1, w->s.most),
                           sizeof(sort_segment)));
    TRY(clm_scratch_create(w->ctx, &w->rounds, rounds + 1, sizeof(sort_round)));
    TRY(clm_scratch_create(w->ctx, &w->map, 1, sizeof(sort_map)));
    TRY(clm_scratch_create(w->ctx, &w->digits, count, w->digit_bytes));
done:
    return st;
}

static clmodp_status run_rounds(buckets_work *w, size_t rounds)
{
    clmodp_status st = CLMODP_OK;
    const size_t bytes = w->order->key_bytes + w->order->value_bytes;
    const double moved = 4.0 * (double)w->s.count * (double)bytes / sizeof(u32); /* words */

    TRY(create_buffers(w, rounds));
    TRY(clm_run(w->ctx, buckets_kernel(w, "sort_buckets_begin"), 1, 1,
                ARG_OUT(&w->segments, w->s.most, sort_segment),
                ARG_OUT(&w->rounds, 1, sort_round), ARG_OUT(&w->map, 1, sort_map),
                ARG_IN_OF(w->given_keys.buffer, w->given_keys.first + w->s.count,
                          w->order->key_bytes),
                ARG_STRUCT(w->s), ARG_LOCAL(SORT_SAMPLE * w->order->key_bytes),
                ARG_LOCAL(local_ends(w->s.run, w->bits))));
    for (; w->s.round < rounds; w->s.round++) {
        TRY(clm_throttle_launches(w->ctx, moved, (double)w->s.round / (double)rounds));
        TRY(run_round(w));
    }
    if (w->s.count > w->s.run && rounds < most_rounds(w->order, w->bits))
        TRY(clm_run(w->ctx, buckets_kernel(w, "sort_buckets_rest"), w->workers, 1,
                    ARG_MEMORY(w, true), ARG_SEGMENTS(w, IN), ARG_STRUCT(w->s),
                    ARG_LOCAL(local_ends(w->s.run, w->bits))));
done:
    return st;
}

clmodp_status clm_sort_buckets(clmodp_context *ctx, clm_scan_range keys, clm_scan_range values,
                               size_t count, const clm_sort_order *order,
                               const clm_sort_shape *shape, size_t tile)
{
    clmodp_status st = CLMODP_OK;
    const size_t rounds = rounds_of(count, order, shape);
    const size_t most = count / shape->run + 1;
    buckets_work w = {
        .ctx = ctx, .order = order, .bits = shape->bits, .given_keys = keys,
        .given_values = values,
        .s = {.count = count, .from = keys.first, .value_from = values.first,
              .flip = clm_sort_flip(order), .tile = (u32)tile, .run = (u32)shape->run,
              .begin = order->begin, .end = order->end, .most = (u32)most},
        .workers = clm_size_max(ctx->device.compute_units, 1),
        .tiles = clm_div_up(count, tile) + most,
        .value_bytes = clm_size_max(order->value_bytes, sizeof(u32)),
        .index_bytes = clm_sort_index_bytes(count, shape),
        .digit_bytes = shape->bits <= 8 ? 1 : 2};

    if (shape->run > UINT32_MAX || w.tiles > UINT32_MAX >> shape->bits)
        FAIL(&ctx->error, CLMODP_LIMIT, "buckets of %zu elements are too many or too long",
             shape->run);
    if (rounds > 0)
        TRY(run_rounds(&w, rounds));
    else
        TRY(clm_run(ctx, buckets_kernel(&w, "sort_buckets_alone"), 1, 1, ARG_MEMORY(&w, false),
                    ARG_STRUCT(w.s), ARG_ELEMENTS(&w, local_elements(shape->run, w.bits))));
done:
    /* the largest last, which the pool then keeps rather than others */
    clm_scratches_destroy(ctx, &w.map, &w.rounds, &w.segments, &w.extents, &w.counts, &w.digits,
                          &w.values, &w.keys);
    return st;
}
