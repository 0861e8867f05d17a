/* Radix sort for CPUs, by the highest digit first until buckets of equal digits fit the cache of a
 * core, where a work-item sorts each by the digits that are left, the lowest first.
 *
 *     keys    | tile 0  | tile 1  | tile 2  |
 *     count   the number of keys of each digit, tile by tile
 *     plan    the first place of each digit, tile by tile; long buckets are the next segments
 *     move    a tile's keys to their buckets in the other memory
 *     finish  short buckets are sorted into the caller's memory
 *
 * So keys move through main memory twice, however many digits they have. Rounds are launched for
 * the worst case, and end at once without segments. Digits in which all keys of a segment or
 * bucket agree are skipped, and sorted ones stay as they are. A work-group has one work-item,
 * which takes tiles or buckets until none are left. */
#include "sort_buckets_shape.h"
#include "sort_tile.h"

/* Keys and values of the caller, and of the sort, from one place on. */
typedef struct sort_memory {
    global SORT_KEY *keys, *own;
    global SORT_VALUE *values, *own_values;
} sort_memory;

/* Returns the same memory from a place on. */
static inline sort_memory sort_memory_at(sort_memory m, ulong place)
{
    m.keys += place;
    m.own += place;
#if SORT_VALUE_BYTES > 0
    m.values += place;
    m.own_values += place;
#endif
    return m;
}

static inline global SORT_KEY *sort_keys_on(sort_memory m, u32 side)
{
    return side == 0 ? m.keys : m.own;
}

static inline global SORT_VALUE *sort_values_on(sort_memory m, u32 side)
{
    return side == 0 ? m.values : m.own_values;
}

/* Arguments of kernels, and memory from the caller's first element on. */
#define SORT_MEMORY_ARGUMENTS                                                                \
    global SORT_KEY *keys, global SORT_KEY *own, global SORT_VALUE *values,                  \
        global SORT_VALUE *own_values
#define SORT_MEMORY(s) \
    ((sort_memory){keys + (s).from, own, values + (s).value_from, own_values})

/* Returns the bits from `begin` up to `end`, exclusive. */
static inline SORT_KEY sort_mask(u32 begin, u32 end)
{
    const SORT_KEY up = ~(SORT_KEY)0;

    return begin >= end ? 0 : up << begin & up >> (8 * SORT_KEY_BYTES - end);
}

/* Adds a segment, whose keys agree from bit `end` on, to a round of some segments and tiles, and
 * returns their numbers. Equal keys in the caller's memory need no segment. */
static inline uint2 sort_add_segment(global sort_segment *segments, uint2 many, u64 begin,
                                     u64 count, u32 end, u32 side, sort_buckets_shape s)
{
    const u32 bits = min(end - s.begin, (u32)SORT_BITS);

    if (bits == 0 && side == 0)
        return many;

    const u32 tiles = (u32)((count + s.tile - 1) / s.tile);

    STORED(segments[many.x]) = (sort_segment){
        begin, count, many.y, tiles, end - bits, bits, side, SORT_SETTLE};
    return many + (uint2)(1, tiles);
}

static inline sort_round sort_round_of(uint2 many)
{
    return (sort_round){many.x, many.y, 0, 0, 0};
}

/* Makes all keys the segment of the first round. */
kernel void sort_buckets_begin(global sort_segment *segments, global sort_round *rounds,
                               sort_buckets_shape s COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    STORED(rounds[0]) =
        sort_round_of(sort_add_segment(segments, (uint2)(0, 0), 0, s.count, s.end, 0, s));
}

/* Takes the next number, which is shared by all work-items. */
static inline u32 sort_take(global u32 *taken)
{
    OP_COUNTS(READ, 1);
    OP_COUNTS(WRITTEN, 1);
    return atomic_inc(taken);
}

/* A tile: number in its segment, place and elements. */
typedef struct sort_tile {
    sort_segment of;
    ulong begin;
    u32 number, count;
} sort_tile;

/* Returns tile t of a round, whose segments are given. */
static inline sort_tile sort_find_tile(global const sort_segment *segments, u32 many, u32 t,
                                       sort_buckets_shape s)
{
    sort_tile tile;
    u32 low = 0, high = many;

    while (high - low > 1) {
        const u32 middle = (low + high) / 2;

        if (LOADED(segments[middle].tile) <= t)
            low = middle;
        else
            high = middle;
    }
    tile.of = LOADED(segments[low]);
    tile.number = t - tile.of.tile;
    tile.begin = tile.of.begin + (ulong)tile.number * s.tile;
    tile.count = (u32)min((ulong)s.tile, tile.of.begin + tile.of.count - tile.begin);
    return tile;
}

static inline sort_rule sort_rule_of_segment(const sort_segment *segment, sort_buckets_shape s)
{
    return (sort_rule){(SORT_KEY)s.flip, segment->low, (1u << segment->bits) - 1};
}

/* Bits of a mask that are 1 in some keys, and in all. falls: not 0 if a key is followed by a
 * lower one. */
typedef struct sort_extent {
    SORT_KEY some, all, falls;
} sort_extent;

/* Keys that are looked at for a fall at a time. */
#define SORT_LOOK 256

/* Returns the extent of keys; `pairs` keys are compared with the next one. */
static inline sort_extent sort_extent_of(global const SORT_KEY *keys, u32 count, u32 pairs,
                                         SORT_KEY flip, SORT_KEY mask)
{
    sort_extent e = {0, mask, 0};

    for (u32 k = 0; k < count; k++) {
        const SORT_KEY rank = sort_rank(LOADED(keys[k]), flip) & mask;

        e.some |= rank;
        e.all &= rank;
    }
    for (u32 k = 0, end; k < pairs && e.falls == 0; k = end)
        for (end = min(k + SORT_LOOK, pairs); k < end; k++)
            e.falls |= (sort_rank(LOADED(keys[k]), flip) & mask) >
                       (sort_rank(LOADED(keys[k + 1]), flip) & mask);
    return e;
}

/* counts[SORT_DIGITS of.tile + d of.tiles + t]: keys of tile t of a segment with digit d.
 * extents[t]: of tile t and the key behind it in the segment. */
kernel void sort_buckets_count(global SORT_INDEX *counts, global sort_extent *extents,
                               SORT_MEMORY_ARGUMENTS,
                               global const sort_segment *segments, global sort_round *rounds,
                               sort_buckets_shape s, local u32 *tables COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 many = LOADED(rounds[s.round].segments), tiles = LOADED(rounds[s.round].tiles);
    u32 at;

    segments += (size_t)s.round * s.most;
    while ((at = sort_take(&rounds[s.round].counted)) < tiles) {
        const sort_tile t = sort_find_tile(segments, many, at, s);

        if (t.of.bits == 0)
            continue;

        const sort_memory m = sort_memory_at(SORT_MEMORY(s), t.begin);
        global const SORT_KEY *in = sort_keys_on(m, t.of.side);
        const sort_rule rule = sort_rule_of_segment(&t.of, s);
        const sort_extent e =
            sort_extent_of(in, t.count, t.count - (t.number + 1 == t.of.tiles), rule.flip,
                           sort_mask(s.begin, t.of.low + t.of.bits));
        global SORT_INDEX *to = counts + (size_t)SORT_DIGITS * t.of.tile + t.number;

        STORED(extents[at]) = e;
        if ((e.some & ~e.all) >> t.of.low != 0) {
            sort_tile_count(to, t.of.tiles, in, t.count, rule, tables);
        } else { /* the same digit in all keys */
            const u32 digit = sort_digit(LOADED(in[0]), rule);

            for (u32 d = 0; d < SORT_DIGITS; d++)
                STORED(to[(size_t)d * t.of.tiles]) = d == digit ? t.count : 0;
        }
    }
}

/* Returns the bits in which keys of a segment differ; 0 if the keys are sorted. */
static inline SORT_KEY sort_differing(global const sort_extent *extents, const sort_segment *of)
{
    sort_extent sum = {0, ~(SORT_KEY)0, 0};

    for (u32 t = of->tile; of->bits > 0 && t < of->tile + of->tiles; t++) {
        const sort_extent e = LOADED(extents[t]);

        sum.some |= e.some;
        sum.all &= e.all;
        sum.falls |= e.falls;
    }
    return sum.falls != 0 ? sum.some & ~sum.all : 0;
}

/* Makes places of a segment's counts, and segments of its long buckets, after `added` others. */
static inline uint2 sort_plan_moves(global SORT_INDEX *counts, const sort_segment *of,
                                    global sort_segment *next, uint2 added, sort_buckets_shape s)
{
    SORT_INDEX place = (SORT_INDEX)of->begin;

    for (u32 d = 0; d < SORT_DIGITS; d++) {
        const SORT_INDEX begin = place;

        for (u32 t = 0; t < of->tiles; t++, counts++) {
            const SORT_INDEX count = LOADED(*counts);

            STORED(*counts) = place;
            place += count;
        }
        OP_COUNTS(ADDITIONS, of->tiles);
        if (place - begin > s.run)
            added = sort_add_segment(next, added, begin, place - begin, of->low, 1 - of->side, s);
    }
    return added;
}

/* One work-item decides what happens with each segment. Makes places of counts. */
kernel void sort_buckets_plan(global SORT_INDEX *counts, global const sort_extent *extents,
                              global sort_segment *segments, global sort_round *rounds,
                              sort_buckets_shape s COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 many = LOADED(rounds[s.round].segments);
    global sort_segment *next = segments + (size_t)(s.round + 1) * s.most;
    uint2 added = (uint2)(0, 0);

    segments += (size_t)s.round * s.most;
    for (u32 i = 0; i < many; i++) {
        const sort_segment of = LOADED(segments[i]);
        const SORT_KEY differing = sort_differing(extents, &of);
        u32 action = SORT_SETTLE;

        if (differing >> of.low != 0) {
            action = SORT_MOVE;
            added = sort_plan_moves(counts + (size_t)SORT_DIGITS * of.tile, &of, next, added, s);
        } else if (differing != 0) {
            action = SORT_KEEP;
            if (of.count > s.run)
                added = sort_add_segment(next, added, of.begin, of.count,
                                         8 * SORT_KEY_BYTES - (u32)clz(differing), of.side, s);
        }
        STORED(segments[i].action) = action;
    }
    STORED(rounds[s.round + 1]) = sort_round_of(added);
}

/* Moves sorted elements to the caller's memory, unless they are there. */
static inline void sort_settle(sort_memory m, u32 side, u32 count)
{
    if (side == 0)
        return;
    for (u32 k = 0; k < count; k++)
        STORED(m.keys[k]) = LOADED(m.own[k]);
#if SORT_VALUE_BYTES > 0
    for (u32 k = 0; k < count; k++)
        STORED(m.values[k]) = LOADED(m.own_values[k]);
#endif
}

/* Moves keys to buckets, and equal keys to the caller's memory. tile, value_tile, ends: as
 * sort_tile_move. */
kernel void sort_buckets_move(SORT_MEMORY_ARGUMENTS, global const SORT_INDEX *places,
                              global const sort_segment *segments, global sort_round *rounds,
                              sort_buckets_shape s, local SORT_KEY *tile,
                              local SORT_VALUE *value_tile, local u32 *ends COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 many = LOADED(rounds[s.round].segments), tiles = LOADED(rounds[s.round].tiles);
    const sort_memory all = SORT_MEMORY(s);
    u32 at;

    segments += (size_t)s.round * s.most;
    while ((at = sort_take(&rounds[s.round].moved)) < tiles) {
        const sort_tile t = sort_find_tile(segments, many, at, s);
        const sort_memory m = sort_memory_at(all, t.begin);
        const u32 side = t.of.side;

        if (t.of.action == SORT_SETTLE)
            sort_settle(m, side, t.count);
        else if (t.of.action == SORT_MOVE)
            sort_tile_move(sort_keys_on(all, 1 - side), sort_values_on(all, 1 - side),
                           sort_keys_on(m, side), sort_values_on(m, side), t.count,
                           sort_rule_of_segment(&t.of, s),
                           places + (size_t)SORT_DIGITS * t.of.tile, t.number, t.of.tiles,
                           (SORT_INDEX)(t.of.begin + t.of.count), tile, value_tile, ends);
    }
}

#define SORT_PLAIN(element) (element)

/* Defines a pass of a work-item by a digit, from memory in one space to memory in another. ends: a
 * word per digit. */
#define SORT_PASS(name, to, from, STORE, LOAD)                                                  \
    static inline void name(to SORT_KEY *out, to SORT_VALUE *value_out, from const SORT_KEY *in, \
                            from const SORT_VALUE *value_in, u32 count, sort_rule rule,         \
                            local u32 *ends)                                                    \
    {                                                                                           \
        u32 sum = 0;                                                                            \
                                                                                                \
        for (u32 d = 0; d <= rule.mask; d++)                                                    \
            ends[d] = 0;                                                                        \
        _Pragma("unroll 8") for (u32 k = 0; k < count; k++)                                     \
            ends[sort_digit(LOAD(in[k]), rule)]++;                                              \
        for (u32 d = 0; d <= rule.mask; d++) {                                                  \
            const u32 length = ends[d];                                                         \
                                                                                                \
            ends[d] = sum;                                                                      \
            sum += length;                                                                      \
        }                                                                                       \
        OP_COUNTS(ADDITIONS, 2 * count + rule.mask + 1);                                        \
        _Pragma("unroll 8") for (u32 k = 0; k < count; k++)                                     \
        {                                                                                       \
            const SORT_KEY key = LOAD(in[k]);                                                   \
            const u32 at = ends[sort_digit(key, rule)]++;                                       \
                                                                                                \
            STORE(out[at]) = key;                                                               \
            SORT_MOVE_VALUE(STORE(value_out[at]) = LOAD(value_in[k]));                          \
        }                                                                                       \
    }

SORT_PASS(sort_pass_in, local, global, SORT_PLAIN, LOADED)
SORT_PASS(sort_pass_out, global, local, STORED, SORT_PLAIN)

/* Stores sorted elements in the caller's memory. */
static inline void sort_store(sort_memory m, u32 count, local const SORT_KEY *tile,
                              local const SORT_VALUE *value_tile)
{
    for (u32 k = 0; k < count; k++)
        STORED(m.keys[k]) = tile[k];
#if SORT_VALUE_BYTES > 0
    for (u32 k = 0; k < count; k++)
        STORED(m.values[k]) = value_tile[k];
#endif
}

/* Sorts few elements by insertion, by the bits of a mask. */
static inline void sort_few(sort_memory m, u32 side, u32 count, SORT_KEY flip, SORT_KEY mask,
                            local SORT_KEY *tile, local SORT_VALUE *value_tile)
{
    for (u32 k = 0; k < count; k++) {
        const SORT_KEY key = LOADED(sort_keys_on(m, side)[k]), rank = sort_rank(key, flip) & mask;
        u32 at = k;

        for (; at > 0 && (sort_rank(tile[at - 1], flip) & mask) > rank; at--) {
            tile[at] = tile[at - 1];
            SORT_MOVE_VALUE(value_tile[at] = value_tile[at - 1]);
        }
        tile[at] = key;
        SORT_MOVE_VALUE(value_tile[at] = LOADED(sort_values_on(m, side)[k]));
    }
    sort_store(m, count, tile, value_tile);
}

/* Returns the number of passes of least cost; three keys cost as much as two places of
 * digits. */
static inline u32 sort_passes(u32 count, u32 bits)
{
    u32 passes = (bits + SORT_WIDE_BITS - 1) / SORT_WIDE_BITS;
    ulong cost = ~(ulong)0;

    for (;; passes++) {
        const ulong next = passes * (3 * (ulong)count + (2u << (bits + passes - 1) / passes));

        if (next >= cost)
            return passes - 1;
        cost = next;
    }
}

/* Sorts a bucket of a work-item into the caller's memory, by bits below `end`. tile, value_tile:
 * `count` elements; ends: a word per digit. */
static inline void sort_bucket(sort_memory m, u32 side, u32 count, u32 end, sort_buckets_shape s,
                               local SORT_KEY *tile, local SORT_VALUE *value_tile, local u32 *ends)
{
    const SORT_KEY flip = (SORT_KEY)s.flip, mask = sort_mask(s.begin, end);

    if (count <= SORT_FEW) {
        sort_few(m, side, count, flip, mask, tile, value_tile);
        return;
    }

    const sort_extent e = sort_extent_of(sort_keys_on(m, side), count, count - 1, flip, mask);
    const SORT_KEY differing = e.some & ~e.all;

    if (e.falls == 0) {
        sort_settle(m, side, count);
        return;
    }

    const u32 high = 8 * SORT_KEY_BYTES - (u32)clz(differing);
    const u32 low = 8 * SORT_KEY_BYTES - 1 - (u32)clz(differing & (0 - differing));
    const u32 passes = sort_passes(count, high - low);

    for (u32 pass = 0; pass < passes; pass++) {
        const u32 begin = low + (high - low) * pass / passes;
        const u32 bits = low + (high - low) * (pass + 1) / passes - begin;
        const sort_rule rule = {flip, begin, (1u << bits) - 1};

        if (pass % 2 == 0)
            sort_pass_in(tile, value_tile, sort_keys_on(m, side), sort_values_on(m, side), count,
                         rule, ends);
        else
            sort_pass_out(sort_keys_on(m, side), sort_values_on(m, side), tile, value_tile, count,
                          rule, ends);
    }
    if (passes % 2 == 0)
        sort_settle(m, side, count);
    else
        sort_store(m, count, tile, value_tile);
}

/* Sorts the short buckets of a round. */
kernel void sort_buckets_finish(SORT_MEMORY_ARGUMENTS, global const SORT_INDEX *places,
                                global const sort_segment *segments, global sort_round *rounds,
                                sort_buckets_shape s, local SORT_KEY *tile,
                                local SORT_VALUE *value_tile, local u32 *ends COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    const u32 many = LOADED(rounds[s.round].segments) << SORT_BITS;
    u32 b;

    segments += (size_t)s.round * s.most;
    while ((b = sort_take(&rounds[s.round].finished)) < many) {
        const sort_segment of = LOADED(segments[b >> SORT_BITS]);
        const u32 d = b & (SORT_DIGITS - 1);
        ulong begin = of.begin, count = d == 0 ? of.count : 0;
        u32 end = of.low + of.bits, side = of.side;

        if (of.action == SORT_SETTLE)
            continue;
        if (of.action == SORT_MOVE) {
            const size_t p = (size_t)SORT_DIGITS * of.tile + (size_t)d * of.tiles;

            begin = LOADED(places[p]);
            count = (d + 1 < SORT_DIGITS ? LOADED(places[p + of.tiles]) : of.begin + of.count) -
                    begin;
            end = of.low;
            side = 1 - side;
        }
        if (count > 0 && count <= s.run)
            sort_bucket(sort_memory_at(SORT_MEMORY(s), begin), side, (u32)count, end, s, tile,
                        value_tile, ends);
    }
}

/* Sorts an array that is short enough for one work-item. */
kernel void sort_buckets_alone(SORT_MEMORY_ARGUMENTS, sort_buckets_shape s, local SORT_KEY *tile,
                               local SORT_VALUE *value_tile, local u32 *ends COUNT_ARGUMENT)
{
    COUNT_BEGIN;

    sort_bucket(SORT_MEMORY(s), 0, (u32)s.count, s.end, s, tile, value_tile, ends);
}
