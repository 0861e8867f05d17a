/* Launches of cl/arrays/sort_sweep.cl: digits of all passes are counted, and each pass moves all
 * keys, by decoupled look-back. */
#include "arrays/sort_sweep.h"

#include "cl/arrays/lookback_shape.h"
#include "cl/arrays/sort_shape.h"
#include "core/size.h"
#include "opencl/buffer.h"
#include "opencl/kernel.h"
#include "opencl/queue.h"

/* Groups for each compute unit that count digits; each adds its counts to those of all. */
enum { COUNTING_GROUPS = 8 };

/* Sizes and buffers of a sort. */
typedef struct sweep {
    clmodp_context *ctx;
    const clm_sort_order *order;
    const clm_sort_shape *shape;
    size_t count, tile, tiles, digits, pieces;
    size_t value_bytes;      /* of a value, as seen by kernels */
    u32 passes;
    size_t places, region;   /* words of places, and of the totals of a pass */
    clm_buffer keys, values; /* of the same length as the caller's */
    clm_buffer totals;       /* places, and the totals of two passes */
} sweep;

static size_t rows_of(const clm_sort_shape *shape)
{
    return clm_size_max(shape->group / SORT_ROW, 1);
}

/* A tile of keys, which also has room for two sets of masks. */
static size_t tile_bytes(const clm_sort_order *order, const clm_sort_shape *shape)
{
    return clm_size_max(clm_size_times(clm_size_times(shape->group, shape->run), order->key_bytes),
                        2 * (rows_of(shape) << shape->bits) * sizeof(u32));
}

/* Sums and words of digits, and the tile's number. */
static size_t words_bytes(const clm_sort_shape *shape)
{
    return (2 * shape->group + ((size_t)2 << shape->bits) + 1) * sizeof(u32);
}

size_t clm_sort_sweep_local_bytes(const clm_sort_order *order, const clm_sort_shape *shape)
{
    const size_t tile = clm_size_times(shape->group, shape->run);
    const size_t counters = (rows_of(shape) << shape->bits) * sizeof(u32);
    const bool whole = shape->group < SORT_ROW || shape->group % SORT_ROW == 0;
    size_t bytes = SIZE_MAX;

    if (whole && tile <= SORT_MOST_TILE)
        bytes = tile_bytes(order, shape) + tile * (order->value_bytes + sizeof(uint16_t)) +
                counters + words_bytes(shape) + SORT_NO_VALUE * sizeof(u32);
    return bytes;
}

u32 clm_sort_sweep_passes(const clm_sort_order *order, const clm_sort_shape *shape)
{
    return 2 * (u32)clm_div_up(order->end - order->begin, 2 * (size_t)shape->bits);
}

size_t clm_sort_sweep_pieces(size_t count, const clm_sort_shape *shape)
{
    return count < (size_t)1 << 30 && !shape->long_places ? 1 : 2;
}

size_t clm_sort_sweep_counting_groups(const clmodp_context *ctx, size_t tiles)
{
    return clm_size_min(tiles, COUNTING_GROUPS * (size_t)ctx->device.compute_units);
}

static clm_kernel_key sweep_kernel(const sweep *w, const char *name)
{
    return clm_kernel_with("arrays/sort_sweep.cl", name, CLM_SORT_SWEEP_DEFINITIONS,
                           w->order->key_bytes, w->order->value_bytes, sizeof(u32),
                           (unsigned)w->shape->bits, w->order->kind == CLM_SORT_FLOAT,
                           w->shape->run, w->pieces, w->ctx->overrides.loses_totals);
}

static clmodp_status create(sweep *w, const clm_scan_range *keys, const clm_scan_range *values)
{
    clmodp_status st = CLMODP_OK;
    size_t words;

    REQUIRE(&w->ctx->error, clm_range_fits(*keys, w->count) && clm_range_fits(*values, w->count));
    if (clm_sort_sweep_local_bytes(w->order, w->shape) == SIZE_MAX)
        FAIL(&w->ctx->error, CLMODP_LIMIT, "groups of %zu work-items with %zu elements each: "
             "SWEEP takes fewer than %u work-items or a multiple, and tiles of up to %u elements",
             w->shape->group, w->shape->run, SORT_ROW, SORT_MOST_TILE);
    if (w->count > UINT32_MAX)
        FAIL(&w->ctx->error, CLMODP_LIMIT, "%zu keys are too many for SWEEP, which takes fewer "
             "than 2^32", w->count);
    w->tile = w->shape->group * w->shape->run;
    w->tiles = clm_div_up(w->count, w->tile);
    w->digits = (size_t)1 << w->shape->bits;
    w->pieces = clm_sort_sweep_pieces(w->count, w->shape);
    w->value_bytes = clm_size_max(w->order->value_bytes, sizeof(u32));
    w->passes = clm_sort_sweep_passes(w->order, w->shape);
    w->places = w->passes * w->digits;
    w->region = LOOKBACK_HEAD + clm_size_times(w->tiles, w->pieces * w->digits);
    words = clm_size_times(w->region, 2);
    REQUIRE(&w->ctx->error, clm_size_add(&words, words, w->places));
    TRY(clm_scratch_create(w->ctx, &w->keys, w->count, w->order->key_bytes));
    if (w->order->value_bytes > 0)
        TRY(clm_scratch_create(w->ctx, &w->values, w->count, w->order->value_bytes));
    TRY(clm_scratch_create(w->ctx, &w->totals, words, sizeof(u32)));
done:
    return st;
}

/* Counts the digits of all passes, and makes places of the counts. */
static clmodp_status find_places(sweep *w, clm_scan_range keys, const sort_shape *pass)
{
    clmodp_status st = CLMODP_OK;
    const size_t group = w->shape->group;
    sort_shape all = *pass;

    all.from = keys.first;
    all.begin = w->order->begin;
    all.bits = w->order->end - w->order->begin;
    all.pass = w->passes;
    TRY(clm_buffer_fill(w->ctx, &w->totals, 0, w->places + w->region));
    TRY(clm_run(w->ctx, sweep_kernel(w, "sort_sweep_count"),
                group * clm_sort_sweep_counting_groups(w->ctx, w->tiles), group,
                ARG_INOUT(&w->totals, w->places, u32),
                ARG_IN_OF(keys.buffer, keys.first + w->count, w->order->key_bytes),
                ARG_STRUCT(all), ARG_LOCAL(w->places * sizeof(u32))));
    TRY(clm_run(w->ctx, sweep_kernel(w, "sort_sweep_places"), group * w->passes, group,
                ARG_INOUT(&w->totals, w->places, u32), ARG_LOCAL(2 * group * sizeof(u32))));
done:
    return st;
}

static clmodp_status run_pass(sweep *w, const clm_scan_range to[2], const clm_scan_range from[2],
                              sort_shape *s)
{
    const clm_sort_order *order = w->order;
    const size_t group = w->shape->group, counters = rows_of(w->shape) * w->digits;
    const bool values = order->value_bytes > 0;
    const clm_buffer *value_to = values ? to[1].buffer : to[0].buffer;
    const clm_buffer *value_from = values ? from[1].buffer : from[0].buffer;

    s->from = from[0].first;
    s->value_from = from[1].first;
    s->to = to[0].first;
    s->value_to = to[1].first;
    return clm_run(w->ctx, sweep_kernel(w, "sort_sweep_pass"), group * w->tiles, group,
                   ARG_OUT_OF(to[0].buffer, to[0].first + w->count, order->key_bytes),
                   ARG_OUT_OF(value_to, values ? to[1].first + w->count : 0, w->value_bytes),
                   ARG_INOUT(&w->totals, w->places + 2 * w->region, u32),
                   ARG_IN_OF(from[0].buffer, from[0].first + w->count, order->key_bytes),
                   ARG_IN_OF(value_from, values ? from[1].first + w->count : 0, w->value_bytes),
                   ARG_STRUCT(*s), ARG_LOCAL(tile_bytes(order, w->shape)),
                   ARG_LOCAL(values ? w->tile * w->value_bytes : w->value_bytes),
                   ARG_LOCAL(counters * sizeof(u32)), ARG_LOCAL(w->tile * sizeof(uint16_t)),
                   ARG_LOCAL(words_bytes(w->shape)));
}

clmodp_status clm_sort_sweep(clmodp_context *ctx, clm_scan_range keys, clm_scan_range values,
                             size_t count, const clm_sort_order *order,
                             const clm_sort_shape *shape)
{
    clmodp_status st = CLMODP_OK;
    sweep w = {.ctx = ctx, .order = order, .shape = shape, .count = count};
    const clm_scan_range memory[2][2] = {{keys, values}, {{&w.keys, 0}, {&w.values, 0}}};
    const double bytes = (double)(order->key_bytes + order->value_bytes);
    const double words = 2.0 * (double)count * bytes / sizeof(u32); /* of a pass */
    sort_shape s;

    TRY(create(&w, &keys, &values));
    s = (sort_shape){.count = count, .tile = w.tile, .tiles = (u32)w.tiles,
                     .flip = clm_sort_flip(order),
                     .polls = clm_lookback_polls(ctx)};
    TRY(find_places(&w, keys, &s));
    for (s.pass = 0; s.pass < w.passes; s.pass++) {
        const u32 bits = order->end - order->begin, turn = s.pass % 2;
        const u32 begin = sort_pass_begin(bits, s.pass, w.passes);

        s.begin = order->begin + begin;
        s.bits = sort_pass_begin(bits, s.pass + 1, w.passes) - begin;
        s.head = w.places + turn * w.region;
        s.next = w.places + (1 - turn) * w.region;
        TRY(clm_throttle_launches(ctx, words, (double)s.pass / w.passes));
        TRY(run_pass(&w, memory[1 - turn], memory[turn], &s));
    }
done:
    clm_scratches_destroy(ctx, &w.keys, &w.values, &w.totals);
    return st;
}
